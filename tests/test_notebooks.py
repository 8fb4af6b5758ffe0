"""The notebook of the documentation runs from its first cell to its last, with less training and fewer games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests import needs

nbformat = pytest.importorskip("nbformat", reason=needs.library("nbformat"))
nbclient = pytest.importorskip("nbclient", reason=needs.library("nbclient"))
pytest.importorskip("ipykernel", reason=needs.library("ipykernel"))

NOTEBOOK = Path(__file__).parents[1] / "zombicide_env" / "docs" / "notebooks" / "first_policy.ipynb"


def _read() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)


def test_it_is_kept_without_outputs_and_installs_what_is_missing_first() -> None:
    cells = [cell for cell in _read().cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)
    assert 'pip install --quiet "zombicide-env[train,plot]"' in cells[0].source
    assert [cell.metadata.get("tags", []) for cell in cells].count(["parameters"]) == 1


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.train
def test_the_notebook_runs_from_top_to_bottom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plain_environment: dict[str, str]) -> None:
    notebook = _read()
    [parameters] = [cell for cell in notebook.cells if cell.metadata.get("tags") == ["parameters"]]
    parameters.source = 'MINUTES, GAMES, QUEST = 0.05, 4, "danse_macabre"'
    for name, value in plain_environment.items():
        monkeypatch.setenv(name, value)
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [json.dumps(output.get("data", output.get("text", ""))) for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum("<svg" in one for one in shown) == 5  # two boards with sliders, one without, the curve, the map
    assert sum("range" in one and "<figure" in one for one in shown) == 2
    [table] = [one for one in shown if "won (95 %)" in one]
    assert all(name in table for name in ("trained", "greedy", "random"))

"""The program of docs/data.md learns from a dataset alone, with another library's method."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import needs

pytest.importorskip("tianshou", reason=needs.library("tianshou"))
pytest.importorskip("pyarrow", reason=needs.library("pyarrow"))

PAGE = (Path(__file__).parents[2] / "zombicide_env" / "docs" / "data.md").read_text(encoding="utf-8")


@pytest.mark.clients
def test_offline_learning_learns_from_a_dataset_alone(tmp_path: Path, plain_environment: dict[str, str]) -> None:
    [program] = [code for code in re.findall(r"^```py\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL) if "tianshou" in code]
    run = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=plain_environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-4000:]
    [won] = re.findall(r"^won ([0-9.]+)$", run.stdout, re.MULTILINE)
    assert float(won) > 0.4  # a network that got raw observations, and learned nothing, won a quarter of the games

"""Decisions stay in few files, dispatch uses tables, and imports have no cycles: counts that only go down (``structure.json``)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import structure

FIGURES = json.loads(Path(__file__).with_name("structure.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def counted() -> dict[str, float]:
    return structure.counts()


@pytest.mark.slow
@pytest.mark.parametrize("name", FIGURES["ceilings"])
def test_a_count_stays_at_its_ceiling(counted: dict[str, float], name: str) -> None:
    assert counted[name] <= FIGURES["ceilings"][name], f"python -m tests.structure lists what makes up: {name}"


@pytest.mark.slow
def test_every_count_has_a_ceiling_that_is_no_higher_than_at_first(counted: dict[str, float]) -> None:
    assert counted.keys() == FIGURES["ceilings"].keys() == FIGURES["first"].keys()
    raised = [name for name, ceiling in FIGURES["ceilings"].items() if ceiling > FIGURES["first"][name]]
    assert raised == []


WRITTEN = """
from ..numbers import tasks as T
from ..numbers.decisions import BID, ROUTE
if task == T.A:
    f()
elif task == T.B or task == T.C:
    f()
elif task == T.D:
    f()
elif task == BID:
    f()
elif ROUTE == task:
    f()
def g(task):
    if task in (T.A, T.B):
        return 1
    x = 2
    if task == T.B: return 1
    if task == T.C: return 1
    if task >= BID: return 1
    if task == T.E: return 1
match task:
    case T.A: f()
    case T.B: f()
    case T.C: f()
    case T.D: f()
    case T.E: f()
{T.A: 1, T.B: 1, T.C: 1, T.D: 1, BID: 1}
{1: T.A, 2: 1, 3: 1, 4: 1, 5: 1}
if s.phase == 1: f()
elif s.phase == 2: f()
elif s.phase == 3: f()
elif s.phase == 4: f()
elif s.phase == T.A: f()
"""


def test_the_count_sees_every_form_of_dispatch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(structure, "ROOT", tmp_path)
    monkeypatch.setattr("tests.test_walls.ROOT", tmp_path)
    file = tmp_path / "zombicide_env" / "games" / "mine" / "rules" / "written.py"
    file.parent.mkdir(parents=True)
    file.write_text(WRITTEN, encoding="utf-8")
    found = [(dispatch.form, dispatch.arms) for dispatch in structure.dispatches(file)]
    assert sorted(found) == [("dict", 5), ("elif", 5), ("if ... return", 5), ("match", 5)]

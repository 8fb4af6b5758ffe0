"""The benchmark of the trainers: its measurements add up and are on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("sb3_contrib", reason=TRAIN)

from zombicide_benchmarks import training
from zombicide_training.collect.timers import PHASES, Timers

pytestmark = pytest.mark.train


def test_a_phase_within_another_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([(0.0, 0.0), (1.0, 2.0), (4.0, 4.0), (5.0, 5.0), (7.0, 9.0), (8.0, 9.0)])
    monkeypatch.setattr(Timers, "_now", staticmethod(lambda: next(clock)))
    timers = Timers()
    with timers("backward"), timers("forward"):
        pass
    assert (timers.wall["backward"], timers.wall["forward"]) == (3.0 + 2.0, 1.0)
    assert (timers.cpu["backward"], timers.cpu["forward"]) == (2.0 + 4.0, 1.0)


@pytest.mark.slow
@pytest.mark.long
def test_every_trainer_is_measured(tmp_path: Path) -> None:
    told: list[str] = []
    result = training.measure({"quest": "danse_macabre", "survivors": 6}, training.Pace(64, 8, 8, 32, 1, 32, workers=1), told.append)
    rows = {row["what"]: row for row in result["rows"]}
    assert len(rows) == 10 and len(told) == len(rows) + len(result["clock"]) + 1
    assert 50 < min(result["memory"].values()) <= max(result["memory"].values()) < 2048 and result["memory"].keys() == {"imitation", "PPO"}
    assert set(result["clock"]) == {"imitation", "PPO"} and min(result["clock"].values()) > 0
    for name, row in rows.items():
        assert row["decisions"] == (256 if name in ("own loop, entities", "imitation, entities") else 64) and row["cpu"] > 0, name
        assert sum(row["phases"].values()) <= row["cpu"] + 0.1, name
    for name in ("imitation, entities, in turn", "PPO, tables"):
        assert all(rows[name]["phases"][phase] > 0 for phase in PHASES if phase != "teacher"), name
    assert rows["PPO, entities"]["phases"]["teacher"] > 0, "the player on whom the policy leans judges"
    assert rows["PPO, entities, learned from 2 times"]["phases"]["forward"] > 0
    page = training.write(result, tmp_path)[1].read_text()
    assert (
        "1 processes play, each its share" in page
        and page.count("\n| ") == len(rows) + 2
        and "| MaskablePPO (sb3-contrib), MlpPolicy |" in page
    )

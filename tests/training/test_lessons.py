"""Training with workers: shares of the games are distributed; results do not depend on who plays them, how often or in what order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from tests.training import small
from tests.training.couriers import Couriers, couriers
from tests.training.small import selfplay, weights
from zombicide_training import train, train_selfplay

__all__ = ["couriers"]

pytestmark = pytest.mark.train


def team(out: Path, **changes: Any) -> Any:
    """A run of the trainer whose games are played by workers."""
    return small.team(out, trainer="sb3", **changes)


def learned(out: Path) -> dict[str, dict[str, Any]]:
    """Checkpoint -> its weights."""
    return {folder.name: weights(folder) for folder in sorted((out / "checkpoints").iterdir())}


def same(a: dict[str, dict[str, Any]], b: dict[str, dict[str, Any]]) -> bool:
    return a.keys() == b.keys() and all(torch.equal(a[step][name], b[step][name]) for step in a for name in a[step])


TEAMS = {
    "with teammates and a critic": {"teammates": ("random", "past"), "critic": "team", "normalise_value": True},
    "after a warm start": {"warm_start": "random", "warm_decisions": 64, "lesson": 4, "warm_teacher": 0.0},
}


@pytest.mark.parametrize("options", TEAMS.values(), ids=TEAMS)
def test_a_run_goes_on_where_it_was_with_other_workers(tmp_path: Path, couriers: Couriers, options: dict[str, Any]) -> None:
    train(team(tmp_path / "whole", workers=1, part=3, final_rate=1.0, **options))
    assert couriers.done > 12
    train(team(tmp_path / "stopped", workers=1, part=3, steps=128, final_rate=1.0, **options))
    train(team(tmp_path / "stopped", resume=True, steps=256, workers=2))
    whole, stopped = learned(tmp_path / "whole"), learned(tmp_path / "stopped")
    assert same(whole, stopped)
    first, *_, last = whole
    assert not all(torch.equal(whole[first][name], whole[last][name]) for name in whole[first])  # something was learned


def test_a_run_may_change_between_this_process_and_workers(tmp_path: Path, couriers: Couriers) -> None:
    train(team(tmp_path / "run", steps=128))
    assert couriers.done == 0
    train(team(tmp_path / "run", resume=True, steps=192, workers=1))
    assert couriers.done
    result = train(team(tmp_path / "run", resume=True, steps=256))
    assert result.progress.steps == 256


@pytest.mark.parametrize("options", [{}, {"warm_start": "random", "warm_decisions": 64, "lesson": 4}], ids=["alone", "warm"])
def test_self_play_goes_on_where_it_was_with_other_workers(tmp_path: Path, couriers: Couriers, options: dict[str, Any]) -> None:
    steps = {"whole": 300, "stopped": 150}
    for name, n in steps.items():
        train_selfplay(selfplay(tmp_path / name, trainer="sb3", workers=1, part=3, steps=n, final_rate=1.0, **options))
    train_selfplay(selfplay(tmp_path / "stopped", resume=True, steps=300, workers=1))
    assert couriers.done
    assert same(learned(tmp_path / "whole"), learned(tmp_path / "stopped"))


@pytest.mark.slow
@pytest.mark.long
def test_processes_learn_the_same(tmp_path: Path, couriers: Couriers, monkeypatch: pytest.MonkeyPatch) -> None:
    train(team(tmp_path / "couriers", workers=1, part=3, steps=128))
    monkeypatch.undo()
    train(team(tmp_path / "processes", workers=2, part=3, steps=128))
    assert same(learned(tmp_path / "couriers"), learned(tmp_path / "processes"))

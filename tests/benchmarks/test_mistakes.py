"""The cost of mistakes: which agent's action is taken, and that it is recorded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_benchmarks import mistakes
from zombicide_env import make_game
from zombicide_env.core.batch import Batch


def test_the_actions_are_the_players_legal_ones_or_nearly_as_good() -> None:
    game: Any = make_game("black_plague", quest="danse_macabre")
    player: Any = agents.make("greedy", game).player(game)
    batch, random = Batch(game, 64, seed=0, autoreset="disabled", observation_dtype="uint8"), np.random.default_rng(0)
    others = 0
    for _ in range(20):
        own = batch.think(player)
        np.testing.assert_array_equal(mistakes.choices(batch, player, "nothing", 0.0, random), own)
        scores = batch.judge(player)
        near = mistakes.choices(batch, player, "near", 1.0, random)
        assert (scores[np.arange(64), near] > scores.max(axis=1) - mistakes.NEAR).all()
        legal = mistakes.choices(batch, player, "legal", 0.5, random)
        assert (np.take_along_axis(batch.masks, legal[:, None], axis=1) == 1).all()
        others += int((legal != own).sum())
        batch.step(legal)
    assert 0.2 * 1280 < others < 0.55 * 1280


def test_what_is_played_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mistakes, "ROWS", (("nothing", 0.0), ("legal", 1.0)))
    words = ["--quest", "danse_macabre", "--games", "16", "--max-rounds", "6", "--output", str(tmp_path / "found.json")]
    mistakes.main(words)
    right, wrong = json.loads((tmp_path / "found.json").read_text())["rows"]
    assert right["won"][0] >= wrong["won"][0]
    assert "| 100 % | any legal action |" in (tmp_path / "found.md").read_text()

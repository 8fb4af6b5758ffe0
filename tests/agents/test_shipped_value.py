"""The value network of the package predicts the winner better than the heuristic, and is found by its game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_agents.checkpoint_folder import CheckpointError, verify
from zombicide_agents.value import Value, shipped
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import WON


def told(quest: str) -> tuple[Any, Any, Any]:
    """For positions some sixty decisions apart, return the value's chances, the heuristic's estimates, and whether the game was won."""
    game: Any = make_game("black_plague", quest=quest, survivors=6, max_rounds=60)
    player, value = agents.make("greedy:weights=quests", game).player(game), Value(game, "auto")
    assert player is not None
    batch = Batch(game, 60, seed=77_000_000, autoreset="disabled", observation_dtype="uint8")
    rows, chances, promises = [], [], []
    while len(live := np.flatnonzero(batch.deciders >= 0)):
        rows.append(live)
        chances.append(value.chances(batch)[live])
        promises.append(batch.promise(player)[live])
        batch.play(player, limit=60)
    won = (batch.states["outcome"] == WON)[np.concatenate(rows)]
    return np.concatenate(chances), np.concatenate(promises), won


def area(told: Any, won: Any) -> float:
    """Share of pairs of a won and a lost position that are ranked correctly (AUC)."""
    above = told[won][:, None] - told[~won][None, :]
    return float(np.mean(above > 0) + 0.5 * np.mean(above == 0))


def test_it_tells_won_positions_from_lost_ones() -> None:
    areas = []
    for quest in ("in_caligine_abditus", "the_black_book"):
        chances, promises, won = told(quest)
        assert 0.05 < won.mean() < 0.95
        assert area(chances, won) > area(promises, won) + 0.05
        areas.append(area(chances, won))
        assert abs(chances.mean() - won.mean()) < 0.12, "it is calibrated"
    assert np.mean(areas) > 0.75


def test_it_is_whole_small_and_of_its_game() -> None:
    game: Any = make_game("black_plague")
    header = verify(Path(shipped(game)))
    assert header.training["player"] == "greedy:weights=quests" and header.training["judged"]["auc"] > 0.75
    other: Any = make_game("hit_z_road")
    assert shipped(other) == ""
    with pytest.raises(CheckpointError, match="has no value for hit_z_road"):
        Value(other, "auto")

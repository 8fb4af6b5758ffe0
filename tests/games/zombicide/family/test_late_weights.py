"""The rule-based player's weights of the late game: factors from the danger level Orange on (BP-8.3)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zombicide_env.core.batch import Batch
from zombicide_env.core.players import player_of_heuristic
from zombicide_env.games import make_game

ORANGE = 19  # experience


@pytest.mark.parametrize(
    ("edition", "quest"), [("black_plague", "the_black_book"), ("white_death", "the_last_folios"), ("apocalypse", "zombie_police")]
)
def test_factors_of_the_late_game_hold_from_orange_on(edition: str, quest: str) -> None:
    """Scores are those of the plain weights before, and those of the weights times the factors afterwards, in one batch."""
    games = [make_game(edition, quest=quest, max_rounds=60)]
    heuristic: Any = games[0].heuristic()
    batch = Batch(games, 128, seed=0, autoreset="disabled")
    plain, late, always = (player_of_heuristic(heuristic, weights) for weights in ({}, {"late_kill": 3.0}, {"kill": 3.0}))
    seen = set()
    for _ in range(12):
        batch.play([plain], limit=40)
        s = batch.states
        there = (s["alive"] == 1) & (s["zone"] >= 0)
        orange = (np.where(there, s["xp"], 0).max(axis=1) >= ORANGE)[:, None]
        early, expected = batch.judge(plain), batch.judge(always)
        assert np.array_equal(batch.judge(late), np.where(orange, expected, early))
        seen |= set(orange[(early != expected).any(axis=1), 0].tolist())
    assert seen == {False, True}

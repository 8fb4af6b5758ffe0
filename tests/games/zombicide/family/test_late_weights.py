"""The rule-based player's weights: those of the late game, factors from the danger level Orange on (BP-8.3), and those of editions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zombicide_env.core.batch import Batch
from zombicide_env.core.players import player_of_heuristic
from zombicide_env.games import make_game
from zombicide_env.games.zombicide import EDITIONS, edition_module
from zombicide_training import evaluate

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


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_weight_of_an_edition_takes_the_name_of_one_of_the_family(edition: str) -> None:
    """A weight of the family once took a name of Apocalypse, and changed how its team plays."""
    own, family = edition_module(edition, "players.edition_weights"), set(edition_module("black_plague", "players.records").WEIGHTS.names)
    assert not own.WEIGHTS.keys() & family
    assert own.CHANGED.keys() <= family


@pytest.mark.parametrize(("edition", "quest"), [("black_plague", "the_evil_temple"), ("white_death", "scorched_earth")])
def test_the_factor_of_the_order_of_turns_changes_no_game(edition: str, quest: str) -> None:
    """Whoever is first stays first, also where Dragon Fire is thrown."""
    game = make_game(edition, quest=quest, survivors=6, max_rounds=60)
    plain, scaled = (evaluate(game, spec, 40, seed=70, batch=40) for spec in ("greedy", "greedy:order=0.25"))
    assert (plain.outcomes == scaled.outcomes).all()
    assert (plain.measures["decisions"] == scaled.measures["decisions"]).all()

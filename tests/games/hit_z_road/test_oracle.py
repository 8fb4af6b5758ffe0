"""Engine and oracle play the same games in lockstep and agree on everything that is said about them."""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

import numpy as np
import pytest

from tests.games.hit_z_road.oracle import Ask, Oracle
from zombicide_env.core.batch import Batch
from zombicide_env.core.jit import PYTHON_MODE, entry, records
from zombicide_env.core.scratch import workplaces
from zombicide_env.games.hit_z_road.game import HitZRoad
from zombicide_env.games.hit_z_road.numbers.decisions import NAMES
from zombicide_env.games.hit_z_road.numbers.state import STATE
from zombicide_env.games.hit_z_road.rules.step import reset, take_default
from zombicide_env.games.hit_z_road.rules.table import default

#: Playing styles: weight of each kind of answer, 1 if not listed.
MANNERS: dict[str, dict[str, float]] = {
    "careful": {"bid": 0.05, "shoot": 0.3, "sacrifice": 0.1, "save": 3.0, "strike": 3.0},
    "careless": {},
    "timid": {"bid": 0.02, "flee": 9.0, "shoot": 0.1, "sacrifice": 0.02},
    "generous": {"bid": 0.6, "keep": 9.0, "give": 9.0, "sacrifice": 0.1},
}


@entry
def _default(worlds: Any, states: Any) -> int:
    action: int = default(worlds[0], states[0])
    return action


def lockstep(players: int, manner: str, seed: int) -> tuple[Counter[str], dict[str, Any]]:
    """Play a game with both. Return the kinds of decisions, and the end."""
    game = HitZRoad(players=players)
    batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8")
    rng, weights, asked = np.random.default_rng(seed), MANNERS[manner], Counter[str]()
    chance: deque[tuple[str, str]] = deque()

    def listen() -> None:
        told = game.chance(batch.states)
        assert "..." not in told
        chance.extend((kind, value) for kind, *values in map(str.split, told) for value in values)

    listen()
    oracle = Oracle(players, chance)
    play = oracle.play()
    ask: Ask | None = next(play)
    while True:
        assert not chance
        found = game.describe(batch.states)
        assert found == oracle.describe(ask), (players, manner, seed, sum(asked.values()))
        if ask is None:
            return asked, found
        asked[ask.decision] += 1
        default = game.notation(batch.states, _default(records(workplaces(game.world, game.scratch)), records(batch.states)))
        assert default == ask.default
        if rng.random() < 0.1:
            answer = default
        else:
            chances = np.array([weights.get(text.split()[0], 1.0) for text in ask.answers])
            answer = str(rng.choice(ask.answers, p=chances / chances.sum()))
        batch.step([game.parse(batch.states, answer)])
        listen()
        try:
            ask = play.send(answer)
        except StopIteration:
            ask = None


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("manner", MANNERS)
def test_games_do_not_differ(players: int, manner: str) -> None:
    asked, ends = Counter[str](), Counter[str]()
    for seed in range(8):
        decisions, end = lockstep(players, manner, 1000 * players + seed)
        asked += decisions
        ends[end["outcome"]] += 1
    assert asked["route"] > 8
    assert sum(ends.values()) == 8


@pytest.mark.slow
@pytest.mark.python_mode
def test_every_decision_and_every_end_is_compared() -> None:
    asked, ends = Counter[str](), set[tuple[str, int, bool]]()
    for seed in range(24 if PYTHON_MODE else 60):
        decisions, end = lockstep(1 + seed % 4, list(MANNERS)[seed // 4 % 4], seed)
        asked += decisions
        ends.add((end["outcome"], min(2, len(end["winners"])), bool(end["bonus_cards"])))
    assert set(asked) == set(NAMES)
    assert {("won", 1, True), ("won", 1, False), ("lost", 0, False)} <= ends


@entry
def _by_defaults(worlds: Any, states: Any, seed: int) -> None:
    reset(worlds[0], states[0], seed)
    while states[0].outcome == 0:
        take_default(worlds[0], states[0])


@pytest.mark.slow
@pytest.mark.parametrize(("players", "expected"), [(1, 0.84), (2, 0.75), (3, 0.67), (4, 0.69)])
def test_defaults_reach_the_coast_as_often_as_a_third_simulation_says(players: int, expected: float) -> None:
    """HZ-19.R2: whole games without an agent.  The shares are those of a throw-away simulation, within at most three standard errors."""
    game, games, alive = HitZRoad(players=players), 500, 0
    for seed in range(games):
        state = np.zeros(1, STATE)
        _by_defaults(records(workplaces(game.world, game.scratch)), records(state), seed)
        alive += int(state["alive"].sum())
    assert alive / (games * players) == pytest.approx(expected, abs=0.05)

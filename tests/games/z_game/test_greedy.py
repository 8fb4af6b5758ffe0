"""The heuristic: legal answers to every decision in every mode, from what its seat may know; it beats random play."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.games.z_game.play import TABLES
from zombicide_agents.base import Agent
from zombicide_agents.greedy import make_greedy
from zombicide_env.core.batch import Batch
from zombicide_env.games.z_game.game import ZGame

Array = np.ndarray[Any, Any]


def chosen(game: ZGame, states: Array, masks: Array) -> Array:
    """Answers of the heuristic in states with a decision."""
    return player(game).act_batch(None, masks, game, states)


@cache
def player(game: ZGame) -> Agent:
    return make_greedy(game)


def table(options: dict[str, Any], n: int, seed: int) -> tuple[ZGame, Batch]:
    game = ZGame(**options)
    return game, Batch(game, n, seed=seed, autoreset="disabled", observation_dtype="uint8")


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_its_answers_are_legal_and_it_reads_nothing_hidden(options: dict[str, Any]) -> None:
    """ZG-19.1: it plays the same in every world that looks the same to its seat."""
    game, batch = table(options, 4, 3)
    rng = np.random.default_rng(3)
    worlds = Batch(game, 2, seed=0, autoreset="disabled", observation_dtype="uint8")
    for number in range(260):
        going = np.flatnonzero(batch.dones == 0)
        if not len(going):
            break
        actions = (batch.masks * rng.random(batch.masks.shape)).argmax(axis=1)
        answers = chosen(game, batch.states[going], batch.masks[going])
        assert (batch.masks[going, answers] == 1).all()
        if number % 13 == 0:
            i = int(going[0])
            worlds.put(batch.states[i : i + 1])
            worlds.seed_actions(number)
            worlds.resample(int(batch.deciders[i]))
            assert set(chosen(game, worlds.states, worlds.masks).tolist()) == {int(answers[0])}
        mine = rng.random(len(going)) < 0.8
        actions[going[mine]] = answers[mine]
        batch.step(actions)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "share"), [(2, 0.8), (3, 0.75), (4, 0.65)])
def test_it_beats_chance_with_every_faction(players: int, share: float) -> None:
    """Factions are drawn, the seats alternate."""
    n = 96
    game, batch = table({"players": players, "target": "blitz"}, n, 7)
    rng, seat = np.random.default_rng(7), np.arange(n) % players
    while not batch.dones.all():
        actions = (batch.masks * rng.random(batch.masks.shape)).argmax(axis=1)
        mine = np.flatnonzero((batch.deciders == seat) & (batch.dones == 0) & (batch.states["phase"] > 1))
        if len(mine):
            actions[mine] = chosen(game, batch.states[mine], batch.masks[mine])
        batch.step(actions)
    won = batch.states["winner"][:, :players]
    shares = won[np.arange(n), seat] / won.sum(axis=1)
    assert shares.mean() > share
    factions = batch.states["faction"][np.arange(n), seat]
    assert all(shares[factions == faction].mean() > 1 / players for faction in range(4))

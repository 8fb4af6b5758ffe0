"""The rules-based player of Hit Z Road: legal everywhere, blind to what is hidden, and good enough to be worth beating."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_agents import AgentError
from zombicide_agents.greedy.hit_z_road.odds import melee, ranged
from zombicide_agents.greedy.hit_z_road.worth import fight, shots
from zombicide_env import make_game
from zombicide_env.core.batch import Batch


def table(players: int, seed: int) -> tuple[Any, Any, Batch]:
    game = make_game("hit_z_road", players=players)
    return game, agents.make("greedy", game), Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8")


def test_it_needs_the_state() -> None:
    game, agent, batch = table(2, 0)
    with pytest.raises(AgentError, match="plays from the state"):
        agent.act(None, batch.masks[0], game)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_whole_games(players: int) -> None:
    """Every answer is legal (an illegal one raises) and one of the best."""
    game, agent, batch = table(players, 21)
    while not batch.dones[0]:
        actions, scores = agent.scores(None, batch.masks[0], game, batch.states)
        assert actions.tolist() == np.flatnonzero(batch.masks[0]).tolist()
        assert np.isfinite(scores).any()
        batch.step([agent.act(None, batch.masks[0], game, batch.states)])


def test_it_beats_random_players() -> None:
    game, agent, batch = table(4, 0)
    rng, won = np.random.default_rng(0), 0.0
    for seed in range(12):
        batch.reset(seed)
        while not batch.dones[0]:
            seat = int(batch.deciders[0])
            legal = np.flatnonzero(batch.masks[0])
            action = agent.act(None, batch.masks[0], game, batch.states) if seat == seed % 4 else int(rng.choice(legal))
            batch.step([action])
        won += float(batch.rewards[0, seed % 4])
    assert won >= 9


@pytest.mark.parametrize("players", [1, 4])
def test_it_knows_nothing_that_is_hidden(players: int) -> None:
    """Another deck, other removed and face-down cards change no answer (HZ-2.R2)."""
    game, agent, batch = table(players, 5)
    others = Batch(game, 2, seed=0, autoreset="disabled", observation_dtype="uint8")
    for _ in range(400):
        if batch.dones[0]:
            break
        action = agent.act(None, batch.masks[0], game, batch.states)
        others.put(batch.states)
        others.resample()
        assert not np.array_equal(others.states[0]["rng"], others.states[1]["rng"])
        for i in range(2):
            assert agent.act(None, batch.masks[0], game, others.states[i : i + 1]) == action
        batch.step([action])


def test_odds() -> None:
    """17a: per black die 1/2 free kill, 1/6 wound, 1/3 lightning; one ammo kills one zombie on average."""
    for black, red in ((5, 0), (3, 2), (0, 3)):
        rolls = melee(black, red)
        assert sum(chance for _, chance in rolls) == pytest.approx(1)
        means = [sum(roll[i] * chance for roll, chance in rolls) for i in range(4)]
        assert means == pytest.approx([(black + red) / 2, (black + red) / 3, (black + red) / 6, red / 6])
    for ammo in (0, 1, 3):
        assert sum(targets * chance for (targets, _), chance in ranged(ammo)) == pytest.approx(ammo)


def test_judgement() -> None:
    assert fight(2, 5, 4, 3, 0, False) > fight(2, 5, 4, 6, 0, False) > fight(2, 5, 4, 6, 3, False)
    assert fight(2, 5, 4, 6, 0, False) > fight(2, 5, 4, 6, 0, True) > fight(2, 2, 4, 6, 0, True)
    values = shots(2, 3, (6, 0, 0), 6, 2, 0, 1.0)
    assert max(values) > values[0]  # three survivors without adrenaline shoot at a horde

"""Environment checks shared by the tests of all games."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest

from zombicide_env.envs.aec import IllegalAction


def refuses_and_saves(module: Any, illegal: str, legal: str, moves: tuple[str, ...]) -> None:
    """Check that a two-player game refuses ``illegal``, lists ``legal`` and stays as it was, and that a save restores a later position."""
    env = module.raw_env(players=2)
    env.reset(seed=1)
    before = env.save()
    with pytest.raises(IllegalAction, match=legal):
        env.step(env.game.action_codec.encode(illegal))
    assert env.save() == before
    for move in moves:
        env.step(env.parse(move))
    save, text = env.save(), env.describe()
    other = module.raw_env(players=2)
    other.load(save)
    assert other.describe() == text
    assert other.agent_selection == env.agent_selection


def one_story(module: Any, gym_id: str, seed: int) -> int:
    """Check that AEC, Gymnasium and their copies agree, and that eliminated agents are never selected again.

    Returns the number of actions of a random game of twelve rounds.
    """
    seats = module.raw_env(max_rounds=12)
    team = gymnasium.make(gym_id, max_rounds=12).unwrapped
    seats.reset(seed=seed)
    observation, info = team.reset(seed=seed)
    rng, over, steps, gone = np.random.default_rng(seed), False, 0, set[str]()
    while not over:
        agent = seats.agent_selection
        assert agent not in gone
        if seats.terminations[agent]:
            gone.add(agent)
            seats.step(None)
            continue
        assert agent == seats.possible_agents[info["seat"]]
        there, _, _, _, info_there = seats.last()
        for key in there:
            np.testing.assert_array_equal(observation[key], there[key])
        assert there["action_mask"] is info_there["action_mask"]
        action = int(rng.choice(np.flatnonzero(there["action_mask"])))
        if steps % 50 == 7:
            assert seats.parse(seats.notation(action)) == action
            assert not seats.status()
            twin = copy.deepcopy(seats) if steps % 100 == 7 else pickle.loads(pickle.dumps(seats))
            twin.step(action)
            illegal = int(rng.choice(np.flatnonzero(there["action_mask"] == 0)))
            before = seats.save()
            with pytest.raises(IllegalAction):
                seats.step(illegal)
            assert seats.save() == before
            seats.step(action)
            assert twin.save() == seats.save()
            seats.load(before)
        seats.step(action)
        observation, _, terminated, truncated, info = team.step(action)
        over, steps = terminated or truncated, steps + 1
        assert seats.record["rng"] == team.record["rng"]
    last = seats.agents[-1]
    assert (seats.terminations[last], seats.truncations[last]) == (terminated, truncated)
    assert info["outcome"] == seats.infos[last]["outcome"]
    return steps

"""The random agent is uniform over legal actions, reproducible, and rejects an empty mask."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_agents import AgentError, NoLegalAction, RandomAgent

MASK = np.array([0, 1, 0, 1, 1, 0], np.int8)


def test_every_legal_action_is_equally_likely() -> None:
    agent = RandomAgent(seed=3)
    counts = np.bincount(agent.act_batch(None, np.tile(MASK, (6000, 1))), minlength=6)
    assert counts[MASK == 0].sum() == 0
    assert np.all(np.abs(counts[MASK == 1] - 2000) < 200)
    single = np.bincount([agent.act(None, MASK) for _ in range(600)], minlength=6)
    assert single[MASK == 0].sum() == 0
    assert np.all(single[MASK == 1] > 140)


def test_a_seed_repeats_the_choices() -> None:
    agent = RandomAgent()
    masks = np.ones((50, 9), np.int8)
    agent.reset(5)
    first = agent.act_batch(None, masks)
    agent.reset(5)
    assert np.array_equal(first, agent.act_batch(None, masks))
    agent.reset()
    assert not np.array_equal(first, agent.act_batch(None, masks))


def test_an_empty_mask_is_refused() -> None:
    with pytest.raises(NoLegalAction, match="offers no action"):
        RandomAgent().act(None, np.zeros(4, np.int8))
    with pytest.raises(NoLegalAction, match="row 1"):
        RandomAgent().act_batch(None, np.array([[1, 0], [0, 0]], np.int8))


def test_action_weights_make_some_actions_likely(tutorial: Any) -> None:
    agent = agents.make("random:move=3,search=1,end=0,seed=4", tutorial)
    start, mask = tutorial.action_codec.start, np.zeros(tutorial.action_codec.size, np.int8)
    mask[[start["move"], start["search"], start["end"]]] = 1
    counts = np.bincount(agent.act_batch(None, np.tile(mask, (4000, 1))))
    assert counts[start["end"] :][:1].sum() == 0
    assert 2800 < counts[start["move"]] < 3200
    assert 800 < counts[start["search"]] < 1200
    assert agent.act(None, mask) in (start["move"], start["search"])
    mask[:] = 0
    mask[start["end"]] = 1
    assert agent.act(None, mask) == start["end"]
    assert list(agent.player(tutorial).action_weights[[start["move"], start["end"]]]) == [3.0, 0.0]


def test_habits_are_those_of_the_game(tutorial: Any) -> None:
    with pytest.raises(AgentError, match="no block of actions 'mov'; did you mean move"):
        agents.make("random:mov=3", tutorial)
    with pytest.raises(AgentError, match="pass the game"):
        agents.make("random:move=3")

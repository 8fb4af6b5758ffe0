"""The random agent is uniform over legal actions, repeatable, and refuses an empty mask."""

from __future__ import annotations

import numpy as np
import pytest

from zombicide_agents import NoLegalAction, RandomAgent

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

"""Handling of illegal actions other than by an error; and games truncated from outside."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from tests.core.toy import ACTIONS, Race
from tests.envs.toy import Toy
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import LOST, TRUNCATED
from zombicide_env.core.legality import legal_actions

N = 70  # more than one chunk of threads


@pytest.mark.parametrize(("rows", "columns"), [(0, 7), (5, 0), (50, 33)])
def test_legal_actions_are_those_that_numpy_finds(rows: int, columns: int) -> None:
    masks = np.random.default_rng(0).integers(-2, 3, (rows, columns)).clip(0).astype(np.int8)  # masks of rated actions have numbers above 1
    masks[:2] = 0
    for found, wanted in zip(legal_actions(masks), np.nonzero(masks), strict=True):
        np.testing.assert_array_equal(found, wanted)


def wild(rng: np.random.Generator, n: int) -> np.ndarray:
    """Random indices inside and outside of the action space."""
    return rng.integers(-3, ACTIONS.size + 3, n)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_random_legal_action_takes_the_place_of_an_illegal_one(threads: int) -> None:
    """The games are those of the executed actions: replacements are not drawn from their generators."""
    batch, plain = Batch(Race(), N, seed=5, illegal="random", threads=threads), Batch(Race(), N, seed=5)
    rng, replaced = np.random.default_rng(0), 0
    for _ in range(60):
        actions, masks = wild(rng, N), batch.masks.copy()
        batch.step(actions)
        played = batch._inputs.copy()
        assert masks[np.arange(N), played].all()
        legal = (actions >= 0) & (actions < ACTIONS.size) & (masks[np.arange(N), np.clip(actions, 0, ACTIONS.size - 1)] == 1)
        assert (played[legal] == actions[legal]).all()
        replaced += int((~legal).sum())
        plain.step(played)
        assert batch.states.tobytes() == plain.states.tobytes()
    assert replaced > 1000


def test_replacements_follow_the_seed_of_each_game() -> None:
    """Independent of place, neighbors and threads; copies continue alike; another seed gives other replacements."""
    rng = np.random.default_rng(1)
    actions = np.where(rng.random((40, N)) < 0.5, -1, 0)
    many, twins = Batch(Race(), N, seed=100, illegal="random"), []
    for t, row in enumerate(actions):
        many.step(row)
        twins.append(many._inputs.copy())
        if t == 20:
            twin = copy.deepcopy(many)
    for k in (0, 33):
        one = Batch(Race(), 1, seed=100 + k, illegal="random")
        for t in range(40):
            one.step(actions[t, k : k + 1])
            assert one._inputs[0] == twins[t][k]
    for t in range(21, 40):
        twin.step(actions[t])
        np.testing.assert_array_equal(twin._inputs, twins[t])
    again = Batch(Race(), N, seed=7, illegal="random")
    again.reset(seed=list(range(100, 100 + N)))
    again.step(actions[0])
    np.testing.assert_array_equal(again._inputs, twins[0])
    assert len({tuple(Batch(Toy(), 1, seed=seed, illegal="random").random_actions()) for seed in range(20)}) > 1


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
def test_an_illegal_action_loses_the_game(autoreset: str) -> None:
    batch, plain = (Batch(Race(), 3, seed=1, autoreset=autoreset, illegal=illegal) for illegal in ("lose", "raise"))
    for each in (batch, plain):
        each.step([0, 0, 0])
    seats = batch.deciders.copy()
    states = batch.states.copy()
    batch.step([0, -1, ACTIONS.size])
    plain.step([0, 0, 0])
    assert batch.dones.tolist() == [0, LOST, LOST]
    assert batch.states[0].tobytes() == plain.states[0].tobytes()
    for k in (1, 2):
        assert batch.rewards[k].tolist() == [-1.0 if seat == seats[k] else 0.0 for seat in range(batch.n_agents)]
        last = (batch.final_states if autoreset == "same_step" else batch.states)[k]
        assert (last["outcome"], last["steps"], last["rng"]) == (LOST, states[k]["steps"], states[k]["rng"])
    assert batch.masks[1:].any() == (autoreset == "same_step")
    plain.reset(which=[False, True, True])
    batch.step(batch.masks.argmax(axis=1))
    assert batch.dones.tolist() == [0, *([LOST] * 2 if autoreset == "disabled" else [0, 0])]
    if autoreset == "next_step":
        assert batch.states[1:].tobytes() == plain.states[1:].tobytes()


def test_a_team_loses_together() -> None:
    batch = Batch(Toy(agents=4, goal=40), 2, seed=0, illegal="lose", autoreset="disabled")
    batch.step([3, 11])
    assert batch.outcomes() == ["ongoing", "lost"]
    assert batch.rewards[1].tolist() == [-1.0] * 4


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
def test_games_are_cut_off_as_if_by_their_last_step(autoreset: str) -> None:
    batch = Batch(Toy(shaped=True, goal=40, danger=-3), 4, seed=0, autoreset=autoreset)
    batch.step([2, 2, 2, 2])
    observations, rewards, steps = batch.observations.copy(), batch.rewards.copy(), batch.states["steps"].copy()
    batch.truncate([True, False, False, True])
    assert batch.dones.tolist() == [TRUNCATED, 0, 0, TRUNCATED]
    np.testing.assert_array_equal(batch.rewards, rewards)
    np.testing.assert_array_equal(batch.observations[1:3], observations[1:3])
    if autoreset == "same_step":
        assert batch.states["steps"].tolist() == [0, 1, 1, 0]
        assert batch.masks.any(axis=1).all()
        assert (batch.final_states["outcome"][[0, 3]] == TRUNCATED).all()
        assert batch.final_states["steps"][[0, 3]].tolist() == steps[[0, 3]].tolist()
        np.testing.assert_array_equal(batch.final_observations[[0, 3]], observations[[0, 3]])
    else:
        assert batch.masks.any(axis=1).tolist() == [False, True, True, False]
        assert batch.deciders[[0, 3]].tolist() == [-1, -1]
        np.testing.assert_array_equal(batch.observations, observations)
    batch.step([2, 2, 2, 2])
    over = TRUNCATED if autoreset == "disabled" else 0
    assert batch.dones.tolist() == [over, 0, 0, over]
    batch.truncate(np.ones(4, bool))
    batch.truncate(np.ones(4, bool))
    assert (batch.dones == TRUNCATED).all()


def test_unknown_ways_are_refused() -> None:
    with pytest.raises(ValueError, match="illegal 'rise'; did you mean raise"):
        Batch(Race(), 1, illegal="rise")

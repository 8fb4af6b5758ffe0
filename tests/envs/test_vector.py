"""The native Gymnasium vector environment against single environments, on the toy game."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tests.envs.toy import REST, Toy
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.envs.aec import IllegalAction
from zombicide_env.envs.gym import TeamEnv
from zombicide_env.envs.vector import TeamVectorEnv

OPTIONS = {"agents": 3, "goal": 12, "danger": 1, "max_rounds": 4, "shaped": True}
N = 7


def pick(rng: np.random.Generator, masks: np.ndarray) -> np.ndarray:
    """Return a random legal action per row, 0 where there is none."""
    return np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in masks])


def test_a_vector_names_its_size_spaces_and_autoreset():
    env = TeamVectorEnv(N, Toy())
    observations, infos = env.reset(seed=0)
    assert env.num_envs == N
    assert observations in env.observation_space
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert TeamVectorEnv(2, Toy(), autoreset_mode="next_step").metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert TeamVectorEnv(2, Toy(), autoreset_mode="Disabled").metadata["autoreset_mode"] is AutoresetMode.DISABLED
    with pytest.raises(ValueError, match="same_step"):
        TeamVectorEnv(2, Toy(), autoreset_mode="sometimes")
    assert infos["action_mask"] is observations["action_mask"]
    assert infos["seat"].tolist() == [0] * N
    assert env.action_masks().dtype == np.bool_


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize("mode", ["same_step", "next_step"])
def test_agrees_with_single_environments(mode, dtype):
    vector = TeamVectorEnv(N, Toy(**OPTIONS), autoreset_mode=mode, observation_dtype=dtype)
    singles = [TeamEnv(Toy(**OPTIONS), observation_dtype=dtype) for _ in range(N)]
    observations, infos = vector.reset(seed=11)
    for i, env in enumerate(singles):
        first, _ = env.reset(seed=11 + i)
        np.testing.assert_array_equal(observations["observation"][i], first["observation"])
    rng, over, ends, cuts = np.random.default_rng(0), np.zeros(N, bool), 0, 0
    for _ in range(150):
        actions = pick(rng, observations["action_mask"])
        observations, rewards, terminations, truncations, infos = vector.step(actions)
        assert observations in vector.observation_space
        for i, env in enumerate(singles):
            if mode == "next_step" and over[i]:
                single, _ = env.reset()
                expected = (0.0, False, False)
            else:
                single, *expected, info = env.step(actions[i])
                if expected[1] or expected[2]:
                    ends += 1
                    cuts += expected[2]
                    assert infos["_final_info"][i]
                    assert infos["final_info"]["outcome"][i] == info["outcome"]
                    if mode == "same_step":
                        final = infos["final_obs"][i]
                        assert infos["_final_obs"][i]
                        for key in single:
                            np.testing.assert_array_equal(final[key], single[key])
                        single, info = env.reset()
                elif "final_obs" in infos:
                    assert infos["final_obs"][i] is None
                    assert not infos["_final_obs"][i]
                assert infos["seat"][i] == info["seat"]
            assert (rewards[i], terminations[i], truncations[i]) == tuple(expected)
            for key in single:
                np.testing.assert_array_equal(observations[key][i], single[key])
        over = terminations | truncations
        assert ("final_info" in infos) == bool(over.any())
    assert ends > 20
    assert 0 < cuts < ends


def test_disabled_autoreset_waits_for_the_caller():
    env = TeamVectorEnv(4, Toy(goal=3, agents=2), autoreset_mode="disabled")
    env.reset(seed=0)
    over = np.zeros(4, bool)
    for _ in range(6):
        observations, rewards, terminations, truncations, _ = env.step(np.where(over, 0, 2))
        assert not rewards[over].any()
        over = terminations | truncations
    assert over.all()
    assert (np.flatnonzero(observations["action_mask"]) == env.single_action_space.n * np.arange(4)).all()
    which = np.array([True, False, False, True])
    observations, _ = env.reset(options={"reset_mask": which})
    assert (env.batch.masks.any(axis=1) == which).all()
    assert observations["action_mask"].any(axis=1).all()
    for wrong in (np.ones(3, bool), np.ones(4), np.zeros(4, bool), [True] * 4):
        with pytest.raises((ValueError, TypeError), match="reset_mask"):
            env.reset(options={"reset_mask": wrong})


def test_results_are_copies_unless_views_are_asked_for():
    env, views = TeamVectorEnv(3, Toy()), TeamVectorEnv(3, Toy(), copy=False)
    kept, _ = env.reset(seed=0)
    seen, _ = views.reset(seed=0)
    before = {key: value.copy() for key, value in kept.items()}
    for vector in (env, views):
        result = vector.step(np.full(3, 2))
        assert result[0]["observation"] is not kept["observation"]
    for key in kept:
        np.testing.assert_array_equal(kept[key], before[key])
    assert np.shares_memory(seen["observation"], result[0]["observation"])
    rewards = result[1]
    again = views.step(np.full(3, REST))[1]
    assert not np.shares_memory(rewards, again)


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize("mode", ["same_step", "next_step", "disabled"])
def test_what_has_been_handed_out_stays_as_it_is(mode, dtype):
    kinds = {"autoreset_mode": mode, "observation_dtype": dtype}
    env, views = (TeamVectorEnv(N, Toy(**OPTIONS), copy=own, max_episode_steps=9, **kinds) for own in (True, False))
    env.action_space.seed(1)
    kept, then = [], []
    seen, _ = env.reset(seed=3)
    shown, _ = views.reset(seed=3)
    for k in range(60):
        np.testing.assert_array_equal(seen["observation"], shown["observation"])
        if k % 3 == 0:
            held = seen["observation" if k % 2 else "action_mask"]
            kept.append(held[2:4])  # a view keeps the whole array alive
            then.append(held[2:4].copy())
        elif k % 3 == 1:
            seen["observation"][:] = 99  # the array belongs to the caller
        actions = env.sample_actions()
        seen = env.step(actions)[0]
        shown = views.step(actions)[0]
        if k % 20 == 19:
            some = {"reset_mask": np.arange(N) % 2 == 0}
            seen, shown = env.reset(options=some)[0], views.reset(options=some)[0]
        if k == 30:
            env, views = pickle.loads(pickle.dumps(env)), copy.deepcopy(views)
    for now, before in zip(kept, then, strict=True):
        np.testing.assert_array_equal(now, before)


@pytest.mark.skipif(PYTHON_MODE, reason="there observations are copied")
def test_arrays_without_references_are_reused():
    env = TeamVectorEnv(N, Toy(**OPTIONS))
    seen, _ = env.reset(seed=3)
    places = set()
    for _ in range(20):
        seen = env.step(env.sample_actions())[0]
        places.add(seen["observation"].ctypes.data)
    assert len(places) <= 3


def test_a_seed_fixes_the_games_and_those_that_follow():
    a, b = TeamVectorEnv(5, Toy()), TeamVectorEnv(5, Toy())
    for _ in range(2):
        a.reset(seed=3), b.reset(seed=[3, 4, 5, 6, 7])
        assert a.batch.states.tobytes() == b.batch.states.tobytes()
        a.reset(), b.reset()
        assert a.batch.states.tobytes() == b.batch.states.tobytes()
    a.reset(seed=3)
    first = a.batch.states.copy()
    a.reset()
    assert first.tobytes() != a.batch.states.tobytes()
    unseeded = [TeamVectorEnv(2, Toy()) for _ in range(2)]
    for env in unseeded:
        env.reset()
    assert unseeded[0].batch.states["rng"].tolist() != unseeded[1].batch.states["rng"].tolist()


def test_an_illegal_action_changes_no_game():
    env = TeamVectorEnv(3, Toy())
    env.reset(seed=0)
    before = env.batch.states.tobytes()
    for wrong in ([0, 4, 0], [0, 0, -1], [11, 0, 0]):
        with pytest.raises(IllegalAction):
            env.step(np.array(wrong))
        assert env.batch.states.tobytes() == before
    for shape in (np.zeros(2, int), np.zeros((3, 1), int)):
        with pytest.raises(ValueError, match="3"):
            env.step(shape)


def test_random_actions_are_legal_and_play_on():
    env = TeamVectorEnv(16, Toy(**OPTIONS))
    observations, _ = env.reset(seed=0)
    ends = 0
    for _ in range(200):
        actions = env.sample_actions()
        assert observations["action_mask"][np.arange(16), actions].all()
        observations, _, terminations, truncations, _ = env.step(actions)
        ends += int((terminations | truncations).sum())
    assert ends > 50


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_do_not_change_the_result(threads):
    one, many = TeamVectorEnv(9, Toy(**OPTIONS), threads=1), TeamVectorEnv(9, Toy(**OPTIONS), threads=threads)
    rng = np.random.default_rng(0)
    observations, _ = one.reset(seed=5)
    many.reset(seed=5)
    for _ in range(50):
        actions = pick(rng, observations["action_mask"])
        observations, *_ = one.step(actions)
        many.step(actions)
        assert one.batch.states.tobytes() == many.batch.states.tobytes()

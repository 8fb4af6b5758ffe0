"""Every environment of Black Plague: the libraries' own tests, rendering, ids, and agreement with each other."""

from __future__ import annotations

import copy
import pickle

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from tests.needs import RENDER
from zombicide_env import black_plague_v0
from zombicide_env.envs.aec import IllegalAction, SaveError
from zombicide_env.envs.vector import TeamVectorEnv

GYM_ID, AEC_ID = "zombicide/BlackPlague-v0", "zombicide/black_plague-v0"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"survivors": 1, "allow_small_team": True, "quest": "big_game_hunting"},
        {"decisions": "actions", "reward": "shaped", "max_rounds": 2},
    ],
)
def test_pettingzoo_api(strict, options):
    api_test(black_plague_v0.raw_env(**options), num_cycles=300)
    api_test(black_plague_v0.env(**options), num_cycles=300)


def test_pettingzoo_seed(strict):
    seed_test(black_plague_v0.env, num_cycles=100)


def test_pettingzoo_render(strict, capsys):
    pytest.importorskip("PIL", reason=RENDER)
    render_test(black_plague_v0.env)
    assert capsys.readouterr().out.count("\n") > 20  # the human mode prints the board


def test_pettingzoo_id():
    env = pettingzoo.make("aec", AEC_ID, survivors=4)
    env.reset(seed=0)
    assert env.possible_agents == [f"survivor_{i}" for i in range(4)]
    assert str(env) == "black_plague_v0"


def test_gymnasium_check_env(strict, capsys):
    pytest.importorskip("PIL", reason=RENDER)
    check_env(gymnasium.make(f"zombicide_env:{GYM_ID}").unwrapped)
    check_env(gymnasium.make(GYM_ID, decisions="actions", observation_dtype="uint8").unwrapped)


def test_make_vec_is_native():
    env = gymnasium.make_vec(f"zombicide_env:{GYM_ID}", num_envs=5, survivors=4)
    assert isinstance(env.unwrapped, TeamVectorEnv)
    observations, _ = env.reset(seed=0)
    assert observations in env.observation_space
    for _ in range(20):
        observations, *_ = env.step(env.unwrapped.sample_actions())
    assert observations in env.observation_space


@pytest.mark.parametrize("seed", range(3))
def test_a_random_game_to_its_end(seed):
    """AEC, Gymnasium and their copies tell the same story; nobody who is out is asked again."""
    seats = black_plague_v0.raw_env(max_rounds=12)
    team = gymnasium.make(GYM_ID, max_rounds=12).unwrapped
    seats.reset(seed=seed)
    observation, info = team.reset(seed=seed)
    rng, over, steps, gone = np.random.default_rng(seed), False, 0, set()
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
    assert steps > 12


def test_a_save_of_another_quest_is_refused():
    one = black_plague_v0.raw_env(quest="danse_macabre")
    other = black_plague_v0.raw_env(quest="big_game_hunting")
    for env in (one, other):
        env.reset(seed=0)
    with pytest.raises(SaveError, match="danse_macabre"):
        other.load(one.save())

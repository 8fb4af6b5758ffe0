"""Every environment of Black Plague: the libraries' own tests, rendering, ids, and agreement with each other."""

from __future__ import annotations

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from tests import needs
from tests.games.environment import one_story
from tests.needs import RENDER
from zombicide_env import black_plague_v0
from zombicide_env.envs.aec import SaveError
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


def test_pettingzoos_seed_test_passes(strict):
    seed_test(black_plague_v0.env, num_cycles=100)


def test_pettingzoos_render_test_passes_and_people_see_the_board(strict, capsys):
    pytest.importorskip("PIL", reason=RENDER)
    render_test(black_plague_v0.env)
    assert capsys.readouterr().out.count("\n") > 20  # the human mode prints the board


def test_pettingzoo_makes_the_game_by_its_id():
    env = needs.registry().make("aec", AEC_ID, survivors=4)
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
    assert one_story(black_plague_v0, GYM_ID, seed) > 12


def test_a_save_of_another_quest_is_refused():
    one = black_plague_v0.raw_env(quest="danse_macabre")
    other = black_plague_v0.raw_env(quest="big_game_hunting")
    for env in (one, other):
        env.reset(seed=0)
    with pytest.raises(SaveError, match="danse_macabre"):
        other.load(one.save())

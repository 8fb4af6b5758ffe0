"""PettingZoo's and Gymnasium's own checkers, run on the environments of every game of the package."""

from __future__ import annotations

import warnings

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from tests.needs import TRAIN
from zombicide_env.games import GAMES
from zombicide_env.modules import pettingzoo_env, pettingzoo_parallel_env

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PettingZoo warns about every observation that is a dict
        yield


@pytest.mark.parametrize("game", sorted(GAMES))
def test_pettingzoos_tests_pass(game: str) -> None:
    api_test(pettingzoo_env(game), num_cycles=300)
    seed_test(lambda: pettingzoo_env(game), num_cycles=50)
    parallel_api_test(pettingzoo_parallel_env(game), num_cycles=300)
    parallel_seed_test(lambda: pettingzoo_parallel_env(game), num_cycles=50)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_gymnasiums_checker_and_vectors_take_it(game: str) -> None:
    check_env(gymnasium.make(f"zombicide_env:{GAMES[game].gymnasium_id}").unwrapped, skip_render_check=True)
    envs = gymnasium.make_vec(f"zombicide_env:{GAMES[game].gymnasium_id}", num_envs=4)
    envs.reset(seed=1)
    for _ in range(200):
        observations, rewards, terminated, truncated, _ = envs.step(envs.action_space.sample())
        assert observations in envs.observation_space
        assert rewards.shape == terminated.shape == truncated.shape == (4,)


@pytest.mark.train
@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_checker_of_stable_baselines3_passes(game: str) -> None:
    """Its checker samples a plain copy of the space, without masks: a random legal action replaces an illegal one."""
    checker = pytest.importorskip("stable_baselines3.common.env_checker", reason=TRAIN)
    checker.check_env(gymnasium.make(f"zombicide_env:{GAMES[game].gymnasium_id}", illegal="random").unwrapped, skip_render_check=True)

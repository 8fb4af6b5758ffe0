"""The ladder: every rung is an environment of Gymnasium and of PettingZoo, with separate training and test boards."""

from __future__ import annotations

import re

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test

from zombicide_env.ladder import RUNGS, rung, won
from zombicide_env.modules import ladder_gymnasium_env, ladder_pettingzoo_env, ladder_pettingzoo_parallel_env

GAMES = {"black_plague": 8, "hit_z_road": 3, "z_game": 3}


def test_the_ladder_has_rungs_of_three_games():
    of = [one.game for one in RUNGS.values()]
    assert all(of.count(game) >= least for game, least in GAMES.items())
    assert all(re.fullmatch(r"zombicide/Ladder-[A-Za-z]+-v0", one.gymnasium_id) for one in RUNGS.values())


@pytest.mark.parametrize("name", RUNGS)
def test_a_game_is_played_to_its_end(name):
    env = gymnasium.make(RUNGS[name].gymnasium_id)
    env.reset(seed=1)
    over, steps = False, 0
    while not over:
        *_, terminated, truncated, info = env.step(env.action_space.sample())
        over, steps = terminated or truncated, steps + 1
    assert "is_success" in info
    assert steps > 0


@pytest.mark.parametrize("name", RUNGS)
def test_rungs_have_vector_environments(name):
    envs = gymnasium.make_vec(RUNGS[name].gymnasium_id, num_envs=4, split="test")
    observations, _ = envs.reset(seed=1)
    assert observations["action_mask"].any(axis=1).all()
    envs.step(envs.action_space.sample())


@pytest.mark.parametrize("name", ["exit", "road_short"])
def test_pettingzoos_tests_pass(name):
    api_test(ladder_pettingzoo_env(name, observation_dtype="float32"), num_cycles=50)
    parallel_api_test(ladder_pettingzoo_parallel_env(name), num_cycles=50)


@pytest.mark.skipif(not hasattr(pettingzoo, "aec_registry"), reason="earlier versions of PettingZoo have no registry")
@pytest.mark.parametrize("name", RUNGS)
def test_rungs_are_registered_with_pettingzoo(name):
    assert pettingzoo.spec("aec", RUNGS[name].pettingzoo_id).kwargs == {"rung": name}


def _boards(split, games=40):
    env = ladder_gymnasium_env("exit", split)
    met = []
    for game in range(games):
        env.reset(seed=5 if game == 0 else None)
        met.append(env.unwrapped.game.options["quest"])
    return met


def test_each_reset_draws_a_board_and_the_seed_says_which():
    assert len(set(_boards("train"))) > 10
    assert _boards("train") == _boards("train")
    assert not set(_boards("train")) & set(_boards("test"))


def test_a_save_goes_on_with_its_board():
    env = ladder_gymnasium_env("exit")
    env.reset(seed=1)
    saved, board = env.unwrapped.save(), env.unwrapped.game.options["quest"]
    while env.unwrapped.game.options["quest"] == board:
        env.reset()
    seen, info = env.unwrapped.load(saved)
    assert env.unwrapped.game.options["quest"] == board
    again, known = ladder_gymnasium_env("exit").reset(seed=1)
    np.testing.assert_array_equal(seen["observation"], again["observation"])
    np.testing.assert_array_equal(info["action_mask"], known["action_mask"])


def test_a_policy_is_asked_for_the_games_that_go_on():
    asked = []

    def first(observations, masks):
        assert masks.any(axis=1).all()
        asked.append(len(observations))
        return masks.argmax(axis=1)

    assert won("exit", first, 8).shape == (8,)
    assert asked[0] == 8
    assert asked == sorted(asked, reverse=True)


def test_options_take_the_place_of_the_rungs():
    assert ladder_gymnasium_env("exit", max_rounds=3).unwrapped.game.options["max_rounds"] == 3


def test_wrong_words_name_the_remedy():
    with pytest.raises(ValueError, match="exit"):
        rung("exti")
    with pytest.raises(ValueError, match="train"):
        rung("exit").choices("tarin")

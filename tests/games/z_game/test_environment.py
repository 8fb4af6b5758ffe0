"""The PettingZoo environment: the library's own tests, elimination, saves; the Gymnasium one with opponents."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from tests import needs
from tests.games.environment import refuses_and_saves
from zombicide_env import z_game_v0


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3, "fog_of_war": True}, {"players": 4, "terrain_knowledge": True}])
def test_pettingzoo_api(strict, options):
    """ZG-1.1, ZG-10.13."""
    api_test(z_game_v0.raw_env(**options), num_cycles=300)
    api_test(z_game_v0.env(**options), num_cycles=300)


def test_pettingzoos_seed_test_passes(strict):
    """ZG-0.3."""
    seed_test(z_game_v0.env, num_cycles=100)


def test_pettingzoo_makes_the_game_by_its_id():
    env = needs.registry().make("aec", "zombicide/z_game-v0", players=3)
    env.reset(seed=0)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert env.action_space("player_0").n == 137  # ZG-10.15
    assert env.observe("player_0")["action_mask"].dtype == np.int8


def test_an_eliminated_player_ends_with_the_others():
    """ZG-5.14, ZG-10.13: never selected, but paid at the end."""
    env = z_game_v0.raw_env(players=4, trade="off", max_turns=60)
    rng, seen = np.random.default_rng(0), 0
    for seed in range(40):
        if seen:
            break
        env.reset(seed=seed)
        while env.agents:
            agent = env.agent_selection
            mask = env.infos[agent]["action_mask"]
            if env.terminations[agent] or env.truncations[agent]:
                env.step(None)
                continue
            out = np.flatnonzero(env.record["eliminated"][0])
            seen += len(out)
            assert env.agents == env.possible_agents
            assert int(agent[-1]) not in out
            env.step(int(rng.choice(np.flatnonzero(mask))))
    assert seen > 0


def test_an_illegal_action_is_refused_and_a_save_goes_on():
    """ZG-0.4."""
    refuses_and_saves(z_game_v0, "pass", "Legal now: faction bees", ("faction party", "faction raiders"))


def test_gymnasium_has_one_seat_against_opponents():
    env = gymnasium.make("zombicide_env:zombicide/ZGame-v0", players=3, opponents="random", side=1, target="blitz", max_turns=2)
    _, info = env.reset(seed=3)
    rng, over = np.random.default_rng(3), False
    while not over:
        _, reward, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        over = terminated or truncated
    assert terminated and not truncated and reward in (1.0, 0.5, 0.0, -0.5, -1.0)


def test_gymnasium_makes_a_vector_of_games():
    envs = gymnasium.make_vec("zombicide_env:zombicide/ZGame-v0", num_envs=8, players=4, opponents="random")
    observations, _ = envs.reset(seed=1)
    for _ in range(30):
        observations, rewards, *_ = envs.step(observations["action_mask"].argmax(axis=1))
    assert rewards.shape == (8,)

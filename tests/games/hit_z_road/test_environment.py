"""The PettingZoo environment: the library's own tests, elimination, rewards, saves."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from tests import needs
from tests.envs.returns import documented
from tests.games.environment import refuses_and_saves
from zombicide_env import hit_z_road_v0


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_pettingzoo_api(strict, players):
    api_test(hit_z_road_v0.raw_env(players=players), num_cycles=300)
    api_test(hit_z_road_v0.env(players=players, reward="zero_sum"), num_cycles=300)


def test_pettingzoos_seed_test_passes(strict):
    seed_test(hit_z_road_v0.env, num_cycles=100)


def test_pettingzoo_makes_the_game_by_its_id():
    env = needs.registry().make("aec", "zombicide/hit_z_road-v0", players=3)
    env.reset(seed=0)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert str(env) == "hit_z_road_v0"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("reward", ["win", "zero_sum", "score"])
@pytest.mark.parametrize("seed", range(5))
def test_whole_games_pay_every_player(players, reward, seed):
    """An eliminated player may leave at once: it is terminated, steps None once and never comes back; all its rewards arrive."""
    env = hit_z_road_v0.raw_env(players=players, reward=reward, leavers="leave")
    env.reset(seed=seed)
    start = env.record.copy()
    rng, paid, out = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0), []
    for agent in env.agent_iter():
        _, due, terminated, truncated, info = env.last()
        assert agent not in out
        assert not truncated
        paid[agent] += due
        about = env.describe()
        if terminated:
            assert about["phase"] == "over" or not about["players"][agent]["alive"]
            assert ("scores" in info) == (about["phase"] == "over")
            assert info.get("scores", about["scores"]) == about["scores"]
            out.append(agent)
            env.step(None)
        else:
            assert about["to_act"] == agent
            assert [env.notation(int(a)) for a in np.flatnonzero(info["action_mask"])] == sorted(about["legal"], key=env.parse)
            actions = np.flatnonzero(info["action_mask"])
            weights = [0.05 if text.startswith(("bid", "sacrifice")) else 1.0 for text in map(env.notation, actions.tolist())]
            env.step(int(rng.choice(actions, p=np.array(weights) / sum(weights))))
    assert sorted(out) == env.possible_agents
    assert paid == pytest.approx(documented(env, start))


def test_an_illegal_action_is_refused_and_a_save_goes_on():
    refuses_and_saves(hit_z_road_v0, "flee", r"Legal now: pass \(0\), bid 1 \(1\)", ("bid 2", "pass"))

"""Action spaces that sample legal actions by default and otherwise behave as gymnasium's."""

from __future__ import annotations

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

from tests.envs.toy import PUSH, REST, Toy
from zombicide_env import hit_z_road_v0
from zombicide_env.envs.aec import RawEnv
from zombicide_env.envs.gym import TeamEnv
from zombicide_env.envs.vector import TeamVectorEnv

OPTIONS = {"agents": 4, "goal": 30}


def table(seed: int | None = 0, leavers: str = "stay") -> RawEnv:
    env = RawEnv(Toy(**OPTIONS), leavers=leavers)
    if seed is not None:
        env.reset(seed=seed)
    return env


def sampled(space: spaces.Space, n: int = 60) -> set[int]:
    return {int(space.sample()) for _ in range(n)}


def test_each_agent_samples_what_is_legal_for_it_now():
    env = table()
    for _ in range(30):
        agent = env.agent_selection
        if env.terminations[agent]:
            break
        mask = env.last()[0]["action_mask"]
        assert sampled(env.action_space(agent)) <= set(np.flatnonzero(mask).tolist())
        others = [name for name in env.agents if name != agent]
        assert all(env.action_space(name).contains(env.action_space(name).sample()) for name in others)
        env.step(env.action_space(agent).sample())
    forbidden = np.zeros(env.game.action_codec.size, np.int8)
    forbidden[7] = 1
    assert env.action_space(agent).sample(forbidden) == 7  # a mask given by the caller takes precedence


def test_the_decider_samples_while_another_agent_waits_for_its_last_step():
    env = table(leavers="leave")
    env.step(PUSH + 2)
    assert env.agent_selection == "walker_2"
    assert sampled(env.action_space("walker_1")) <= set(np.flatnonzero(env._one.mask).tolist())


def test_a_whole_game_by_sampling_alone():
    env = hit_z_road_v0.env(players=4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        _, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else env.action_space(agent).sample())
    assert not env.agents


@pytest.mark.parametrize("make", [lambda: table().action_space("walker_0"), lambda: TeamEnv(Toy(**OPTIONS)).action_space])
def test_they_are_discrete_spaces(make):
    space, plain = make(), spaces.Discrete(11)
    assert isinstance(space, spaces.Discrete)
    assert space == plain
    assert plain == space
    assert space != spaces.Discrete(12)
    assert repr(space) == "Discrete(11)"
    assert type(gymnasium.vector.utils.batch_space(space, 3)) is spaces.MultiDiscrete
    assert spaces.flatdim(space) == 11
    assert spaces.utils.flatten(space, 3).tolist() == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("how", [copy.deepcopy, copy.copy, lambda space: pickle.loads(pickle.dumps(space))])
def test_a_copy_of_the_space_alone_belongs_to_no_environment(how):
    env = table()
    space = env.action_space("walker_0")
    space.seed(5)
    twin = how(space)
    assert twin == space
    assert sampled(twin, 300) == set(range(11))
    assert sampled(space) <= {0, 1, 2, 3, 6, 7, 8}


@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_of_environments_sample_their_own_games(how):
    env = table()
    twin = how(env)
    env.step(PUSH + 1)
    assert env.agent_selection == "walker_2"
    assert PUSH + 1 in sampled(twin.action_space("walker_0"))
    assert PUSH + 1 not in sampled(env.action_space("walker_2"))
    many = TeamVectorEnv(3, Toy(**OPTIONS))
    many.reset(seed=0)
    twins = how(many)
    many.step(np.full(3, PUSH + 1))
    assert PUSH + 1 in {int(a) for _ in range(40) for a in twins.action_space.sample()}
    assert PUSH + 1 not in {int(a) for _ in range(40) for a in many.action_space.sample()}


def test_many_games_sample_a_legal_action_each():
    env = TeamVectorEnv(16, Toy(agents=3, goal=12, danger=1, max_rounds=4))
    assert env.action_space == spaces.MultiDiscrete(np.full(16, 11))
    observations, _ = env.reset(seed=0)
    env.action_space.seed(3)
    seen = set()
    for _ in range(80):
        actions = env.action_space.sample()
        assert env.action_space.contains(actions)
        assert observations["action_mask"][np.arange(16), actions].all()
        seen |= set(actions.tolist())
        observations, *_ = env.step(actions)
    assert seen == set(range(11)) - set(range(PUSH + 3, 11))
    again = TeamVectorEnv(16, Toy(agents=3, goal=12, danger=1, max_rounds=4))
    again.reset(seed=0)
    env.reset(seed=0)
    for space in (env.action_space, again.action_space):
        space.seed(9)
    assert env.action_space.sample().tolist() == again.action_space.sample().tolist()
    masks = tuple(np.eye(11, dtype=np.int8)[[REST] * 16])
    assert env.action_space.sample(mask=masks).tolist() == [REST] * 16


def test_each_legal_action_is_drawn_equally_often():
    env = TeamVectorEnv(500, Toy(**OPTIONS))
    observations, _ = env.reset(seed=0)
    env.action_space.seed(1)
    counts = np.zeros(11)
    for _ in range(40):
        np.add.at(counts, env.action_space.sample(), 1)
    legal = np.flatnonzero(observations["action_mask"][0])
    shares = counts[legal] / counts.sum()
    assert counts.sum() == counts[legal].sum()
    assert np.abs(shares - 1 / len(legal)).max() < 0.01


def test_games_that_are_over_sample_anything():
    env = TeamVectorEnv(2, Toy(agents=1, goal=3, danger=-3), autoreset_mode="disabled")
    env.reset(seed=0)
    env.step(np.array([2, REST]))
    for _ in range(50):
        actions = env.action_space.sample()
        assert env.action_space.contains(actions)
        assert actions[1] <= REST


@pytest.mark.train
def test_stable_baselines3_accepts_the_spaces():
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_checker import check_env

    env = TeamEnv(Toy(**OPTIONS))
    check_env(env)
    model = MaskablePPO("MultiInputPolicy", env, n_steps=16, batch_size=8, n_epochs=1, seed=0)
    model.learn(32)
    assert isinstance(model.action_space, spaces.Discrete)

"""The Gymnasium environment: one agent controls the team, on the toy game."""

from __future__ import annotations

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tests.envs.toy import LEAVE, REST, Toy
from zombicide_env.envs.aec import IllegalAction, RawEnv, SaveError
from zombicide_env.envs.gym import TeamEnv


def make(seed: int | None = 0, dtype: str = "float32", **options: object) -> TeamEnv:
    env = TeamEnv(Toy(**options), observation_dtype=dtype)
    if seed is not None:
        env.reset(seed=seed)
    return env


def pick(rng: np.random.Generator, observation: dict[str, np.ndarray]) -> int:
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize("options", [{}, {"max_rounds": 3}, {"goal": 40, "danger": 2, "shaped": True}])
def test_gymnasium_check_env(dtype, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*does not have a spec.*|.*not having a spec.*")  # constructed directly, not by an id
        check_env(make(None, dtype, **options))


def test_spaces_contain_what_reset_returns():
    env = make(dtype="uint8")
    observation, info = env.reset(seed=1)
    assert observation in env.observation_space
    assert info["action_mask"].dtype == np.int8
    assert info["seat"] == 0
    assert env.action_space == gymnasium.spaces.Discrete(11)
    assert env.action_masks().dtype == np.bool_
    np.testing.assert_array_equal(env.action_masks(), observation["action_mask"])


def test_sampling_is_legal():
    env = make(None, goal=40)
    assert 0 <= env.action_space.sample() < 11
    for seed in range(20):
        env.reset(seed=seed)
        env.action_space.seed(seed)
        over = False
        while not over:
            action = env.action_space.sample()
            assert env.action_masks()[action]
            *_, over, cut, _ = env.step(action)
            over = over or cut
    forbidden = np.zeros(11, np.int8)
    forbidden[LEAVE] = 1
    assert env.action_space.sample(forbidden) == LEAVE  # a mask given by the caller takes precedence


def test_an_action_sampled_after_seeding_is_meant_for_the_next_game():
    """As gymnasium's checks do: seed the space, sample, reset, step."""
    env = make(0, agents=6, goal=40)
    for seed in range(50):
        while env.record["progress"] < 20:  # where leaving is legal
            env.step(2 if env.action_masks()[2] else env.action_space.sample())
            if not env.action_masks().any():
                env.reset(seed=seed)
        env.action_space.seed(seed)
        action = env.action_space.sample()
        env.reset(seed=seed)
        assert env.action_masks()[action]
        assert action != LEAVE


@pytest.mark.parametrize("options", [{"agents": 4, "goal": 20}, {"agents": 6, "max_rounds": 2}, {"shaped": True, "goal": 30, "agents": 5}])
def test_agrees_with_the_aec_environment(options):
    """The same seed and actions give the same observations, masks, team rewards and ends."""
    for seed in range(10):
        team, seats = make(seed, **options), RawEnv(Toy(**options))
        seats.reset(seed=seed)
        rng = np.random.default_rng(seed)
        observation, info = team.reset(seed=seed)
        over = False
        while not over:
            assert seats.possible_agents[info["seat"]] == seats.agent_selection
            there = seats.last()[0]
            for key in there:
                np.testing.assert_array_equal(observation[key], there[key])
            action = pick(rng, observation)
            observation, reward, terminated, truncated, info = team.step(action)
            seats.step(action)
            assert reward == pytest.approx(np.mean([seats.rewards[agent] for agent in seats.possible_agents]))
            over = terminated or truncated
            assert seats.record.tobytes() == team.record.tobytes()
        name = seats.agent_selection
        assert (seats.terminations[name], seats.truncations[name]) == (terminated, truncated)
        assert info["outcome"] == seats.infos[name]["outcome"]
        assert info["seat"] == -1
        assert np.flatnonzero(observation["action_mask"]).tolist() == [0]


def test_the_series_of_games_is_that_of_the_aec_environment():
    team, seats = make(4), RawEnv(Toy())
    seats.reset(seed=4)
    for _ in range(3):
        assert team.record.tobytes() == seats.record.tobytes()
        team.reset()
        seats.reset()


def test_an_illegal_action_changes_nothing():
    env = make()
    before = env.save()
    for action in (LEAVE, -1, 11, None):
        with pytest.raises(IllegalAction):
            env.step(action)
    assert env.save() == before
    while env.action_masks().any():
        env.step(2)
    with pytest.raises(IllegalAction, match="over"):
        env.step(REST)


@pytest.mark.parametrize("how", ["deepcopy", "pickle", "load"])
def test_copies_continue_the_game(how):
    env = make(3, goal=40, agents=6)
    for _ in range(4):
        env.step(REST)
    if how == "load":
        twin = make(8, goal=40, agents=6)
        twin.load(env.save())
    else:
        twin = copy.deepcopy(env) if how == "deepcopy" else pickle.loads(pickle.dumps(env))
    for action in (REST, 0, 1, 2):
        if not env.action_masks()[action]:
            break
        a, b = env.step(action), twin.step(action)
        np.testing.assert_array_equal(a[0]["observation"], b[0]["observation"])
        assert a[1:4] == b[1:4]
        assert twin.action_masks()[twin.action_space.sample()] or not twin.action_masks().any()
    assert env.save() == twin.save()
    before = env.save()
    twin.reset(seed=5)
    twin.step(twin.action_space.sample())
    assert env.save() == before


def test_saves_cross_between_environments():
    env = make(2, agents=4, goal=30)
    env.step(5 + 2)  # walker_2 falls
    env.step(REST)
    for leavers, there in (("stay", [0, 1, 2, 3]), ("leave", [0, 1, 3])):
        seats = RawEnv(Toy(agents=4, goal=30), leavers=leavers)
        seats.reset(seed=0)
        seats.load(env.save())
        assert seats.agents == [f"walker_{seat}" for seat in there]
        assert seats.agent_selection == "walker_3"
    seats.step(REST)
    env.load(seats.save())
    assert env.record.tobytes() == seats.record.tobytes()
    with pytest.raises(SaveError, match="agents=4"):
        make(0, agents=5, goal=30).load(env.save())


def test_options_together_with_a_game_object_are_refused():
    with pytest.raises(TypeError, match="goal"):
        TeamEnv(Toy(), goal=3)

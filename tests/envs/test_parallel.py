"""The parallel environment: the same game as in the AEC environment, observed by all agents at once; and the state for a central critic."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test
from pettingzoo.utils.conversions import parallel_to_aec, turn_based_aec_to_parallel

from tests import needs
from tests.envs.toy import Toy
from zombicide_env import black_plague_v0, make_game
from zombicide_env.core.codec import CodecError, Column
from zombicide_env.envs.aec import RawEnv
from zombicide_env.envs.parallel import ParallelGame
from zombicide_env.envs.saves import SaveError
from zombicide_env.envs.single import IllegalAction

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("black_plague", {"max_rounds": 6}),
    ("black_plague", {"max_rounds": 3, "survivors": 4, "reward": "shaped"}),
    ("hit_z_road", {"players": 4}),
    ("z_game", {"players": 3, "max_turns": 2}),
]
WARNINGS = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


def choose(env: ParallelGame, masks: dict[str, np.ndarray], rng: np.random.Generator) -> dict[str, int]:
    return {agent: int(rng.choice(np.flatnonzero(mask))) for agent, mask in masks.items()}


@pytest.mark.parametrize("options", [{}, {"max_rounds": 2}, {"agents": 1}, {"shaped": True, "goal": 40, "agents": 6}])
def test_pettingzoo_api(options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in WARNINGS:
            warnings.filterwarnings("ignore", message=text)  # both are true and intended: observations contain a mask
        parallel_api_test(ParallelGame(Toy(**options)), num_cycles=300)
        parallel_seed_test(lambda: ParallelGame(Toy(**options)), num_cycles=100)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_same_game_as_in_turns(game, options):
    """Every decision gives the same views, masks and sums of rewards in the AEC and in the parallel environment."""
    turns, at_once, rng = RawEnv(game, **options), ParallelGame(game, **options), np.random.default_rng(0)
    turns.reset(seed=3)
    observations, infos = at_once.reset(seed=3)
    paid = dict.fromkeys(at_once.possible_agents, 0.0)
    owed = dict(paid)
    while at_once.agents:
        assert at_once.decider == turns.agent_selection
        for agent, seen in observations.items():
            theirs = turns.observe(agent)
            np.testing.assert_array_equal(seen["observation"], theirs["observation"])
            np.testing.assert_array_equal(seen["action_mask"][:-1], theirs["action_mask"])
            assert seen["action_mask"][-1] == (agent != at_once.decider)
            assert seen in at_once.observation_space(agent)
            assert infos[agent]["action_mask"] is seen["action_mask"]
        actions = choose(at_once, {agent: seen["action_mask"] for agent, seen in observations.items()}, rng)
        turns.step(actions[at_once.decider])
        observations, rewards, terminated, truncated, infos = at_once.step(actions)
        for agent in paid:
            paid[agent] += rewards[agent]
            owed[agent] += turns.rewards[agent]
    assert paid == pytest.approx(owed)
    assert terminated == turns.terminations
    assert truncated == turns.truncations
    assert at_once.record.tobytes() == turns.record.tobytes()
    ending = {name: value for name, value in turns.infos[turns.agents[0]].items() if name != "action_mask"}
    assert all({name: value for name, value in info.items() if name != "action_mask"} == ending for info in infos.values())
    assert all(seen["action_mask"].sum() == 1 and seen["action_mask"][-1] for seen in observations.values())


def test_pettingzoos_own_conversion_agrees():
    """PettingZoo's conversion of the AEC environment plays the same game, and it converts ours back to an AEC environment."""
    theirs = turn_based_aec_to_parallel(_Parallelizable(Toy()))
    ours, rng = ParallelGame(Toy()), np.random.default_rng(1)
    theirs.reset(seed=5)
    ours.reset(seed=5)
    while ours.agents:
        action = int(rng.choice(np.flatnonzero(ours._one.mask)))
        seen, rewards, *_ = ours.step({ours.decider: action})
        also, same, *_ = theirs.step(dict.fromkeys(theirs.agents, action))
        assert rewards == same
        for agent, view in also.items():
            np.testing.assert_array_equal(view["observation"], seen[agent]["observation"])
    assert not theirs.agents
    back: Any = parallel_to_aec(ParallelGame(Toy()))
    back.reset(seed=5)
    for _ in back.agent_iter(50):
        observation, _, terminated, truncated, _ = back.last()
        back.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(observation["action_mask"]))))


class _Parallelizable(RawEnv):
    metadata = RawEnv.metadata | {"is_parallelizable": True}


def test_agents_that_are_not_to_move_have_a_no_op():
    env = ParallelGame(Toy(agents=3))
    env.reset(seed=0)
    decider, *others = env.agents
    before = env.save()
    with pytest.raises(IllegalAction, match=rf"{others[0]} is not asked now, {decider} is"):
        env.step({decider: 0, others[0]: 0})
    with pytest.raises(IllegalAction, match="not legal"):
        env.step({decider: env.wait_action})
    with pytest.raises(KeyError, match=f"{decider} decides now"):
        env.step({others[0]: env.wait_action})
    with pytest.raises(KeyError, match="there is no agent 'ned'"):
        env.step({decider: 0, "ned": 0})
    assert env.save() == before
    assert env.notation(env.wait_action) == "wait"
    assert env.parse("wait") == env.wait_action
    assert {env.action_space(agent).sample() for agent in others} == {env.wait_action}
    assert env.action_space(decider).sample() != env.wait_action
    loose = ParallelGame(Toy(agents=3), illegal="random")
    loose.reset(seed=0)
    loose.step(dict.fromkeys(loose.agents, loose.wait_action))  # a random action of the deciding agent
    assert loose.describe() != ParallelGame(Toy(agents=3)).describe()


def test_before_the_beginning_and_after_the_end():
    env = ParallelGame(Toy(agents=1, max_rounds=1))
    with pytest.raises(RuntimeError, match="call reset"):
        env.step({"walker_0": 0})
    env.reset(seed=0)
    while env.agents:
        env.step({env.decider: int(env.action_space(env.decider).sample())})
    with pytest.raises(RuntimeError, match="call reset"):
        env.step({"walker_0": 0})


def test_saves_and_copies_go_on():
    env = ParallelGame(Toy(agents=3))
    env.reset(seed=2)
    env.step({env.decider: int(env.action_space(env.decider).sample())})
    in_turns = RawEnv(Toy(agents=3))
    in_turns.load(env.save())
    other = ParallelGame(Toy(agents=3))
    other.load(in_turns.save())
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), other):
        assert twin.agents == env.agents
        assert twin.record.tobytes() == env.record.tobytes()
        assert twin.action_space(twin.decider).sample() != twin.wait_action
        twin.step({twin.decider: int(np.flatnonzero(twin._one.mask)[0])})
        assert twin.record.tobytes() != env.record.tobytes()
    with pytest.raises(SaveError):
        env.load(b"nothing")


# ---- the state for a central critic -------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_state_holds_what_all_share_once_and_what_each_has(game, options, dtype):
    env = RawEnv(game, observation_dtype=dtype, **options)
    codec, rng = env.game.observation_codec, np.random.default_rng(0)
    env.reset(seed=1)
    for _ in range(60):
        if any(env.terminations.values()) or any(env.truncations.values()):
            break
        state, views = env.state(), [env.observe(agent)["observation"] for agent in env.possible_agents]
        assert state in env.state_space
        assert state.shape == env.state_space.shape
        np.testing.assert_array_equal(state[: len(codec.common)], views[0][codec.common])
        np.testing.assert_array_equal(state[len(codec.common) :].reshape(len(views), -1), [view[codec.own] for view in views])
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    assert len(codec.common) + len(codec.own) < codec.size


def test_what_all_survivors_share_is_the_same_from_every_seat():
    env, rng = RawEnv("black_plague", quest="big_game_hunting", max_rounds=4), np.random.default_rng(2)
    common = env.game.observation_codec.common
    env.reset(seed=2)
    for step in range(400):
        if any(env.terminations.values()) or any(env.truncations.values()):
            break
        if not step % 5:
            first, *others = [env.observe(agent)["observation"][common] for agent in env.possible_agents]
            for view in others:
                np.testing.assert_array_equal(view, first)
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    assert env.state().size < 4000  # six views concatenated would be 19,770


def test_what_follows_from_the_rest_is_left_out():
    """Equal states imply equal views: leaving features out, or taking them from the first seat only, loses nothing."""
    for game, options in GAMES[2:]:
        env, rng, known = RawEnv(game, **options), np.random.default_rng(3), {}
        for seed in range(6):
            env.reset(seed=seed)
            while not (any(env.terminations.values()) or any(env.truncations.values())):
                views = b"".join(env.observe(agent)["observation"].tobytes() for agent in env.possible_agents)
                assert known.setdefault(env.state().tobytes(), views) == views
                env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
        assert len(known) > 100


def test_a_mark_is_one_that_is_known():
    with pytest.raises(CodecError, match="seat of the column 'x'"):
        Column("x", seat="mine")  # type: ignore[arg-type]  # what the test is about


def test_game_modules_have_parallel_env():
    env = black_plague_v0.parallel_env(quest="danse_macabre", survivors=4)
    observations, _ = env.reset(seed=1)
    assert list(observations) == env.agents == [f"survivor_{seat}" for seat in range(4)]
    assert env.metadata["name"] == "black_plague_v0"
    assert env.game.options == make_game("black_plague", quest="danse_macabre", survivors=4).options


def test_pettingzoo_makes_parallel_environments_by_id():
    env = needs.registry().make("parallel", "zombicide/hit_z_road-v0", players=2)
    assert isinstance(env, ParallelGame)
    assert env.possible_agents == ["player_0", "player_1"]


@pytest.mark.parametrize("action", [None, "x", 1.0, np.array([1])])
def test_an_action_of_a_waiting_agent_that_is_none_is_refused_by_name(action):
    env = ParallelGame(Toy())
    env.reset(seed=1)
    waits = next(agent for agent in env.agents if agent != env.decider)
    before = env.record.tobytes()
    with pytest.raises(IllegalAction, match=f"{waits} is not asked now.*the only action of {waits} is to wait"):
        env.step({env.decider: int(env._one.mask.argmax()), waits: action})
    with pytest.raises(TypeError, match=r"actions are list; step\(\) takes a dict"):
        env.step([0, 1])
    assert env.record.tobytes() == before

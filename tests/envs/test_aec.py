"""The PettingZoo environment of any game, on the toy game."""

from __future__ import annotations

import copy
import itertools
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from tests.envs.toy import LEAVE, PUSH, REST, Toy
from zombicide_env.envs.aec import IllegalAction, RawEnv, SaveError, wrap
from zombicide_env.envs.saves import header_of


def make(seed: int | None = 0, dtype: str = "float32", copies: bool = True, leavers: str = "stay", **options: object) -> RawEnv:
    env = RawEnv(Toy(**options), observation_dtype=dtype, copy=copies, leavers=leavers)
    if seed is not None:
        env.reset(seed=seed)
    return env


def play(env: RawEnv, rng: np.random.Generator, steps: int = 10**6) -> list[tuple[object, ...]]:
    """Play random legal actions and return everything that was observed."""
    seen = []
    for agent in itertools.islice(env.agent_iter(), steps):
        observation, reward, terminated, truncated, _ = env.last()
        over = terminated or truncated
        action = None if over else int(rng.choice(np.flatnonzero(observation["action_mask"])))
        seen.append(
            (agent, observation["observation"].tobytes(), observation["action_mask"].tobytes(), reward, terminated, truncated, action)
        )
        env.step(action)
    return seen


@pytest.mark.parametrize("leavers", ["stay", "leave"])
@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize(
    "options", [{}, {"max_rounds": 2}, {"goal": 40, "danger": 2}, {"agents": 1}, {"shaped": True, "goal": 40, "agents": 6}]
)
def test_pettingzoo_api(strict, dtype, options, leavers):
    api_test(make(None, dtype, leavers=leavers, **options), num_cycles=300)
    api_test(wrap(make(None, dtype, leavers=leavers, **options)), num_cycles=300)


def test_pettingzoos_seed_test_passes():
    seed_test(lambda: make(None), num_cycles=100)
    seed_test(lambda: wrap(make(None)), num_cycles=100)


def test_agents_have_names_and_one_space_each():
    env = make(agents=4)
    assert env.possible_agents == ["walker_0", "walker_1", "walker_2", "walker_3"]
    assert env.metadata["name"] == "toy_v0"
    assert env.metadata["is_parallelizable"] is False
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observe(agent) in env.observation_space(agent)
    assert env.observation_space("walker_0")["action_mask"].dtype == np.int8
    assert env.state() in env.state_space
    with pytest.raises(KeyError, match="walker_3"):
        env.observe("walker_4")


def test_masks_of_agents_that_move_wait_or_are_eliminated():
    env = make(agents=3, leavers="leave")
    observation, _, _, _, info = env.last()
    assert info["action_mask"] is observation["action_mask"]
    assert observation["action_mask"].dtype == np.int8
    assert observation["action_mask"].tolist() == [1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0]
    assert not env.observe("walker_1")["action_mask"].any()
    assert not env.infos["walker_1"]["action_mask"].any()
    env.step(PUSH + 1)
    assert env.agent_selection == "walker_1"
    assert env.last()[0]["action_mask"].all()


def test_features_are_scaled_or_raw():
    raw, scaled = make(dtype="uint8", danger=-3), make(dtype="float32", danger=-3)
    for env in (raw, scaled):
        env.step(2)
        env.step(REST)
    a, b = raw.last()[0]["observation"], scaled.last()[0]["observation"]
    assert a.dtype == np.uint8
    assert b.dtype == np.float32
    np.testing.assert_array_equal(a * raw.game.observation_codec.scale, b)
    assert a.any()


def test_observations_are_kept_by_the_caller():
    env = make()
    first = env.last()[0]
    before = {key: value.copy() for key, value in first.items()}
    first_info = env.infos[env.agent_selection]
    for _ in range(5):
        env.step(REST)
        env.last()
    for key, value in first.items():
        np.testing.assert_array_equal(value, before[key])
    first_info["action_mask"][:] = 1  # the caller's own
    mask = env.last()[0]["action_mask"]
    mask[:] = 1
    with pytest.raises(IllegalAction):
        env.step(PUSH + 5)


def test_views_are_read_only_and_follow_the_game():
    env = make(copies=False, danger=-3)
    observation = env.last()[0]
    with pytest.raises(ValueError, match="read-only"):
        observation["action_mask"][0] = 0
    with pytest.raises(ValueError, match="read-only"):
        observation["observation"][0] = 0
    env.step(2)
    again = env.last()[0]
    assert np.shares_memory(observation["observation"], again["observation"])
    assert np.shares_memory(observation["action_mask"], again["action_mask"])
    fresh = make(danger=-3)
    fresh.step(2)
    np.testing.assert_array_equal(fresh.last()[0]["observation"], again["observation"])


@pytest.mark.parametrize("copies", [True, False])
def test_both_ways_of_observing_agree(copies):
    one, two = make(3, copies=True, agents=5), make(3, copies=copies, agents=5)
    assert play(one, np.random.default_rng(1)) == play(two, np.random.default_rng(1))


@pytest.mark.parametrize("action", [4, 6, -1, 11, 10**9, None, "rest", 1.5, np.int64(4)])
def test_an_illegal_action_raises_and_changes_nothing(action):
    env = make(goal=20)
    env.step(REST)
    before, save = env.record.tobytes(), env.save()
    with pytest.raises(IllegalAction) as caught:
        env.step(action)
    assert isinstance(caught.value, ValueError)
    assert "walker_1" in str(caught.value)
    assert env.record.tobytes() == before
    assert env.save() == save
    env.step(np.int64(REST))
    assert env.agent_selection == "walker_2"


def test_before_reset_and_after_the_end():
    env = RawEnv(Toy(), render_mode="ansi")
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    for show in (env.state, env.render, env.save):  # of the game that the first reset replaces
        with pytest.raises(RuntimeError, match=r"there is no game to \w+: call reset\(\)"):
            show()
    env.reset(seed=1)
    play(env, np.random.default_rng(0))
    assert env.agents == []
    with pytest.raises(RuntimeError, match="reset"):
        env.step(None)


@pytest.mark.parametrize(("agents", "actor", "dead"), [(n, a, d) for n in (2, 3, 6) for a in range(n) for d in range(n) if a != d])
def test_an_agent_that_dies_is_asked_at_once_wherever_it_sits(agents, actor, dead):
    env = make(agents=agents, leavers="leave")
    for _ in range(actor):
        env.step(REST)
    name = f"walker_{dead}"
    env.step(PUSH + dead)
    assert env.agent_selection == name
    assert env.last()[2:4] == (True, False)
    assert name in env.agents
    after = (actor + 1) % agents if (actor + 1) % agents != dead else (actor + 2) % agents
    if len(env.agents) > 1:
        np.testing.assert_array_equal(env.observe(f"walker_{after}")["action_mask"], env._one.mask)
        np.testing.assert_array_equal(env.infos[f"walker_{after}"]["action_mask"], env._one.mask)
        assert env.observe(name)["action_mask"].all()
        with pytest.raises(IllegalAction, match=name):
            env.step(REST)
    env.step(None)
    assert name not in env.agents
    assert set(env.agents) == env.rewards.keys() == env.terminations.keys() == env.infos.keys()
    assert env.agent_selection == f"walker_{after}"
    order = [env.agent_selection]
    for _ in range(agents):
        env.step(REST)
        order.append(env.agent_selection)
    assert name not in order
    assert len(set(order)) == agents - 1


@pytest.mark.parametrize(("agents", "actor", "dead"), [(n, a, d) for n in (2, 3, 6) for a in range(n) for d in range(n) if a != d])
def test_eliminated_agents_stay_and_are_not_asked(agents, actor, dead):
    env = make(agents=agents, max_rounds=3, goal=40, danger=-3)
    for _ in range(actor):
        env.step(REST)
    name = f"walker_{dead}"
    env.step(PUSH + dead)
    while not any(env.truncations.values()):
        assert env.agents == env.possible_agents
        assert not any(env.terminations.values())
        assert env.agent_selection != name
        assert not env.observe(name)["action_mask"].any()
        assert not env.infos[name]["action_mask"].any()
        np.testing.assert_array_equal(env.observe(env.agent_selection)["action_mask"], env.last()[4]["action_mask"])
        env.step(REST)
    asked = []
    while env.agents:
        asked.append(env.agent_selection)
        assert env.observe(env.agent_selection)["action_mask"].all()
        env.step(None)
    assert asked == env.possible_agents


def test_leaving_oneself_and_the_last_one_out():
    env = make(agents=2, goal=4, leavers="leave")
    env._one.state["progress"] = 2
    env.load(env.save())
    env.step(LEAVE)
    assert env.agent_selection == "walker_0"
    assert env.terminations == {"walker_0": True, "walker_1": False}
    env.step(None)
    assert env.agents == ["walker_1"]
    env.step(LEAVE)
    assert env.terminations == {"walker_1": True}
    assert env.last()[1] == -1.0
    assert env.infos["walker_1"]["outcome"] == "lost"
    env.step(None)
    assert env.agents == []


def test_the_limit_of_rounds_truncates_all_agents():
    env = make(max_rounds=1, agents=3)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(REST)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    for name in ("walker_0", "walker_1", "walker_2"):
        assert env.agent_selection == name
        assert env.last()[2:4] == (False, True)
        env.step(None)
    assert env.agents == []


def test_rewards_accumulate_until_an_agent_acts():
    env = make(agents=3, shaped=True, goal=40, danger=-3)
    env.step(2)
    assert env.rewards == dict.fromkeys(env.agents, 0.375)
    env.step(1)
    assert env.rewards == dict.fromkeys(env.agents, 0.25)
    env.step(REST)
    assert env.rewards == dict.fromkeys(env.agents, 0.0)
    assert env.last()[1] == pytest.approx(0.625)
    env.step(REST)
    assert env.last()[1] == pytest.approx(0.25)  # walker_1: since its own step, that step's reward included


def test_everybody_receives_the_victory():
    env = make(agents=3, goal=3, danger=-3)
    env._one.state["progress"] = 0
    env.step(2)
    assert env.infos["walker_2"]["outcome"] == "won"
    assert env.rewards == dict.fromkeys(env.agents, 1.0)
    assert all(env.terminations.values())


def test_a_seed_fixes_the_game_and_those_that_follow():
    a, b = make(5), make(5)
    assert play(a, np.random.default_rng(0)) == play(b, np.random.default_rng(0))
    for _ in range(3):  # the games that follow a seed are fixed too, and differ from each other
        a.reset()
        b.reset()
        assert a.record.tobytes() == b.record.tobytes()
        assert a.record.tobytes() != make(5).record.tobytes()
    assert len({make(seed).record["rng"][0] for seed in range(50)}) == 50
    unseeded = [make(None), make(None)]
    for env in unseeded:
        env.reset()
    assert unseeded[0].record.tobytes() != unseeded[1].record.tobytes()
    with pytest.raises((TypeError, ValueError), match="seed"):
        make("five")


def test_the_global_generator_is_left_alone():
    np.random.seed(0)  # noqa: NPY002, TID251 - the one that others use
    before = np.random.get_state()[1].tobytes()  # noqa: NPY002 - the one that others use
    env = make(None)
    env.reset()
    play(env, np.random.default_rng(0))
    assert np.random.get_state()[1].tobytes() == before  # noqa: NPY002 - the one that others use


def twins(how: str, env: RawEnv) -> RawEnv:
    if how == "deepcopy":
        return copy.deepcopy(env)
    if how == "pickle":
        return pickle.loads(pickle.dumps(env))
    other = make(99, leavers=env._leavers, **env.game.options)
    other.load(env.save())
    return other


@pytest.mark.parametrize("leavers", ["stay", "leave"])
@pytest.mark.parametrize("how", ["deepcopy", "pickle", "load"])
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 5, 8, 13, 21])
def test_copies_continue_the_game(how, steps, leavers):
    for seed in range(4):
        env = make(seed, agents=6, goal=40, shaped=True, leavers=leavers)
        play(env, np.random.default_rng(seed), steps)
        twin = twins(how, env)
        assert twin.agents == env.agents
        here = play(env, np.random.default_rng(7))
        assert play(twin, np.random.default_rng(7)) == here
        env.reset()
        twin.reset()
        if how != "load":  # a save holds one game, not the environment's series of games
            assert twin.record.tobytes() == env.record.tobytes()


@pytest.mark.parametrize("leavers", ["stay", "leave"])
def test_what_a_save_owes_is_paid_by_an_environment_with_other_leavers(leavers):
    options, other = {"agents": 4, "goal": 40, "danger": -3, "shaped": True}, "leave" if leavers == "stay" else "stay"
    env = make(leavers=leavers, **options)
    for action in (1, 2, PUSH + 1):  # walker_2 pushes walker_1, who is selected if leavers leave
        env.step(action)
    twin = make(9, leavers=other, **options)
    twin.load(env.save())
    assert twin.agent_selection == "walker_3"
    assert len(twin.agents) == (4 if other == "stay" else 3)
    owed = {name: env._cumulative_rewards[name] for name in twin.agents}
    assert any(owed.values())
    assert twin._cumulative_rewards == owed


@pytest.mark.parametrize("how", ["deepcopy", "pickle", "load"])
def test_copies_are_independent(how):
    env = make(agents=6, goal=40)
    env.step(REST)
    before = env.save()
    twin = twins(how, env)
    play(twin, np.random.default_rng(0))
    twin.action_space("walker_0").seed(1)
    assert env.save() == before
    assert env.last()[0]["action_mask"].any()


def test_a_copied_environment_has_views_of_its_own():
    env = make(copies=False, danger=-3)
    twin = copy.deepcopy(env)
    twin.step(2)
    assert not np.shares_memory(twin.last()[0]["observation"], env.last()[0]["observation"])
    assert twin.last()[0]["action_mask"] is not env.last()[0]["action_mask"]
    assert play(pickle.loads(pickle.dumps(env)), np.random.default_rng(0)) == play(env, np.random.default_rng(0))


def test_wrapped_environments_copy_too():
    env = wrap(make(None))
    env.reset(seed=3)
    env.step(REST)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.agent_selection == "walker_1"
        assert twin.save() == env.save()
        assert twin.notation(REST) == "rest"


def test_without_an_active_agent_the_errors_name_the_remedy():
    """``last`` ended in a KeyError of an agent, and a save before the first game was refused later, as damaged."""
    env = make(None)
    with pytest.raises(RuntimeError, match=r"no game to save: call reset\(\)"):
        env.save()
    for seed in (1, 2):
        with pytest.raises(RuntimeError, match=r"nobody to ask: .*call reset\(\)"):
            env.last()
        env.reset(seed=seed)
        play(env, np.random.default_rng(seed))
    assert make(None).load(env.save()) is None  # the end of a game can be saved


def test_saves_that_do_not_fit_are_refused_and_change_nothing():
    env = make(agents=3)
    env.step(REST)
    save = env.save()
    other = make(agents=3, goal=11)
    flipped = bytearray(save)
    flipped[-3] ^= 1
    broken = make(agents=3)
    broken._one.state["progress"] = 77
    head = header_of(save)
    assert head["game"] == "toy"
    assert head["options"]["agents"] == 3
    cases = {
        b"": "not a saved game",
        b"something else": "not a saved game",
        save[:20]: "cut off",
        save[:-1]: "cut off",
        save + b"x": "cut off or has been added to",
        bytes(flipped): "checksum",
        other.save(): r"goal=11 \(here 10\)",
        save.replace(b'"game": "toy"', b'"game": "tox"'): "tox",
        save.replace(b'"version": 0', b'"version": 7'): "toy_v7",
        save.replace(b'"rules": 1', b'"rules": 2'): "revision 2 of the rules of toy, this is revision 1",
        save.replace(b'"selection": "walker_1"', b'"selection": "walker_9"'): "list of agents",
        broken.save(): "PROGRESS",
    }
    twin = make(8, agents=3)
    before = twin.save()
    for data, reason in cases.items():
        with pytest.raises(SaveError, match=reason):
            twin.load(data)
        assert twin.save() == before
    with pytest.raises(SaveError, match="bytes"):
        twin.load("text")
    twin.load(save)
    assert twin.agent_selection == "walker_1"


def test_notation_and_description():
    env = make()
    for action in np.flatnonzero(env.last()[0]["action_mask"]):
        assert env.parse(env.notation(int(action))) == action
    with pytest.raises(ValueError, match="rest"):
        env.parse("fly")
    assert env.describe()["progress"] == int(env.record["progress"][0])
    assert not env.status()


def test_illegal_actions_are_errors_unless_something_else_is_wanted():
    strict = wrap(make(None))
    strict.reset(seed=0)
    with pytest.raises(IllegalAction):
        strict.step(LEAVE)
    with pytest.raises(IllegalAction, match="there are 0"):
        strict.step(99)


def test_bad_arguments_are_explained():
    with pytest.raises(ValueError, match="did you mean 'rgb_array'"):
        RawEnv(Toy(), render_mode="rgb_aray")
    with pytest.raises(ValueError, match="float32, uint8"):
        RawEnv(Toy(), observation_dtype="float16")
    with pytest.raises(ValueError, match=r"leavers 'leav'; did you mean leave"):
        RawEnv(Toy(), leavers="leav")


def test_a_second_look_shows_what_there_is_whatever_became_of_the_first():
    env = make(danger=-3)
    for action in (None, 2, REST):
        if action is not None:
            env.step(action)
        first = env.last()[0]["observation"]
        before = first.copy()
        first[:] = 0.5
        np.testing.assert_array_equal(env.last()[0]["observation"], before)
        np.testing.assert_array_equal(env.observe(env.agent_selection)["observation"], before)


def test_everything_may_be_kept():
    env, kept = make(danger=-3), []
    for _ in range(12):
        observation = env.last()[0]
        kept.append((observation["observation"], observation["action_mask"], *(part.tobytes() for part in observation.values())))
        env.step(REST)
    for features, mask, *before in kept:
        assert [features.tobytes(), mask.tobytes()] == before
    assert not any(np.shares_memory(one[0], other[0]) for one, other in itertools.combinations(kept, 2))


@pytest.mark.parametrize("hold", [lambda array: array[1:], memoryview, np.from_dlpack], ids=["view", "memoryview", "dlpack"])
def test_what_is_kept_by_other_means_than_a_name_stays_too(hold: Callable[[Any], Any]):
    """A library may drop the array and keep only its memory."""
    env, kept = make(danger=-3), []
    for _ in range(12):
        observation = env.last()[0]
        held = [hold(array) for array in observation.values()]
        kept.append((held, [np.array(part) for part in held]))
        del observation
        env.step(REST)
    for held, before in kept:
        for part, was in zip(held, before, strict=True):
            np.testing.assert_array_equal(np.asarray(part), was)

"""One agent controls some seats, programs the others: moves, decisions, and infos."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import zombicide_agents as agents
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import IllegalAction
from zombicide_env.envs.gym import TeamEnv
from zombicide_env.envs.teammates import TeammatesEnv
from zombicide_env.envs.teammates_vector import TeammatesVectorEnv

OPTIONS: dict[str, Any] = {"quest": "danse_macabre"}


def made(**changes: Any) -> TeammatesEnv:
    return TeammatesEnv("black_plague", maker=agents.make, **{**OPTIONS, **changes})


def first(observation: Any) -> int:
    return int(np.flatnonzero(observation["action_mask"])[0])


@pytest.mark.parametrize("seats", [[0], [1, 4]])
@pytest.mark.parametrize("wishes", [False, True])
def test_gymnasium_finds_nothing_to_complain_of(wishes: bool, seats: list[int]) -> None:
    """Where teammates begin, the action space sampled from their legal actions for the agent's first step."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(wishes=wishes, max_rounds=4, seats=seats), skip_render_check=True)


@pytest.mark.parametrize(
    ("kind", "target"),
    [("dance", ""), ("go", "zone:999999"), ("go", "zone:-1"), ("go", "zone:\u00b2"), ("go", ""), ("give", "slot:3:99"), ("open", "zone:1")],
)
def test_wishes_that_cannot_be_meant_are_refused_and_change_nothing(kind: str, target: str) -> None:
    env = made(wishes=True)
    env.reset(seed=3)
    before = env.save()
    reply = env.wish(kind, "survivor_3", target)
    assert not reply.accepted and reply.text == "there is no such thing to do"
    assert env.save() == before


def test_teammates_play_as_they_do_elsewhere_whether_they_may_be_asked_or_not() -> None:
    plain, talking = made(), made(wishes=True)
    one, two = plain.reset(seed=5)[0], talking.reset(seed=5)[0]
    team = TeamEnv("black_plague", **OPTIONS)
    team.reset(seed=5)
    greedy = agents.make("greedy", team.game)
    for step in range(30):
        while team._one.decider != 0:
            given = team._one.inputs(greedy)
            team.step(greedy.act(None, given.masks[0], team.game, given.states))
        assert plain.record.tobytes() == talking.record.tobytes() == team.record.tobytes()
        np.testing.assert_array_equal(one["observation"], two["observation"])
        if step % 6 == 0:
            assert not talking.wish("go", "survivor_1", "zone:999")  # refused: nothing changes
        action = first(one)
        one, reward, terminated, truncated, _ = plain.step(action)
        two, *others = talking.step(action)
        team.step(action)
        assert others[:3] == [reward, terminated, truncated]
        if terminated or truncated:
            break


def test_a_wish_is_told_of_until_it_is_over_and_forgotten_in_the_next_round() -> None:
    env = made(wishes=True)
    observation, info = env.reset(seed=3)
    assert set(info["intentions"]) <= {f"survivor_{k}" for k in range(1, 6)}
    assert info["wishes"] == info["wishes_over"] == []
    assert env.wish("wait", "survivor_2")
    begun = int(env.record["round"][0])
    over: list[dict[str, Any]] = []
    while int(env.record["round"][0]) == begun:
        observation, _, terminated, truncated, info = env.step(first(observation))
        over += info["wishes_over"]
        assert not terminated
        assert not truncated
    assert [(one["kind"], one["to"], one["granted"]) for one in over] == [("wait", "survivor_2", True)]
    assert info["wishes"] == []


def test_copies_and_saves_go_on_as_the_game_does() -> None:
    env = made(wishes=True)
    observation, _ = env.reset(seed=4)
    twin, save = copy.deepcopy(env), env.save()
    action = first(observation)
    after = env.step(action)[0]["observation"]
    np.testing.assert_array_equal(twin.step(action)[0]["observation"], after)
    other = made(wishes=True)
    other.load(save)
    np.testing.assert_array_equal(other.step(action)[0]["observation"], after)


class Dreams:
    """Plays what the future dice that it is shown say."""

    def act(self, observation: Any, mask: Any, game: Any, state: Any) -> int:
        legal = np.flatnonzero(mask)
        return int(legal[int(state["rng"][0]) % len(legal)])


@pytest.mark.parametrize("teammates", ["random", Dreams()])
def test_a_save_leads_to_the_same_game_wherever_it_is_loaded(teammates: Any) -> None:
    env = made(teammates=teammates)
    env.reset(seed=4)
    save, courses = env.save(), []
    for seed in (1, 2):
        other = made(teammates=teammates)
        other.reset(seed=seed)
        observation, _ = other.load(save)
        for _ in range(12):
            observation, *_ = other.step(first(observation))
        courses.append(other.record.tobytes())
    assert courses[0] == courses[1]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seats": (9,)}, "name seats"),
        ({"seats": ()}, "name seats"),
        ({"seats": 0}, "name seats"),
        ({"seats": ("survivor_0",)}, "name seats"),
        ({"teammates": ["greedy"] * 2}, "2 teammates for 5 seats"),
        ({"maker": None}, "pass maker"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_way_out(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TeammatesEnv("black_plague", **{"maker": agents.make, **OPTIONS, **changes})


@pytest.mark.parametrize("mate", [None, 3, agents.RandomAgent])
def test_what_cannot_play_is_no_teammate(mate: Any) -> None:
    with pytest.raises(TypeError, match=r"teammate .* (cannot play|is a class)"):
        TeammatesEnv("black_plague", **{**OPTIONS, "teammates": mate})


def test_a_teammate_that_fails_is_named_and_never_replaced_by_the_agent() -> None:
    calls = iter(range(100))

    def clumsy(observation: Any, mask: Any) -> int:
        if next(calls) == 3:
            raise KeyError("lost")
        return int(mask.argmax())

    env = TeammatesEnv("black_plague", **{**OPTIONS, "teammates": clumsy})

    def play() -> None:
        env.reset(seed=1)
        for _ in range(50):
            env.step(int(env.action_masks().argmax()))

    with pytest.raises(RuntimeError, match=r"teammate clumsy, survivor_\d, has failed with KeyError: 'lost'"):
        play()
    before = env._one.state.tobytes()
    with pytest.raises(IllegalAction, match=r"a teammate has failed; call reset\(\)"):
        env.step(int(env.action_masks().argmax()))
    assert env._one.state.tobytes() == before
    with pytest.raises(ValueError, match="seed=-1: at least 0"):
        env.reset(seed=-1)


def test_who_is_no_teammate_or_takes_no_wishes_says_so() -> None:
    class Deaf:
        def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
            return int(np.flatnonzero(mask)[0])

    env = TeammatesEnv("black_plague", teammates=Deaf(), wishes=True, **OPTIONS)
    _, info = env.reset(seed=1)
    assert info["intentions"] == {}
    assert env.wish("wait", "survivor_1").reason == "no_wishes"
    with pytest.raises(ValueError, match="not a teammate"):
        env.wish("wait", "survivor_0")
    with pytest.raises(ValueError, match="wishes=True"):
        made().wish("wait", "survivor_1")


@pytest.mark.parametrize("seats", [[0, 0], (1, 2, 1), [True], [6], [], "0", 1.0])
def test_seats_of_the_agent_are_named_once_each(seats: Any) -> None:
    with pytest.raises(ValueError, match=r"name seats of the agent from 0 to 5, each once, such as \(0, 1\)"):
        made(seats=seats)
    with pytest.raises(ValueError, match="each once"):
        TeammatesVectorEnv(2, "black_plague", seats=seats, maker=agents.make, **OPTIONS)


@pytest.mark.parametrize(("wrong", "near"), [("teamates", "teammates"), ("seat", "seats"), ("wishs", "wishes")])
def test_a_misspelled_option_of_teammates_is_recognized(wrong: str, near: str) -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(TypeError, match=rf"no option '{wrong}' \(did you mean '{near}'\?\)"):
            make("zombicide_env:zombicide/BlackPlague-v0", **{wrong: "greedy"})


def test_there_is_nothing_to_render_before_the_first_reset() -> None:
    with pytest.raises(RuntimeError, match=r"there is no game to render: call reset\(\)"):
        made(render_mode="ansi").render()


def test_an_id_makes_an_environment_with_teammates_given_as_specs() -> None:
    env: Any = gymnasium.make("zombicide_env:zombicide/BlackPlague-v0", seats=[0, 2], teammates="greedy", **OPTIONS).unwrapped
    assert isinstance(env, TeammatesEnv) and env.seats == (0, 2) and set(env.teammates) == {f"survivor_{k}" for k in (1, 3, 4, 5)}
    many: Any = gymnasium.make_vec("zombicide_env:zombicide/BlackPlague-v0", num_envs=2, seats=[5], teammates="greedy", **OPTIONS)
    assert isinstance(many, TeammatesVectorEnv)
    assert many.reset(seed=1)[1]["seat"].tolist() == [5, 5]
    with pytest.raises(TypeError, match=r"take no wishes: .*gymnasium.make"):
        gymnasium.make_vec("zombicide_env:zombicide/BlackPlague-v0", num_envs=2, wishes=True)
    with pytest.raises(TypeError, match="VersusEnv takes no teammates"):
        gymnasium.make("zombicide_env:zombicide/HitZRoad-v0", players=2, teammates="greedy")


def test_many_games_with_a_shipped_policy_are_those_of_single_environments() -> None:
    options: dict[str, Any] = {"seats": [1, 4], "teammates": ["greedy", "checkpoint:survivors", "greedy", "checkpoint:survivors"]}
    many = TeammatesVectorEnv(3, "black_plague", maker=agents.make, constant_infos=True, **options, **OPTIONS)
    single = made(constant_infos=True, **options)
    observations, _ = many.reset(seed=7)
    assert (observations["observation"][2] == single.reset(seed=9)[0]["observation"]).all()
    for _ in range(60):
        observations, rewards, terminated, _, infos = many.step(observations["action_mask"].argmax(axis=1))
        seen, reward, over, _, info = single.step(int(single.action_masks().argmax()))
        assert (rewards[2], terminated[2]) == (pytest.approx(reward), over)
        assert over or infos["seat"][2] == info["seat"]
        if over:
            assert info["won"] == infos["won"][2] and info["rounds"] == infos["rounds"][2]
            seen = single.reset()[0]
        assert (observations["observation"][2] == seen["observation"]).all()


@pytest.mark.parametrize("options", [{"quest": "generated:seed=0..2,tiles=2"}, {"quest": "the_evil_temple", "decisions": "actions"}])
def test_compiled_teammates_move_as_when_they_are_called(options: dict[str, Any]) -> None:
    mates = ["checkpoint:survivors", "greedy", "greedy:weights=each_quest", "checkpoint:survivors", "greedy"]
    options = options | {"maker": agents.make, "seats": [2], "max_rounds": 5, "survivors": 6}
    quick, called = (TeammatesVectorEnv(6, "black_plague", teammates=mates, events=events, **options) for events in (False, True))
    one, two = quick.reset(seed=3)[0], called.reset(seed=3)[0]
    for _ in range(60):
        for name, seen in one.items():
            np.testing.assert_array_equal(seen, two[name])
        action = one["action_mask"].argmax(axis=1)
        (one, *given, _), (two, *expected, _) = quick.step(action), called.step(action)
        for here, there in zip(given, expected, strict=True):
            assert np.allclose(here, there)


def test_games_that_know_no_wishes_say_so() -> None:
    with pytest.raises(ValueError, match="one agent cannot"):
        TeammatesEnv("hit_z_road", maker=agents.make, wishes=True, players=2)
    assert make_game("z_game", players=2).wishing() is None
    assert Batch(make_game("z_game", players=2), 1, seed=0).n == 1

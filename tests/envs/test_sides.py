"""Environments of a game with two unequal sides: a team with several seats against a master, and the reverse."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import zombicide_agents as agents
from tests.envs.toy import Toy
from tests.toys.hunt import Hunt
from zombicide_env.envs.aec import RawEnv, SaveError, wrap
from zombicide_env.envs.gym import TeamEnv
from zombicide_env.envs.vector import TeamVectorEnv
from zombicide_env.envs.versus import VersusEnv
from zombicide_env.envs.versus_vector import VersusVectorEnv

RUNNERS, HUNTER = 0, 1


def first_legal(observation: Any, mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


def last_legal(observation: Any, mask: Any) -> int:
    return int(np.flatnonzero(mask)[-1])


# ---- PettingZoo ------------------------------------------------------------------------------------------------


def test_pettingzoo_api() -> None:
    api_test(RawEnv(Hunt()), num_cycles=200)
    seed_test(lambda: wrap(RawEnv(Hunt())), num_cycles=60)


def test_sides_are_paid_with_opposite_signs() -> None:
    env = RawEnv(Hunt(reward="steps"))
    signs = set()
    for seed in range(12):
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0.0)
        choose = np.random.default_rng(seed)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            env.step(None if terminated or truncated else int(choose.choice(np.flatnonzero(observation["action_mask"]))))
        hunter = total.pop("hunter")
        signs.add(hunter > 0)
        assert hunter != 0 and all(runner == -hunter for runner in total.values())
    assert signs == {True, False}


def test_no_observation_reveals_a_secret_of_the_other_side() -> None:
    """Resampling what a seat does not know never changes its observation, and does change the hidden state at times."""
    env = RawEnv(Hunt(runners=4), observation_dtype="uint8")
    changed = 0
    for seed in range(20):
        env.reset(seed=seed)
        choose = np.random.default_rng(seed)
        for _ in range(8):
            if env._one.outcome:
                break
            for seat, agent in enumerate(env.possible_agents):
                seen = env.observe(agent)["observation"].tobytes()
                batch = env._one._batch.copy()
                for _ in range(5):
                    before = batch.states.copy()
                    batch.resample(seat)
                    fields = ("trap", "hole")
                    changed += any((batch.states[name] != before[name]).any() for name in fields)
                    assert batch.observe(seat)[0].tobytes() == seen
            env.step(int(choose.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    assert changed > 50


# ---- Gymnasium -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["runners", "hunter", "random"])
def test_gymnasium_check_env(side: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(VersusEnv(Hunt(), opponents=first_legal, side=side), skip_render_check=True)


@pytest.mark.parametrize("side", [RUNNERS, HUNTER])
def test_a_step_is_everything_until_the_sides_next_decision(side: int) -> None:
    """Replays each game in the PettingZoo environment: views, masks, the mean reward of the side, who decides, who has won."""
    game = Hunt(reward="steps")
    own = game.type.seats[side]
    won = []
    for seed in range(12):
        env, table = VersusEnv(game, opponents=last_legal, side=side), RawEnv(game)
        table.reset(seed=seed)
        observation, info = env.reset(seed=seed)
        choose, paid, over, got = np.random.default_rng(seed), 0.0, False, 0.0
        while not table._one.outcome:
            seat = table._one.decider
            seen = table.observe(game.agents[seat])
            if seat in own:
                assert (info["side"], info["seat"], over) == (side, seat, False)
                assert got == pytest.approx(paid)
                np.testing.assert_array_equal(observation["observation"], seen["observation"])
                np.testing.assert_array_equal(observation["action_mask"], seen["action_mask"])
                action = int(choose.choice(np.flatnonzero(seen["action_mask"])))
                observation, got, over, _, info = env.step(action)
                paid = 0.0
            else:
                action = last_legal(None, seen["action_mask"])
            table.step(action)
            paid += float(np.mean([table._one.rewards[seat] for seat in own]))
            while table.agents and table.terminations[table.agent_selection] and not table._one.outcome:
                table.step(None)
        assert over and got == pytest.approx(paid)
        assert info["won"] == game.winners(table.record)[0, own[0]]
        assert info["outcome"] == game.outcome(table.record).name
        won.append(info["won"])
    assert set(won) == {True, False}


def test_a_side_that_is_caught_as_a_whole_has_lost() -> None:
    env = VersusEnv(Hunt(runners=1), opponents=first_legal, side="runners")
    ended = set()
    for seed in range(10):
        env.reset(seed=seed)
        *_, reward, over, _, info = env.step(0)  # into the trap that the hunter has set in the first hole
        ended.add((reward, over, info["won"], info["outcome"]))
    assert ended == {(-1.0, True, False, "lost")}


def test_opponents_of_each_side_are_named() -> None:
    both = {"runners": [first_legal, last_legal, first_legal], "hunter": last_legal}
    env = VersusEnv(Hunt(), opponents=both, side="random")
    sides = {env.reset(seed=seed)[1]["side"] for seed in range(12)}
    assert sides == {RUNNERS, HUNTER}
    env = VersusEnv(Hunt(), opponents={"runners": [first_legal, last_legal, first_legal]}, side="hunter")
    env.reset(seed=0)
    env.step(2 * 4 + 1)  # the trap, in the second hole: the runners hide in holes 0, 3, 0
    assert env.record["hole"][0, :3].tolist() == [0, 3, 0]


@pytest.mark.parametrize(
    ("opponents", "side", "said"),
    [
        ([first_legal], "hunter", "1 opponent for 3 seats of the others in hunt: give one for all of them, or 3"),
        ([first_legal] * 3, "random", "3 opponents for 1 seat of the others"),
        ({"runners": first_legal}, "random", "nobody has been chosen to play hunter of hunt"),
        ({"hunters": first_legal}, "runners", "there is no side 'hunters'; did you mean hunter"),
        ({"runners": [first_legal]}, "hunter", "1 opponent for 3 seats of runners"),
        (first_legal, "fox", "there is no side 'fox'"),
    ],
)
def test_opponents_and_sides_that_do_not_fit(opponents: Any, side: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        VersusEnv(Hunt(), opponents=opponents, side=side)


def test_a_save_keeps_the_side() -> None:
    env = VersusEnv(Hunt(), opponents="random", side="random", maker=agents.make)
    seen = {}
    for seed in range(8):
        _, info = env.reset(seed=seed)
        seen[info["side"]] = env.save()
    assert set(seen) == {RUNNERS, HUNTER}
    for side, data in seen.items():
        assert env.load(data)[1]["side"] == side
    with pytest.raises(SaveError, match="side=0"):
        VersusEnv(Hunt(), opponents=first_legal, side="hunter").load(seen[RUNNERS])


@pytest.mark.parametrize("make", [TeamEnv, lambda game: TeamVectorEnv(2, game)])
def test_one_agent_cannot_command_sides_that_play_against_each_other(make: Any) -> None:
    with pytest.raises(ValueError, match=r"hunt with these options has 2 sides \(runners, hunter\).*VersusEnv"):
        make(Hunt())


def test_a_game_with_one_side_has_no_opponents() -> None:
    for make in (VersusEnv, lambda game, **options: VersusVectorEnv(2, game, **options)):
        with pytest.raises(ValueError, match=r"one side and no opponents.*TeamEnv"):
            make(Toy(), opponents=first_legal)


# ---- vector environments ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["runners", "hunter"])
@pytest.mark.parametrize("mode", ["same_step", "next_step"])
def test_many_games_agree_with_single_ones(mode: str, side: str) -> None:
    n, game = 5, Hunt(reward="steps")
    vector = VersusVectorEnv(n, game, opponents=last_legal, side=side, autoreset_mode=mode)
    singles = [VersusEnv(game, opponents=last_legal, side=side) for _ in range(n)]
    observations, infos = vector.reset(seed=7)
    for i, env in enumerate(singles):
        assert env.reset(seed=7 + i)[1]["seat"] == infos["seat"][i]
    choose, over, won = np.random.default_rng(0), np.zeros(n, bool), []
    for _ in range(60):
        actions = np.array([choose.choice(np.flatnonzero(row)) if row.any() else 0 for row in observations["action_mask"]])
        observations, rewards, terminations, truncations, infos = vector.step(actions)
        assert not truncations.any()
        for i, env in enumerate(singles):
            if mode == "next_step" and over[i]:
                single, info = env.reset()
                expected: tuple[float, bool] = (0.0, False)
            else:
                single, reward, ended, _, info = env.step(actions[i])
                expected = (reward, ended)
                if ended:
                    final = infos["final_info"]
                    assert (final["won"][i], final["outcome"][i]) == (info["won"], info["outcome"])
                    won.append(info["won"])
                    if mode == "same_step":
                        np.testing.assert_array_equal(infos["final_obs"][i]["observation"], single["observation"])
                        single, info = env.reset()
            assert (rewards[i], terminations[i]) == (pytest.approx(expected[0]), expected[1])
            assert (infos["side"][i], infos["seat"][i]) == (info["side"], info["seat"])
            for key in single:
                np.testing.assert_array_equal(observations[key][i], single[key])
        over = terminations
    assert set(won) == {True, False}


def test_sides_are_drawn_for_each_game_of_many() -> None:
    env = VersusVectorEnv(16, Hunt(), opponents="random", side="random", maker=agents.make)
    observations, infos = env.reset(seed=1)
    assert set(infos["side"].tolist()) == {RUNNERS, HUNTER}
    before, changed = infos["side"], 0
    for _ in range(20):
        assert observations["action_mask"].any(axis=1).all()
        observations, *_, infos = env.step(observations["action_mask"].argmax(axis=1))
        changed += int((infos["side"] != before).sum())
        before = infos["side"]
    assert changed > 0

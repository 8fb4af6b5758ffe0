"""Properties that hold for every environment, made with random options and driven with random input, valid and invalid."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.envs.returns import documented
from tests.envs.toy import Toy
from zombicide_env import make_game
from zombicide_env.core.game import IllegalAction
from zombicide_env.envs.aec import RawEnv
from zombicide_env.envs.gym import TeamEnv
from zombicide_env.envs.teammates import TeammatesEnv
from zombicide_env.envs.teammates_vector import TeammatesVectorEnv
from zombicide_env.envs.vector import TeamVectorEnv
from zombicide_env.envs.versus import VersusEnv
from zombicide_env.envs.versus_vector import VersusVectorEnv

DRIVEN = settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@cache
def made(game: str, options: tuple[tuple[str, Any], ...]) -> Any:
    """Return a cached game: games are immutable."""
    return Toy(**dict(options)) if game == "toy" else make_game(game, **dict(options))


@st.composite
def games(draw: st.DrawFn, *, teams: bool = True, rivals: bool = True) -> Any:
    """Draw a game with random options, mostly short ones."""
    which = draw(st.sampled_from([*(("toy", "black_plague") if teams else ()), *(("hit_z_road", "z_game") if rivals else ())]))
    if which == "toy":
        options = {
            "agents": draw(st.integers(1, 6)),
            "goal": draw(st.integers(2, 30)),
            "danger": draw(st.integers(-2, 3)),
            "max_rounds": draw(st.integers(0, 4)),
            "shaped": draw(st.booleans()),
        }
    elif which == "hit_z_road":
        options = {
            "players": draw(st.integers(1 if teams else 2, 4)),
            "decisions": draw(st.sampled_from(["full", "actions"])),
            "reward": draw(st.sampled_from(["win", "zero_sum", "score"])),
            "max_rounds": draw(st.sampled_from([None, 1, 2, 8])),
        }
    elif which == "z_game":
        options = {
            "players": draw(st.integers(2, 4)),
            "decisions": draw(st.sampled_from(["full", "actions"])),
            "reward": draw(st.sampled_from(["win", "zero_sum", "score"])),
            "max_turns": draw(st.sampled_from([1, 2])),
            "fog_of_war": draw(st.booleans()),
        }
    else:
        options = {
            "quest": draw(st.sampled_from(["danse_macabre", "big_game_hunting", "famine"])),
            "decisions": draw(st.sampled_from(["full", "actions"])),
            "reward": draw(st.sampled_from(["sparse", "shaped"])),
            "max_rounds": draw(st.sampled_from([1, 2, 5])),
            "strict_all_survivors": draw(st.booleans()),
        }
    return made(which, tuple(options.items()))


ways = st.sampled_from(["raise", "random", "lose"])
dtypes = st.sampled_from(["float32", "uint8"])
seeds = st.integers(0, 2**40)


def some_action(env: Any, mask: np.ndarray, rng: np.random.Generator, wildness: float) -> int:
    if rng.random() < wildness:
        return int(rng.integers(-2, len(mask) + 2))
    return int(rng.choice(np.flatnonzero(mask)))


@DRIVEN
@given(games(), ways, dtypes, st.sampled_from(["stay", "leave"]), st.booleans(), seeds)
def test_bookkeeping_masks_and_pay_agree_in_random_games(game: Any, way: Any, dtype: Any, leavers: Any, copies: bool, seed: int) -> None:
    """The bookkeeping dicts agree with ``agents``, the mask follows the decider, and every seat gets its documented return."""
    env = RawEnv(game, illegal=way, observation_dtype=dtype, leavers=leavers, copy=copies)
    env.reset(seed=seed)
    start, rng = env.record.copy(), np.random.default_rng(seed)
    sums, steps = dict.fromkeys(env.possible_agents, 0.0), 0
    while env.agents:
        agent = env.agent_selection
        seen, paid, terminated, truncated, info = env.last()
        sums[agent] += paid
        assert set(env.agents) == env.rewards.keys() == env.terminations.keys() == env.truncations.keys() == env.infos.keys()
        assert seen in env.observation_space(agent)
        assert env.action_space(agent).sample() in env.action_space(agent)
        over = game.outcome(env.record).over
        if not over and env._one.decider >= 0:
            decider = env.possible_agents[env._one.decider]
            assert env.observe(decider)["action_mask"].tolist() == env._one.mask.tolist()
            assert env._one.mask[env.action_space(decider).sample()]
        assert leavers == "leave" or over or env.agents == env.possible_agents
        if terminated or truncated:
            assert over or leavers == "leave"
            assert ("rounds" in info) == over
            env.step(None)
            continue
        assert agent == decider
        action, before = some_action(env, info["action_mask"], rng, 0.02 if way == "lose" else 0.2), env.record.tobytes()
        try:
            env.step(action)
        except IllegalAction:
            assert way == "raise"
            assert env.record.tobytes() == before
            env.step(env.action_space(agent).sample())
        steps += 1
    assert not env.status()
    assert int(env.record["steps"][0]) in (steps, steps - (way == "lose"))
    given_up = game.outcome(env.record).detail == "forfeit"
    if game.id != "toy" and (leavers == "stay" or game.type.n_sides > 1) and not (given_up and game.id in ("hit_z_road", "z_game")):
        assert sums == pytest.approx(documented(env, start), abs=1e-4)


PAIRS = [(TeamVectorEnv, TeamEnv), (TeammatesVectorEnv, TeammatesEnv), (VersusVectorEnv, VersusEnv)]


def last_legal(_: np.ndarray, mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask)[-1])


@pytest.mark.slow
@DRIVEN
@given(st.data(), ways, dtypes, st.sampled_from(["same_step", "next_step"]), st.sampled_from([None, 1, 7]), seeds)
def test_each_place_of_a_vector_plays_as_a_single_environment(
    data: st.DataObject, way: Any, dtype: Any, mode: Any, limit: int | None, seed: int
) -> None:
    """Place 1 of a vector environment equals the single environment with the next seed, whatever is called on them."""
    many_kind, one_kind = data.draw(st.sampled_from(PAIRS))
    versus = one_kind is VersusEnv
    game = data.draw(games(teams=not versus, rivals=versus))
    options: dict[str, Any] = {"illegal": way, "observation_dtype": dtype}
    if versus:
        options |= {"opponents": last_legal, "side": data.draw(st.integers(0, game.type.n_sides - 1))}
    elif one_kind is TeammatesEnv:
        options |= {"teammates": last_legal, "seats": data.draw(st.sets(st.integers(0, len(game.agents) - 1), min_size=1))}
    many, one = many_kind(3, game, autoreset_mode=mode, max_episode_steps=limit, **options), one_kind(game, **options)
    observations, _ = many.reset(seed=seed)
    one.reset(seed=seed + 1)
    rng, over, length = np.random.default_rng(seed), False, 0
    for _ in range(40):
        masks = observations["action_mask"]
        actions = np.array([some_action(many, row, rng, 0.0 if way == "raise" else 0.1) if row.any() else 0 for row in masks])
        observations, rewards, terminations, truncations, infos = many.step(actions)
        assert observations in many.observation_space
        assert many.action_space.sample() in many.action_space
        if over and mode == "next_step":
            seen, over, length = one.reset()[0], False, 0
        else:
            seen, reward, terminated, truncated, info = one.step(int(actions[1]))
            length += 1
            truncated = truncated or length == limit
            over = terminated or truncated
            assert (rewards[1], terminations[1], truncations[1]) == (pytest.approx(reward, abs=1e-6), terminated, truncated)
            if terminated:
                for name in ("outcome", "outcome_detail", "rounds"):
                    assert infos["final_info"][name][1] == info[name]
            if over and mode == "same_step":
                np.testing.assert_array_equal(infos["final_obs"][1]["observation"], seen["observation"])
                seen, over, length = one.reset()[0], False, 0
        np.testing.assert_array_equal(observations["observation"][1], seen["observation"])

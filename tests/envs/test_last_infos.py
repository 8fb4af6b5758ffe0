"""Infos at the end of a game, from which other libraries count successes and figures."""

from __future__ import annotations

import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv
from gymnasium.wrappers import TimeLimit

from tests.envs.toy import Toy
from tests.needs import TRAIN
from zombicide_env.core.game import OUTCOMES
from zombicide_env.envs.gym import TeamEnv
from zombicide_env.envs.teammates import TeammatesEnv
from zombicide_env.envs.teammates_vector import TeammatesVectorEnv
from zombicide_env.envs.vector import TeamVectorEnv
from zombicide_env.envs.versus import VersusEnv
from zombicide_env.envs.versus_vector import VersusVectorEnv

BLACK_PLAGUE, HIT_Z_ROAD = "zombicide_env:zombicide/BlackPlague-v0", "zombicide_env:zombicide/HitZRoad-v0"


def first_legal(_: np.ndarray, mask: np.ndarray) -> int:
    return int(mask.argmax())


KINDS = {
    "team": (TeamEnv, TeamVectorEnv, "toy", {}),
    "teammates": (TeammatesEnv, TeammatesVectorEnv, "toy", {"seats": [0], "teammates": first_legal}),
    "versus": (VersusEnv, VersusVectorEnv, "hit_z_road", {"players": 2, "opponents": first_legal, "reward": "zero_sum"}),
}


def made(kind: str, n: int = 0, **more):
    single, many, game, options = KINDS[kind]
    game = Toy(agents=3, goal=12, danger=1) if game == "toy" else game
    return many(n, game, **options, **more) if n else single(game, **options, **more)


def finished(env, seed: int) -> dict:
    """Return the last info of a game; the learner plays the first legal action for odd seeds, random ones for even seeds."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    over = False
    while not over:
        legal = np.flatnonzero(observation["action_mask"])
        observation, _, terminated, truncated, info = env.step(int(legal[0] if seed % 2 else rng.choice(legal)))
        over = terminated or truncated
    return info


@pytest.mark.parametrize("kind", KINDS)
def test_the_last_info_says_whether_the_game_is_won(kind):
    env = made(kind)
    infos = [finished(env, seed) for seed in range(12)]
    assert all(type(info["won"]) is bool and info["is_success"] == info["won"] for info in infos)
    assert len({info["won"] for info in infos}) == 2
    if kind != "versus":
        assert all(info["won"] == (info["outcome"] == "won") for info in infos)


@pytest.mark.parametrize(("name", "options"), [(BLACK_PLAGUE, {}), (HIT_Z_ROAD, {"players": 2, "opponents": first_legal})])
def test_a_limit_that_somebody_else_has_set_finds_the_figures_of_the_moment(name, options):
    """``TimeLimit`` does not tell the environment that it truncates the game."""
    env = gymnasium.make(name, max_episode_steps=5, **options)
    info = finished(env, 1)
    assert "rounds" not in info and (type(info["rounds"]), info["is_success"], info["won"]) == (int, False, False)
    assert info["outcome"] == "ongoing"
    with pytest.raises(KeyError, match="roundz"):
        info["roundz"]
    assert type(pickle.loads(pickle.dumps(info))) is dict
    env.reset()
    with pytest.raises(KeyError):
        info["rounds"]


@pytest.mark.train
def test_a_monitor_finds_figures_at_every_end():
    pytest.importorskip("stable_baselines3", reason=TRAIN)
    from stable_baselines3.common.monitor import Monitor

    keywords = ("is_success", "rounds")
    for limited in (
        gymnasium.make(BLACK_PLAGUE, max_episode_steps=5),
        TimeLimit(gymnasium.make(BLACK_PLAGUE, constant_infos=True), 5),
        TimeLimit(TeamEnv("black_plague"), 5),
    ):
        info = finished(Monitor(limited, info_keywords=keywords), 1)
        assert (info["episode"]["l"], info["episode"]["is_success"], info["episode"]["rounds"]) == (5, False, 1)


@pytest.mark.parametrize("mode", ["same_step", "next_step"])
@pytest.mark.parametrize("limit", [None, 9])
@pytest.mark.parametrize("kind", KINDS)
def test_final_infos_are_those_of_gymnasiums_own_vector_environment(kind, limit, mode):
    n = 4

    def single():
        return made(kind)

    many = made(kind, n, autoreset_mode=mode, max_episode_steps=limit)
    seen, _ = many.reset(seed=2)
    singles = [TimeLimit(single(), limit) if limit else single() for _ in range(n)]
    for k, env in enumerate(singles):
        env.reset(seed=2 + k)
    alive, found = np.ones(n, bool), 0
    for _ in range(120):
        actions = seen["action_mask"].argmax(axis=1)
        seen, _, terminations, truncations, infos = many.step(actions)
        for k in np.flatnonzero(alive):
            *_, info = singles[k].step(int(actions[k]))
            if not (terminations[k] or truncations[k]):
                continue
            alive[k] = False
            final = infos["final_info"]
            for key, value in info.items():
                if key != "scores":
                    assert final[f"_{key}"][k]
                    np.testing.assert_array_equal(final[key][k], value, err_msg=key)
                    found += 1
            assert final["_is_success"][k] and final["is_success"][k] == final["won"][k]
    assert found >= 2 * n


@pytest.mark.parametrize("kind", KINDS)
def test_infos_of_constant_keys_are_numbers_alone(kind):
    env = made(kind, constant_infos=True)
    keys = set()
    for seed in range(4):
        rng = np.random.default_rng(seed)
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            keys.add(frozenset(info))
            assert all(isinstance(value, bool | int | float) or value.dtype.kind in "biuf" for value in info.values())
            assert info["outcome"] == 0
            observation, _, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            over = terminated or truncated
        keys.add(frozenset(info))
        assert OUTCOMES[info["outcome"]] in ("won", "lost") and info["won"] == info["is_success"]
    assert len(keys) == 1
    assert keys.pop() >= {"action_mask", "seat", "outcome", "is_success", "won", "rounds"}
    with pytest.raises(ValueError, match="exclude each other"):
        made(kind, constant_infos=True, events=True)


@pytest.mark.parametrize("mode", ["same_step", "next_step", "disabled"])
@pytest.mark.parametrize("kind", KINDS)
def test_many_games_have_infos_of_constant_keys_too(kind, mode):
    plain, constant = (made(kind, 4, autoreset_mode=mode, max_episode_steps=9, constant_infos=on) for on in (False, True))
    seen, _ = plain.reset(seed=5)
    _, infos = constant.reset(seed=5)
    ends = 0
    allowed = {"final_obs", "_final_obs"} if mode == "same_step" else set()
    keys = set(infos)
    for _ in range(60):
        actions = seen["action_mask"].argmax(axis=1)
        seen, *_, told = plain.step(actions)
        *_, infos = constant.step(actions)
        assert set(infos) - allowed == keys
        assert all(isinstance(infos[key], np.ndarray) and infos[key].dtype.kind in "biuf" for key in keys)
        for k in np.flatnonzero(told.get("_final_info", np.zeros(4, bool))):
            final = told["final_info"]
            assert OUTCOMES[infos["outcome"][k]] == final["outcome"][k]
            assert (infos["rounds"][k], infos["won"][k]) == (final["rounds"][k], final["won"][k])
            ends += 1
    assert ends >= 4


def test_gymnasiums_own_vector_environment_takes_them():
    envs = SyncVectorEnv([lambda: made("team", constant_infos=True)] * 2)
    seen, infos = envs.reset(seed=1)
    for _ in range(40):
        seen, *_, infos = envs.step(seen["action_mask"].argmax(axis=1))
        assert infos["is_success"].dtype == bool and infos["rounds"].shape == (2,)

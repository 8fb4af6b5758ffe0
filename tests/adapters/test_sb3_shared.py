"""Stable-Baselines3 with other players in some seats: the games of Gymnasium's vector environments, as SB3 wants them."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from zombicide_env.adapters.sb3 import SharedVecEnv

N = 4
TEAM = ("zombicide_env:zombicide/BlackPlague-v0", {"quest": "danse_macabre", "max_rounds": 3, "seats": [0, 3], "teammates": "greedy"})
RIVALS = ("zombicide_env:zombicide/HitZRoad-v0", {"players": 3, "opponents": ["greedy", "random"], "side": "random"})


def made(kind: tuple[str, dict[str, Any]], **options: Any) -> Any:
    return gymnasium.make_vec(kind[0], num_envs=N, **kind[1] | options)


@pytest.mark.parametrize("kind", [TEAM, RIVALS])
def test_the_games_are_those_of_the_vector_environment(kind: Any) -> None:
    vec, envs = SharedVecEnv(made(kind)), made(kind)
    vec.seed(5)
    seen, (observations, _) = vec.reset(), envs.reset(seed=[5 + i for i in range(N)])
    returns, ended = np.zeros(N), 0
    for _ in range(150):
        assert np.array_equal(seen, observations["observation"])
        masks = vec.action_masks()
        assert np.array_equal(masks, observations["action_mask"] != 0) and np.array_equal(get_action_masks(vec), masks)
        actions = masks.argmax(axis=1)
        seen, rewards, dones, infos = vec.step(actions)
        observations, expected, terminated, truncated, found = envs.step(actions)
        assert np.array_equal(rewards, expected) and np.array_equal(dones, terminated | truncated)
        returns += rewards
        for i in np.flatnonzero(dones):
            ends = found["final_info"]
            assert infos[i]["won"] == ends["won"][i] and infos[i]["outcome"] == ends["outcome"][i]
            assert type(infos[i]["won"]) is bool and type(infos[i]["rounds"]) in (int, float)
            assert np.array_equal(infos[i]["terminal_observation"], found["final_obs"][i]["observation"])
            assert infos[i]["episode"]["r"] == pytest.approx(returns[i], abs=1e-5)
            returns[i] = 0
            ended += 1
        assert all(infos[i] == {} for i in np.flatnonzero(~dones))
    assert ended > 2


def test_a_policy_with_masks_learns_against_others_and_repeats_itself() -> None:
    weights = []
    for _ in range(2):
        env = SharedVecEnv(made(RIVALS, observation_dtype="float32"))
        assert is_masking_supported(env)
        model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=2, seed=3).learn(256)
        assert len(model.ep_info_buffer or ()) > 0
        weights.append(model.policy.action_net.weight.detach().numpy().tobytes())
    assert weights[0] == weights[1]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"autoreset_mode": "next_step"}, ValueError, "autoreset_mode"),
        ({"constant_infos": True}, ValueError, "constant_infos=False"),
        ({"seats": None}, TypeError, "teammates= or opponents="),
    ],
)
def test_other_environments_are_refused_with_the_way_out(options: dict[str, Any], error: type[Exception], message: str) -> None:
    alone = options.pop("seats", 0) is None
    envs = gymnasium.make_vec(TEAM[0], num_envs=2, quest="danse_macabre") if alone else made(TEAM, **options)
    with pytest.raises(error, match=message):
        SharedVecEnv(envs)


def test_games_begin_with_a_reset() -> None:
    vec = SharedVecEnv(made(TEAM))
    with pytest.raises(RuntimeError, match="have not begun"):
        vec.step(np.zeros(N, np.int64))
    with pytest.raises(RuntimeError, match="without actions"):
        vec.step_wait()

"""Autoreset modes that the ready-made vector wrappers accept, as the page of the environments says."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import vector as wrappers
from packaging.version import Version

from tests.envs.toy import Toy
from tests.needs import TRAIN
from zombicide_env.envs.vector import TeamVectorEnv

MODES = ("same_step", "next_step", "disabled")
#: Wrapper -> the modes it accepts.
TAKES = {
    "RecordEpisodeStatistics": (lambda env: wrappers.RecordEpisodeStatistics(env), MODES),
    "NormalizeReward": (lambda env: wrappers.NormalizeReward(env), MODES),
    "ClipReward": (lambda env: wrappers.ClipReward(env, -1, 1), MODES),
    "FilterObservation": (lambda env: wrappers.FilterObservation(env, ["observation"]), MODES[1:]),
    "FlattenObservation": (lambda env: wrappers.FlattenObservation(env), MODES[1:]),
    "NormalizeObservation": (lambda env: wrappers.NormalizeObservation(wrappers.FlattenObservation(env)), MODES[1:2]),
}


def made(mode: str, **more) -> TeamVectorEnv:
    return TeamVectorEnv(4, Toy(agents=3, goal=12, danger=1), autoreset_mode=mode, max_episode_steps=6, **more)


def play(env, base: TeamVectorEnv, steps: int = 15) -> list:
    env.reset(seed=1)
    return [env.step(base.sample_actions()) for _ in range(steps)]


@pytest.mark.skipif(Version(gymnasium.__version__) < Version("1.3"), reason="earlier versions check less")
@pytest.mark.parametrize("constant", [False, True])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", TAKES)
def test_wrappers_take_the_modes_of_the_page(name, mode, constant):
    wrap, modes = TAKES[name]
    base = made(mode, constant_infos=constant)
    if mode in modes:
        assert len(play(wrap(base), base)) == 15
    else:
        with pytest.raises(ValueError, match="autoreset_mode"):
            wrap(base)


@pytest.mark.skipif(Version(gymnasium.__version__) < Version("1.2.3"), reason="1.1 to 1.2.2 count one short in same_step")
@pytest.mark.parametrize("mode", MODES[:2])
def test_lengths_are_counted_right(mode):
    base = TeamVectorEnv(4, "black_plague", max_episode_steps=5, autoreset_mode=mode)
    steps = play(wrappers.RecordEpisodeStatistics(base), base, 30)
    lengths = {length for *_, infos in steps if "episode" in infos for length in infos["episode"]["l"][infos["_episode"]].tolist()}
    assert lengths == {5}


@pytest.mark.train
@pytest.mark.parametrize("mode", MODES[1:])
def test_constant_infos_become_tensors(mode):
    pytest.importorskip("array_api_compat", reason="Gymnasium's conversion needs array-api-compat")
    torch = pytest.importorskip("torch", reason=TRAIN)
    base = made(mode, constant_infos=True)
    env = wrappers.NumpyToTorch(base)
    env.reset(seed=1)
    _, *_, infos = env.step(torch.from_numpy(base.sample_actions().astype(np.int64)))
    assert isinstance(infos["is_success"], torch.Tensor) and isinstance(infos["rounds"], torch.Tensor)

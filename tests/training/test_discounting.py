"""Discounting by rounds: needless decisions neither gain nor lose, and shaping keeps the best policy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

pytest.importorskip("sb3_contrib", reason=TRAIN)

from gymnasium import spaces
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import ONGOING
from zombicide_training.collect.discounting import Discounting
from zombicide_training.learn.sb3_policy import ByteRolloutBuffer

pytestmark = pytest.mark.train


def played(reward: str, by: Any, discount: float, steps: int = 400) -> dict[str, Any]:
    """Play random games, the same for every reward."""
    game = make_game("black_plague", survivors=6, reward=reward, max_rounds=40)
    batch = Batch(game, 16, seed=3, autoreset="same_step")
    clock = Discounting(batch, discount, by)
    start = batch.states["potential"].copy()
    random = np.random.default_rng(0)
    rows: dict[str, list[Any]] = {name: [] for name in ("rewards", "fading", "lacks", "rounds", "over", "start")}
    for _ in range(steps):
        before = batch.states["round"].copy()
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in batch.masks])
        batch.step(actions)
        fading, lacks = clock.step()
        over = batch.dones != ONGOING
        after = np.where(over, batch.final_states["round"], batch.states["round"])
        found = (batch.rewards.mean(axis=1), fading, lacks, after - before, over, start.copy())
        for name, value in zip(rows, found, strict=True):
            rows[name].append(value.copy())
        start = np.where(over, batch.states["potential"], start)
    return {name: np.array(values) for name, values in rows.items()}


def test_a_discount_by_round_applies_when_a_round_has_passed() -> None:
    found = played("shaped", "round", 0.9)
    passed = found["rounds"] > 0
    assert 0 < passed.mean() < 0.5
    assert np.allclose(found["fading"][passed], 0.9)
    assert (found["fading"][~passed] == 1).all()
    assert (found["lacks"][~passed] == 0).all()
    assert (found["lacks"][passed] != 0).any()


def test_a_discount_by_decision_applies_to_every_decision() -> None:
    assert np.allclose(played("shaped", "decision", 0.9)["fading"], 0.9)


def test_a_reward_without_a_potential_lacks_nothing() -> None:
    assert not played("sparse", "round", 0.9)["lacks"].any()
    batch = Batch(make_game("hit_z_road", players=2), 4, seed=0, autoreset="same_step")
    clock = Discounting(batch, 0.9, "round")
    batch.step(batch.random_actions())
    assert not clock.step()[1].any()


@pytest.mark.parametrize("by", ["round", "decision"])
def test_the_worth_of_a_game_is_that_of_its_result_whatever_the_shaping(by: Any) -> None:
    """Shaped and sparse games are identical; from any start their discounted returns differ by the potential of the start alone."""
    sparse, shaped = played("sparse", by, 0.97), played("shaped", by, 0.97)
    assert np.array_equal(sparse["over"], shaped["over"])
    games = 0
    for i in range(16):
        ends = np.flatnonzero(sparse["over"][:, i])
        for first, last in zip((0, *(ends[:-1] + 1)), ends, strict=True):
            rows = slice(first, last + 1)
            worth = np.concatenate([[1.0], np.cumprod(shaped["fading"][rows, i].astype(float))[:-1]])
            plain = (worth * sparse["rewards"][rows, i]).sum()
            given = (worth * (shaped["rewards"] + shaped["lacks"])[rows, i]).sum()
            cut = shaped["rewards"][last, i] > -0.9 and sparse["rewards"][last, i] == 0  # truncated: the potential at the end counts
            if not cut:
                assert given == pytest.approx(plain - shaped["start"][first, i], abs=1e-5)
                games += 1
    assert games > 10


def buffer(kind: type[Any], steps: int, games: int) -> Any:
    made = kind(steps, spaces.Box(0, 255, (3,), np.uint8), spaces.Discrete(5), gamma=0.9, gae_lambda=0.8, n_envs=games)
    made.reset()
    return made


def fill(made: Any, fading: Any = None) -> None:
    random = np.random.default_rng(1)
    steps, games = made.buffer_size, made.n_envs
    for step in range(steps):
        if fading is not None:
            made.fading = fading[step]
        numbers = random.normal(size=(2, games)).astype(np.float32)
        starts = random.random(games) < 0.2
        values = torch.from_numpy(random.normal(size=games).astype(np.float32))
        made.add(
            np.zeros((games, 3), np.uint8),
            np.zeros((games, 1)),
            numbers[0],
            starts,
            values,
            values,
            action_masks=np.ones((games, 5), np.int8),
        )
    made.compute_returns_and_advantage(torch.ones(games), np.zeros(games, bool))


def test_with_one_discount_advantages_are_those_of_sb3() -> None:
    ours, theirs = buffer(ByteRolloutBuffer, 20, 4), buffer(MaskableRolloutBuffer, 20, 4)
    fill(ours)
    fill(theirs)
    assert np.allclose(ours.advantages, theirs.advantages, atol=1e-5)
    assert np.allclose(ours.returns, theirs.returns, atol=1e-5)


def test_each_step_has_its_own_discount() -> None:
    fading = np.where(np.random.default_rng(2).random((20, 4)) < 0.3, 0.5, 1.0).astype(np.float32)
    made = buffer(ByteRolloutBuffer, 20, 4)
    fill(made, fading)
    for game in range(4):
        ahead, value = 0.0, 1.0
        for step in range(19, -1, -1):
            goes_on = step == 19 or not made.episode_starts[step + 1, game]
            surprise = made.rewards[step, game] + goes_on * fading[step, game] * value - made.values[step, game]
            ahead = surprise + goes_on * fading[step, game] * 0.8 * ahead
            assert made.advantages[step, game] == pytest.approx(ahead, abs=1e-4)
            value = made.values[step, game]


def test_the_game_is_asked_for_its_potential(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("hit_z_road", players=2)
    batch = Batch(game, 4, seed=3, autoreset="same_step")
    monkeypatch.setattr(type(game), "potential", lambda _, states: np.full(len(states), 0.5, np.float32))
    clock = Discounting(batch, 0.9, "decision")
    batch.step(batch.random_actions())
    _, lacks = clock.step()
    assert lacks == pytest.approx(-0.05)
    assert make_game("z_game").potential(batch.states).tolist() == [0.0] * 4

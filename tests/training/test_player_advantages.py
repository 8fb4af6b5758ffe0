"""Credit assignment: every player's advantages follow its own decisions, whoever acts in between and whoever ends the game."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)

from zombicide_training.collect.player_advantages import credit
from zombicide_training.learn.imitate import lambda_returns

pytestmark = pytest.mark.train

DISCOUNT, GAE = 0.9, 0.8


def slow(rewards: Any, deciders: Any, values: Any, ends: Any) -> tuple[Any, Any]:
    """Reference by definition: each player's trajectory of each game, one after the other."""
    steps, n, players = rewards.shape
    advantages, known = np.zeros((steps, n)), np.zeros((steps, n), bool)
    for game in range(n):
        borders = [0, *(np.flatnonzero(ends[:, game]) + 1).tolist(), steps]
        for first, last in itertools.pairwise(borders):
            over = bool(last > first and ends[last - 1, game])
            for player in range(players):
                mine = [k for k in range(first, last) if deciders[k, game] == player]
                ahead = 0.0
                for i in reversed(range(len(mine))):
                    final = i + 1 == len(mine)
                    if final and not over:
                        continue
                    earned = rewards[mine[i] : last if final else mine[i + 1], game, player].sum()
                    expected = 0.0 if final else values[mine[i + 1], game]
                    ahead = earned + DISCOUNT * expected - values[mine[i], game] + DISCOUNT * GAE * ahead
                    advantages[mine[i], game], known[mine[i], game] = ahead, True
    return advantages, known


@pytest.mark.parametrize("seed", range(5))
def test_it_is_the_estimate_of_each_player_alone(seed: int) -> None:
    random = np.random.default_rng(seed)
    steps, n, players = 40, 6, 3
    rewards = random.normal(size=(steps, n, players)).astype(np.float32)
    deciders = random.integers(-1, players, (steps, n)).astype(np.int16)
    values = random.normal(size=(steps, n)).astype(np.float32)
    ends = random.random((steps, n)) < 0.1
    found = credit(rewards, deciders, values, ends, DISCOUNT, GAE)
    advantages, known = slow(rewards, deciders, values, ends)
    assert np.array_equal(found.known, known)
    assert np.allclose(found.advantages, advantages, atol=1e-4)
    assert not found.advantages[~known].any()
    for game, player in np.argwhere(found.waiting >= 0):
        row = found.waiting[game, player]
        assert deciders[row, game] == player
        assert not ends[row:, game].any()
        assert not (deciders[row + 1 :, game] == player).any()
        assert found.owed[game, player] == pytest.approx(rewards[row:, game, player].sum(), abs=1e-4)
    assert (~known & (deciders >= 0)).sum() == (found.waiting >= 0).sum()


def test_one_player_alone_has_the_usual_estimate() -> None:
    random = np.random.default_rng(3)
    rewards, values = random.normal(size=(20, 4)).astype(np.float32), random.normal(size=(21, 4)).astype(np.float32)
    ends = random.random((20, 4)) < 0.2
    ends[-1] = True
    found = credit(rewards[:, :, None], np.zeros((20, 4), np.int16), values[:-1], ends, DISCOUNT, GAE)
    assert np.allclose(found.advantages + values[:-1], lambda_returns(rewards, values, ends, DISCOUNT, GAE), atol=1e-5)


def scripted_win() -> tuple[Any, Any, Any, Any]:
    """Three players take turns; player 0 makes the winning move, player 2 acts last, player 1 was eliminated with -1 before."""
    order = [0, 1, 2, 0, 1, 2, 0, 2, 2]
    rewards = np.zeros((len(order), 1, 3), np.float32)
    rewards[5, 0, 1] = -1.0  # arrives while player 2 acts
    rewards[-1, 0] = (1.0, 0.0, -1.0)  # arrives while player 2 acts
    ends = np.zeros((len(order), 1), bool)
    ends[-1] = True
    return rewards, np.array(order, np.int16)[:, None], np.zeros((len(order), 1), np.float32), ends


def test_the_winner_is_credited_with_a_win_that_another_player_completes() -> None:
    rewards, deciders, values, ends = scripted_win()
    found = credit(rewards, deciders, values, ends, 1.0, 1.0)
    gained = found.advantages[:, 0]
    assert found.known.all()
    assert (gained[deciders[:, 0] == 0] == 1).all()
    assert (gained[deciders[:, 0] == 1] == -1).all()
    assert (gained[deciders[:, 0] == 2] == -1).all()


def test_the_estimate_per_step_of_the_game_credits_the_wrong_player() -> None:
    """A single-player buffer pays whoever acts: the winner would get nothing but another player's loss."""
    rewards, deciders, values, ends = scripted_win()
    paid = np.take_along_axis(rewards, deciders[:, :, None].astype(np.int64), axis=2)[:, :, 0]
    naive = lambda_returns(paid, np.concatenate([values, values[:1]]), ends, 1.0, 1.0)[:, 0]
    assert not (naive[deciders[:, 0] == 0] > 0).any()


def test_rewards_that_come_after_a_decision_that_waits_are_paid_in_the_next_rollout() -> None:
    """A game cut in two anywhere, with pending decisions put before the second half, gives the same as the whole game."""
    random = np.random.default_rng(1)
    steps, players = 12, 3
    rewards = random.normal(size=(steps, 1, players)).astype(np.float32)
    deciders = random.integers(0, players, (steps, 1)).astype(np.int16)
    values = random.normal(size=(steps, 1)).astype(np.float32)
    ends = np.zeros((steps, 1), bool)
    ends[-1] = True
    whole = credit(rewards, deciders, values, ends, DISCOUNT, 0.0)  # without lambda an estimate depends on the next decision only
    for cut in range(1, steps):
        first = credit(rewards[:cut], deciders[:cut], values[:cut], ends[:cut], DISCOUNT, 0.0)
        head = [(int(row), player) for player, row in enumerate(first.waiting[0]) if row >= 0]
        kept = np.zeros((len(head), 1, players), np.float32)
        kept[-1:, 0] = first.owed[0]
        second = credit(
            np.concatenate([kept, rewards[cut:]]),
            np.concatenate([np.array([[player] for _, player in head], np.int16), deciders[cut:]]),
            np.concatenate([values[[row for row, _ in head]], values[cut:]]),
            np.concatenate([np.zeros((len(head), 1), bool), ends[cut:]]),
            DISCOUNT,
            0.0,
        )
        together = first.advantages[:, 0].copy()
        together[[row for row, _ in head]] = second.advantages[: len(head), 0]
        assert np.allclose(np.concatenate([together, second.advantages[len(head) :, 0]]), whole.advantages[:, 0], atol=1e-5), cut

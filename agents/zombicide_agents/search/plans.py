"""Whole turns as candidates: all actions until another agent is to move, sampled from the scores of a compiled player."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.players import Player

__all__ = ["NONE", "draw_plans", "single"]

NONE: Final = -1
"""Padding after the end of a plan."""
LENGTH: Final = 10  # maximum number of decisions in a plan: more than most turns of a survivor have
WARMTH: Final = 0.3  # temperature of the softmax over scores

Plans = NDArray[np.int64]


def single(actions: NDArray[np.int64]) -> Plans:
    """Return plans of one action each, int64 ``[n, LENGTH]``."""
    plans = np.full((len(actions), LENGTH), NONE)
    plans[:, 0] = actions
    return plans


def draw_plans(worlds: Batch, player: Player, random: np.random.Generator) -> Plans:
    """Sample distinct plans: an action, and all consecutive actions of the next decider; int64 ``[up to n, LENGTH]``, padded with ``NONE``.

    Args:
        worlds: the position, resampled in each slot; the games are advanced.
        player: compiled player whose scores determine the probability of an action.
        random: random generator.
    """
    plans = np.full((worlds.n, LENGTH), NONE)
    rows = np.arange(worlds.n)
    for k in range(LENGTH):
        plans[rows, k] = _drawn(worlds, player, random)[rows]
        worlds.step_some(rows, plans[rows, k])
        if not k:
            seats = worlds.deciders.copy()  # where the first action chooses whose turn it is, the turn is what follows
        rows = rows[(worlds.deciders[rows] == seats[rows]) & (seats[rows] >= 0)]
        if not len(rows):
            break
    return np.unique(plans, axis=0)


def _drawn(worlds: Batch, player: Player, random: np.random.Generator) -> NDArray[Any]:
    """Sample an action for each slot with probability proportional to exp(score / WARMTH); the player's choice where it scores none."""
    games, actions, scores = worlds.opinions(player)
    noisy = scores / WARMTH + random.gumbel(size=len(scores))
    found, order = worlds.think(player), np.argsort(noisy, kind="stable")
    known = order[np.isfinite(noisy[order])]
    found[games[known]] = actions[known]  # the last one written is the best
    return found

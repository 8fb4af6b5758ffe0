"""Whole turns as candidates: what somebody may do until another one decides, drawn from what a compiled player thinks of its actions."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.players import Player

__all__ = ["NONE", "draw_plans", "single"]

NONE: Final = -1
"""Stands where a plan is over."""
LENGTH: Final = 10  # decisions of a plan: more than most turns of a survivor have
WARMTH: Final = 0.3  # by which scores become chances

Plans = NDArray[np.int64]


def single(actions: NDArray[np.int64]) -> Plans:
    """Plans of one action each, int64 ``[n, LENGTH]``."""
    plans = np.full((len(actions), LENGTH), NONE)
    plans[:, 0] = actions
    return plans


def draw_plans(worlds: Batch, player: Player, random: np.random.Generator) -> Plans:
    """Plans, all different, int64 ``[up to n, LENGTH]``, padded with ``NONE``: an action, and all consecutive actions of the next decider.

    Args:
        worlds: one position in each place, in worlds that may be the true one; they are played on.
        player: whose scores say how likely an action is.
        random: draws.
    """
    plans = np.full((worlds.n, LENGTH), NONE)
    rows = np.arange(worlds.n)
    for k in range(LENGTH):
        plans[rows, k] = _drawn(worlds, player, random)[rows]
        worlds.step_some(rows, plans[rows, k])
        if not k:
            seats = worlds.deciders.copy()  # where the first action says whose turn it is, the turn is what follows
        rows = rows[(worlds.deciders[rows] == seats[rows]) & (seats[rows] >= 0)]
        if not len(rows):
            break
    return np.unique(plans, axis=0)


def _drawn(worlds: Batch, player: Player, random: np.random.Generator) -> NDArray[Any]:
    """An action of each place in proportion to exp(score / WARMTH); the player's choice where it judges none."""
    games, actions, scores = worlds.opinions(player)
    noisy = scores / WARMTH + random.gumbel(size=len(scores))
    found, order = worlds.think(player), np.argsort(noisy, kind="stable")
    known = order[np.isfinite(noisy[order])]
    found[games[known]] = actions[known]  # the last one that is written is the best
    return found

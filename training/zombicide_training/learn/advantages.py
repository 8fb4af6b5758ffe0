"""Advantages along the decisions of a rollout.

Generalized advantage estimates (Schulman et al. 2016) whose lambda counts rounds, as the discount does: between two decisions of one
round both are 1.  A round of six survivors has some thirty decisions; with a lambda of 0.95 a decision what the zombies do at its end would
hardly reach the first of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zombicide_training.collect.choices import BEYOND, END, UNKNOWN, Rollout

__all__ = ["advantages", "by_quest"]

Array = NDArray[np.float64]


def advantages(rollout: Rollout, gae: float, by_rounds: bool = True) -> Array:
    """Advantages ``[n]``, 0 where they are not known yet; ``gae``: lambda of a round, or of a decision."""
    r = rollout
    ahead = np.where(r.following >= 0, np.append(r.values, 0.0)[r.following], np.where(r.following == BEYOND, r.beyond, 0.0))
    surprise = np.where(r.following == UNKNOWN, 0.0, r.rewards + r.discounts * ahead - r.values)
    carried = r.discounts * gae ** (r.rounds if by_rounds else np.ones(len(r.values)))
    found = np.append(surprise, 0.0)
    last = np.where(r.following > END, r.following, len(surprise))
    for step in range(len(r.steps) - 2, -1, -1):
        here = slice(r.steps[step], r.steps[step + 1])
        found[here] += carried[here] * found[last[here]]
    return found[:-1]


def by_quest(values: Array, quests: NDArray[np.int32], least: float = 0.3) -> Array:
    """Values in units of their spread in each quest; a quest whose values hardly differ gets ``least`` of the mean spread of all.

    ``quests``: int32 [n], the quest of each value.  A single game will not do: a rollout sees so little of it that a quiet stretch, where
    the values are noise alone, would weigh as much as one that decides the game.
    """
    spreads = np.array(
        [values[quests == quest].std() if (quests == quest).any() else 0.0 for quest in range(int(quests.max(initial=0)) + 1)]
    )
    typical = float(np.sqrt((values**2).mean())) if len(values) else 1.0
    return values / np.maximum(np.maximum(spreads, least * typical), 1e-8)[quests]

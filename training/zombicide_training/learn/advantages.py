"""Advantages along the decisions of a rollout.

Generalized advantage estimation (Schulman et al. 2016) whose lambda applies per round, like the discount: between decisions of the same
round both are 1.  A round of six survivors has about thirty decisions; with a lambda of 0.95 per decision, the actions of the zombies at
its end would hardly affect the first of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zombicide_training.collect.choices import BEYOND, END, UNKNOWN, Rollout

__all__ = ["advantages", "by_quest"]

Array = NDArray[np.float64]


def advantages(rollout: Rollout, gae: float, by_rounds: bool = True) -> Array:
    """Return advantages ``[n]``, 0 where they are not known yet; ``gae``: lambda per round, or per decision."""
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
    """Normalize values by their standard deviation in each quest, which is at least ``least`` times the overall root mean square.

    ``quests``: int32 ``[n]``, the quest of each value.  Normalizing by game would not work: a rollout contains so little of a game that a
    quiet stretch, where values are only noise, would weigh as much as one that decides the game.
    """
    spreads = np.array(
        [values[quests == quest].std() if (quests == quest).any() else 0.0 for quest in range(int(quests.max(initial=0)) + 1)]
    )
    typical = float(np.sqrt((values**2).mean())) if len(values) else 1.0
    return values / np.maximum(np.maximum(spreads, least * typical), 1e-8)[quests]

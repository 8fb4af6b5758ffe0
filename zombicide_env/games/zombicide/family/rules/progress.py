"""Progress towards a quest's goals, for people and programs that follow a game; no rule depends on it."""

from __future__ import annotations

from typing import Any

import numpy as np

from zombicide_env.core.jit import buffers, entry, jit, records
from zombicide_env.core.records import Record

from ...table.codes import GOAL_ALL_TAKEN
from .outcome import goal_value
from .reward import goal_progress, objectives_taken

__all__ = ["progress"]

Array = np.ndarray[Any, Any]


def progress(world: Array, states: Array) -> Array:
    """Return the mean share of fulfilled victory conditions in the games ``states`` [n] of one world, float64 [n] in [0, 1]."""
    shares = np.zeros(len(states))
    _goal_shares(records(world), records(np.ascontiguousarray(states)), buffers(shares))
    return shares


@entry
def _goal_shares(worlds: Any, states: Any, shares: Any) -> None:
    for i in range(len(shares)):
        shares[i] = _share(worlds[0], states[i])


@jit
def _share(w: Record, s: Record) -> float:
    """Share as in the rewards, plus the share of objectives taken where all of them have to be taken."""
    share = goal_progress(w, s)
    for g in range(w.n_goals):
        if w.goal[g, 1] == GOAL_ALL_TAKEN and goal_value(w, s, g) == 0:
            share += objectives_taken(w, s) / w.n_goals
    return share

"""Figures of games that may have different worlds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .game import Array, Game

__all__ = ["measures"]


def measures(games: Sequence[Game], worlds: Array, states: Array) -> dict[str, Array]:
    """Return ``Game.measures`` of the games ``states`` [n], where game i is ``games[worlds[i]]``: name -> array [n]."""
    found: dict[str, Array] = {}
    for world in np.unique(worlds).tolist():
        rows = np.flatnonzero(worlds == world)
        for name, values in games[world].measures(states[rows]).items():
            found.setdefault(name, np.zeros(len(states), values.dtype))[rows] = values
    return found

"""Whose survivors they are, and in which order they stand in the roster: recruits join both in the game (AP-26.M9)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record


@jit
def owner(w: Record, s: Record, i: int) -> int:
    """Player of survivor ``i``, -1: not yet known."""
    return s.owner[i]


@jit
def listed(w: Record, s: Record, k: int) -> int:
    """Survivor number ``k`` of the roster: those who have joined follow in that order (AP-26.R16)."""
    return s.roster[k]

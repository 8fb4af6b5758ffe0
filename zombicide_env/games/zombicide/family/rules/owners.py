"""Whose survivors they are, and in which order they stand in the roster."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record


@jit
def owner(w: Record, s: Record, i: int) -> int:
    """Controller of survivor ``i`` (BP-3.R5)."""
    return w.player_of[i]


@jit
def listed(w: Record, s: Record, k: int) -> int:
    """Survivor number ``k`` of the roster."""
    return k

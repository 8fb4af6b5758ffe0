"""Whose survivors they are."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record


@jit
def owner(w: Record, s: Record, i: int) -> int:
    """Controller of survivor ``i`` (BP-3.R5)."""
    return w.player_of[i]

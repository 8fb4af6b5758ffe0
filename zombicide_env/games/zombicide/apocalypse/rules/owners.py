"""Whose survivors they are: recruits get their player in the game (AP-26.M9)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record


@jit
def owner(w: Record, s: Record, i: int) -> int:
    """Player of survivor ``i``, -1: not yet known."""
    return s.owner[i]

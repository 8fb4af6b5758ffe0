"""Controllers of survivors, and the order of survivors in the roster; recruits get both during the game (AP-26.M9)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record


@jit
def owner(w: Record, s: Record, i: int) -> int:
    """Player of survivor ``i``, -1: not known yet."""
    return s.owner[i]


@jit
def listed(w: Record, s: Record, k: int) -> int:
    """Survivor number ``k`` of the roster: recruits follow in the order in which they joined (AP-26.R16)."""
    return s.roster[k]

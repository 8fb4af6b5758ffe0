"""Controllers of survivors, and the order of survivors in the roster."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def owner(w: Record, s: Record, i: int) -> int:
    """Controller of survivor ``i`` (BP-3.R5)."""
    return w.player_of[i]


@seam
def listed(w: Record, s: Record, k: int) -> int:
    """Survivor number ``k`` of the roster."""
    return k

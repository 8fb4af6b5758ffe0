"""Enchantments; none in the family."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def pushes_to(w: Record, s: Record, i: int, z: int, n: int) -> int:
    """1 if the zombies of ``z`` may be pushed to its neighbour ``n``."""
    return 0

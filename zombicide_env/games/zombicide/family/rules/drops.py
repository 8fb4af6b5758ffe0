"""Effects of the death of zombies; none in the family."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def fallen(w: Record, s: Record, i: int, zone: int, kind: int, n: int) -> None:
    """Handle the death of ``n`` zombies of the kind in the zone, killed by survivor ``i``."""

"""What the death of zombies leaves behind or sets going.  Here nothing."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def fallen(w: Record, s: Record, i: int, zone: int, kind: int, n: int) -> None:
    """``n`` zombies of the kind have died in the zone by survivor ``i``."""

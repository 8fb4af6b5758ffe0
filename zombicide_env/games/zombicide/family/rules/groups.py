"""Groups of zombies that move; in the family they do not split."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def choose_path(w: Record, s: Record, z: int, k: int, n: int) -> None:
    """Send one more miniature of the kind, or the Abomination, to neighbour ``n``, as the players chose."""

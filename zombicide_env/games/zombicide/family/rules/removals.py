"""Spawn tokens removed at the death of a Necromancer; there are none in the family."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def next_removal(w: Record, s: Record) -> None:
    """Remove a spawn token for the next Necromancer killed."""

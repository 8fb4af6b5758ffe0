"""Worth of cards that only an edition has, beside their dice; here nothing."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def held(w: Record, card: int) -> float:
    """In a hand."""
    return 0.0


@seam
def carried(w: Record, card: int) -> float:
    """In the backpack."""
    return 0.0

"""Worth of edition-specific cards, in addition to their dice; none in the family."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def held(w: Record, card: int) -> float:
    """Worth of a card in a hand."""
    return 0.0


@seam
def carried(w: Record, card: int) -> float:
    """Worth of a card in the backpack."""
    return 0.0

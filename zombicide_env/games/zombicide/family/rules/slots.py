"""Inventory slots that skills unlock, and cards that work in the backpack; neither in the family."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam
from ..numbers.layout import SLOTS


@seam
def closed_from(s: Record, i: int) -> int:
    """First slot that survivor ``i`` does not have."""
    return SLOTS


@seam
def works_in_pack(w: Record, card: int) -> int:
    """1 for a card that works in the backpack as well as in hand."""
    return 0

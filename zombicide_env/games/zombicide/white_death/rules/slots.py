"""Inventory slots unlocked by Hoard, and cards that work in the backpack (WD-9, WD-24.10)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import edition_skills as OSK
from ..numbers.layout import SLOTS


@jit
def closed_from(s: Record, i: int) -> int:
    """First slot that survivor ``i`` does not have."""
    return min(SLOTS, SLOTS - 2 + 2 * s.skill[i, OSK.HOARD])


@jit
def works_in_pack(w: Record, card: int) -> int:
    """1 for a card that works in the backpack as well as in hand (WD-9.6)."""
    return w.card_from_pack[card]

"""Plain functions of numbers, shared by kernels and Python code; modules of ``rules`` compile them."""

from __future__ import annotations

from ...table.codes import BODY_CARD, HAND_CARD, TRAP_CARD
from ..edition import LEVEL_XP
from .layout import BODY, PACK


def level_of(xp: int) -> int:
    """Return the danger level of an amount of experience (BP-8.3)."""
    level = 0
    for k in range(1, len(LEVEL_XP)):
        if xp >= LEVEL_XP[k]:
            level = k
    return level


def may_lie(place: int, slot: int, exception: int) -> int:
    """Return 1 if a card whose place is ``place`` fits the slot; ``exception``: the survivor's own body slot takes it (BP-9.R1, BP-9.4)."""
    if place == TRAP_CARD:
        return 0
    if slot >= PACK or (place == HAND_CARD and slot != BODY):
        return 1
    return 1 if slot == BODY and (place == BODY_CARD or exception == 1) else 0

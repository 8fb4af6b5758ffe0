"""Tradable things other than cards: rope ladders, the Beacon, quest tokens (WD-9.8, WD-25.8)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.codes import NONE
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers.tokens import BEACON_GIFT, GIFTS, LADDER_GIFT, TOKEN_GIFT
from .objectives import give_up, keep, kept_of
from .outcome import check_end


@jit
def has_gift(s: Record, i: int, gift: int) -> int:
    """1 if the survivor carries the thing (WD-9.8)."""
    if gift == LADDER_GIFT:
        return 1 if s.ladders[i] > 0 else 0
    if gift == BEACON_GIFT:
        return 1 if s.beacon_by == i else 0
    return 1 if kept_of(s, i, gift - TOKEN_GIFT) > 0 else 0


@jit
def hand_over(w: Record, s: Record, i: int, j: int, gift: int) -> None:
    if gift == LADDER_GIFT:
        s.ladders[i] -= 1
        s.ladders[j] += 1
    elif gift == BEACON_GIFT:
        s.beacon_by = j
    else:
        give_up(s, i, gift - TOKEN_GIFT)
        keep(w, s, j, gift - TOKEN_GIFT)
    check_end(w, s)


@jit
def legal_gifts(s: Record, i: int, partner: int, passed: int, m: Mask) -> None:
    """Mark rope ladders, the Beacon, quest tokens (WD-9.8); a gift is not returned in the same trade."""
    for gift in range(len(GIFTS)):
        if (passed >> (len(GIFTS) + gift)) & 1 == 0:
            m[OA.GIVE_GIFT + gift] = has_gift(s, i, gift)
        if (passed >> gift) & 1 == 0:
            m[OA.RECEIVE_GIFT + gift] = has_gift(s, partner, gift)


@jit
def gift_step(w: Record, s: Record, i: int, partner: int, passed: int, a: int) -> int:
    """Hand one over; returns the updated bits of those that have changed hands, NONE if the action is another one."""
    block = A.BLOCK_OF[a]
    gift = a - block
    if block == OA.GIVE_GIFT:
        hand_over(w, s, i, partner, gift)
        return passed | 1 << gift
    if block == OA.RECEIVE_GIFT:
        hand_over(w, s, partner, i, gift)
        return passed | 1 << (len(GIFTS) + gift)
    return NONE


@jit
def any_gift(s: Record, i: int, partner: int) -> int:
    for gift in range(len(GIFTS)):
        if has_gift(s, i, gift) == 1 or has_gift(s, partner, gift) == 1:
            return 1
    return 0

"""Tradable things other than cards; none in the family."""

from __future__ import annotations

from zombicide_env.core.records import Mask, Record

from ...table.codes import NONE
from ...table.seams import seam


@seam
def legal_gifts(s: Record, i: int, partner: int, passed: int, m: Mask) -> None:
    """Mark those that survivor ``i`` may give and receive; ``passed``: bits of those that have changed hands in this trade."""


@seam
def gift_step(w: Record, s: Record, i: int, partner: int, passed: int, a: int) -> int:
    """Hand one over; returns the updated bits of those that have changed hands, NONE if the action is another one."""
    return NONE


@seam
def any_gift(s: Record, i: int, partner: int) -> int:
    """1 if one of the two survivors has something of that kind."""
    return 0

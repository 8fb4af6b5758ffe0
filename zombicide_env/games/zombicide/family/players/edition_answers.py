"""Edition-specific answers; none in the family."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.records import Mask, Record, Row

from ...table.codes import NONE
from ...table.seams import seam
from .play import Play

ROWS: Final[tuple[Play, ...]] = ()
"""Answers to edition-specific decisions."""


@seam
def opponent(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int) -> int:
    """Answer of an opponent of the survivors, NONE: a survivor decides."""
    return NONE


@seam
def shield(w: Record, s: Record, v: Record, m: Mask, block: int, first: int) -> int:
    """Survivor that takes the wound or the miss (``block``) in place of a survivor, NONE: nobody."""
    return NONE


@seam
def hand_over(w: Record, s: Record, m: Mask, i: int, partner: int) -> int:
    """What survivor ``i`` passes to a partner in addition to cards, NONE: nothing."""
    return NONE


@seam
def waits_for_others(w: Record, s: Record, v: Record, weights: Record, i: int) -> bool:
    """Whether survivor ``i`` stays although the Exit is open."""
    return False


@seam
def rate(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int, scores: Row) -> bool:
    """Score the answers to the decision if the player compares them; False: it only chooses one."""
    return False

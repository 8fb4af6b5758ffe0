"""What an edition's player adds to the answers; here nothing."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.records import Mask, Record, Row

from ...table.codes import NONE
from ...table.seams import seam
from .play import Play

ROWS: Final[tuple[Play, ...]] = ()
"""Answers to the edition's own decisions."""


@seam
def opponent(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int) -> int:
    """The answer of somebody who plays against the survivors, NONE: a survivor decides."""
    return NONE


@seam
def shield(w: Record, s: Record, v: Record, m: Mask, block: int, first: int) -> int:
    """Who takes the wound or the miss (``block``) in the place of a survivor, NONE: nobody does."""
    return NONE


@seam
def hand_over(w: Record, s: Record, m: Mask, i: int, partner: int) -> int:
    """What passes from survivor ``i`` to a partner in addition to cards, NONE: nothing."""
    return NONE


@seam
def waits_for_others(w: Record, s: Record, v: Record, weights: Record, i: int) -> bool:
    """Does survivor ``i`` stay although the Exit is open?"""
    return False


@seam
def rate(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int, scores: Row) -> bool:
    """Write what the player thinks of the answers to the decision, as far as it compares them; False: it only knows its own."""
    return False

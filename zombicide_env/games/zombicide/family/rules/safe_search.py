"""Actions with the card just drawn other than storing it; none in the family."""

from __future__ import annotations

from zombicide_env.core.records import Mask, Record

from ...table.codes import NONE
from ...table.seams import seam


@seam
def legal_safe_search(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark the action if it is legal."""


@seam
def safe_search_step(s: Record, a: int) -> int:
    """Take the action; returns 0 if ``a`` is another one."""
    return 0


@seam
def default_found(w: Record, s: Record, i: int) -> int:
    """Action of automatic mode before the card is stored, NONE: none."""
    return NONE

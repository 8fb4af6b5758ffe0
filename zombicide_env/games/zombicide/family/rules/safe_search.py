"""What a survivor may do about the card just drawn beside storing it.  Here nothing."""

from __future__ import annotations

from zombicide_env.core.records import Mask, Record

from ...table.codes import NONE
from ...table.seams import seam


@seam
def legal_safe_search(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark it."""


@seam
def safe_search_step(s: Record, a: int) -> int:
    """Do it; 0 if the action is another one."""
    return 0


@seam
def default_found(w: Record, s: Record, i: int) -> int:
    """Automatic mode: the action that comes before storing the card, NONE: there is none."""
    return NONE

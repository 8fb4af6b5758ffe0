"""The action that a Born Leader gives, where it is taken at once.  Here it waits for its owner's turn (BP-22.58)."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def lend_action(w: Record, s: Record, j: int) -> None:
    """Survivor ``j`` takes one action at once."""


@seam
def lent_spent(s: Record) -> int:
    """1 if the turn in progress was for one action, which has been taken."""
    return 0

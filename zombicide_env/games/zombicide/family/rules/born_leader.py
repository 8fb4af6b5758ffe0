"""The action that a Born Leader gives, if it is taken at once; in the family it waits for the recipient's turn (BP-22.58)."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def lend_action(w: Record, s: Record, j: int) -> None:
    """Let survivor ``j`` take one action at once."""


@seam
def lent_spent(s: Record) -> int:
    """1 if the turn in progress was for one action, which has been taken."""
    return 0

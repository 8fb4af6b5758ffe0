"""Rerolls that a skill gives once per turn; none in the family."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def reroll_once(w: Record, s: Record, i: int) -> int:
    """The source (``budget.BY_ONCE``) if survivor ``i`` may still reroll an action of this turn by a skill, else 0."""
    return 0


@seam
def use_reroll(s: Record, sources: int) -> None:
    """Mark the first of the sources as used."""

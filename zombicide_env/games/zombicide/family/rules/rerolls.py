"""A reroll that a skill gives once in a turn: here none does."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def reroll_once(w: Record, s: Record, i: int) -> int:
    """The source (``budget.BY_ONCE``) if survivor ``i`` may still reroll an action in this turn by a skill, else 0."""
    return 0


@seam
def use_reroll(s: Record, sources: int) -> None:
    """The first of the sources is used."""

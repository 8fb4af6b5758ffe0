"""What the edition counts in a turn, kept while another turn interrupts it (BP-22.64).  Here nothing."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def kept_words() -> int:
    """Words that it takes in the pool."""
    return 0


@seam
def keep_counts(s: Record, place: int) -> int:
    """Put it into the pool, from ``place`` on; returns the next free place."""
    return place


@seam
def count_on(s: Record, place: int) -> None:
    """Take it from there again."""

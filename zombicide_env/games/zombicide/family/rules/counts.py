"""Edition-specific counters of a turn, saved while another turn interrupts it (BP-22.64); none in the family."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def kept_words() -> int:
    """Number of words that the counters take in the pool."""
    return 0


@seam
def keep_counts(s: Record, place: int) -> int:
    """Save the counters in the pool at ``place``; returns the next free place."""
    return place


@seam
def count_on(s: Record, place: int) -> None:
    """Restore the counters from the pool."""

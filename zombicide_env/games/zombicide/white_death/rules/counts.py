"""Counters of a turn, saved while another turn interrupts it: the Guard Action (WD-13.6, WD-24.57)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record


@jit
def kept_words() -> int:
    """Number of words that the counters take in the pool."""
    return 1


@jit
def keep_counts(s: Record, place: int) -> int:
    """Save the counters in the pool at ``place``; returns the next free place."""
    s.pool[place] = s.ordered[s.current]
    return place + 1


@jit
def count_on(s: Record, place: int) -> None:
    """Restore the counters from the pool."""
    s.ordered[s.current] = min(1, s.pool[place])

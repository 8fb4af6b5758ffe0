"""What counts within a turn, kept while another turn interrupts it: the Guard Action (WD-13.6, WD-24.57)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record


@jit
def kept_words() -> int:
    """Words that it takes in the pool."""
    return 1


@jit
def keep_counts(s: Record, place: int) -> int:
    """Put it into the pool, from ``place`` on; returns the next free place."""
    s.pool[place] = s.ordered[s.current]
    return place + 1


@jit
def count_on(s: Record, place: int) -> None:
    """Take it from there again."""
    s.ordered[s.current] = min(1, s.pool[place])

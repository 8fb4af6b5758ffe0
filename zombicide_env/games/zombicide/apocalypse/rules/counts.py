"""What is counted in a turn for mini-missions and the raincoat, kept while another turn interrupts it (AP-12.R3, BP-22.64)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.mini_missions import N_MINI, TALLIES

KEPT = 1 + (1 + N_MINI) * TALLIES


@jit
def kept_words() -> int:
    """Words that it takes in the pool."""
    return KEPT


@jit
def keep_counts(s: Record, place: int) -> int:
    """Put it into the pool, from ``place`` on; returns the next free place."""
    s.pool[place] = s.own_kills
    place += 1
    for k in range(TALLIES):
        s.pool[place] = s.tally[k]
        place += 1
        for m in range(N_MINI):
            s.pool[place] = s.tally_from[m, k]
            place += 1
    return place


@jit
def count_on(s: Record, place: int) -> None:
    """Take it from there again."""
    s.own_kills = s.pool[place]
    place += 1
    for k in range(TALLIES):
        s.tally[k] = s.pool[place]
        place += 1
        for m in range(N_MINI):
            s.tally_from[m, k] = s.pool[place]
            place += 1

"""Counters of a turn for mini-missions and the raincoat, saved while another turn interrupts it (AP-12.R3, BP-22.64)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.mini_missions import N_MINI, TALLIES

KEPT = 1 + (1 + N_MINI) * TALLIES


@jit
def kept_words() -> int:
    """Number of words that the counters take in the pool."""
    return KEPT


@jit
def keep_counts(s: Record, place: int) -> int:
    """Save the counters in the pool at ``place``; returns the next free place."""
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
    """Restore the counters from the pool."""
    s.own_kills = s.pool[place]
    place += 1
    for k in range(TALLIES):
        s.tally[k] = s.pool[place]
        place += 1
        for m in range(N_MINI):
            s.tally_from[m, k] = s.pool[place]
            place += 1

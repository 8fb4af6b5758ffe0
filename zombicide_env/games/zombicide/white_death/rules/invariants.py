"""Invariants of White Death's own pieces (WD-29C)."""

from __future__ import annotations

from zombicide_env.core.decks import find
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from .movement import neighbour_index
from .passability import placed_ropes, ways_number
from .turn import before_turns


@jit
def own_fits(w: Record, s: Record) -> int:
    """1 if Guards, freeze and Defile tokens, rope ladders and the Beacon are consistent (WD-29.2, WD-29.4, WD-29.5, WD-25.73)."""
    guards = s.guards_escaped + s.guards_dead
    for z in range(w.n_zones):
        guards += s.guards[z]
        if (s.frozen[z] == 1 and s.crowd[z] == 0) or (s.defiled[z] == 1 and s.objective[z] > 0):
            return 0
        for n in range(w.degree[z]):
            t = w.neighbour[z, n]
            if s.rope[z, n] != s.rope[t, neighbour_index(w, t, z)]:
                return 0
    if guards != s.guards_all or (s.beacon_by >= 0 and s.beacon_zone >= 0) or rested(w, s) == 0:
        return 0
    return 1 if s.ways == ways_number(w, s) and s.ropes == placed_ropes(w, s) else 0


@jit
def rested(w: Record, s: Record) -> int:
    """1 if no freeze token or unloaded weapon is left before the first turn of a round (WD-29.5)."""
    if before_turns(w, s) == 0:
        return 1
    if find(s.frozen, w.n_zones, 1) >= 0:
        return 0
    for copy in range(1, w.n_copies + 1):
        if s.unloaded[copy] == 1:
            return 0
    return 1

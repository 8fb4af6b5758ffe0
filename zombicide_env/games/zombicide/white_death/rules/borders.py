"""Borders of two levels: ladders, walls that Defile tokens undo; what a zone is now (WD-4)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import RAMPART, RUIN, STREET
from ..numbers.own import CLIMBER, CROW, GIANT, HORDE, PASSAGE, WALLED

MASK = (1 << 31) - 1


@jit
def kind_of(w: Record, s: Record, z: int) -> int:
    """What the zone is now: STREET, ROOM, RUIN, RAMPART; a Defiled zone counts as street (WD-4.21)."""
    if s.defiled[z] == 1:
        return STREET
    if s.burned[z] == 1:
        return RUIN
    return w.zone_kind[z]


@jit
def is_rampart(w: Record, s: Record, z: int) -> int:
    if w.zone_kind[z] == RAMPART and s.defiled[z] == 0:
        return 1
    return 0


@jit
def level_border(w: Record, s: Record, z: int, n: int) -> int:
    """1 if one side of the border is a rampart and the other a ground zone (WD-4.9, WD-4.12)."""
    if w.border[z, n] == WALLED or w.border[z, n] == PASSAGE:
        return 0
    if is_rampart(w, s, z) != is_rampart(w, s, w.neighbour[z, n]):
        return 1
    return 0


@jit
def passable(w: Record, s: Record, z: int, n: int, mover: int) -> int:
    """1 if the border from zone ``z`` to its neighbour number ``n`` lets movers of the class through (WD-4.9, WD-4.22)."""
    if mover == CROW or w.border[z, n] == PASSAGE:
        return 1
    if w.border[z, n] == WALLED:
        if s.defiled[z] == 1 and s.defiled[w.neighbour[z, n]] == 1:
            return 1
        return 0
    if level_border(w, s, z, n) == 0 or mover == CLIMBER or mover == GIANT or w.ladder[z, n] == 1:
        return 1
    if mover == HORDE:
        return is_rampart(w, s, z)  # zombies fall (WD-17.13)
    return s.rope[z, n]


@jit
def renew_ways(w: Record, s: Record) -> None:
    """A number for what lets through now: Defile tokens and rope ladders, mixed into 64 bits.  Called whenever they change."""
    ways = 1
    for z in range(w.n_zones):
        ways = (ways * 31 + s.defiled[z] + 1) * 1000003 & MASK
        for n in range(w.degree[z]):
            if s.rope[z, n] == 1:
                ways = (ways ^ (z * 8 + n + 7)) * 998244353 & MASK
    s.ways = ways


@jit
def open_ways(w: Record, s: Record) -> int:
    """The number of the ways that are open now (``renew_ways``)."""
    return s.ways

"""Borders of two levels: ladders, walls that Defile tokens remove; current kinds of zones (WD-4)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record
from zombicide_env.core.rng import derive

from ...table.codes import RAMPART, RUIN, STREET
from ..numbers.layout import D
from ..numbers.movement import CLIMBER, CROW, GIANT, HORDE, PASSAGE, WALLED

SIGNS = 4 + D  # values that a zone can add to the hash of the open ways


@jit
def kind_of(w: Record, s: Record, z: int) -> int:
    """Current kind of the zone: STREET, ROOM, RUIN, RAMPART; a Defiled zone counts as street (WD-4.21)."""
    if s.defiled[z] == 1:
        return STREET
    if s.burned[z] == 1:
        return RUIN
    return w.zone_kind[z]


@jit
def is_rampart(w: Record, s: Record, z: int) -> int:
    return 1 if w.zone_kind[z] == RAMPART and s.defiled[z] == 0 else 0


@jit
def level_border(w: Record, s: Record, z: int, n: int) -> int:
    """1 if one side of the border is a rampart and the other a ground zone (WD-4.9, WD-4.12)."""
    if w.border[z, n] == WALLED or w.border[z, n] == PASSAGE:
        return 0
    return 1 if is_rampart(w, s, z) != is_rampart(w, s, w.neighbour[z, n]) else 0


@jit
def wall_ignored(w: Record, s: Record, a: int, b: int) -> int:
    """1 if a wall between two zones is ignored because they are Defiled (WD-4.22)."""
    if w.defiled_walls_all_ignored == 1:
        return max(s.defiled[a], s.defiled[b])
    return min(s.defiled[a], s.defiled[b])


@jit
def passable(w: Record, s: Record, z: int, n: int, mover: int) -> int:
    """1 if the border from zone ``z`` to its neighbour number ``n`` lets movers of the class through (WD-4.9, WD-4.22)."""
    return leads(w, s, z, n, mover, 0)


@jit
def leads(w: Record, s: Record, z: int, n: int, mover: int, backwards: int) -> int:
    """1 if the border lets movers of the class through, with ``backwards`` from the neighbour to zone ``z``."""
    border = w.border[z, n]
    if mover == CROW or border == PASSAGE:
        return 1
    if border == WALLED:
        return wall_ignored(w, s, z, w.neighbour[z, n])
    here = is_rampart(w, s, z)
    if here == is_rampart(w, s, w.neighbour[z, n]) or mover == CLIMBER or mover == GIANT or w.ladder[z, n] == 1:
        return 1
    if mover == HORDE:
        return here ^ backwards  # zombies fall (WD-17.13)
    return s.rope[z, n]


@jit
def renew_ways(w: Record, s: Record) -> None:
    """Update the hash of the open ways: Defile tokens, burned zones, rope ladders.  Called whenever they change."""
    s.ways = ways_number(w, s)
    s.ropes = placed_ropes(w, s)


@jit
def ways_number(w: Record, s: Record) -> int:
    """Hash of these.  Different states collide with a probability of 2**-52.  Multiples of it are used as cache keys."""
    number = 0
    for z in range(w.n_zones):
        now = s.defiled[z] + 2 * s.burned[z]
        if now > 0:
            number = derive(number, z * SIGNS + now)
        for n in range(w.degree[z]):
            if s.rope[z, n] == 1:
                number = derive(number, z * SIGNS + 4 + n)
    return number >> 11


@jit
def placed_ropes(w: Record, s: Record) -> int:
    """Number of rope ladders on borders, counted on both sides."""
    ropes = 0
    for z in range(w.n_zones):
        for n in range(w.degree[z]):
            ropes += s.rope[z, n]
    return ropes


@jit
def open_ways(w: Record, s: Record) -> int:
    """Hash of the ways that are open now."""
    return s.ways

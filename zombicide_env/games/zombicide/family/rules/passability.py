"""Passability of borders and the current kind of zones (BP-4).

An edition in which passability depends on the mover or the direction, or in which walls and zones change during a game, replaces this
module.  ``open_ways`` has to distinguish everything of the state that ``passable`` reads: it is the cache key of distances.
"""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.codes import OPEN
from ...table.seams import seam


@seam
def passable(w: Record, s: Record, z: int, n: int, mover: int) -> int:
    """1 if the border from zone ``z`` to its neighbour number ``n`` lets movers of the class through (BP-4.R1)."""
    door = w.link_door[z, n]
    return 1 if door < 0 or s.door[door] == OPEN else 0


@seam
def leads(w: Record, s: Record, z: int, n: int, mover: int, backwards: int) -> int:
    """1 if the border is passable in the reverse direction, back to zone ``z``; here no way is one-way."""
    return passable(w, s, z, n, mover)


@seam
def open_ways(w: Record, s: Record) -> int:
    """Return a bitmap of up to 64 bits of the open ways, the cache key of distances.

    States with the same number have the same ``passable``.
    """
    ways = 0
    for door in range(w.n_doors):
        if s.door[door] == OPEN:
            ways |= 1 << door
    return ways


@seam
def kind_of(w: Record, s: Record, z: int) -> int:
    """Current kind of the zone: STREET, ROOM, VAULT."""
    return w.zone_kind[z]

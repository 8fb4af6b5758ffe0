"""What lets whoever moves through, and what a zone is now (BP-4).

An edition in which ways differ by mover, run in one direction only, or in which walls and zones change during a game has a room of
this name.  Whatever of the state ``passable`` reads, ``open_ways`` tells apart: distances are kept for each of its numbers.
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
    """The same for a look back from there to zone ``z``: no way runs in one direction only."""
    return passable(w, s, z, n, mover)


@seam
def open_ways(w: Record, s: Record) -> int:
    """A number of up to 64 bits for the ways that are open now: where it is the same, ``passable`` says the same everywhere."""
    ways = 0
    for door in range(w.n_doors):
        if s.door[door] == OPEN:
            ways |= 1 << door
    return ways


@seam
def kind_of(w: Record, s: Record, z: int) -> int:
    """What the zone is now: STREET, ROOM, VAULT."""
    return w.zone_kind[z]

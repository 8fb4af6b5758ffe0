"""What lets through (AP-4, AP-17.7): doors, and fire, which is neither seen nor seen through."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import OPEN
from ..numbers.layout import E


@jit
def passable(w: Record, s: Record, z: int, n: int, mover: int) -> int:
    """1 if the border from zone ``z`` to its neighbour number ``n`` lets through (BP-4.R1); fire does, and kills."""
    door = w.link_door[z, n]
    if door < 0 or s.door[door] == OPEN:
        return 1
    return 0


@jit
def open_ways(w: Record, s: Record) -> int:
    """A number of up to 64 bits for the ways that are open now: where it is the same, ``passable`` says the same everywhere."""
    ways = 0
    for door in range(w.n_doors):
        if s.door[door] == OPEN:
            ways |= 1 << door
    return ways


@jit
def gate_open(w: Record, s: Record, gate: int) -> int:
    """1 if a gate of a line of sight does not block it: a door, or, from number ``E`` on, a zone that does not burn (AP-5.R1)."""
    if gate >= E:
        return 1 if s.fire[gate - E] == 0 else 0
    if s.door[gate] == OPEN:
        return 1
    return 0


@jit
def kind_of(w: Record, s: Record, z: int) -> int:
    """What the zone is: STREET, ROOM."""
    return w.zone_kind[z]

"""Borders of two levels: ladders, walls that Defile tokens undo; what a zone is now (WD-4)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE, RAMPART, RUIN, STREET
from ..numbers.layout import D, Z
from ..numbers.own import CLIMBER, CROW, GIANT, HORDE, KNOWN_WAYS, PASSAGE, WALLED, WAYS, WAYS_BITS

MOST_ROPES = 6  # placed rope ladders that the last word of ``s.ways`` tells apart; with more of them nothing is kept
NEXT_PLACES = 4  # in which ways of one place may lie


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
def wall_ignored(w: Record, s: Record, a: int, b: int) -> int:
    """1 if a wall between two zones does not count, because they are Defiled (WD-4.22)."""
    if w.defiled_walls_all_ignored == 1:
        return max(s.defiled[a], s.defiled[b])
    return min(s.defiled[a], s.defiled[b])


@jit
def passable(w: Record, s: Record, z: int, n: int, mover: int) -> int:
    """1 if the border from zone ``z`` to its neighbour number ``n`` lets movers of the class through (WD-4.9, WD-4.22)."""
    return leads(w, s, z, n, mover, 0)


@jit
def leads(w: Record, s: Record, z: int, n: int, mover: int, backwards: int) -> int:
    """The same, or ``backwards`` from the neighbour to zone ``z``."""
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
    """Note what lets through now: Defile tokens, burned zones, rope ladders.  Called whenever they change."""
    for k in range(WAYS):
        s.ways[k] = ways_word(w, s, k)
    s.ways_place = place_of_ways(s)


@jit
def place_of_ways(s: Record) -> int:
    place = 0
    for k in range(WAYS):
        place = (place * 31 + s.ways[k]) % KNOWN_WAYS
    return place


@jit
def ways_word(w: Record, s: Record, k: int) -> int:
    """Word ``k`` of that: Defile tokens, then burned zones, as bits; the last one numbers the rope ladders, -1: too many to tell."""
    word = 0
    if k < WAYS - 1:
        start = k // 2 * WAYS_BITS
        for z in range(start, min(w.n_zones, start + WAYS_BITS)):
            there = s.defiled[z] if k % 2 == 0 else s.burned[z]
            word |= there << (z - start)
        return word
    ropes = 0
    for z in range(w.n_zones):
        for n in range(w.degree[z]):
            if s.rope[z, n] == 1 and z < w.neighbour[z, n]:
                ropes += 1
                if ropes > MOST_ROPES:
                    return NONE
                word = word * (Z * D + 1) + z * D + n + 1
    return word


@jit
def open_ways(w: Record, s: Record) -> int:
    """A number for the ways that are open now: each thread numbers those it meets and forgets numbers that it has no room for.

    Ways that share a place lie in the next ones: games that take turns would take each other's number away, and all that is kept for it.
    """
    for k in range(NEXT_PLACES):
        place = (s.ways_place + k) % KNOWN_WAYS
        if numbered(w, s, place) == 1:
            return w.known_number[place]
    w.last_number += 1
    number = w.last_number
    place = (s.ways_place + number % NEXT_PLACES) % KNOWN_WAYS
    w.known_number[place] = number
    for k in range(WAYS):
        w.known_ways[place, k] = s.ways[k]
    return number


@jit
def numbered(w: Record, s: Record, place: int) -> int:
    """1 if the number there is that of the ways that are open now."""
    if w.known_number[place] == 0 or s.ways[WAYS - 1] == NONE:
        return 0
    for k in range(WAYS):
        if w.known_ways[place, k] != s.ways[k]:
            return 0
    return 1

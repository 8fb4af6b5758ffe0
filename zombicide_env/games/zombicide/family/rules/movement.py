"""Distances and the reach of a move (BP-6); ``borders`` says what lets through."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR, NONE
from ..edition import ONE_WAY
from ..numbers.layout import MOVERS, ON_FOOT, ROWS, Z
from .borders import passable


@jit
def neighbour_index(w: Record, z: int, target: int) -> int:
    for n in range(w.degree[z]):
        if w.neighbour[z, n] == target:
            return n
    return NONE


@jit
def forget_distances(w: Record, s: Record) -> None:
    """A border has changed: every row of distances is computed anew when it is needed."""
    for block in range(0, ROWS, Z):
        for z in range(w.n_zones):
            s.dist_ok[block + z] = 0


@jit
def ways_from(w: Record, s: Record, source: int, mover: int) -> int:
    """A row of ``s.dist``: steps of movers of the class from ``source`` to every zone, FAR where there is no way."""
    row = mover * Z + source
    if s.dist_ok[row] == 0:
        fill_row(w, s, row, source, mover, 0)
    return row


@jit
def ways_to(w: Record, s: Record, target: int, mover: int) -> int:
    """A row of ``s.dist``: steps of movers of the class from every zone to ``target``; the same as from it unless ways are one-way."""
    if ONE_WAY:
        row = (MOVERS + mover) * Z + target
        if s.dist_ok[row] == 0:
            fill_row(w, s, row, target, mover, 1)
        return row
    return ways_from(w, s, target, mover)


@jit
def fill_row(w: Record, s: Record, row: int, start: int, mover: int, backwards: int) -> None:
    """Make a row of distances valid; ``backwards`` follows every border against its direction."""
    for z in range(w.n_zones):
        s.dist[row, z] = FAR
    s.dist[row, start] = 0
    s.queue[0] = start
    head = 0
    tail = 1
    while head < tail:
        z = s.queue[head]
        head += 1
        for n in range(w.degree[z]):
            t = w.neighbour[z, n]
            if s.dist[row, t] == FAR and leads(w, s, z, n, mover, backwards) == 1:
                s.dist[row, t] = s.dist[row, z] + 1
                s.queue[tail] = t
                tail += 1
    s.dist_ok[row] = 1


@jit
def leads(w: Record, s: Record, z: int, n: int, mover: int, backwards: int) -> int:
    """1 if a mover may go from zone ``z`` to its neighbour number ``n``, or backwards from there to ``z``."""
    if ONE_WAY:
        if backwards == 1:
            t = w.neighbour[z, n]
            return passable(w, s, t, neighbour_index(w, t, z), mover)
    return passable(w, s, z, n, mover)


@jit
def distance(w: Record, s: Record, a: int, b: int, mover: int) -> int:
    """Steps from ``a`` to ``b``, FAR if there is no way."""
    return s.dist[ways_from(w, s, a, mover), b]


@jit
def fill_reach(w: Record, s: Record, source: int, steps: int) -> None:
    """``s.reach[z]`` = steps of a survivor's move from ``source`` to z, FAR if it cannot end there.

    A zone with zombies may be entered but not left again in the same move (BP-6.4).
    """
    for z in range(w.n_zones):
        s.reach[z] = FAR
    s.reach[source] = 0
    s.queue[0] = source
    head = 0
    tail = 1
    while head < tail:
        z = s.queue[head]
        head += 1
        if s.reach[z] < steps and (z == source or s.crowd[z] == 0):
            for n in range(w.degree[z]):
                t = w.neighbour[z, n]
                if s.reach[t] == FAR and passable(w, s, z, n, ON_FOOT) == 1:
                    s.reach[t] = s.reach[z] + 1
                    s.queue[tail] = t
                    tail += 1

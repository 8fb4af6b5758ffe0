"""Distances and the reach of a move (BP-6); ``passability`` has the passability of borders."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR, NONE
from ..edition import ONE_WAY
from ..numbers.layout import KEPT_ROWS, MOVERS, ROWS, Z
from .passability import leads, open_ways, passable
from .terrain import deadly, runs_on, walks_as


@jit
def neighbour_index(w: Record, z: int, target: int) -> int:
    for n in range(w.degree[z]):
        if w.neighbour[z, n] == target:
            return n
    return NONE


@jit
def mark_first_steps(w: Record, s: Record, z: int, t: int, mover: int) -> None:
    """Mark in ``act_first`` the first steps of the shortest paths from ``z`` to ``t``.

    If no path is open all doors count as open, but a closed one still blocks the move (BP-15.13, AP-18.R3).
    """
    row = ways_to(w, s, t, mover)
    d = w.dist[row, z]
    if d != FAR:
        for n in range(w.degree[z]):
            if w.dist[row, w.neighbour[z, n]] == d - 1 and passable(w, s, z, n, mover) == 1:
                s.act_first[n] = 1
        return
    d = w.far[t, z]
    if d == FAR:
        return
    for n in range(w.degree[z]):
        if w.far[t, w.neighbour[z, n]] == d - 1 and passable(w, s, z, n, mover) == 1:
            s.act_first[n] = 1


@jit
def ways_from(w: Record, s: Record, source: int, mover: int) -> int:
    """Row of ``w.dist``: steps of movers of the class from ``source`` to every zone, FAR where there is no way.

    Valid until the next row is requested.
    """
    return find_row(w, s, source, mover, 0)


@jit
def ways_to(w: Record, s: Record, target: int, mover: int) -> int:
    """Row of ``w.dist``: steps of movers of the class from every zone to ``target``; as ``ways_from`` unless ways are one-way."""
    return find_row(w, s, target, mover, 1 if ONE_WAY else 0)


@jit
def find_row(w: Record, s: Record, start: int, mover: int, backwards: int) -> int:
    """Return the index of a cached row, computing it if it is missing.

    Games of a batch share the cache: each row stores its zone, class and direction, and the open ways for which it is valid.
    """
    wanted = 1 + (backwards * MOVERS + mover) * Z + start  # 0: an empty entry
    ways = open_ways(w, s)
    row = (ways * ROWS + wanted) % KEPT_ROWS
    if w.dist_row[row] != wanted or w.dist_ways[row] != ways:
        fill_row(w, s, row, start, mover, backwards)
        w.dist_row[row] = wanted
        w.dist_ways[row] = ways
    return row


@jit
def fill_row(w: Record, s: Record, row: int, start: int, mover: int, backwards: int) -> None:
    """Compute a row of distances; ``backwards`` follows every border against its direction."""
    for z in range(w.n_zones):
        w.dist[row, z] = FAR
    w.dist[row, start] = 0
    w.queue[0] = start
    head = 0
    tail = 1
    while head < tail:
        z = w.queue[head]
        head += 1
        for n in range(w.degree[z]):
            t = w.neighbour[z, n]
            if w.dist[row, t] == FAR and leads(w, s, z, n, mover, backwards) == 1:
                w.dist[row, t] = w.dist[row, z] + 1
                w.queue[tail] = t
                tail += 1


@jit
def distance(w: Record, s: Record, a: int, b: int, mover: int) -> int:
    """Steps from ``a`` to ``b``, FAR if there is no way."""
    return w.dist[ways_from(w, s, a, mover), b]


@jit
def fill_reach(w: Record, s: Record, i: int, source: int, steps: int) -> None:
    """``w.reach[z]`` = steps of survivor ``i``'s move from ``source`` to z, FAR if it cannot end there.

    A zone with zombies may be entered but not left again in the same move (BP-6.4).
    """
    fill_steps(w, s, source, steps, walks_as(w, s, i), runs_on(w, s, i))


@jit
def fill_steps(w: Record, s: Record, source: int, steps: int, mover: int, runs: int) -> None:
    """``fill_reach`` for a class of movers; ``runs``: zombies do not stop them."""
    for z in range(w.n_zones):
        w.reach[z] = FAR
    w.reach[source] = 0
    w.queue[0] = source
    head = 0
    tail = 1
    while head < tail:
        z = w.queue[head]
        head += 1
        if w.reach[z] < steps and (z == source or ((s.crowd[z] == 0 or runs == 1) and deadly(w, s, z) == 0)):
            for n in range(w.degree[z]):
                t = w.neighbour[z, n]
                if w.reach[t] == FAR and passable(w, s, z, n, mover) == 1:
                    w.reach[t] = w.reach[z] + 1
                    w.queue[tail] = t
                    tail += 1


@jit
def count_steps(w: Record, s: Record, z: int) -> int:
    """Number of neighbours marked in ``act_first``: ways that zombies may take."""
    k = 0
    for n in range(w.degree[z]):
        k += s.act_first[n]
    return k

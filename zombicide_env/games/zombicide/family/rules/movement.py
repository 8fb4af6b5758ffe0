"""Passable borders, distances and the reach of a move (BP-6)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR, NONE, OPEN


@jit
def passable(w: Record, s: Record, z: int, n: int) -> int:
    """1 if the border from zone ``z`` to its neighbour number ``n`` lets characters through (BP-4.R1)."""
    door = w.link_door[z, n]
    if door < 0 or s.door[door] == OPEN:
        return 1
    return 0


@jit
def neighbour_index(w: Record, z: int, target: int) -> int:
    for n in range(w.degree[z]):
        if w.neighbour[z, n] == target:
            return n
    return NONE


@jit
def forget_distances(w: Record, s: Record) -> None:
    """A door has moved: every row of distances is computed anew when it is needed."""
    for z in range(w.n_zones):
        s.dist_ok[z] = 0


@jit
def fill_distances(w: Record, s: Record, source: int) -> None:
    """Make row ``source`` of ``s.dist`` valid: steps over passable borders to every zone."""
    if s.dist_ok[source] == 1:
        return
    for z in range(w.n_zones):
        s.dist[source, z] = FAR
    s.dist[source, source] = 0
    s.queue[0] = source
    head = 0
    tail = 1
    while head < tail:
        z = s.queue[head]
        head += 1
        for n in range(w.degree[z]):
            t = w.neighbour[z, n]
            if s.dist[source, t] == FAR and passable(w, s, z, n) == 1:
                s.dist[source, t] = s.dist[source, z] + 1
                s.queue[tail] = t
                tail += 1
    s.dist_ok[source] = 1


@jit
def distance(w: Record, s: Record, a: int, b: int) -> int:
    """Steps from ``a`` to ``b`` over passable borders, FAR if there is no way."""
    fill_distances(w, s, a)
    return s.dist[a, b]


@jit
def fill_reach(w: Record, s: Record, source: int, steps: int) -> None:
    """``s.reach[z]`` = steps of a move from ``source`` to z, FAR if it cannot end there.

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
                if s.reach[t] == FAR and passable(w, s, z, n) == 1:
                    s.reach[t] = s.reach[z] + 1
                    s.queue[tail] = t
                    tail += 1

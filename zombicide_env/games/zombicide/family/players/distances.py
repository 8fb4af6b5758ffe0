"""Costs of ways through closed doors, steps, and lines of sight."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decks import count
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import CLOSED, FAR, FOREVER, OPEN
from ..numbers.layout import ON_FOOT, Z
from ..rules.movement import ways_from
from ..rules.passability import passable
from ..rules.sight import ray_open
from .look import count_bits

#: Cost of a closed door in steps: the action, and the probability that the roll fails.
DOOR_COST: Final = 2
#: A locked door whose key is still to be found.  ``cost // LOCK_COST`` counts the locks on the way.
LOCK_COST: Final = 1_000
UNREACHABLE: Final = 1_000_000
#: Steps that a lock on the way counts for when choosing where to wait for the key.
LOCK_STEPS: Final = 4
#: Steps to an unreachable zone.
FARTHEST: Final = 30.0
#: Zombies in a zone above which crossing it costs no more.
MOST_IN_WAY: Final = 12


@jit
def step_cost(w: Record, s: Record, z: int, n: int) -> int:
    """Cost of the border from zone ``z`` to its neighbour number ``n``; UNREACHABLE if nothing opens it."""
    if passable(w, s, z, n, ON_FOOT) == 1:
        return 1
    door = w.link_door[z, n]
    if door < 0 or s.door[door] == OPEN:
        return UNREACHABLE
    if s.door[door] == CLOSED:
        return 1 + DOOR_COST
    if w.door_key[door] == FOREVER:
        return UNREACHABLE
    return 1 + LOCK_COST


@jit
def field(w: Record, s: Record, v: Record, target: int) -> int:
    """Update the row ``target`` of ``v.field``: cost of the way from every zone."""
    if v.field_ok[target] == 1:
        return target
    v.field_ok[target] = 1
    for z in range(w.n_zones):
        v.field[target, z] = UNREACHABLE
        v.queued[z] = 0
    v.field[target, target] = 0
    v.queue[0] = target
    head = 0
    tail = 1
    while head != tail:
        z = v.queue[head]
        head += 1
        if head > Z:
            head = 0
        v.queued[z] = 0
        for n in range(w.degree[z]):
            cost = v.field[target, z] + step_cost(w, s, z, n)
            t = w.neighbour[z, n]
            if cost < v.field[target, t]:
                v.field[target, t] = cost
                if v.queued[t] == 0:
                    v.queued[t] = 1
                    v.queue[tail] = t
                    tail += 1
                    if tail > Z:
                        tail = 0
    return target


@jit
def march(w: Record, s: Record, v: Record, target: int) -> int:
    """Update the row ``target`` of ``v.march``: steps from every zone, with costs of zombies and locks on the way."""
    if v.march_ok[target] == 1:
        return target
    v.march_ok[target] = 1
    for z in range(w.n_zones):
        v.march[target, z] = 1e6
        v.queued[z] = 0
    v.march[target, target] = 0.0
    v.queue[0] = target
    head = 0
    tail = 1
    while head != tail:
        z = v.queue[head]
        head += 1
        if head > Z:
            head = 0
        v.queued[z] = 0
        through = v.march[target, z] + v.per_zombie * min(MOST_IN_WAY, s.crowd[z])
        for n in range(w.degree[z]):
            step = step_cost(w, s, z, n)
            if step < UNREACHABLE:
                far = through + in_steps(step)
                t = w.neighbour[z, n]
                if far < v.march[target, t] - 1e-9:
                    v.march[target, t] = far
                    if v.queued[t] == 0:
                        v.queued[t] = 1
                        v.queue[tail] = t
                        tail += 1
                        if tail > Z:
                            tail = 0
    return target


@jit
def cost(w: Record, s: Record, v: Record, source: int, target: int) -> int:
    """Cost of the way from one zone to another."""
    return v.field[field(w, s, v, target), source]


@jit
def in_steps(way: int) -> float:
    """Convert a cost to steps, with locks and closed doors."""
    if way >= UNREACHABLE:
        return FARTHEST
    return 1.0 * (way % LOCK_COST + LOCK_STEPS * (way // LOCK_COST))


@jit
def steps(w: Record, s: Record, v: Record, a: int, b: int) -> int:
    """Steps of a survivor over passable borders, FAR where no way is open."""
    if v.steps_ok[a] == 0:
        v.steps_ok[a] = 1
        row = ways_from(w, s, a, ON_FOOT)
        for z in range(w.n_zones):
            v.steps[a, z] = w.dist[row, z]
    return v.steps[a, b]


@jit
def sees(w: Record, s: Record, v: Record, source: int) -> int:
    """Update the row ``source`` of ``v.seen``."""
    if v.seen_ok[source] == 0:
        v.seen_ok[source] = 1
        for z in range(w.n_zones):
            v.seen[source, z] = FAR
        for r in range(w.ray_from[source], w.ray_from[source + 1]):
            z = w.ray_zone[r]
            if v.seen[source, z] == FAR and ray_open(w, s, r, -1) == 1:  # rays to the same zone are sorted by distance
                v.seen[source, z] = w.ray_range[r]
        v.seen[source, source] = 0
    return source


@jit
def rooms_behind(w: Record, s: Record, zone: int) -> int:
    """Number of rooms that spawn when the building of the zone is opened for the first time (BP-12.1), else 0."""
    building = w.building[zone]
    if building < 0 or w.spawns_on_open[building] == 0 or s.revealed[building] == 1:
        return 0
    return count(w.building, w.n_zones, building)


@jit
def away(w: Record, s: Record, v: Record, zone: int) -> float:
    """Send zombies to the zone with the fewest survivors; if equal, away from the team."""
    if zone < 0 or zone >= w.n_zones:
        return 0.0
    far = 0
    for n in range(v.n_team):
        far += min(steps(w, s, v, zone, s.zone[v.team[n]]), 20)
    return 0.1 * far - 10 * count_bits(v.here[zone])


@jit
def by_distance(w: Record, s: Record, v: Record, zone: int) -> None:
    """Set ``v.order`` to the survivors who can reach the zone, the nearest first."""
    n = 0
    for k in range(v.n_team):
        i = v.team[k]
        far = cost(w, s, v, s.zone[i], zone)
        if far < LOCK_COST:
            place = n
            while place > 0 and cost(w, s, v, s.zone[v.order[place - 1]], zone) > far:
                v.order[place] = v.order[place - 1]
                place -= 1
            v.order[place] = i
            n += 1
    v.n_order = n

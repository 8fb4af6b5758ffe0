"""Necromancers: their escape routes, and survivors who can stop them (BP-17).

Each escape leaves a spawn token behind; at the limit the next one loses the game (BP-17.9).
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR, GOAL_KILLED
from ...table.seams import seam
from ..numbers.layout import NECROMANCER, ON_FOOT
from ..rules.passability import passable
from .distances import by_distance, cost, steps
from .goals import met

#: Steps per round of a survivor who goes to meet a Necromancer.
STRIDE: Final = 3
#: Rounds until the meeting: a Necromancer this close is always hunted.
LATE: Final = 1


@seam
def hunt(w: Record, s: Record, v: Record, weights: Record) -> None:
    """Send the survivors nearest to a Necromancer to meet it: only a few, since hunting it splits the team."""
    for i in range(w.n_survivors):
        v.hunter[i] = 0
    if s.n_necros == 0 or v.n_team == 0:
        return
    wanted = v.rid >= 0 or quest_wants_him(w, s)
    spare = w.token_limit - s.n_tokens
    for k in range(s.n_necros):
        late = meeting(w, s, v, escape_way(w, s, v, s.necro_zone[k], s.necro_entry[k]))
        if late < 0:
            continue
        if spare > weights.alarm and not wanted and late > LATE:
            continue
        number = int(weights.posse) if spare <= 0 else int(weights.hunters) if wanted or spare <= weights.alarm else 2
        for n in range(min(number, v.n_order)):  # sorted by who reaches it first
            i = v.order[n]
            v.target[i] = v.way[late]
            v.hunter[i] = 2 if spare <= 0 else 1


@jit
def quest_wants_him(w: Record, s: Record) -> bool:
    for g in range(w.n_goals):
        if w.goal[g, 1] == GOAL_KILLED and w.goal[g, 2] == NECROMANCER and met(w, s, g) == 0:
            return True
    return False


@jit
def escape_way(w: Record, s: Record, v: Record, zone: int, entry: int) -> int:
    """Write the zones of its escape route into ``v.way``, its own zone first, up to the zone of its escape (BP-17.5).

    Returns the number of zones.
    """
    goal = entry
    best = FAR + 1
    for k in range(s.n_tokens):
        z = s.token_zone[k]
        if s.token_active[k] == 1 and z != entry:
            far = steps(w, s, v, zone, z)
            if far < best or (far == best and z < goal):
                best = far
                goal = z
    v.way[0] = zone
    if steps(w, s, v, zone, goal) >= FAR:
        return 1
    length = 1
    here = zone
    while here != goal:
        next_zone = here
        nearest = FAR
        for n in range(w.degree[here]):
            t = w.neighbour[here, n]
            if passable(w, s, here, n, ON_FOOT) == 1 and steps(w, s, v, goal, t) < nearest:
                nearest = steps(w, s, v, goal, t)
                next_zone = t
        if next_zone == here:
            return length
        here = next_zone
        v.way[length] = here
        length += 1
    return length


@jit
def meeting(w: Record, s: Record, v: Record, length: int) -> int:
    """Index in ``v.way`` of the first zone that survivors reach in time, -1: none; ``v.order`` are the survivors by distance."""
    for late in range(length):
        zone = v.way[late]
        by_distance(w, s, v, zone)
        if v.n_order > 0 and cost(w, s, v, s.zone[v.order[0]], zone) <= STRIDE * (late + 1):
            return late
    return -1

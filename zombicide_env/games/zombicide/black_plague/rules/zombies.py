"""Activation of zombies: attacks, destinations, paths and splitting (BP-15).

The activation in progress is in the ``act_*`` fields: which zombies take part, where they go.  Groups move at
the same time (BP-15.R7): every group is planned on the position after the attacks, ``arrive`` executes the plan.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import Task
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Record

from ...table.codes import FAR, NONE, ONGOING
from ..edition import MOVER_OF, STEPS
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import ABOMINATION, LOUDEST, NECROMANCER, NECROS, NEXT_ZONE, ON_ITS_WAY, PASSES, WHERE, K
from .groups import move_quest_abomination
from .movement import count_steps, mark_first_steps
from .necromancer import escape_zone, escapes, go_necromancer, nearest_escapes, shift_necromancer
from .paths import ask_path
from .sight import ray_open
from .team import common_decider, ignored, in_play

ALL_KINDS = (1 << K) - 1


# ---- the activation --------------------------------------------------------------------------------------------


@jit
def activate(w: Record, s: Record, kinds: int, zone: int, taunter: int, limit: int) -> None:
    """Activate the zombies of some kinds (bits), of one zone or all (-1), in the order of BP-15.R14.

    ``limit``: only Necromancers with a smaller id, -1: all.  ``taunter``: BP-22.59, else -1.
    """
    s.act_taunter = taunter
    tell(w, E.ACTIVATION, kinds, zone)
    for z in range(w.n_zones):
        for k in range(K):
            s.act_zombies[z, k] = 0
            if s.crowd[z] > 0 and k != NECROMANCER and (kinds >> k) & 1 and (zone < 0 or zone == z):
                s.act_zombies[z, k] = s.zombies[z, k]
    for m in range(s.n_necros):
        s.act_necro[m] = 0
        if (kinds >> NECROMANCER) & 1 and (zone < 0 or zone == s.necro_zone[m]) and (limit < 0 or s.necro_id[m] < limit):
            s.act_necro[m] = 1
    for action in range(PASSES, 0, -1):
        push(s, T.PASS, action)


@jit
def start_pass(w: Record, s: Record, action: int) -> None:
    """One action of every activated zombie; a second one for kinds that have it (BP-15.18)."""
    if action > 1:
        left = 0
        for m in range(s.n_necros):
            s.act_necro[m] = 0
        for z in range(w.n_zones):
            for k in range(K):
                if STEPS[k] < action:
                    s.act_zombies[z, k] = 0
                left += s.act_zombies[z, k]
        if left == 0:
            return
    push(s, T.MOVES)
    push(s, T.FIGHTS, 0)
    if action == 1:
        push(s, T.ESCAPES)


@jit
def active_in(s: Record, z: int) -> int:
    """Number of zombies of the zone that take part in the activation, Necromancers included."""
    n = 0
    for k in range(K):
        n += s.act_zombies[z, k]
    for m in range(s.n_necros):
        n += s.act_necro[m] == 1 and s.necro_zone[m] == z
    return n


# ---- attacks ---------------------------------------------------------------------------------------------------


@jit
def fight(w: Record, s: Record, z: int) -> None:
    """Deal one wound for every active zombie of the zone (BP-15.4, BP-15.5)."""
    s.wnd_zone = z
    for k in range(K):
        s.wnd_left[k] = s.act_zombies[z, k]
        for j in range(w.n_survivors):
            s.wnd[j, k] = 0
    for m in range(s.n_necros):
        s.wnd_left[NECROMANCER] += s.act_necro[m] == 1 and s.necro_zone[m] == z
    push(s, T.DEATHS)
    push(s, T.VICTIM, 0, 0)
    push(s, T.ASSIGN)


# ---- destinations -----------------------------------------------------------------------------------------------


@jit
def fill_noise(w: Record, s: Record) -> None:
    """Store noise and targets of every zone when the step of movement begins (BP-7.R1, BP-15.R4)."""
    for z in range(w.n_zones):
        s.act_noise[z] = s.noise[z]
        s.act_target[z] = 0
    for i in range(w.n_survivors):
        if in_play(s, i) == 1 and ignored(s, i) == 0:
            z = s.zone[i]
            s.act_noise[z] += 1
            s.act_target[z] = 1
    if s.loud_zone >= 0:
        s.act_noise[s.loud_zone] = LOUDEST
    s.act_loudest = 0
    for z in range(w.n_zones):
        s.act_loudest = max(s.act_loudest, s.act_noise[z])


@jit
def loudest_seen(w: Record, s: Record, z: int) -> int:
    """Most noise among the zones with targets in sight of ``z``, 0: no target in sight (BP-15.9)."""
    best = s.act_noise[z] if s.act_target[z] == 1 else 0
    for r in range(w.ray_from[z], w.ray_from[z + 1]):
        t = w.ray_zone[r]
        if s.act_target[t] == 1 and s.act_noise[t] > best and ray_open(w, s, r, NONE) == 1:
            best = s.act_noise[t]
    return best


@jit
def add_first_steps(w: Record, s: Record, z: int, t: int, mover: int, why: int) -> None:
    """Mark the first steps of the shortest paths from ``z`` to ``t`` for movers of the class (BP-15.R8, BP-15.R9)."""
    if w.telling != 0 and movers_in(s, z, mover) > 0:
        tell(w, E.LURE, z, why, t, s.act_noise[t])
    mark_first_steps(w, s, z, t, mover)


@jit
def first_steps(w: Record, s: Record, z: int, mover: int) -> int:
    """Fill ``act_first`` for the movers of a class in zone ``z``; returns the number of routes, 0: they stay (BP-15.R4 to R10)."""
    for n in range(w.degree[z]):
        s.act_first[n] = 0
    if s.act_taunter >= 0:
        t = s.zone[s.act_taunter]
        if t >= 0 and t != z:
            add_first_steps(w, s, z, t, mover, E.BY_TAUNT)
        return count_steps(w, s, z)
    best = loudest_seen(w, s, z)
    if best > 0:
        if s.act_target[z] == 1 and s.act_noise[z] == best:
            return 0
        for r in range(w.ray_from[z], w.ray_from[z + 1]):
            t = w.ray_zone[r]
            if s.act_target[t] == 1 and s.act_noise[t] == best and ray_open(w, s, r, NONE) == 1:
                add_first_steps(w, s, z, t, mover, E.BY_SIGHT)
        return count_steps(w, s, z)
    if s.act_loudest == 0 or s.act_noise[z] == s.act_loudest:  # BP-15.R6
        return 0
    for t in range(w.n_zones):
        if s.act_noise[t] == s.act_loudest:
            add_first_steps(w, s, z, t, mover, E.BY_NOISE)
    return count_steps(w, s, z)


@jit
def movers_in(s: Record, z: int, mover: int) -> int:
    """Number of active zombies of a class in the zone."""
    n = 0
    for k in range(K):
        if MOVER_OF[k] == mover:
            n += s.act_zombies[z, k]
    for m in range(s.n_necros):
        n += MOVER_OF[NECROMANCER] == mover and s.act_necro[m] == 1 and s.necro_zone[m] == z
    return n


# ---- moves ----------------------------------------------------------------------------------------------------------


@jit
def moves(w: Record, s: Record) -> None:
    """Plan the move of every active group that did not attack, in zone order (BP-15.R12)."""
    fill_noise(w, s)
    for z in range(w.n_zones):
        s.act_went[z] = 0
        for k in range(K):
            s.act_moved[z, k] = 0
    for m in range(s.n_necros):
        s.act_to[m] = NONE
    push(s, T.ARRIVE)
    push(s, T.GROUP, 0, 0)


@jit
def group(w: Record, s: Record, start: int, kind: int) -> None:
    """Plan zone by zone, kind by kind; stop when the players have to choose."""
    z = start
    k = kind
    while z < w.n_zones:
        if k == 0 and plan_needed(s, z) == 0:
            z += 1
            continue
        if k == 0:
            s.act_went[z] = 0
        if k < NECROMANCER and (k == 0 or MOVER_OF[k] != MOVER_OF[k - 1]):  # kinds of a class are consecutive
            if first_steps(w, s, z, MOVER_OF[k]) > 0:
                s.act_went[z] |= 1 << MOVER_OF[k]
        if k == NECROMANCER:
            if s.n_necros == 0:
                z += 1
                k = 0
                continue
            push(s, T.GROUP, z + 1, 0)
            push(s, T.NECRO_MOVE, 0, z)
            return
        if goes(s, z, k) == 1 and s.act_zombies[z, k] > 0:
            if k == ABOMINATION:
                asked = plan_abominations(w, s, z)
            else:
                asked = split(w, s, z, k)
            if asked == 1:
                # The decision is on top; planning continues below it.
                return
        k += 1


@jit
def goes(s: Record, z: int, k: int) -> int:
    """1 if zombies of the kind in zone ``z`` move: their class has a route."""
    return (s.act_went[z] >> MOVER_OF[k]) & 1


@jit
def plan_needed(s: Record, z: int) -> int:
    return 1 if s.crowd[z] > 0 and s.act_fought[z] == 0 and active_in(s, z) > 0 else 0


@jit
def split(w: Record, s: Record, z: int, k: int) -> int:
    """Divide the kind over the routes, adding miniatures from the supply (BP-15.R11). Returns 1 if the players choose."""
    routes = count_steps(w, s, z)
    c = s.act_zombies[z, k]
    q = c // routes
    r = c - q * routes
    if r > 0:
        added = min(routes - r, s.supply[k])
        s.supply[k] -= added
        r += added
        if added > 0:
            tell(w, E.SPLIT, k, added, z)
    if r == routes:
        q += 1
        r = 0
    for n in range(w.degree[z]):
        if s.act_first[n] == 1:
            s.act_moved[w.neighbour[z, n], k] += q
            if q > 0:
                tell(w, E.GO, k, q, z, w.neighbour[z, n])
    if r > 0:
        push(s, T.GROUP, z, k + 1)
        ask_path(s, common_decider(w, s), z, k, r, 0)
        return 1
    return 0


@jit
def plan_abominations(w: Record, s: Record, z: int) -> int:
    """Plan Abominations, which never split: each takes one route (BP-15.17). Returns 1 if the players choose."""
    c = s.act_zombies[z, ABOMINATION]
    if count_steps(w, s, z) > 1:
        push(s, T.GROUP, z, ABOMINATION + 1)
        ask_path(s, common_decider(w, s), z, ABOMINATION, c, 0)
        return 1
    for n in range(w.degree[z]):
        if s.act_first[n] == 1:
            s.act_moved[w.neighbour[z, n], ABOMINATION] += c
            tell(w, E.GO, ABOMINATION, c, z, w.neighbour[z, n])
            move_quest_abomination(s, z, w.neighbour[z, n])
    return 0


@jit
def necro_move(w: Record, s: Record, start: int, z: int) -> None:
    """Plan the Necromancers of the zone one by one (BP-15.21, BP-17.5)."""
    for m in range(start, s.n_necros):
        if s.act_necro[m] == 0 or s.necro_zone[m] != z:
            continue
        if s.act_taunter >= 0:
            routes = first_steps(w, s, z, MOVER_OF[NECROMANCER])
        else:
            routes = necro_steps(w, s, m, z)
        if routes == 1:
            for n in range(w.degree[z]):
                if s.act_first[n] == 1:
                    go_necromancer(w, s, m, w.neighbour[z, n])
        elif routes > 1:
            push(s, T.NECRO_MOVE, m + 1, z)
            ask_path(s, common_decider(w, s), z, NECROMANCER, 1, m)
            return


@jit
def necro_steps(w: Record, s: Record, m: int, z: int) -> int:
    """First steps towards the nearest escape zones of Necromancer ``m`` (BP-17.R5)."""
    for n in range(w.degree[z]):
        s.act_first[n] = 0
    best = nearest_escapes(w, s, m, z)
    if best == FAR:
        return 0
    for t in range(w.n_zones):
        if escape_zone(s, m, t) == 1 and w.reach[t] == best:
            add_first_steps(w, s, z, t, MOVER_OF[NECROMANCER], E.TO_ESCAPE)
    return count_steps(w, s, z)


@jit
def arrive(w: Record, s: Record) -> None:
    """Move all groups at the same time; Runners added by a split continue (BP-15.R12)."""
    for z in range(w.n_zones):
        if s.act_went[z] != 0:
            for k in range(NECROMANCER):
                if goes(s, z, k) == 1:
                    if s.act_zombies[z, k] > 0:
                        tell(w, E.DEPART, k, s.act_zombies[z, k], z)
                    s.zombies[z, k] -= s.act_zombies[z, k]
                    s.crowd[z] -= s.act_zombies[z, k]
                    s.act_zombies[z, k] = 0
    for z in range(w.n_zones):
        for k in range(NECROMANCER):
            n = s.act_moved[z, k]
            if n > 0:
                tell(w, E.ARRIVE, k, n, z)
            s.zombies[z, k] += n
            s.crowd[z] += n
            s.act_zombies[z, k] += n
            s.act_moved[z, k] = 0
        s.act_went[z] = 0
    for m in range(s.n_necros):
        if s.act_to[m] >= 0:
            tell(w, E.DEPART, NECROMANCER, 1, s.necro_zone[m])
            tell(w, E.ARRIVE, NECROMANCER, 1, s.act_to[m])
            shift_necromancer(s, m, s.act_to[m])
            s.act_to[m] = NONE
    if s.quest_abomination >= ON_ITS_WAY:
        s.quest_abomination -= ON_ITS_WAY


@jit
def escape_all(w: Record, s: Record) -> None:
    """Let Necromancers in an escape zone leave the board, in zone order (BP-15.R14 i); not when taunted."""
    if s.act_taunter >= 0:
        return
    for z in range(w.n_zones):
        m = 0
        while m < s.n_necros and s.outcome == ONGOING:
            if s.act_necro[m] == 1 and s.necro_zone[m] == z and escape_zone(s, m, z) == 1:
                escapes(w, s, m)
            else:
                m += 1


ROWS: Final = (
    Task(T.ESCAPES, escape_all),
    Task(T.GROUP, group, words={"start": NEXT_ZONE, "kind": Range(0, K)}),
    Task(T.NECRO_MOVE, necro_move, words={"start": Range(0, NECROS), "z": WHERE}),
)

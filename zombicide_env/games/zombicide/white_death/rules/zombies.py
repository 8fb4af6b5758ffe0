"""Activation of zombies: attacks, targets by sight, reach and noise, ways with falls and climbs (WD-17).

The activation in progress is in the ``act_*`` fields.  Zombies of a zone that move alike are a group with one target and one way
(WD-17.12): group 0 walkers, fatties and runners, 1 Abominations, 2 further Necromancers.  All groups move at the same time.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import Task
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Record

from ...table.codes import FAR, NONE
from ..edition import STEPS
from ..numbers import events as E
from ..numbers import own_decisions as OASK
from ..numbers import own_events as OE
from ..numbers import own_tasks as OT
from ..numbers import tasks as T
from ..numbers.layout import NECROMANCER, NEXT_ZONE, PASSES, K
from ..numbers.movement import CROW, GIANT, GROUP_MOVER, GROUP_OF, GROUPS, PASSAGE, TO_MOVE
from .borders import is_rampart, passable
from .defiler import DEFILER, advance, ask_route, beacon_at, defile, defiler_pushed, necromancer_enters
from .freeze import thaw, thaw_empty
from .movement import ways_to
from .outcome import check_end
from .quest_rules import empress_at
from .sight import seen_from
from .team import common_decider, in_play

ALL_KINDS = (1 << K) - 1


# ---- the activation --------------------------------------------------------------------------------------------


@jit
def activate(w: Record, s: Record, kinds: int, zone: int, taunter: int, limit: int) -> None:
    """Activate the zombies of some kinds (bits), of one zone or all (-1); frozen ones lose their token instead (WD-16.2, WD-16.5)."""
    s.act_taunter = taunter
    tell(w, E.ACTIVATION, kinds, zone)
    for z in range(w.n_zones):
        for k in range(K):
            s.act_zombies[z, k] = 0
        if s.crowd[z] == 0 or (zone >= 0 and zone != z):
            continue
        n = 0
        for k in range(K):
            if (kinds >> k) & 1:
                s.act_zombies[z, k] = s.zombies[z, k]
                n += s.zombies[z, k]
        if n > 0 and s.frozen[z] == 1:
            thaw(w, s, z)
            for k in range(K):
                s.act_zombies[z, k] = 0
    for action in range(PASSES, 0, -1):
        push(s, T.PASS, action)


@jit
def start_pass(w: Record, s: Record, action: int) -> None:
    """One action of every activated zombie; the second one is the Runners' (WD-10.3)."""
    left = 0
    for z in range(w.n_zones):
        if s.crowd[z] == 0:
            continue
        for k in range(K):
            if STEPS[k] < action:
                s.act_zombies[z, k] = 0
            left += s.act_zombies[z, k]
    if left == 0:
        if action == PASSES:
            s.act_taunter = NONE
        return
    push(s, T.MOVES)
    push(s, T.FIGHTS, 0)


@jit
def active_in(s: Record, z: int) -> int:
    n = 0
    for k in range(K):
        n += s.act_zombies[z, k]
    return n


# ---- attacks ---------------------------------------------------------------------------------------------------


@jit
def fight(w: Record, s: Record, z: int) -> None:
    """Attack once with every active zombie of the zone (WD-17.2, WD-17.4)."""
    s.wnd_zone = z
    s.hurt = 0
    s.hurt_empress = 0
    for k in range(K):
        s.wnd_left[k] = s.act_zombies[z, k]
        for j in range(w.n_survivors):
            s.wnd[j, k] = 0
    push(s, T.DEATHS)
    push(s, T.VICTIM, 0, 0)
    push(s, T.ASSIGN)


# ---- targets ---------------------------------------------------------------------------------------------------


@jit
def fill_noise(w: Record, s: Record) -> None:
    """Store noise and victims of every zone when the step of movement begins (WD-7.4)."""
    empress = empress_at(w, s)
    for z in range(w.n_zones):
        s.act_noise[z] = s.noise[z] + s.guards[z]
        s.act_target[z] = 1 if s.guards[z] > 0 else 0
    if empress >= 0:
        s.act_noise[empress] += 1
        s.act_target[empress] = 1
    for i in range(w.n_survivors):
        if in_play(s, i) == 1:
            s.act_noise[s.zone[i]] += 1
            s.act_target[s.zone[i]] = 1


@jit
def reaches(w: Record, s: Record, z: int, t: int, mover: int) -> int:
    """1 if there is a legal way (WD-17.7)."""
    return 1 if w.dist[ways_to(w, s, t, mover), z] != FAR else 0


@jit
def mark_prey(w: Record, s: Record, z: int, mover: int) -> int:
    """Mark the possible target zones of a group in ``w.reach`` with 1; returns their number (WD-17.5 to WD-17.9)."""
    for t in range(w.n_zones):
        w.reach[t] = 0
    seen = 0
    if s.act_target[z] == 1:
        w.reach[z] = 2
        seen = 1
    row = seen_from(w, s, z, 0)
    for t in range(w.n_zones):
        if s.act_target[t] == 1 and w.seen[row, t] > 0:
            w.reach[t] = 2
            seen = 1
    if seen == 0:
        for t in range(w.n_zones):
            if s.act_noise[t] > 0:
                w.reach[t] = 2
    best = 2  # unreachable candidates are 2, others 3
    loudest = 0
    for t in range(w.n_zones):
        if w.reach[t] == 2:
            w.reach[t] += reaches(w, s, z, t, mover)
            if w.reach[t] > best:
                best = 3
                loudest = 0
            if w.reach[t] == best:
                loudest = max(loudest, s.act_noise[t])
    found = 0
    for t in range(w.n_zones):
        if w.reach[t] == best and s.act_noise[t] == loudest:
            w.reach[t] = 1
            found += 1
        else:
            w.reach[t] = 0
    return found


@jit
def find_prey(w: Record, s: Record, z: int, g: int) -> int:
    """Mark the possible targets of the group in ``w.reach`` and return their number, 0: it stays.  ``s.prey``: a single target."""
    s.prey = NONE
    only = NONE
    if s.act_taunter >= 0:
        only = s.zone[s.act_taunter]
    elif g == 2:  # WD-20.7
        only = beacon_at(s)
    else:
        found = mark_prey(w, s, z, GROUP_MOVER[g])
        if found == 0 or w.reach[z] == 1:  # the survivor's zone is among the loudest (WD-17.9)
            return 0
        if found > 1:
            return found
        for t in range(w.n_zones):
            if w.reach[t] == 1:
                only = t
    if only < 0 or only == z:
        return 0
    s.prey = only
    return 1


@jit
def ask_prey(w: Record, s: Record, z: int, g: int, what: int) -> None:
    """Ask the players for the target zone of the group."""
    push(s, OASK.PREY, common_decider(w, s), z, g, what)


# ---- ways ------------------------------------------------------------------------------------------------------


@jit
def way_of(w: Record, s: Record, z: int, t: int, mover: int) -> int:
    """Class of movers whose ways lead the group to ``t``: its own, else climbing, else a straight line (WD-17.10)."""
    if reaches(w, s, z, t, mover) == 1:
        return mover
    if reaches(w, s, z, t, GIANT) == 1:
        return GIANT
    return CROW


@jit
def on_way(w: Record, s: Record, z: int, n: int, t: int, mover: int) -> int:
    """1 if neighbour number ``n`` is a first step of a shortest way of the class to ``t``."""
    row = ways_to(w, s, t, mover)
    return 1 if passable(w, s, z, n, mover) == 1 and w.dist[row, w.neighbour[z, n]] == w.dist[row, z] - 1 else 0


@jit
def plan_way(w: Record, s: Record, z: int, g: int) -> int:
    """Choose the way of a group to ``s.prey``.  Returns 1 if the players choose; the decision is on top."""
    mover = GROUP_MOVER[g]
    way = way_of(w, s, z, s.prey, mover)
    ways = 0
    only = NONE
    for n in range(w.degree[z]):
        if on_way(w, s, z, n, s.prey, way) == 1:
            ways += 1
            only = n
    if ways > 1:
        ask_route(s, common_decider(w, s), z, g, TO_MOVE)
        return 1
    if ways == 1:
        take_way(w, s, z, g, only)
    return 0


@jit
def take_way(w: Record, s: Record, z: int, g: int, n: int) -> None:
    """Send the group to neighbour ``n``, unless the border stops it (WD-17.10)."""
    if passable(w, s, z, n, GROUP_MOVER[g]) == 0:
        return
    t = w.neighbour[z, n]
    s.go_to[z, g] = t
    falls = is_rampart(w, s, z) == 1 and is_rampart(w, s, t) == 0 and w.ladder[z, n] == 0 and w.border[z, n] != PASSAGE
    for k in range(K):
        if GROUP_OF[k] == g and s.act_zombies[z, k] > 0:
            tell(w, OE.FALLS if falls else E.GO, k, s.act_zombies[z, k], z, t)


# ---- moves ----------------------------------------------------------------------------------------------------------


@jit
def moves(w: Record, s: Record) -> None:
    """Plan the move of every group that did not attack, in zone order; then all move, then the Defiler acts (WD-17.16, WD-11.13)."""
    fill_noise(w, s)
    for z in range(w.n_zones):
        for g in range(GROUPS):
            s.go_to[z, g] = NONE
    push(s, OT.ADVANCE)
    push(s, T.ARRIVE)
    push(s, T.GROUP, 0, 0)


@jit
def group_size(s: Record, z: int, g: int) -> int:
    """Number of zombies of the group that act."""
    n = 0
    for k in range(K):
        if GROUP_OF[k] == g:
            n += s.act_zombies[z, k]
    return n


@jit
def group(w: Record, s: Record, start: int, first: int) -> None:
    """Plan zone by zone, group by group; stop when the players have to choose."""
    z = start
    g = first
    while z < w.n_zones:
        if g == GROUPS or s.crowd[z] == 0 or s.act_fought[z] == 1:
            z += 1
            g = 0
            continue
        if group_size(s, z, g) > 0:
            targets = find_prey(w, s, z, g)
            if targets > 1:
                push(s, T.GROUP, z, g + 1)
                ask_prey(w, s, z, g, TO_MOVE)
                return
            if targets == 1 and plan_needs_answer(w, s, z, g) == 1:
                return
        g += 1


@jit
def plan_needs_answer(w: Record, s: Record, z: int, g: int) -> int:
    """Plan the way; the rest of the plan waits below a decision."""
    push(s, T.GROUP, z, g + 1)
    if plan_way(w, s, z, g) == 1:
        return 1
    s.depth -= 1
    return 0


@jit
def arrive(w: Record, s: Record) -> None:
    """Move all groups at the same time; they may Defile the zones that they enter."""
    for z in range(w.n_zones):
        w.queue[z] = 0
        if s.crowd[z] == 0:
            continue
        for k in range(K):
            g = GROUP_OF[k]
            if g >= 0 and s.go_to[z, g] >= 0 and s.act_zombies[z, k] > 0:
                s.act_moved[z, k] = s.act_zombies[z, k]
                tell(w, E.DEPART, k, s.act_zombies[z, k], z)
                s.zombies[z, k] -= s.act_zombies[z, k]
                s.crowd[z] -= s.act_zombies[z, k]
                s.act_zombies[z, k] = 0
    for z in range(w.n_zones):
        if max(s.go_to[z, 0], s.go_to[z, 1], s.go_to[z, 2]) < 0:
            continue
        for k in range(K):
            n = s.act_moved[z, k]
            if n > 0:
                t = s.go_to[z, GROUP_OF[k]]
                s.zombies[t, k] += n
                s.crowd[t] += n
                s.act_zombies[t, k] += n
                s.act_moved[z, k] = 0
                tell(w, E.ARRIVE, k, n, t)
                if k == NECROMANCER:
                    w.queue[t] = 1
    for z in range(w.n_zones):
        thaw_empty(w, s, z)
        if w.queue[z] == 1:
            defile(w, s, z)  # WD-20.7
    check_end(w, s)


@jit
def defiler_acts(w: Record, s: Record) -> None:
    """Advance the Defiler's token unless the Defiler attacked, is frozen or does not take part."""
    z = s.defiler_zone
    if z >= 0 and s.act_zombies[z, DEFILER] > 0 and s.act_fought[z] == 0:
        s.act_zombies[z, DEFILER] = 0
        advance(w, s)


@jit
def push_all(w: Record, s: Record, z: int, t: int) -> None:
    """Push every zombie of zone ``z`` to ``t``: not a move, regardless of borders (WD-6.8)."""
    for k in range(K):
        n = s.zombies[z, k]
        if n > 0:
            tell(w, E.PUSH, k, n, z, t)
        s.zombies[t, k] += n
        s.crowd[t] += n
        s.crowd[z] -= n
        s.zombies[z, k] = 0
    if s.defiler_zone == z:
        defiler_pushed(s, t)
    thaw_empty(w, s, z)
    necromancer_enters(w, s, t)
    check_end(w, s)


@jit
def choose_path(w: Record, s: Record, z: int, k: int, n: int) -> None:
    """Unused: groups do not split (WD-17.11)."""


ROWS: Final = (
    Task(T.GROUP, group, words={"start": NEXT_ZONE, "first": Range(0, K)}),
    Task(OT.ADVANCE, defiler_acts),
)

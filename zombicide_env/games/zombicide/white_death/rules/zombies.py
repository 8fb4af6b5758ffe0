"""Activation of zombies: attacks and moves of groups (WD-17); ``prey`` has their targets, ``routes`` and ``group_paths`` their ways.

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

from ...table.codes import NONE
from ..edition import STEPS
from ..numbers import edition_tasks as OT
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import NECROMANCER, NEXT_ZONE, PASSES, K
from ..numbers.movement import GROUP_OF, GROUPS, TO_MOVE
from .defiler import DEFILER, defile
from .freeze import thaw, thaw_empty
from .outcome import check_end
from .prey import ask_prey, fill_noise, find_prey
from .routes import advance, plan_way

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
    s.hurt = s.hurt_empress = 0
    for k in range(K):
        s.wnd_left[k] = s.act_zombies[z, k]
        for j in range(w.n_survivors):
            s.wnd[j, k] = 0
    push(s, T.DEATHS)
    push(s, T.VICTIM, 0, 0)
    push(s, T.ASSIGN)


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


ROWS: Final = (
    Task(T.GROUP, group, words={"start": NEXT_ZONE, "first": Range(0, K)}),
    Task(OT.ADVANCE, defiler_acts),
)

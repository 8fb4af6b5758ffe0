"""Activation of zombies: attacks, targets, ways, and who chooses among them (AP-18, AP-19).

Activated zombies are stored as stacks, ``pack_*``: those of one id that were in one zone when the activation began.  Stacks are
sorted by zone, id and zone of origin; the Zombie Master may divide them.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import Task
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR, NONE, ONGOING
from ..edition import MOVER_OF, STEPS
from ..numbers import events as E
from ..numbers import own_decisions as OASK
from ..numbers import own_tasks as OT
from ..numbers import tasks as T
from ..numbers.layout import PASSES, K
from ..numbers.master import ZG1, ZG3, ZG4, ZG5
from ..numbers.zombies import ABOMINATION_WOUNDS, ABOMINATIONS, CLASS_OF, STACKS
from .asking import ask_path
from .borders import passable
from .casualties import settle
from .hidden import hidden, loudness, quiet
from .master import expire
from .movement import count_steps, neighbour_index, ways_from
from .outcome import check_end
from .sight import ray_open
from .team import common_decider, in_play, team_level

ALL_KINDS = (1 << K) - 1
LOUDEST = 30000


# ---- the activation ------------------------------------------------------------------------------------------------


@jit
def activate(w: Record, s: Record, kinds: int, zone: int, taunter: int, limit: int) -> None:
    """Activate the zombies of some kinds (bits), of one zone or all (-1), for ``limit`` actions (-1: all they have).

    ``taunter``: BP-22.59, else -1.  The Zombies' Phase activates all.
    """
    s.act_taunter = taunter
    tell(w, E.ACTIVATION, kinds, zone)
    s.act_passes = PASSES if limit < 0 else limit
    if kinds == ALL_KINDS and zone < 0:
        begin_leading(w, s)
        if s.resting == 0:  # the Players' Phase is over, and with it the Zombie Master's cards for it
            expire(w, s, ZG3, NONE)
            expire(w, s, ZG4, NONE)
        push(s, OT.BOMBS_GO)
    s.n_packs = 0
    for z in range(w.n_zones):
        if s.crowd[z] > 0 and (zone < 0 or zone == z):
            for k in range(K):
                if (kinds >> k) & 1 and s.zombies[z, k] > s.led[z, k]:
                    add_pack(s, z, k, z, s.zombies[z, k] - s.led[z, k], 0)
                if (kinds >> k) & 1 and s.led[z, k] > 0:
                    add_pack(s, z, k, z, s.led[z, k], 1)
    for action in range(s.act_passes, 0, -1):
        push(s, T.PASS, action)


@jit
def begin_leading(w: Record, s: Record) -> None:
    """Let Puppet Pack lead the zombies on its zone when the Zombies' Phase begins, until the end of that phase (AP-21.R7)."""
    for z in range(w.n_zones):
        if puppets(s, z) == 1:
            for k in range(K):
                s.led[z, k] = s.zombies[z, k]


@jit
def end_leading(w: Record, s: Record) -> None:
    """End Puppet Pack with the Zombies' Phase."""
    expire(w, s, ZG5, NONE)
    for z in range(w.n_zones):
        for k in range(K):
            s.led[z, k] = 0


@jit
def phase_ends(w: Record, s: Record) -> None:
    """End lasting cards of the Zombies' Phase; the Zombie Master's Phase comes next."""
    expire(w, s, ZG1, NONE)
    end_leading(w, s)
    if s.resting == 0 and w.master == 1:
        push(s, OT.MASTER_PHASE)


@jit
def add_pack(s: Record, z: int, k: int, origin: int, n: int, led: int) -> int:
    """Add a stack; returns its number."""
    t = s.n_packs
    s.pack_zone[t] = z
    s.pack_kind[t] = k
    s.pack_from[t] = origin
    s.pack_n[t] = n
    s.pack_to[t] = NONE
    s.pack_led[t] = led
    s.n_packs += 1
    return t


@jit
def start_pass(w: Record, s: Record, action: int) -> None:
    """One action of every zombie that has that many (AP-19.1)."""
    s.act_pass = action
    kept = 0
    for t in range(s.n_packs):
        if STEPS[s.pack_kind[t]] >= action and s.pack_n[t] > 0:
            move_pack(s, t, kept)
            kept += 1
    s.n_packs = kept
    if kept == 0:
        return
    sort_packs(s)
    push(s, T.MOVES)
    push(s, T.FIGHTS, 0)


@jit
def move_pack(s: Record, t: int, place: int) -> None:
    s.pack_zone[place] = s.pack_zone[t]
    s.pack_kind[place] = s.pack_kind[t]
    s.pack_from[place] = s.pack_from[t]
    s.pack_n[place] = s.pack_n[t]
    s.pack_to[place] = s.pack_to[t]
    s.pack_led[place] = s.pack_led[t]


@jit
def comes_before(s: Record, t: int, u: int) -> int:
    """1 if stack ``t`` comes before ``u``: by zone, id, zone of origin, puppets last (AP-18.R7)."""
    if s.pack_zone[t] != s.pack_zone[u]:
        return 1 if s.pack_zone[t] < s.pack_zone[u] else 0
    if s.pack_kind[t] != s.pack_kind[u]:
        return 1 if s.pack_kind[t] < s.pack_kind[u] else 0
    if s.pack_from[t] != s.pack_from[u]:
        return 1 if s.pack_from[t] < s.pack_from[u] else 0
    return 1 if s.pack_led[t] < s.pack_led[u] else 0


@jit
def sort_packs(s: Record) -> None:
    """Sort the stacks and join equal ones."""
    n = s.n_packs
    for t in range(1, n):
        u = t
        while u > 0 and comes_before(s, u, u - 1) == 1:
            swap_packs(s, u, u - 1)
            u -= 1
    kept = 0
    for t in range(n):
        if kept > 0 and comes_before(s, kept - 1, t) == 0:
            s.pack_n[kept - 1] += s.pack_n[t]
        else:
            move_pack(s, t, kept)
            kept += 1
    s.n_packs = kept


@jit
def swap_packs(s: Record, t: int, u: int) -> None:
    zone = s.pack_zone[t]
    kind = s.pack_kind[t]
    origin = s.pack_from[t]
    n = s.pack_n[t]
    to = s.pack_to[t]
    led = s.pack_led[t]
    move_pack(s, u, t)
    s.pack_zone[u] = zone
    s.pack_kind[u] = kind
    s.pack_from[u] = origin
    s.pack_n[u] = n
    s.pack_to[u] = to
    s.pack_led[u] = led


# ---- attacks ---------------------------------------------------------------------------------------------------------


@jit
def active_in(s: Record, z: int) -> int:
    n = 0
    for t in range(s.n_packs):
        if s.pack_zone[t] == z:
            n += s.pack_n[t]
    return n


@jit
def fight(w: Record, s: Record, z: int) -> None:
    """Wound once with every active zombie of the zone, with an Abomination as often as the danger level says (AP-10.8, AP-18.3)."""
    s.wnd_zone = z
    for k in range(K):
        s.wnd_left[k] = 0
        for j in range(w.n_survivors):
            s.wnd[j, k] = 0
    deadly = ABOMINATION_WOUNDS[team_level(w, s)]
    for t in range(s.n_packs):
        if s.pack_zone[t] == z:
            k = s.pack_kind[t]
            s.wnd_left[k] += s.pack_n[t] * (deadly if CLASS_OF[k] == ABOMINATIONS else 1)
    push(s, T.VICTIM, 0, 0)
    push(s, T.ASSIGN)


# ---- targets -----------------------------------------------------------------------------------------------------------


@jit
def fill_noise(w: Record, s: Record) -> None:
    """Store noise and targets of every zone when the step of movement begins (AP-18.R11)."""
    s.act_loudest = 0
    for z in range(w.n_zones):
        s.act_noise[z] = loudness(w, s, z)
        s.act_loudest = max(s.act_loudest, s.act_noise[z])
        s.act_target[z] = 0
        if z == s.loud_zone:  # the noisiest among zones in sight (BP-22.71)
            s.act_noise[z] = LOUDEST
    for i in range(w.n_survivors):
        if in_play(s, i) == 1 and hidden(w, s, i) == 0 and (s.act_taunter < 0 or s.act_taunter == i):
            s.act_target[s.zone[i]] = 1


@jit
def loudest_seen(w: Record, s: Record, z: int) -> int:
    """Most noise among the zones with targets in sight of ``z``, 0: no target in sight (AP-18.4, AP-18.5)."""
    best = 0
    for r in range(w.ray_from[z], w.ray_from[z + 1]):
        t = w.ray_zone[r]
        if s.act_target[t] == 1 and s.act_noise[t] > best and ray_open(w, s, r, NONE) == 1:
            best = s.act_noise[t]
    return best


@jit
def add_first_steps(w: Record, s: Record, z: int, t: int, mover: int) -> None:
    """Mark the first steps of the shortest paths from ``z`` to ``t``; if none is open, those past closed doors (AP-18.R3)."""
    row = ways_from(w, s, t, mover)
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
def fill_steps(w: Record, s: Record, t: int) -> int:
    """Fill ``act_first`` with the ways of stack ``t``; returns 1 if a target gives them, 0 if the controller chooses (AP-18.R2 to R5)."""
    z = s.pack_zone[t]
    mover = MOVER_OF[s.pack_kind[t]]
    for n in range(w.degree[z]):
        s.act_first[n] = 0
    aim_at_targets(w, s, z, s.pack_led[t], mover)
    origin = s.pack_from[t]
    if may_return(w, s, t) == 0:
        n = neighbour_index(w, z, origin)
        if n >= 0:
            s.act_first[n] = 0
    if count_steps(w, s, z) > 0:
        return 1
    if w.master == 1:
        for n in range(w.degree[z]):
            if passable(w, s, z, n, mover) == 1 and (w.neighbour[z, n] != origin or may_return(w, s, t) == 1):
                s.act_first[n] = 1
    return 0


@jit
def may_return(w: Record, s: Record, t: int) -> int:
    """1 if stack ``t`` may step back into its zone of origin because another step follows that leads out again (AP-19.R1)."""
    k = s.pack_kind[t]
    if s.act_pass >= min(STEPS[k], s.act_passes):
        return 0
    z = s.pack_from[t]
    for n in range(w.degree[z]):
        if passable(w, s, z, n, MOVER_OF[k]) == 1:
            return 1
    return 0


@jit
def aim_at_targets(w: Record, s: Record, z: int, led: int, mover: int) -> None:
    """Rules 1 to 3: visible targets, Loud!, the most noise (AP-18.4 to 6); puppets use only the first (AP-21.R7)."""
    if s.act_taunter >= 0:
        t = s.zone[s.act_taunter]
        if t >= 0 and t != z:
            add_first_steps(w, s, z, t, mover)
        return
    best = loudest_seen(w, s, z)
    if best > 0:
        for r in range(w.ray_from[z], w.ray_from[z + 1]):
            t = w.ray_zone[r]
            if t != z and s.act_target[t] == 1 and s.act_noise[t] == best and ray_open(w, s, r, NONE) == 1:
                add_first_steps(w, s, z, t, mover)
        return
    if led == 1:
        return
    if s.loud_zone >= 0:
        if s.loud_zone != z:
            add_first_steps(w, s, z, s.loud_zone, mover)
        return
    if s.act_loudest == 0 or (w.quiet_is_free == 1 and quiet(w, s) == 1):
        return
    for t in range(w.n_zones):
        if t != z and s.act_noise[t] == s.act_loudest:
            add_first_steps(w, s, z, t, mover)


@jit
def puppets(s: Record, z: int) -> int:
    """1 if Puppet Pack is on the zone (AP-21.R7)."""
    for k in range(s.zm_active_n):
        if s.zm_active[k] == ZG5 + 1 and s.zm_target[k] == z:
            return 1
    return 0


# ---- moves ------------------------------------------------------------------------------------------------------------


@jit
def moves(w: Record, s: Record) -> None:
    """Plan the move of every active stack that did not attack (AP-18.R7)."""
    fill_noise(w, s)
    for t in range(s.n_packs):
        s.pack_to[t] = s.pack_zone[t] if s.act_fought[s.pack_zone[t]] == 1 else NONE
    push(s, T.ARRIVE)
    push(s, OT.PLAN, 0)


@jit
def plan(w: Record, s: Record, start: int) -> None:
    """Plan stack by stack; stop when a choice is needed."""
    for t in range(start, s.n_packs):
        if s.pack_to[t] >= 0:
            continue
        z = s.pack_zone[t]
        s.pack_now = t
        aimed = fill_steps(w, s, t)
        routes = count_steps(w, s, z)
        if routes == 0:
            s.pack_to[t] = z
        elif routes == 1:
            s.pack_to[t] = only_step(w, s, z)
        elif w.master == 1:
            push(s, OT.PLAN, t)
            push(s, OASK.ROUTE, w.n_survivors, t)
            return
        elif aimed == 1 and CLASS_OF[s.pack_kind[t]] == ABOMINATIONS:  # the players send one Abomination after the other (BP-15.17)
            push(s, OT.PLAN, t)
            ask_path(s, common_decider(w, s), z, s.pack_kind[t], 1, 0)
            return
        elif aimed == 1:
            push(s, OT.PLAN, t + 1)
            split(w, s, t, routes)
            return
        else:
            s.pack_to[t] = z
    s.pack_now = NONE


@jit
def only_step(w: Record, s: Record, z: int) -> int:
    for n in range(w.degree[z]):
        if s.act_first[n] == 1:
            return w.neighbour[z, n]
    return z


@jit
def send(w: Record, s: Record, t: int, zone: int, n: int) -> None:
    """Send ``n`` zombies of stack ``t`` to the zone (AP-18.R7)."""
    if n >= s.pack_n[t]:
        s.pack_to[t] = zone
        return
    s.pack_n[t] -= n
    part = add_pack(s, s.pack_zone[t], s.pack_kind[t], s.pack_from[t], n, s.pack_led[t])
    s.pack_to[part] = zone


@jit
def split(w: Record, s: Record, t: int, routes: int) -> None:
    """Without a Zombie Master divide stacks evenly, and add miniatures (BP-15.R11, BP-15.17)."""
    z = s.pack_zone[t]
    k = s.pack_kind[t]
    total = s.pack_n[t]
    each = total // routes
    left = total - each * routes
    if left > 0:
        added = min(routes - left, s.supply[k])
        s.supply[k] -= added
        left += added
        total += added
        s.zombies[z, k] += added
        s.crowd[z] += added
    if left == routes:
        each += 1
        left = 0
    s.pack_n[t] = total
    for n in range(w.degree[z]):
        if s.act_first[n] == 1 and each > 0 and s.pack_to[t] < 0:
            send(w, s, t, w.neighbour[z, n], each)
    if left > 0:
        ask_path(s, common_decider(w, s), z, k, left, 0)


@jit
def choose_path(w: Record, s: Record, z: int, k: int, n: int) -> None:
    """Send one more zombie of the pending stack to neighbour ``n``, as the players chose."""
    send(w, s, s.pack_now, w.neighbour[z, n], 1)


@jit
def arrive(w: Record, s: Record) -> None:
    """Move all stacks at the same time; then apply fire and exits for zombies (AP-17.R6, AP-26.M7)."""
    for t in range(s.n_packs):
        z = s.pack_zone[t]
        to = s.pack_to[t]
        if to >= 0 and to != z:
            k = s.pack_kind[t]
            n = s.pack_n[t]
            tell(w, E.GO, k, n, z, to)
            s.zombies[z, k] -= n
            s.crowd[z] -= n
            s.zombies[to, k] += n
            s.crowd[to] += n
            s.led[z, k] -= n * s.pack_led[t]
            s.led[to, k] += n * s.pack_led[t]
            s.pack_zone[t] = to
        s.pack_to[t] = NONE
    for z in range(w.n_zones):
        if s.outcome == ONGOING and settle(w, s, z) == 1:
            for t in range(s.n_packs):
                if s.pack_zone[t] == z:
                    s.pack_n[t] = 0
    check_end(w, s)


@jit
def push_all(w: Record, s: Record, z: int, t: int) -> None:
    """Shove (skill): push every zombie of zone ``z`` to ``t`` (BP-22.74)."""
    for k in range(K):
        s.zombies[t, k] += s.zombies[z, k]
        s.led[t, k] += s.led[z, k]
        s.led[z, k] = 0
        s.crowd[t] += s.zombies[z, k]
        s.crowd[z] -= s.zombies[z, k]
        s.zombies[z, k] = 0
    settle(w, s, t)
    check_end(w, s)


ROWS: Final = (Task(OT.PLAN, plan, words={"start": STACKS}), Task(OT.EXPIRE, phase_ends))

"""Ways of stacks, planned one after the other; the Zombie Master or the players choose among several (AP-18.R7)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, anywhere
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Features, Record

from ...table.codes import FAR, NONE
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers import edition_tasks as OT
from ..numbers import observation as O
from ..numbers.layout import ON_FOOT, WHO
from ..numbers.zombies import ABOMINATIONS, CLASS_OF, MOST, STACKS
from .about import about, put
from .groups import send
from .movement import count_steps, ways_from
from .options import offer
from .paths import ask_path
from .targets import fill_steps
from .team import common_decider, in_play

Z_ROUTE = O.OBSERVATION["zones"].column("route")
D_LEFT = O.OBSERVATION["decision"].column("left")


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
def offer_routes(w: Record, s: Record, stack: int) -> None:
    """Offer to send the rest of the stack, or some of it (AP-18.R7)."""
    fill_steps(w, s, stack)
    z = s.pack_zone[stack]
    for n in range(w.degree[z]):
        if s.act_first[n] == 1:
            offer(s, A.CHOOSE + w.neighbour[z, n])
            for k in range(1, min(s.pack_n[stack], MOST)):
                offer(s, OA.PATH_SOME + n * MOST + k)


@jit
def answer_route(w: Record, s: Record, stack: int, a: int) -> None:
    """Send some of the stack, or the rest of it."""
    if A.BLOCK_OF[a] == OA.PATH_SOME:
        arg = a - OA.PATH_SOME
        send(w, s, stack, w.neighbour[s.pack_zone[stack], arg // MOST], arg % MOST)
    else:
        s.pack_to[stack] = a - A.CHOOSE


@jit
def default_route(w: Record, s: Record, stack: int) -> int:
    """Default: the way whose zone is nearest to a survivor in play (AP-D-17, AP-D-18)."""
    z = s.pack_zone[stack]
    aimed = fill_steps(w, s, stack)
    best = 32767
    choice = z
    for n in range(w.degree[z]):
        if s.act_first[n] == 0:
            continue
        to = w.neighbour[z, n]
        value = 2 * FAR
        for i in range(w.n_survivors):
            if in_play(s, i) == 1:
                d = w.far[to, s.zone[i]]
                if aimed == 1:
                    d = w.dist[ways_from(w, s, s.zone[i], ON_FOOT), to]
                value = min(value, d)
        if aimed == 0 and s.fire[to] > 0:
            value += 1000
        if value < best:
            best = value
            choice = to
    return A.CHOOSE + choice


@jit
def see_route(w: Record, s: Record, stack: int, o: Features) -> None:
    z = s.pack_zone[stack]
    about(z, s.pack_kind[stack], o)
    put(o, O.DECISION + D_LEFT, s.pack_n[stack])
    for n in range(w.degree[z]):
        o[O.ZONES + w.neighbour[z, n] * O.N_ZONE + Z_ROUTE] = s.act_first[n]


ROWS: Final = (
    Task(OT.PLAN, plan, words={"start": STACKS}),
    Decision(
        OASK.ROUTE,
        words={"i": WHO, "stack": STACKS},
        asked=CHOICE,
        offer=offer_routes,
        answer=answer_route,
        default=default_route,
        see=see_route,
        fits=anywhere,
        text=Text("zombies with several ways (Zombie Master)", "where they go, all or some of a stack", "nearest to a survivor"),
        notation={"choose": "path {}"},
    ),
)

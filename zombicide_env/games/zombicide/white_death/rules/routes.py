"""Ways of zombies, of a climb, of the Defiler's token, of a push; the players choose among several (WD-17.10, WD-11.5)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Record

from ...table.codes import NONE, ONGOING
from ..numbers import actions as A
from ..numbers import edition_decisions as OASK
from ..numbers.layout import WHERE, WHO
from ..numbers.movement import GROUP_MOVER, GROUPS, TO_ADVANCE, TO_CLIMB, TO_MOVE, TO_PUSH
from .about import about_zone
from .defiler import advance_to, advances, beacon_at
from .group_paths import climbs_to, on_way, take_way, way_of
from .movement import neighbour_index
from .options import offer
from .passability import passable
from .pushes import push_all, pushes_to
from .team import common_decider
from .tokens import find_token


@jit
def ask_route(s: Record, i: int, z: int, g: int, what: int) -> None:
    """Ask survivor ``i`` for the way of a group, a climb, the token or a push (``movement.TO_MOVE`` and the others)."""
    push(s, OASK.ROUTE, i, z, g, what)


@jit
def advance(w: Record, s: Record) -> None:
    """Move the linked token one zone towards the Beacon, over everything (WD-11.4, WD-11.5); players choose among shortest ways."""
    t = find_token(s, s.linked)
    goal = beacon_at(s)
    if s.linked < 0 or t < 0 or goal < 0 or s.outcome != ONGOING or s.defiler_zone < 0:
        return
    z = s.token_zone[t]
    if z == goal:
        return
    ways = 0
    only = NONE
    for n in range(w.degree[z]):
        if advances(w, s, z, n, goal) == 1:
            ways += 1
            only = w.neighbour[z, n]
    if ways == 1:
        advance_to(w, s, only)
    elif ways > 1:
        ask_route(s, common_decider(w, s), z, 0, TO_ADVANCE)


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
def plan_climb(w: Record, s: Record, z: int) -> int:
    """Plan the rampart zone for the group of ``z``.  Returns 1 if the players choose; the decision is on top."""
    ways = 0
    only = NONE
    for n in range(w.degree[z]):
        if climbs_to(w, s, z, n) == 1:
            ways += 1
            only = w.neighbour[z, n]
    if ways > 1:
        ask_route(s, common_decider(w, s), z, 0, TO_CLIMB)
        return 1
    if ways == 1:
        s.go_to[z, 0] = only
    return 0


@jit
def offer_routes(w: Record, s: Record, i: int, zone: int, group: int, what: int) -> None:
    """Offer the first zones of the ways."""
    goal = beacon_at(s)
    way = GROUP_MOVER[0]
    if what == TO_MOVE:
        way = way_of(w, s, zone, s.prey, GROUP_MOVER[group])
    for n in range(w.degree[zone]):
        t = w.neighbour[zone, n]
        if what == TO_MOVE:
            if on_way(w, s, zone, n, s.prey, way) == 1:
                offer(s, A.CHOOSE + t)
        elif what == TO_CLIMB:
            if climbs_to(w, s, zone, n) == 1:
                offer(s, A.CHOOSE + t)
        elif what == TO_ADVANCE:
            if advances(w, s, zone, n, goal) == 1:
                offer(s, A.CHOOSE + t)
        elif pushes_to(w, s, i, zone, n) == 1:
            offer(s, A.CHOOSE + t)


@jit
def answer_route(w: Record, s: Record, zone: int, group: int, what: int, a: int) -> None:
    t = a - A.CHOOSE
    if what == TO_ADVANCE:
        advance_to(w, s, t)
    elif what == TO_CLIMB:
        s.go_to[zone, group] = t
    elif what == TO_PUSH:
        push_all(w, s, zone, t)
    else:
        take_way(w, s, zone, group, neighbour_index(w, zone, t))


@jit
def default_route(w: Record, s: Record, zone: int, group: int, what: int) -> int:
    """Default: a way that is passable (WD-D40)."""
    if what == TO_MOVE:
        for k in range(s.n_options):
            n = neighbour_index(w, zone, s.options[k] - A.CHOOSE)
            if passable(w, s, zone, n, GROUP_MOVER[group]) == 1:
                return s.options[k]
    return s.options[0]


ROWS: Final = (
    Decision(
        OASK.ROUTE,
        words={"i": WHO, "zone": WHERE, "group": Range(0, GROUPS - 1), "what": Range(0, TO_PUSH)},
        asked=CHOICE,
        offer=offer_routes,
        answer=answer_route,
        default=default_route,
        see=about_zone,
        fits=anywhere,
        text=Text("zombies or the Defiler's token have several ways", "where they go", "lowest zone that they can enter"),
        notation={"choose": "path {}"},
    ),
)

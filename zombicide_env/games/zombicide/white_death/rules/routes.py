"""Target zones and ways that the players choose: for zombies, a climb, the Defiler's token, a push (WD-17.5 to WD-17.10)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG, Range
from zombicide_env.core.records import Record

from ..numbers import actions as A
from ..numbers import own_decisions as OASK
from ..numbers.layout import WHERE, WHO
from ..numbers.movement import GROUP_MOVER, GROUPS, TO_ADVANCE, TO_CLIMB, TO_MOVE, TO_PUSH
from .about import about_zone
from .borders import passable
from .defiler import advance_to, advances, beacon_at
from .magic import pushes_to
from .movement import neighbour_index
from .options import first_offered, offer
from .siege import climbs_to, plan_climb
from .zombies import find_prey, on_way, plan_way, push_all, take_way, way_of

GROUP: Final = Range(0, GROUPS - 1)


@jit
def offer_prey(w: Record, s: Record, zone: int, group: int) -> None:
    find_prey(w, s, zone, group)
    for z in range(w.n_zones):
        if w.reach[z] == 1:
            offer(s, A.CHOOSE + z)


@jit
def answer_prey(w: Record, s: Record, zone: int, group: int, what: int, a: int) -> None:
    s.prey = a - A.CHOOSE
    if what == TO_CLIMB:
        plan_climb(w, s, zone)
    else:
        plan_way(w, s, zone, group)


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
        OASK.PREY,
        words={"i": WHO, "zone": WHERE, "group": GROUP, "what": FLAG},
        asked=CHOICE,
        offer=offer_prey,
        answer=answer_prey,
        default=first_offered,
        see=about_zone,
        fits=anywhere,
        text=Text("a group of zombies has several target zones", "which one it goes for", "lowest zone"),
        notation={"choose": "target {}"},
    ),
    Decision(
        OASK.ROUTE,
        words={"i": WHO, "zone": WHERE, "group": GROUP, "what": Range(0, TO_PUSH)},
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

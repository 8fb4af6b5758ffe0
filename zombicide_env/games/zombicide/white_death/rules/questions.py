"""Questions that only White Death asks: what may be answered, what the answers do, what automatic mode answers."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR, NONE
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import own
from ..numbers import own_actions as OA
from ..numbers import own_skills as WS
from ..numbers.layout import ON_FOOT
from ..numbers.own import TO_ADVANCE, TO_CLIMB, TO_MOVE, TO_PUSH
from .borders import passable
from .defiler import advance_to, advances, beacon_at
from .feats import go, move_steps
from .magic import name_target, offer_leaps, offer_targets, pushes_to
from .movement import fill_reach, neighbour_index, ways_to
from .options import offer
from .orders import answer_number, obey, offer_numbers, offer_orders, offer_places
from .quests import empress_walks, offer_walks
from .siege import climbs_to, offer_shares, plan_climb, share
from .striking_back import default_reflex, offer_reflexes, strike_back
from .survivor import gain_skill
from .team import in_play
from .zombies import find_prey, on_way, plan_way, push_all, take_way, way_of


@jit
def offer_options(w: Record, s: Record, t: int) -> None:
    """Offer the answers of the edition's own decision in frame ``t``."""
    task = s.stack[t, 0]
    i = s.stack[t, ASK.WHO_DECIDES]
    if task == own.PREY:
        find_prey(w, s, s.stack[t, own.PREY_ZONE], s.stack[t, own.PREY_GROUP])
        for z in range(w.n_zones):
            if w.reach[z] == 1:
                offer(s, A.CHOOSE + z)
    elif task == own.ROUTE:
        offer_routes(w, s, i, s.stack[t, own.ROUTE_ZONE], s.stack[t, own.ROUTE_GROUP], s.stack[t, own.ROUTE_WHAT])
    elif task == own.ORDER_WHAT:
        offer_orders(w, s, i, s.stack[t, own.ORDER_ZONE])
    elif task == own.ORDER_NUMBER:
        offer_numbers(w, s, s.stack[t, own.ORDER_ZONE], s.stack[t, own.ORDER_OF])
    elif task == own.ORDER_WHERE:
        offer_places(w, s, i, s.stack[t, own.ORDER_ZONE], s.stack[t, own.ORDER_OF])
    elif task == own.REFLEX:
        offer_reflexes(w, s, i)
    elif task == own.SIDESTEP or task == own.RUN:
        fill_reach(w, s, i, s.zone[i], move_steps(w, s, i, 0))
        for z in range(w.n_zones):
            if z != s.zone[i] and w.reach[z] != FAR:
                offer(s, A.MOVE + z)
        offer(s, A.STAY)
    elif task == own.EMPRESS:
        offer_walks(w, s)
    elif task == own.RESCUED:
        offer_rescued(w, s, s.stack[t, own.RESCUED_ZONE], s.stack[t, own.RESCUED_THERE])
    elif task == own.MASTER:
        for k in range(own.N_COLUMNS):
            if s.skill[i, k] == 0 and k != WS.STARTS_WITH_2_AP:
                offer(s, OA.MASTER + k)
    elif task == own.SPELL:
        offer_targets(w, s, i, s.stack[t, own.SPELL_CAST], s.stack[t, own.SPELL_FIRST])
    elif task == own.LEAP:
        offer_leaps(w, s, i, s.stack[t, own.LEAP_WHAT])
    elif task == own.SHARE:
        offer_shares(w, s)


@jit
def offer_rescued(w: Record, s: Record, zone: int, before: int) -> None:
    """How many Guards of the zone come along; one at least where none of the ``before`` Survivors there has."""
    there = 0
    for j in range(w.n_survivors):
        if in_play(s, j) == 1 and s.zone[j] == zone:
            there += 1
    for n in range(1 if there == before else 0, s.guards[zone] + 1):
        offer(s, OA.RESCUE_GUARDS + n)


@jit
def offer_routes(w: Record, s: Record, i: int, z: int, g: int, what: int) -> None:
    """First zones of the ways: of a group, of a climb, of the Defiler's token, of a push."""
    goal = beacon_at(s)
    way = own.GROUP_MOVER[0]
    if what == TO_MOVE:
        way = way_of(w, s, z, s.prey, own.GROUP_MOVER[g])
    for n in range(w.degree[z]):
        t = w.neighbour[z, n]
        if what == TO_MOVE:
            if on_way(w, s, z, n, s.prey, way) == 1:
                offer(s, A.CHOOSE + t)
        elif what == TO_CLIMB:
            if climbs_to(w, s, z, n) == 1:
                offer(s, A.CHOOSE + t)
        elif what == TO_ADVANCE:
            if advances(w, s, z, n, goal) == 1:
                offer(s, A.CHOOSE + t)
        elif pushes_to(w, s, i, z, n) == 1:
            offer(s, A.CHOOSE + t)


@jit
def answer(w: Record, s: Record, t: int, a: int) -> None:
    """Carry out the answer ``a`` of that decision; its frame has been taken off."""
    task = s.stack[t, 0]
    i = s.stack[t, ASK.WHO_DECIDES]
    arg = a - A.BLOCK_OF[a]
    if task == own.PREY:
        s.prey = arg
        if s.stack[t, own.PREY_WHAT] == TO_CLIMB:
            plan_climb(w, s, s.stack[t, own.PREY_ZONE])
        else:
            plan_way(w, s, s.stack[t, own.PREY_ZONE], s.stack[t, own.PREY_GROUP])
    elif task == own.ROUTE:
        take_route(w, s, s.stack[t, own.ROUTE_ZONE], s.stack[t, own.ROUTE_GROUP], s.stack[t, own.ROUTE_WHAT], arg)
    elif task == own.ORDER_WHAT:
        push(s, own.ORDER_NUMBER, i, s.stack[t, own.ORDER_ZONE], arg)
    elif task == own.ORDER_NUMBER:
        answer_number(w, s, i, s.stack[t, own.ORDER_ZONE], s.stack[t, own.ORDER_OF], arg + 1)
    elif task == own.ORDER_WHERE:
        obey(w, s, i, s.stack[t, own.ORDER_ZONE], s.stack[t, own.ORDER_OF], s.stack[t, own.ORDER_GUARDS], arg)
    elif task == own.REFLEX:
        strike_back(w, s, i, a)
    elif task == own.SIDESTEP or task == own.RUN or task == own.LEAP:
        if a != A.STAY:
            go(w, s, i, arg)
    elif task == own.EMPRESS:
        if a != A.STAY:
            empress_walks(w, s, arg)
    elif task == own.RESCUED:
        come_along(w, s, s.stack[t, own.RESCUED_ZONE], s.zone[i], arg)
    elif task == own.MASTER:
        gain_skill(w, s, i, arg)
        if own.IS_COMPANY[arg] == 1:
            s.brothers = 1
    elif task == own.SPELL:
        name_target(w, s, i, s.stack[t, own.SPELL_CAST], s.stack[t, own.SPELL_FIRST], a)
    elif task == own.SHARE:
        share(w, s, s.stack[t, own.SHARE_KIND], s.stack[t, own.SHARE_WHAT], arg)


@jit
def come_along(w: Record, s: Record, zone: int, target: int, n: int) -> None:
    """Guards who are rescued go from a zone to another."""
    if n > 0:
        tell(w, own.GUARDS_GO, n, zone, target)
    s.guards[zone] -= n
    s.guards[target] += n


@jit
def take_route(w: Record, s: Record, z: int, g: int, what: int, t: int) -> None:
    if what == TO_ADVANCE:
        advance_to(w, s, t)
    elif what == TO_CLIMB:
        s.go_to[z, g] = t
    elif what == TO_PUSH:
        push_all(w, s, z, t)
    else:
        take_way(w, s, z, g, neighbour_index(w, z, t))


@jit
def default(w: Record, s: Record, t: int) -> int:
    """The answer of automatic mode, -1: the first one offered."""
    task = s.stack[t, 0]
    if task == own.SIDESTEP or task == own.RUN or task == own.LEAP:
        return A.STAY
    if task == own.REFLEX:
        return default_reflex(w, s, s.stack[t, ASK.WHO_DECIDES])
    if task == own.ROUTE and s.stack[t, own.ROUTE_WHAT] == TO_MOVE:
        z = s.stack[t, own.ROUTE_ZONE]
        for k in range(s.n_options):  # one that can be gone (WD-D40)
            n = neighbour_index(w, z, s.options[k] - A.CHOOSE)
            if passable(w, s, z, n, own.GROUP_MOVER[s.stack[t, own.ROUTE_GROUP]]) == 1:
                return s.options[k]
    if task == own.EMPRESS:
        return default_walk(w, s)
    return NONE


@jit
def default_walk(w: Record, s: Record) -> int:
    """Toward the Exit by the shortest way (WD-D50)."""
    for g in range(w.n_goals):
        goal = w.goal[g, 2]
        if w.goal[g, 1] == own.BEACON_GOAL and goal >= 0:
            row = ways_to(w, s, goal, ON_FOOT)
            here = w.dist[row, s.beacon_zone]
            for k in range(s.n_options):
                if s.options[k] != A.STAY:
                    z = w.neighbour[s.beacon_zone, s.options[k] - OA.EMPRESS]
                    if here != FAR and w.dist[row, z] == here - 1:
                        return s.options[k]
    return A.STAY


@jit
def always_asks(task: int) -> int:
    """The parts of a Guard Action, of a Lifesaver and of a spell cast twice make one text."""
    if task == own.ORDER_WHAT or task == own.ORDER_NUMBER or task == own.ORDER_WHERE or task == own.RESCUED or task == own.SPELL:
        return 1
    return 0


@jit
def asked_anyway(task: int) -> int:
    """1 for a decision that automatic mode asks as well: none beside those."""
    return 0

"""Guard Actions: which Guards, order, number, zone (WD-13.5 to 13.12)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import ALWAYS, Decision, Text, anywhere
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.memory import BITS, lowest, marked
from zombicide_env.core.records import Features, Mask, Record

from ...table.action import Action
from ...table.codes import FAR, MELEE, RANGED, RULE_GUARDS_WAIT
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers import edition_events as OE
from ..numbers import edition_skills as OSK
from ..numbers import observation as O
from ..numbers import skills as SK
from ..numbers.edition_budget import F_GUARD
from ..numbers.edition_columns import D_NUMBER, D_ORDER
from ..numbers.guards import GUARDS, ORDERS
from ..numbers.layout import ON_FOOT, WHERE, WHO, Z
from ..numbers.movement import CLIMBER
from .about import about_zone
from .combat import guards_attack
from .defiler import beacon_at
from .gear import rolls, scald, spills
from .movement import fill_steps, neighbour_index
from .options import first_offered, offer
from .outcome import check_end
from .passability import passable
from .pushes import push_all
from .quest_rules import has_rule
from .sight import guards_see

MOVE = ORDERS.index("move")
STRIKE = ORDERS.index("melee")
SHOOT = ORDERS.index("shoot")
CARRY = ORDERS.index("cauldron")
TIP = ORDERS.index("tip")
PUSH = ORDERS.index("push")
CREW = 3  # Guards that a cauldron needs (WD-13.10)


@jit
def legal_orders(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark zones with Guards, once per own turn (WD-12.23, WD-13.6)."""
    if s.ordered[i] == 1 or s.actions[i] + s.free[F_GUARD] == 0:
        return
    for start in range(0, w.n_zones, BITS):
        bits = marked(s.guards, start, w.n_zones)
        while bits != 0:
            z = start + lowest(bits)
            for what in range(len(ORDERS)):
                if m[OA.ORDER + z] == 0 and possible(w, s, i, z, what) == 1:
                    m[OA.ORDER + z] = 1
            bits &= bits - 1


@jit
def cost(w: Record, s: Record, i: int, z: int, what: int) -> int:
    """Actions that the order costs: leaving zombies costs one each for the whole group (WD-13.7, WD-24.64)."""
    if what == MOVE and s.skill[i, OSK.GUARDS_EVADE] == 0 and s.skill[i, OSK.GUARDS_SLIPPERY] == 0:
        return 1 + s.crowd[z]
    return 1


@jit
def possible(w: Record, s: Record, i: int, z: int, what: int) -> int:
    """1 if the Guards of the zone can obey the order and it can be paid for."""
    if s.actions[i] + s.free[F_GUARD] < cost(w, s, i, z, what):
        return 0
    if (what == MOVE or what == CARRY) and waits(w, s, z) == 1:
        return 0
    if (what == CARRY or what == TIP) and (s.guards[z] < CREW or s.cauldrons[z] == 0):
        return 0
    if what == PUSH and (s.skill[i, OSK.GUARDS_PUSH] == 0 or s.crowd[z] == 0):
        return 0
    if what == STRIKE:
        return 1 if s.crowd[z] > 0 else 0
    if what == MOVE:
        for n in range(w.degree[z]):
            if passable(w, s, z, n, march_as(s, i)) == 1:
                return 1
        return 0
    if what == SHOOT:
        for t in range(w.n_zones):
            if shoots_at(w, s, i, z, t) == 1:
                return 1
        return 0
    for n in range(w.degree[z]):
        if aims_at(w, s, i, z, what, w.neighbour[z, n]) == 1:
            return 1
    return 0


@jit
def fill_march(w: Record, s: Record, i: int, z: int) -> None:
    """Fill ``w.reach`` with steps of the Guards of ``z``, with the skills that survivor ``i`` gives them (WD-24.65)."""
    steps = 1 + s.skill[i, OSK.GUARDS_ZONE]
    fill_steps(w, s, z, steps, march_as(s, i), min(1, s.skill[i, OSK.GUARDS_SLIPPERY]))


@jit
def march_as(s: Record, i: int) -> int:
    """Class of movers of Guards under the orders of survivor ``i``."""
    return CLIMBER if s.skill[i, OSK.GUARDS_CLIMBER] > 0 else ON_FOOT


@jit
def waits(w: Record, s: Record, z: int) -> int:
    """1 if Guards with the Beacon must not move before it has been taken (WD-25.74)."""
    return 1 if s.beacon_taken == 0 and beacon_at(s) == z and has_rule(w, RULE_GUARDS_WAIT) == 1 else 0


@jit
def aims_at(w: Record, s: Record, i: int, z: int, what: int, t: int) -> int:
    """1 if the order of Guards in ``z`` may name zone ``t``; call ``fill_march`` before a move."""
    if what == MOVE:
        return 1 if t != z and w.reach[t] != FAR else 0
    if what == SHOOT:
        return shoots_at(w, s, i, z, t)
    n = neighbour_index(w, z, t)
    if n < 0 or guards_see(w, s, i, z, t) != 1:
        return 0
    if what == CARRY:
        return rolls(w, s, z, n)
    if what == TIP:
        return spills(w, s, z, n)
    return 1


@jit
def shoots_at(w: Record, s: Record, i: int, z: int, t: int) -> int:
    """1 if ``t`` has zombies within the Guards' range and sight (WD-13.9)."""
    if s.crowd[t] == 0:
        return 0
    r = guards_see(w, s, i, z, t)
    most = w.guard_stats[RANGED, 1] + s.skill[i, OSK.GUARDED[SK.PLUS_1_MAX_RANGE]]
    least = w.guard_stats[RANGED, 0]
    if r == 0 and s.skill[i, OSK.GUARDED[SK.POINT_BLANK]] > 0:
        least = 0
    return 1 if r >= least and r <= most else 0


# ---- the decisions, one after the other ------------------------------------------------------------------------------------


@jit
def call_guards(s: Record, i: int, z: int) -> None:
    """Begin a Guard Action of survivor ``i`` with the Guards of the zone."""
    push(s, OASK.ORDER_WHAT, i, z)


@jit
def offer_orders(w: Record, s: Record, i: int, zone: int) -> None:
    for what in range(len(ORDERS)):
        if possible(w, s, i, zone, what) == 1:
            offer(s, OA.ORDER_WHAT + what)


@jit
def answer_order(s: Record, i: int, zone: int, a: int) -> None:
    push(s, OASK.ORDER_NUMBER, i, zone, a - OA.ORDER_WHAT)


@jit
def offer_numbers(s: Record, zone: int, what: int) -> None:
    """Offer numbers of Guards; a cauldron needs three, a Push all (WD-13.5, WD-13.10)."""
    first = 1
    if what == CARRY or what == TIP:
        first = CREW
    elif what == PUSH:
        first = s.guards[zone]
    for n in range(first, s.guards[zone] + 1):
        offer(s, OA.ORDER_NUMBER + n - 1)


@jit
def offer_places(w: Record, s: Record, i: int, zone: int, what: int) -> None:
    if what == MOVE:
        fill_march(w, s, i, zone)
    for t in range(w.n_zones):
        if aims_at(w, s, i, zone, what, t) == 1:
            offer(s, A.CHOOSE + t)


@jit
def answer_number(w: Record, s: Record, i: int, zone: int, what: int, a: int) -> None:
    n = a - OA.ORDER_NUMBER + 1
    if what == STRIKE:
        obey(w, s, i, zone, what, n, zone)
    else:
        push(s, OASK.ORDER_WHERE, i, zone, what, n)


@jit
def answer_place(w: Record, s: Record, i: int, zone: int, what: int, number: int, a: int) -> None:
    obey(w, s, i, zone, what, number, a - A.CHOOSE)


@jit
def obey(w: Record, s: Record, i: int, z: int, what: int, n: int, t: int) -> None:
    """Pay for the order and execute it with all chosen Guards at the same time."""
    price = cost(w, s, i, z, what)
    free = min(price, s.free[F_GUARD])
    s.free[F_GUARD] -= free
    s.actions[i] -= price - free
    s.ordered[i] = 1
    if what == STRIKE:
        guards_attack(w, s, i, MELEE, n, z, z)
    elif what == SHOOT:
        guards_attack(w, s, i, RANGED, n, z, t)
    elif what == TIP:
        tell(w, OE.TIPS, z, t)
        s.cauldrons[z] -= 1
        scald(w, s, i, t)
    elif what == PUSH:
        push_all(w, s, z, t)
    else:
        tell(w, OE.GUARDS_GO, n, z, t)
        s.guards[z] -= n
        s.guards[t] += n
        if what == CARRY:
            tell(w, OE.CARRIES, z, t)
            s.cauldrons[z] -= 1
            s.cauldrons[t] += 1
        check_end(w, s)


# ---- on the agenda ---------------------------------------------------------------------------------------------------------


@jit
def see_order(zone: int, what: int, o: Features) -> None:
    about_zone(zone, o)
    o[O.DECISION + D_ORDER] = what + 1


@jit
def see_number(zone: int, what: int, number: int, o: Features) -> None:
    see_order(zone, what, o)
    o[O.DECISION + D_NUMBER] = number


WHAT: Final = Range(0, len(ORDERS) - 1)
ACTIONS: Final = (Action(OA.ORDER, call_guards, {"z": Z}, legal=legal_orders),)
ROWS: Final = (  # the parts of a Guard Action form one text, so that each is asked even with one answer
    Decision(
        OASK.ORDER_WHAT,
        words={"i": WHO, "zone": WHERE},
        asked=ALWAYS,
        offer=offer_orders,
        answer=answer_order,
        default=first_offered,
        see=about_zone,
        fits=anywhere,
        text=Text("a Guard Action", "what the Guards of the zone do", "always asked"),
    ),
    Decision(
        OASK.ORDER_NUMBER,
        words={"i": WHO, "zone": WHERE, "what": WHAT},
        asked=ALWAYS,
        offer=offer_numbers,
        answer=answer_number,
        default=first_offered,
        see=see_order,
        fits=anywhere,
        text=Text("a Guard Action", "how many of them", "always asked"),
    ),
    Decision(
        OASK.ORDER_WHERE,
        words={"i": WHO, "zone": WHERE, "what": WHAT, "number": Range(1, GUARDS)},
        asked=ALWAYS,
        offer=offer_places,
        answer=answer_place,
        default=first_offered,
        see=see_number,
        fits=anywhere,
        text=Text("a Guard Action", "where to", "always asked"),
        notation={"choose": "where {}"},
    ),
)

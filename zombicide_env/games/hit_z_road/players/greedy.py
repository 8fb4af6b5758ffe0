"""The rule-based player: values resources, bids by the value of routes, fights by the odds.

It takes the route of the highest value, raises a bid while a better place is worth it, shoots, flees and strikes by the odds.  It reads
public information only, not the deck or face-down cards; equal positions get equal answers.  The score of an
action is its expected value in victory points, up to a constant of the decision.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from zombicide_env.core.agenda import word
from zombicide_env.core.chains import Kernel, chain
from zombicide_env.core.jit import jit
from zombicide_env.core.players import Heuristic
from zombicide_env.core.records import Mask, Record, Row

from ..numbers import decisions as ASK
from ..numbers.actions import (
    A_BID,
    A_FIGHT,
    A_HOLD,
    A_MOLOTOV,
    A_PASS,
    A_PAY,
    A_REFUSE,
    A_ROUTE,
    A_SACRIFICE,
    A_SAVE,
    A_SHOOT,
    A_TAKE,
    N_ACTIONS,
)
from ..numbers.layout import ADRENALINE, AT_FLEE, AT_START, GAS, MOLOTOV, MOST_MELEE, N_RESOURCES
from .battle import after_shot, best_shot, consider, horde_of, shot, without_fuel
from .melee import melee_value
from .records import DEFAULTS, MOST_SHOTS, VIEW, WEIGHTS
from .routes import route_value, weigh_places
from .worth import body, cheapest, harm, look_at, pay, time_of, unit, worth

NEVER: Final = -1000.0
SPARE: Final = 0.5  # cost of a Molotov if the player has several, or in the last round


@jit
def choose(w: Record, s: Record, v: Record, weights: Record, m: Mask, world: int) -> int:
    """Return the legal action with the highest value, the first among equals."""
    begin(w, s, v, weights)
    best = -1
    most = 0.0
    for a in range(N_ACTIONS):
        if m[a] == 1:
            value = value_of(w, s, v, weights, a)
            if best < 0 or value > most:
                best = a
                most = value
    return best


@jit
def judge(w: Record, s: Record, v: Record, weights: Record, m: Mask, world: int, scores: Row) -> None:
    """Write the value of every legal action."""
    begin(w, s, v, weights)
    for a in range(N_ACTIONS):
        scores[a] = value_of(w, s, v, weights, a) if m[a] == 1 else -np.inf


@jit
def begin(w: Record, s: Record, v: Record, weights: Record) -> None:
    """Prepare the values of the decision's answers."""
    v.p = word(s, 1)
    v.time = time_of(s.round)
    look(w, s, v, weights)


@jit
def look_around(s: Record, v: Record) -> None:
    """Read the player's belongings."""
    look_at(s, v, v.p)


# ---- auction ----------------------------------------------------------------------------------------------------------------


@jit
def bid(s: Record, v: Record, weights: Record, a: int) -> float:
    """Expected value of the place in the turn order, minus the cost of the bid.  Bids are never raised by more than one."""
    offer = 0 if a == A_PASS else a - A_BID + 1
    if offer > s.high + 1:
        return NEVER - offer
    own = offer if offer > 0 else s.bid[v.p]
    place = place_of(s, v.p, own)
    expected = v.places[place]
    if offer > 0 and is_rivalled(s, v.p, offer):
        expected = weights.hold * expected + (1.0 - weights.hold) * v.places[min(place + 1, v.n_places - 1)]
    before = worth(v)
    pay(v, own)
    cost = before - worth(v)
    look_at(s, v, v.p)
    return expected - weights.bid_cost * cost


@jit
def look_ahead(w: Record, s: Record, v: Record, weights: Record) -> None:
    """Compute the values of the places in the turn order as well."""
    weigh_places(w, s, v, weights, v.p)
    look_at(s, v, v.p)


@jit
def place_of(s: Record, p: int, own: int) -> int:
    """Place in the new turn order if the bids stay: by bid, equal ones in the old order (HZ-5.R6)."""
    place = 0
    before = True
    for k in range(s.n_order):
        q = s.order[k]
        if q == p:
            before = False
        elif s.bid[q] > own or (before and s.bid[q] == own):
            place += 1
    return place


@jit
def is_rivalled(s: Record, p: int, offer: int) -> bool:
    """Whether another player can raise the bid."""
    for k in range(s.n_order):
        q = s.order[k]
        if q != p:
            held = 0
            for r in range(N_RESOURCES):
                held += s.own[q, r]
            if held > offer:
                return True
    return False


# ---- route ------------------------------------------------------------------------------------------------------------------


@jit
def route(w: Record, s: Record, v: Record, weights: Record, a: int) -> float:
    return route_value(w, s, v, weights, v.p, a - A_ROUTE)


@jit
def scavenged(v: Record, a: int) -> float:
    return unit(v.time, a - A_TAKE, v.own[a - A_TAKE] + 1)


@jit
def paid(v: Record, a: int) -> float:
    return 1.0 if a - A_PAY == cheapest(v) else 0.0


@jit
def toll(v: Record, a: int) -> float:
    return -harm(v.time, v.group, 1) if a == A_SACRIFICE else -unit(v.time, GAS, v.own[GAS])


@jit
def fanatic(a: int) -> float:
    return 1.0 if a == A_REFUSE else 0.0


# ---- battle -----------------------------------------------------------------------------------------------------------------


@jit
def shots(w: Record, s: Record, v: Record, a: int) -> float:
    ammo = a - A_SHOOT
    return shot(v, ammo, s.zombies, w.rule[s.route[s.row, s.place]]) if ammo <= min(v.own[0], MOST_SHOTS) else NEVER - ammo


@jit
def look_at_shots(w: Record, s: Record, v: Record) -> None:
    """Compute the value of each number of shots as well."""
    look_at(s, v, v.p)
    card = s.route[s.row, s.place]
    consider(v, s.zombies, horde_of(w, v, card), w.rule[card], w.points[card])


@jit
def flight(w: Record, s: Record, v: Record, a: int) -> float:
    card = s.route[s.row, s.place]
    if a != A_FIGHT:
        return without_fuel(v)
    return melee_value(v, v.group, v.own[ADRENALINE], s.zombies, horde_of(w, v, card), w.rule[card]) + w.points[card]


@jit
def molotov(w: Record, s: Record, v: Record, weights: Record, a: int) -> float:
    """Value of a Molotov: thrown, it wins without loss; kept, the battle continues as it is."""
    card = s.route[s.row, s.place]
    horde, rule, prize = horde_of(w, v, card), w.rule[card], w.points[card]
    here = body(v.time, v.group, v.own[ADRENALINE])
    if a == A_MOLOTOV:
        spare = v.tokens[MOLOTOV] > 1 or v.time == 0
        return here + prize - (SPARE if spare else weights.molotov)
    if s.step == AT_START:
        return best_shot(v, s.zombies, horde, rule, prize) + here
    if s.step == AT_FLEE:
        return after_shot(v, s.zombies, horde, rule, prize)
    if s.melee_round >= MOST_MELEE - 1:
        return NEVER
    return melee_value(v, v.group, v.own[ADRENALINE], s.zombies, horde, rule) + prize


@jit
def wounded(a: int) -> float:
    return 1.0 if a == A_SAVE else 0.0


@jit
def strike(w: Record, s: Record, v: Record, a: int) -> float:
    """Value of the best number of strikes with the remaining dice."""
    card = s.route[s.row, s.place]
    adrenaline, horde, rule, prize = v.own[ADRENALINE], horde_of(w, v, card), w.rule[card], w.points[card]
    if a == A_HOLD:
        return melee_value(v, v.group, adrenaline, s.zombies, horde, rule) + prize
    best = NEVER
    for k in range(1, min(s.strikes, min(adrenaline, s.zombies)) + 1):
        best = max(best, melee_value(v, v.group, adrenaline - k, s.zombies - k, horde, rule))
    return best + prize


class Judged(NamedTuple):
    """A decision with the value of its answers, and what is computed before."""

    code: int
    value: Kernel
    look: Kernel = look_around


ROWS: Final = (
    Judged(ASK.BID, bid, look_ahead),
    Judged(ASK.PAY_BID, paid),
    Judged(ASK.ROUTE, route),
    Judged(ASK.PAY_ROUTE, paid),
    Judged(ASK.TAKE, scavenged),
    Judged(ASK.MOLOTOV, molotov),
    Judged(ASK.SHOOT, shots, look_at_shots),
    Judged(ASK.FLEE, flight),
    Judged(ASK.WOUNDED, wounded),
    Judged(ASK.STRIKE, strike),
    Judged(ASK.LOSE_RESOURCE, paid),
    Judged(ASK.TOLL, toll),
    Judged(ASK.FANATIC, fanatic),
)
look = chain(__name__, "look", ("w", "s", "v", "weights"), {row.code: row.look for row in ROWS})
value_of = chain(__name__, "value_of", ("w", "s", "v", "weights", "a"), {row.code: row.value for row in ROWS}, result="float")

GREEDY: Final = Heuristic("greedy", choose, judge, VIEW, WEIGHTS, DEFAULTS, game="hit_z_road")

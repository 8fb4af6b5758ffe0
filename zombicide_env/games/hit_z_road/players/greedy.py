"""The rules-based player: values resources, bids by the value of routes, fights by the odds.

He takes the route that promises most, raises a bid while a better place is worth it, shoots, flees and strikes by the odds.  He reads
what every player may know, and nothing of the deck or of cards that lie face down; equal positions get equal answers.  What he thinks of
an action is its expected value in victory points, up to a constant of the decision.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from zombicide_env.core.agenda import top_task, word
from zombicide_env.core.jit import jit
from zombicide_env.core.players import Mind
from zombicide_env.core.records import Mask, Record, Row

from ..actions import (
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
from ..layout import ADRENALINE, AT_FLEE, AT_START, GAS, MOLOTOV, MOST_MELEE, N_RESOURCES
from ..tasks import (
    D_BID,
    D_FANATIC,
    D_FLEE,
    D_MOLOTOV,
    D_ROUTE,
    D_SHOOT,
    D_STRIKE,
    D_TAKE,
    D_TOLL,
    D_WOUNDED,
)
from .battle import after_shot, best_shot, consider, horde_of, shot, without_fuel
from .melee import melee_value
from .records import DEFAULTS, MOST_SHOTS, VIEW, WEIGHTS
from .routes import route_value, weigh_places
from .worth import body, cheapest, harm, look_at, pay, time_of, unit, worth

NEVER: Final = -1000.0
SPARE: Final = 0.5  # what a Molotov counts that is one of several, or the last round's


@jit
def choose(w: Record, s: Record, v: Record, weights: Record, m: Mask, world: int) -> int:
    """The legal action with the highest value, the first of equals."""
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
    """Look at what the decision is about."""
    v.p = word(s, 1)
    v.time = time_of(s.round)
    task = top_task(s)
    if task == D_BID:
        weigh_places(w, s, v, weights, v.p)
    look_at(s, v, v.p)
    if task == D_SHOOT:
        card = s.route[s.row, s.place]
        consider(v, s.zombies, horde_of(w, v, card), w.rule[card], w.points[card])


@jit
def value_of(w: Record, s: Record, v: Record, weights: Record, a: int) -> float:
    task = top_task(s)
    if task == D_BID:
        return bid(s, v, weights, a)
    if task == D_ROUTE:
        return route_value(w, s, v, weights, v.p, a - A_ROUTE)
    if task == D_TAKE:
        return unit(v.time, a - A_TAKE, v.own[a - A_TAKE] + 1)
    if task == D_MOLOTOV or task == D_SHOOT or task == D_FLEE or task == D_STRIKE:
        return battle(w, s, v, weights, task, a)
    if task == D_WOUNDED:
        return 1.0 if a == A_SAVE else 0.0
    if task == D_TOLL:
        return -harm(v.time, v.group, 1) if a == A_SACRIFICE else -unit(v.time, GAS, v.own[GAS])
    if task == D_FANATIC:
        return 1.0 if a == A_REFUSE else 0.0
    return 1.0 if a - A_PAY == cheapest(v) else 0.0


# ---- auction ----------------------------------------------------------------------------------------------------------------


@jit
def bid(s: Record, v: Record, weights: Record, a: int) -> float:
    """The place in the turn order that may be expected, less what the marker costs.  No bid jumps."""
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
def place_of(s: Record, p: int, own: int) -> int:
    """Place in the new turn order if the bids stand: by bid, those with the same in the old order (HZ-5.R6)."""
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
    """May another player raise the bid?"""
    for k in range(s.n_order):
        q = s.order[k]
        if q != p:
            held = 0
            for r in range(N_RESOURCES):
                held += s.own[q, r]
            if held > offer:
                return True
    return False


# ---- battle -----------------------------------------------------------------------------------------------------------------


@jit
def battle(w: Record, s: Record, v: Record, weights: Record, task: int, a: int) -> float:
    card = s.route[s.row, s.place]
    horde, rule, prize = horde_of(w, v, card), w.rule[card], w.points[card]
    if task == D_SHOOT:
        ammo = a - A_SHOOT
        return shot(v, ammo, s.zombies, rule) if ammo <= min(v.own[0], MOST_SHOTS) else NEVER - ammo
    if task == D_MOLOTOV:
        return molotov(s, v, weights, a, horde, rule, prize)
    if task == D_FLEE:
        if a != A_FIGHT:
            return without_fuel(v)
        return melee_value(v, v.group, v.own[ADRENALINE], s.zombies, horde, rule) + prize
    return strike(s, v, a, horde, rule) + prize


@jit
def molotov(s: Record, v: Record, weights: Record, a: int, horde: int, rule: int, prize: float) -> float:
    """Thrown, it wins without loss; kept, the battle goes on as it stands."""
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
def strike(s: Record, v: Record, a: int, horde: int, rule: int) -> float:
    """The best number of strikes with the dice that are left."""
    adrenaline = v.own[ADRENALINE]
    if a == A_HOLD:
        return melee_value(v, v.group, adrenaline, s.zombies, horde, rule)
    best = NEVER
    for k in range(1, min(s.strikes, min(adrenaline, s.zombies)) + 1):
        best = max(best, melee_value(v, v.group, adrenaline - k, s.zombies - k, horde, rule))
    return best


GREEDY: Final = Mind("greedy", choose, judge, VIEW, WEIGHTS, DEFAULTS)

"""Value of a route for a player, and of choosing before the others."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.layout import (
    ADRENALINE,
    AMMO,
    BUS,
    EV_FANATIC_BLAST,
    EV_FANATIC_FEE,
    EV_GAIN_SURVIVOR,
    EV_INJURY_CHECK,
    EV_LIQUIDATOR,
    EV_LOSE_RESOURCE,
    EV_LOSE_SURVIVOR,
    EV_MAP_CHECK,
    EV_RESCUE,
    EV_ROULETTE,
    EV_SNIPER_CHECK,
    EV_TAKE_TOKEN,
    EV_TOLL_1,
    EV_TOLL_2,
    EV_TOXIC_CHECK,
    FACES,
    FANATIC,
    FANATIC_FEE,
    GAS,
    INJURED,
    MAP,
    MAP_POINTS,
    MAX_GROUP,
    N_CARDS,
    N_RESOURCES,
    ON_ROUTE,
    PLACES,
    RIFLE,
    TOXIC,
)
from .battle import battle_value
from .worth import cheapest, harm, look_at, pay, resource, unit, worth

SOLO_BONUS = 2  # units given by solo route 1, and cost of solo route 3 (HZ-13)
MINUS_INFINITY = float("-inf")


# ---- events ---------------------------------------------------------------------------------------------------------------


@jit
def token_worth(weights: Record, token: int) -> float:
    """Expected points of a token."""
    if token == RIFLE:
        return weights.rifle
    if token == MAP:
        return weights.map
    if token == FANATIC:
        return weights.fanatic
    if token == BUS:
        return weights.bus
    if token == TOXIC:
        return weights.toxic
    if token == INJURED:
        return weights.injured
    return weights.molotov


@jit
def toll(v: Record, units: int) -> float:
    """Value of a toll: gas as far as available, then survivors."""
    gas = v.own[GAS]
    paid = min(units, gas)
    return resource(v.time, GAS, gas - paid) - resource(v.time, GAS, gas) - harm(v.time, v.group, units - paid)


@jit
def event_value(v: Record, weights: Record, event: int, token: int) -> float:
    """Expected value of the black text."""
    if event == EV_TAKE_TOKEN:
        return token_worth(weights, token) * (1.0 if v.time == 2 else 0.5)
    if event == EV_GAIN_SURVIVOR:
        return harm(v.time, v.group + 1, 1) if v.group < MAX_GROUP else 0.0
    if event == EV_LOSE_SURVIVOR:
        return -harm(v.time, v.group, 1)
    if event == EV_LOSE_RESOURCE:
        r = cheapest(v)
        return -unit(v.time, r, v.own[r]) if r >= 0 else 0.0
    if event == EV_TOLL_1:
        return toll(v, 1)
    if event == EV_TOLL_2:
        return toll(v, 2)
    if event == EV_SNIPER_CHECK:
        return -weights.rifle if v.tokens[RIFLE] > 0 else -harm(v.time, v.group, 2)
    if event == EV_ROULETTE:
        return -harm(v.time, v.group, v.group / FACES)
    if event == EV_RESCUE:
        return -harm(v.time, v.group, 0.5)
    return check_value(v, event)


@jit
def check_value(v: Record, event: int) -> float:
    """Value of events that ask for a token."""
    if event == EV_MAP_CHECK:
        return 1.0 * MAP_POINTS * v.tokens[MAP]
    if event == EV_LIQUIDATOR:
        return 2.5 if v.tokens[BUS] > 0 else 0.0
    if event == EV_INJURY_CHECK:
        return -harm(v.time, v.group, 1) if v.tokens[INJURED] > 0 else 0.0
    if event == EV_TOXIC_CHECK:
        return -harm(v.time, v.group, v.tokens[TOXIC])
    if event == EV_FANATIC_FEE:
        return -1.0 if v.tokens[FANATIC] > 0 and v.own[AMMO] >= FANATIC_FEE else 0.0
    return 0.0


# ---- cards and routes -----------------------------------------------------------------------------------------------------


@jit
def card_value(w: Record, v: Record, weights: Record, card: int) -> float:
    """Value of the card; its resources are added to the player's (losses are ignored)."""
    before = worth(v)
    for r in range(N_RESOURCES):
        v.own[r] += w.gives[card, r]
    value = worth(v) - before + event_value(v, weights, w.event[card], w.token[card])
    if w.zombies[card] == 0 or (w.event[card] == EV_FANATIC_BLAST and v.tokens[FANATIC] > 0):
        return value + w.points[card]
    return value + battle_value(w, v, weights, card)


@jit
def unknown_value(w: Record, s: Record, v: Record, weights: Record, level: int) -> float:
    """Mean over the unseen cards of a level; the player's belongings are unchanged."""
    total = 0.0
    n = 0
    for card in range(1, N_CARDS + 1):
        if w.level[card] == level and w.in_play[card] == 1 and s.seen[card] == 0:
            total += card_value(w, v, weights, card)
            n += 1
            for r in range(N_RESOURCES):
                v.own[r] -= w.gives[card, r]
    return total / max(1, n)


@jit
def route_value(w: Record, s: Record, v: Record, weights: Record, p: int, r: int) -> float:
    """Value of the route for the player, minus its cost; minus infinity if the player cannot pay it."""
    look_at(s, v, p)
    before = worth(v)
    price = s.key[r]
    if w.solo == 1:
        price = SOLO_BONUS if r == 2 else 0
    held = 0
    for k in range(N_RESOURCES):
        held += v.own[k]
    if price > held:
        return MINUS_INFINITY
    if w.solo == 1 and r == 0:
        v.own[ADRENALINE] += SOLO_BONUS
    pay(v, price)
    value = worth(v) - before
    for place in range(PLACES):
        card = s.route[r, place]
        if s.face_up[r, place] == 1:
            value += card_value(w, v, weights, card)
        else:
            value += unknown_value(w, s, v, weights, w.level[card])
    return value


# ---- choosing first, second ... ---------------------------------------------------------------------------------------------


@jit
def weigh_places(w: Record, s: Record, v: Record, weights: Record, p: int) -> None:
    """Fill ``v.places`` with the player's expected value of choosing first, second ...: earlier players take their favourite routes."""
    others = 0
    for k in range(s.n_order):
        if s.order[k] != p:
            others += 1
    for r in range(w.n_routes):
        v.theirs[r] = MINUS_INFINITY  # taken
        if s.taken[r] < 0 and s.where[s.route[r, 1]] == ON_ROUTE:
            v.mine[r] = route_value(w, s, v, weights, p, r)
            total = 0.0
            for k in range(s.n_order):
                if s.order[k] != p:
                    total += route_value(w, s, v, weights, s.order[k], r)
            v.theirs[r] = max(-1e9, total / max(1, others))
    v.n_places = others + 1
    for place in range(v.n_places):
        v.places[place] = best_left(w, v)
        take_liked(w, v)


@jit
def best_left(w: Record, v: Record) -> float:
    """Value of the best remaining route for the player, 0 if there is none."""
    best = MINUS_INFINITY
    n = 0
    for r in range(w.n_routes):
        if v.theirs[r] > MINUS_INFINITY:
            best = max(best, v.mine[r])
            n += 1
    return best if n > 0 else 0.0


@jit
def take_liked(w: Record, v: Record) -> None:
    """Remove the others' favourite route, the first among equals."""
    liked = -1
    for r in range(w.n_routes):
        if v.theirs[r] > MINUS_INFINITY and (liked < 0 or v.theirs[r] > v.theirs[liked]):
            liked = r
    if liked >= 0:
        v.theirs[liked] = MINUS_INFINITY

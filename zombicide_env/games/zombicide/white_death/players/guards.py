"""Worth of orders to Guards (WD-13): they fight crowds, take wounds for others, tip cauldrons, and have to follow the team."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import MELEE, NONE, RANGED, RULE_LOSE_GUARD
from ..numbers.guards import ORDERS
from ..numbers.layout import K
from ..rules.orders import CARRY, MOVE, PUSH, SHOOT, STRIKE, TIP, aims_at, fill_march, possible
from ..rules.passability import is_rampart
from ..rules.quest_rules import has_rule
from .combat import KILL_VALUE, expect
from .distances import steps
from .look import arriving

FRIEND: Final = 25.0  # a survivor who would die
NO_ORDER: Final = -50.0
REST: Final = 6  # steps beyond which the distance of Guards does not matter
FAR_OUT: Final = 40  # the same if they have to leave by the Exit
HALT: Final = 6  # steps from the Exit at which they wait until a survivor leaves with them


@jit
def hit_chance(w: Record, combat: int) -> float:
    """Probability of a hit with one Guard's die."""
    return max(0, 7 - w.guard_stats[combat, 2]) / 6


@jit
def fight(w: Record, s: Record, v: Record, weights: Record, z: int, combat: int, t: int) -> float:
    """Worth of an attack by all Guards of zone ``z`` on zone ``t``."""
    expect(s, v, combat, s.guards[z], hit_chance(w, combat), w.guard_stats[combat, 3], t, 0)
    worth = weights.guards * weights.kill * v.e_value
    if v.here[t] != 0:
        worth += weights.wound * v.e_value
        if combat == RANGED:
            worth -= 2.0 * v.e_misses
    elif combat == RANGED and s.guards[t] > 0 and t != z:
        worth -= 0.5 * v.e_misses
    if has_rule(w, RULE_LOSE_GUARD) == 1 and t == z:
        worth += weights.sacred * min(1.0, v.e_kills)
    return worth


@jit
def slaughter(s: Record, v: Record, weights: Record, t: int) -> float:
    """Worth of killing everybody in the zone."""
    worth = 0.0
    for kind in range(K):
        worth += KILL_VALUE[kind] * s.zombies[t, kind]
    worth *= weights.siege
    if v.here[t] != 0:
        worth -= FRIEND
    return worth - 2.0 * s.guards[t]


@jit
def exit_of(w: Record) -> int:
    """Exit by which the Guards have to leave, -1: they need not."""
    if has_rule(w, RULE_LOSE_GUARD) == 1:
        for z in range(w.n_zones):
            if w.exit_zone[z] == 1:
                return z
    return NONE


@jit
def guards_left(w: Record, s: Record) -> int:
    """Number of Guards on the board."""
    n = 0
    for z in range(w.n_zones):
        n += s.guards[z]
    return n


@jit
def to_rampart(w: Record, s: Record, v: Record, z: int) -> int:
    """Steps to the nearest rampart."""
    near = FAR_OUT
    for t in range(w.n_zones):
        if is_rampart(w, s, t) == 1:
            near = min(near, steps(w, s, v, z, t))
    return near


@jit
def place_worth(w: Record, s: Record, v: Record, weights: Record, z: int, n: int) -> float:
    """Worth of ``n`` Guards in a zone: near the team, near the Exit, safe if their death loses the game."""
    out = exit_of(w)
    if out >= 0:
        way = min(FAR_OUT, steps(w, s, v, z, out))
        goes = v.leaving == 1 or weights.shepherd > 0
        worth = -weights.convoy * n * max(0, way if goes else way - HALT)
    elif v.mustering == 1:
        worth = -weights.muster * to_rampart(w, s, v, z)
    else:
        near = REST
        for k in range(v.n_team):
            near = min(near, steps(w, s, v, z, s.zone[v.team[k]]))
        worth = -weights.escort * near
        if is_rampart(w, s, z) == 1:
            worth += weights.escort
    arriving(w, s, v, z)
    danger = min(1.0 * n, s.crowd[z] + v.arriving[z, 1])
    if has_rule(w, RULE_LOSE_GUARD) == 1:
        coming = v.arriving[z, 0] + v.arriving[z, 2] + v.arriving[z, 3]
        return worth - weights.sacred * danger - 0.2 * weights.sacred * min(3.0, coming)
    return worth - 0.15 * danger


@jit
def order_worth(w: Record, s: Record, v: Record, weights: Record, z: int, what: int, t: int) -> float:
    """Worth of one order, without the action that it costs."""
    if what == STRIKE:
        return fight(w, s, v, weights, z, MELEE, z)
    if what == SHOOT:
        return fight(w, s, v, weights, z, RANGED, t)
    if what == TIP:
        return slaughter(s, v, weights, t)
    if what == MOVE:
        gain = place_worth(w, s, v, weights, t, s.guards[z]) - place_worth(w, s, v, weights, z, s.guards[z])
        return gain - s.crowd[z]
    if what == PUSH:
        return 0.3 * s.crowd[z] if v.here[t] == 0 and v.here[z] != 0 else NO_ORDER
    return NO_ORDER


@jit
def best_place(w: Record, s: Record, v: Record, weights: Record, i: int, z: int, what: int) -> int:
    """Best zone for the order."""
    if what == STRIKE:
        return z
    best = NO_ORDER - 1.0
    found = z
    if what == MOVE:
        fill_march(w, s, i, z)
    for t in range(w.n_zones):
        v.way[t] = aims_at(w, s, i, z, what, t)
    for t in range(w.n_zones):
        if v.way[t] == 1 and (s.crowd[t] > 0 or what == MOVE or what == PUSH):
            worth = order_worth(w, s, v, weights, z, what, t)
            if worth > best:
                best = worth
                found = t
    return found


@jit
def best_order(w: Record, s: Record, v: Record, weights: Record, i: int, z: int) -> int:
    """Best order for the Guards of the zone."""
    best = NO_ORDER - 1.0
    found = 0
    for what in range(len(ORDERS)):
        if what != CARRY and possible(w, s, i, z, what) == 1:
            worth = order_worth(w, s, v, weights, z, what, best_place(w, s, v, weights, i, z, what))
            if worth > best:
                best = worth
                found = what
    return found


@jit
def score_order(w: Record, s: Record, v: Record, weights: Record, z: int) -> float:
    """Score of the best order to the Guards of a zone."""
    what = best_order(w, s, v, weights, v.me, z)
    return order_worth(w, s, v, weights, z, what, best_place(w, s, v, weights, v.me, z, what))

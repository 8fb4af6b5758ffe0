"""Value of a position: harm by the next activation, remaining way to the target, distance from the team."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import skills as SK
from ..numbers.budget import F_COMBAT, F_MELEE, F_MOVE, U_SHOVE
from ..numbers.layout import ON_FOOT
from ..rules.passability import passable
from .combat import CLOSE, FURTHER, arms
from .distances import steps
from .plan import level_penalty, make_plan, threat_of, way
from .prospect import fight, price, shoot
from .records import FIGHTS
from .skills import harm_or_push, spared
from .threat import harm

#: Score of actions that the heuristic never needs: noise, Taunt, Shove.
USELESS: Final = -5.0


@jit
def begin_turn(w: Record, s: Record, v: Record, weights: Record, me: int) -> None:
    """Prepare the turn of survivor ``me``."""
    make_plan(w, s, v, weights)
    v.me = me
    arms(w, s, v, me)
    v.unmoving = free_attacks(s, v, me)
    v.fights = s.actions[me] + v.unmoving
    v.aims_ok = 0
    v.shoves = 1 if weights.shove > 0 and s.skill[me, SK.SHOVE] > 0 and s.used[U_SHOVE] == 0 else 0
    v.spared = 0.0
    if v.shoves == 1:
        z = s.zone[me]
        v.spared = spared(w, s, v, weights, z, v.here[z], harm(w, s, v, weights, z, v.here[z], 0.0))
    v.moves = s.free[F_MOVE]
    v.turn += 1
    for z in range(w.n_zones):
        v.rate_ok[z, 0] = v.rate_ok[z, 1] = 0
    v.shy = level_penalty(s, v, weights, 1.0)
    v.base = 0.0
    v.base = value(w, s, v, weights, s.zone[me], 0.0)  # scores are relative to ending the turn now


@jit
def free_attacks(s: Record, v: Record, i: int) -> float:
    """Free attacks of the survivor in turn, of the kinds that it can make."""
    number = 1.0 * s.free[F_COMBAT] + (1 if s.pending_attack != 0 else 0)
    for kind in range(3):
        if v.attack_kind[i, CLOSE] == kind or v.attack_kind[i, FURTHER] == kind:
            number += s.free[F_MELEE + kind]
    return number


@jit
def outlook(w: Record, s: Record, v: Record, weights: Record, zone: int, fights: float) -> float:
    """Best value of ``fights`` remaining actions from a zone: fighting there, shooting from there, or moving to a neighbouring zone."""
    best = finish(w, s, v, weights, zone, fights)
    left = fights - leaving_cost(s, v, zone)
    if left >= v.unmoving:
        for n in range(w.degree[zone]):
            if passable(w, s, zone, n, ON_FOOT) == 1:
                best = max(best, finish(w, s, v, weights, w.neighbour[zone, n], left) - weights.effort)
    return best


@jit
def leaving_cost(s: Record, v: Record, zone: int) -> int:
    """Actions needed to leave a zone, if ``v.moves`` free Move actions are left."""
    return max(0, leaving_price(s, v, zone) - v.moves)


@jit
def leaving_price(s: Record, v: Record, zone: int) -> int:
    """Actions and free Move actions needed to leave a zone (BP-6.3)."""
    return 1 if s.skill[v.me, SK.SLIPPERY] > 0 else 1 + s.crowd[zone]


@jit
def finish(w: Record, s: Record, v: Record, weights: Record, zone: int, fights: float) -> float:
    """Value at the end of a turn whose last ``fights`` actions are attacks from the zone."""
    k = int(min(max(fights, 0.0), FIGHTS - 1.0))
    if v.end_at[zone, k] != v.turn:
        v.end_at[zone, k] = v.turn
        kill = weights.sally * weights.kill
        lead = weights.stalk * weights.lead * price(w, s)
        quiet = value(w, s, v, weights, zone, 0.0)
        best = quiet
        if k > 0:
            worth = fight(s, v, zone, k, kill, lead)
            if worth >= 0:
                best = max(best, value(w, s, v, weights, zone, 1.0 * k) + worth - v.shy)
            worth = shoot(w, s, v, zone, k, kill, lead)
            if worth >= 0:
                best = max(best, quiet + worth - v.shy)
        v.end[zone, k] = best
    return v.end[zone, k]


@jit
def stay(w: Record, s: Record, v: Record, weights: Record, fights: float) -> float:
    """``outlook`` of the survivor's current zone."""
    return outlook(w, s, v, weights, s.zone[v.me], fights)


@jit
def value(w: Record, s: Record, v: Record, weights: Record, zone: int, fights: float) -> float:
    """Value of the survivor in ``zone`` with ``fights`` attacks left, relative to ending the turn now.

    1.0 is about one wound spared or one Walker killed.
    """
    me = 1 << v.me
    here = s.zone[v.me]
    drive = 1.0 + (0.5 if v.hunter[v.me] > 0 else 0.0) + (1.0 if v.hunter[v.me] > 1 else 0.0)
    score = -weights.progress * v.haste * drive * way(w, s, v, v.me, zone) - weights.cohesion * distance_to_team(w, s, v, weights, zone)
    if v.hot[zone] == 1:
        score -= 3.0
    score -= weights.fear * threat_of(w, s, v, zone)
    score -= harm_or_push(w, s, v, weights, zone, v.here[zone] | me, fights)
    if zone != here:
        score -= concern(w, s, v, weights, here, v.here[here] & ~me)
        # A survivor who joins others shares their danger, but its attacks help them.
        score += concern(w, s, v, weights, zone, v.here[zone])
    return score - v.base


@jit
def concern(w: Record, s: Record, v: Record, weights: Record, zone: int, group: int) -> float:
    """Harm to a group without this survivor; less if its members have not acted yet."""
    if group == 0:
        return 0.0
    size = acted = 0
    for n in range(v.n_team):
        if group >> v.team[n] & 1 == 1:
            size += 1
            acted += s.acted[v.team[n]]
    return harm(w, s, v, weights, zone, group, 0.0) * (weights.idle + (1 - weights.idle) * acted / size)


@jit
def distance_to_team(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """Mean distance to the others, each capped at six steps, and more for a survivor who is alone."""
    if v.n_team < 2 or v.leaving == 1:
        return 0.0
    total = 0.0
    nearest = 1e4
    for n in range(v.n_team):
        i = v.team[n]
        if i != v.me:
            far = max(0.0, steps(w, s, v, zone, s.zone[i]) - (0.0 if s.acted[i] == 1 else weights.stride))
            total += min(far, 6.0)
            nearest = min(nearest, far)
    return total / (v.n_team - 1) + (weights.alone if nearest > 1 else 0.0)

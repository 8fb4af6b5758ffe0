"""Expected harm by zombies to survivors in a zone: immediately, and after the zombies have closed in.

A survivor whose zone has no zombie when the zombies activate is safe from all but Runners of neighbouring zones (BP-15.2): arriving
zombies have used up their action.  So two things count: the zombies left in the zone after the team's attacks, and whether the group can
still fight its way out of those that arrive (leaving costs an action for every zombie, BP-6.3).  With the weight ``spawn`` zombies that
spawn tokens bring into the zone count too: a card may activate them in the same round (BP-16.6).
"""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..edition import STEPS, TOUGHNESS
from ..numbers.layout import K
from .combat import arms
from .foes import bite
from .look import actions_of, arriving, count_bits, spare


@jit
def harm(w: Record, s: Record, v: Record, weights: Record, zone: int, group: int, fights: float) -> float:
    """Expected harm to a group (as bits) that ends the round in the zone, with ``fights`` attacks left to ``v.me``."""
    arriving(w, s, v, zone)
    coming = v.arriving[zone, 0] + v.arriving[zone, 2] + v.arriving[zone, 3]
    new = ambush(s, v, weights, zone, group)
    if s.crowd[zone] == 0 and coming == 0:
        return new
    alone = 1 if group & (group - 1) == 0 else 0
    v.h_soft = v.h_runners = v.h_hard = v.h_great = 0.0
    if s.crowd[zone] > 0:
        meet(s, v, zone)
        v.h_spare = 0.0
        for n in range(v.n_team):
            i = v.team[n]
            if group >> i & 1 == 1 and i != v.me and s.acted[i] == 0:
                strike(w, s, v, i, alone, 0.7 * actions_of(s, i))
        if fights > 0 and group >> v.me & 1 == 1:
            strike(w, s, v, v.me, alone, fights)
        finish(v)
    now = cost(s, v, weights, wounds(v) + 0.8 * v.arriving[zone, 1], group) + new
    come(v, zone)
    return now + afterwards(w, s, v, weights, group)


@jit
def harm_after_push(w: Record, s: Record, v: Record, weights: Record, zone: int, group: int) -> float:
    """``harm`` once all zombies of the zone were pushed next door: they use up their action to return, but Runners attack (BP-22.74)."""
    arriving(w, s, v, zone)
    v.h_soft = v.h_runners = v.h_hard = v.h_great = 0.0
    meet(s, v, zone)
    come(v, zone)
    now = cost(s, v, weights, 0.8 * v.h_runners, group) + ambush(s, v, weights, zone, group)
    return now + afterwards(w, s, v, weights, group)


@jit
def ambush(s: Record, v: Record, weights: Record, zone: int, group: int) -> float:
    """Harm by zombies that spawn in the zone: about two for each token, and one more for each danger level."""
    return weights.spawn * cost(s, v, weights, v.spawn_tokens[zone] * (2.0 + v.danger), group)


@jit
def come(v: Record, zone: int) -> None:
    """Add the zombies next door to the horde."""
    v.h_soft += v.arriving[zone, 0]
    v.h_runners += v.arriving[zone, 1]
    v.h_hard += v.arriving[zone, 2]
    v.h_great += v.arriving[zone, 3]


@jit
def afterwards(w: Record, s: Record, v: Record, weights: Record, group: int) -> float:
    """Expected harm by the horde in the round after the next, as far as it counts now."""
    alone = 1 if group & (group - 1) == 0 else 0
    v.h_spare = 0.0
    most = 0
    for n in range(v.n_team + 1):  # the survivor in turn comes last
        i = v.team[n] if n < v.n_team else v.me
        if group >> i & 1 == 1 and (i != v.me or n == v.n_team):
            strike(w, s, v, i, alone, actions_of(s, i))
            most = max(most, actions_of(s, i))
    finish(v)
    # With few zombies the group walks out instead.
    stuck = 1.0 if v.h_soft + v.h_hard + v.h_great >= most - 1 else 0.3
    return weights.later * stuck * cost(s, v, weights, wounds(v), group)


@jit
def meet(s: Record, v: Record, zone: int) -> None:
    """Count the zombies of the zone as the horde ``h_...``."""
    for kind in range(K):
        number = s.zombies[zone, kind]
        if TOUGHNESS[kind] > 2:
            v.h_great += number
        elif TOUGHNESS[kind] > 1:
            v.h_hard += number
        else:
            v.h_soft += number
            if STEPS[kind] > 1:
                v.h_runners += number * (STEPS[kind] - 1)


@jit
def strike(w: Record, s: Record, v: Record, i: int, alone: int, number: float) -> None:
    """Subtract the kills of ``number`` actions of a survivor from the horde; tougher zombies first if the survivor can kill them."""
    arms(w, s, v, i)
    power = number
    if v.h_great > 0 and v.blow[i, alone, 2] > 0:
        dead = some(v.h_great, power * v.blow[i, alone, 2])
        v.h_great -= dead
        power -= dead / v.blow[i, alone, 2]
    if v.h_hard > 0 and v.blow[i, alone, 1] > 0:
        dead = some(v.h_hard, power * v.blow[i, alone, 1])
        v.h_hard -= dead
        power -= dead / v.blow[i, alone, 1]
    v.h_spare += power * v.blow[i, alone, 0]


@jit
def finish(v: Record) -> None:
    """Apply the unused kills to the zombies that damage 1 kills."""
    dead = some(v.h_soft, v.h_spare)
    v.h_soft -= dead
    v.h_runners = max(0.0, v.h_runners - dead)


@jit
def some(number: float, hits: float) -> float:
    """Expected number of ``number`` zombies killed by ``hits`` expected hits: surplus hits do not compensate for misses."""
    if number <= 0 or hits <= 0:
        return 0.0
    return number * hits / (number**3 + hits**3) ** (1 / 3)


@jit
def wounds(v: Record) -> float:
    """Wounds by one activation of the horde; Runners attack twice (BP-15.18)."""
    return v.h_soft + v.h_runners + v.h_hard + v.h_great * bite(v.danger)


@jit
def cost(s: Record, v: Record, weights: Record, number: float, group: int) -> float:
    """Score of wounds: higher for wounded survivors, highest if somebody has to die."""
    if number <= 0:
        return 0.0
    room = hurt = 0
    for n in range(v.n_team):
        i = v.team[n]
        if group >> i & 1 == 1:
            room += max(0, spare(s, i))
            hurt += s.wounds[i]
    size = count_bits(group)
    over = max(0.0, number - room) + weights.luck * number / (1.0 + room) ** 2
    bearable = weights.wound * min(number, room) * (1 + weights.hurt * hurt / size)
    return v.dear * (bearable + weights.death * min(1.0 * size, 0.7 * over))

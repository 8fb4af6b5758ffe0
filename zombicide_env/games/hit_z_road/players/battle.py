"""Battles (HZ-8): expected value of shooting, fleeing and fighting, and the Molotov."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.layout import ADRENALINE, AMMO, BUS, CARDS, DICE_PER_AMMO, FLEE_COST, GAS, MOLOTOV, N_RESOURCES, NO_FLEE, RANGED_BITES
from .melee import melee_value
from .odds import shoot_odds
from .records import GROUPS, KEPT, MOST_HORDE, MOST_SHOTS, MOST_ZOMBIES
from .worth import body, resource, unit


@jit
def horde_of(w: Record, v: Record, card: int) -> int:
    """Red dice against the player: none with Liquidator and School Bus."""
    return 0 if v.liquidator == 1 and v.tokens[BUS] > 0 else w.horde[card]


@jit
def without_fuel(v: Record) -> float:
    """Value of the player's belongings after fleeing."""
    gas = v.own[GAS]
    value = body(v.time, v.group, v.own[ADRENALINE])
    for k in range(FLEE_COST):
        value -= unit(v.time, GAS, gas - k)
    return value


@jit
def after_shot(v: Record, zombies: int, horde: int, rule: int, prize: float) -> float:
    """Value of group and adrenaline before fleeing or fighting; ``prize`` is the worth of the card."""
    value = melee_value(v, v.group, v.own[ADRENALINE], zombies, horde, rule) + prize
    if zombies > 0 and v.own[GAS] >= FLEE_COST and rule != NO_FLEE:
        value = max(value, without_fuel(v))
    return value


@jit
def consider(v: Record, zombies: int, horde: int, rule: int, prize: float) -> int:
    """Fill ``v.after`` for the possible numbers of zombies after a ranged attack; returns the highest amount of ammo to consider."""
    shoot_odds(v)
    most = min(v.own[AMMO], MOST_SHOTS)
    fewest = min(MOST_ZOMBIES, max(0, zombies - most * DICE_PER_AMMO))
    for alive in range(fewest, MOST_ZOMBIES + 1):
        if alive <= zombies or rule == RANGED_BITES:
            v.after[alive] = after_shot(v, alive, horde, rule, prize)
    return most


@jit
def shot(v: Record, ammo: int, zombies: int, rule: int) -> float:
    """Expected value of a ranged attack, relative to keeping everything; call ``consider`` first."""
    own = v.own[AMMO]
    value = resource(v.time, AMMO, own - ammo) - resource(v.time, AMMO, own) - body(v.time, v.group, v.own[ADRENALINE])
    for t in range(ammo * DICE_PER_AMMO + 1):
        for n in range(ammo * DICE_PER_AMMO + 1 - t):
            alive = max(0, zombies - t)
            if rule == RANGED_BITES:
                alive += n
            value += v.shot[ammo, t, n] * v.after[min(MOST_ZOMBIES, alive)]
    return value


@jit
def best_shot(v: Record, zombies: int, horde: int, rule: int, prize: float) -> float:
    """Expected value of the best ranged attack, including none, relative to keeping everything."""
    most = consider(v, zombies, horde, rule, prize)
    best = shot(v, 0, zombies, rule)
    for ammo in range(1, most + 1):
        best = max(best, shot(v, ammo, zombies, rule))
    return best


@jit
def key_of(v: Record, card: int, horde: int) -> int:
    """Cache key of a card's battle: everything that it depends on; the cards are the same in every world."""
    key = v.time * GROUPS + v.group
    for r in range(N_RESOURCES):
        key = key * 2**14 + v.own[r]
    return (key * CARDS + card) * (MOST_HORDE + 1) + horde


@jit
def card_battle(w: Record, v: Record, card: int) -> float:
    """Expected value of the card's battle without a Molotov."""
    horde = horde_of(w, v, card)
    key = key_of(v, card, horde)
    place = key % KEPT
    if v.kept_key[place] != key:
        v.kept_key[place] = key  # never 0, since there is a card
        v.kept[place] = best_shot(v, w.zombies[card], horde, w.rule[card], w.points[card])
    return v.kept[place]


@jit
def battle_value(w: Record, v: Record, weights: Record, card: int) -> float:
    """Expected value of the best choice of shooting, fleeing, fighting and the Molotov."""
    value = card_battle(w, v, card)
    if v.tokens[MOLOTOV] > 0:
        value = max(value, w.points[card] - weights.molotov)
    return value

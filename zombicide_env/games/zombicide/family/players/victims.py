"""Choice of victims of wounds, and prevention of wounds (BP-15.6, BP-13.21, BP-10)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.codes import FX_ARMOUR, FX_SHIELD
from ..numbers import actions as A
from ..numbers import skills as SK
from ..numbers.layout import ABOMINATION, BODY, LEFT, MAX_WOUNDS, PACK, SLOTS, K
from ..rules.inventory import card_at
from .gear import in_hands
from .look import spare

NO_SHIELD: Final = 7
HIDE: Final = 5  # roll needed by Iron hide


@jit
def chance(need: int) -> float:
    """Probability that a die shows at least this number."""
    return max(0, min(6, 7 - max(1, need))) / 6


@jit
def twice(once: float) -> float:
    """Probability of success with one optional reroll of a single die."""
    return 1 - (1 - once) * (1 - once)


@jit
def shield_of(w: Record, s: Record, i: int) -> int:
    """Roll needed by the survivor's shield."""
    for slot in range(LEFT, PACK):
        card = card_at(w, s, i, slot)
        if card > 0 and w.card_effect[card] == FX_SHIELD:
            return w.card_armour[card]
    return NO_SHIELD


@jit
def saves(w: Record, s: Record, i: int) -> float:
    """Probability that armour or a shield prevents a wound."""
    hide = 1 if s.skill[i, SK.IRON_HIDE] > 0 else 0
    worn = card_at(w, s, i, BODY) if BODY >= 0 else 0
    once = chance(HIDE) if hide == 1 else 0.0
    if worn > 0 and w.card_effect[worn] == FX_ARMOUR:
        once = chance(w.card_armour[worn] - hide)
    shield = shield_of(w, s, i)
    return once if shield == NO_SHIELD else max(twice(once), chance(shield))


@jit
def best_armour(w: Record, s: Record, i: int, a: int) -> float:
    """Probability that the roll prevents a wound: body armour or Iron hide with the shield's reroll, or the shield's own value."""
    if a == A.ARMOUR:
        return twice(chance(w.card_armour[card_at(w, s, i, BODY)] - (1 if s.skill[i, SK.IRON_HIDE] > 0 else 0)))
    if a == A.ARMOUR + 1:
        return twice(chance(HIDE))
    if a == A.ARMOUR + 2:
        return chance(shield_of(w, s, i))
    return 0.0


@jit
def cancel(w: Record, s: Record, m: Mask, i: int, first: int) -> int:
    """Discard cards for wounds only to stay alive, the least useful first."""
    if s.wounds[i] + s.roll_sure >= MAX_WOUNDS:
        for slot in range(SLOTS - 1, -1, -1):
            if m[A.DROP + slot] == 1:
                return A.DROP + slot
    return A.ACCEPT if m[A.ACCEPT] == 1 else first


@jit
def wound(w: Record, s: Record, v: Record, m: Mask, kind: int) -> int:
    """Spread wounds while everybody can survive; if somebody has to die, let it be only one survivor (BP-15.6)."""
    waiting = 1
    for k in range(K):
        waiting += s.wnd_left[k]
    hurt = 1.0
    for i in range(w.n_survivors):
        if m[A.WOUND + i] == 1:
            if s.skill[i, SK.IRONCLAD[kind]] > 0:
                return A.WOUND + i
            sure = s.wnd[i, ABOMINATION]
            others = 0
            for k in range(K):
                if k != ABOMINATION:
                    others += s.wnd[i, k]
            v.room[i] = spare(s, i) - sure - others * (1 - saves(w, s, i))
            if kind != ABOMINATION:
                hurt = min(hurt, 1 - saves(w, s, i))
    return A.WOUND + victim(w, s, v, m, A.WOUND, waiting * hurt)


@jit
def miss(w: Record, s: Record, v: Record, m: Mask) -> int:
    """Choose the victim of a miss as for wounds by zombies; a hit counts as the damage of the weapon."""
    for i in range(w.n_survivors):
        if m[A.MISS + i] == 1:
            v.room[i] = spare(s, i) - s.atk_ff[i] * s.atk_damage * (1 - saves(w, s, i))
    return A.MISS + victim(w, s, v, m, A.MISS, 1.0 * s.atk_damage)


@jit
def victim(w: Record, s: Record, v: Record, m: Mask, block: int, waiting: float) -> int:
    """Choose among the survivors that a block of actions names, who can take ``v.room`` wounds each."""
    total = 0.0
    for i in range(w.n_survivors):
        if m[block + i] == 1:
            total += max(0, int(v.room[i] + 1e-9))
    chosen = -1
    best = 0.0
    for i in range(w.n_survivors):
        if m[block + i] == 1:
            if total >= waiting:
                worth = 100 * (v.room[i] + saves(w, s, i)) - s.wounds[i]
            else:  # somebody dies: a survivor who is lost already, else the least useful one
                value = in_hands(w, s, v, i) + 0.3 * s.level[i] + 0.5 * saves(w, s, i)
                worth = -value - v.room[i] - (1e6 if v.room[i] >= 0 else 0.0)
            if chosen < 0 or worth > best + 1e-9:
                chosen = i
                best = worth
    return chosen

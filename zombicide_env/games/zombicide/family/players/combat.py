"""Expected result of an attack: dice, kills by priority, misses that hit friends (BP-13)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import ANY_COMBAT, FX_DAGGER, MELEE, RANGED
from ..edition import KILL_ORDER, KINDS, PRIORITY, TOUGHNESS
from ..numbers import skills as SK
from ..numbers.layout import LEFT, NECROMANCER, PACK, RIGHT, K
from ..rules.inventory import card_at
from .foes import immune

_VALUES: Final = {"walker": 1.0, "fatty": 1.2, "runner": 1.9, "abomination": 5.0, "necromancer": 2.5, "defiler": 8.0, "dog": 2.5}
#: Worth of a dead zombie of each kind, a Walker being 1; ``toxic_walker`` is a Walker.
KILL_VALUE: Final = tuple(_VALUES.get(kind.rpartition("_")[2], float(hard)) for kind, hard in zip(KINDS, TOUGHNESS, strict=True))
#: Kinds in the order in which ranged and magic hits are assigned (BP-13.15), the better target first where the shooter chooses.
SHOT_ORDER: Final = tuple(sorted(range(K), key=lambda kind: (PRIORITY[kind], -KILL_VALUE[kind])))
HANDS: Final = PACK  # slots usable for attacks: the hands, and the body slot's exception
CLOSE: Final = 0  # an attack at range 0
FURTHER: Final = 1


@jit
def attack_with(w: Record, s: Record, v: Record, i: int, slot: int, kind: int) -> int:
    """Write the attack made by naming a slot into the registers ``a_...``; 0: none.

    The attack uses the card alone or with its twin in an earlier hand (BP-13.6).
    """
    card = card_at(w, s, i, slot)
    if card == 0:
        return 0
    if kind == MELEE:
        dice = w.melee_dice[card]
        accuracy = w.melee_accuracy[card]
        damage = w.melee_damage[card]
        reach = 0
    else:
        dice = w.shot_dice[card]
        accuracy = w.shot_accuracy[card]
        damage = w.shot_damage[card]
        reach = w.shot_max[card]
        kind = w.shot[card]
    if dice == 0:
        return 0
    bonus = s.skill[i, SK.DIE[kind]] + s.skill[i, SK.DIE[ANY_COMBAT]]
    damage += s.skill[i, SK.DAMAGE[kind]]
    if kind == MELEE:
        bonus += dagger_beside(w, s, i, slot)
        if s.skill[i, SK.SUPER_STRENGTH] > 0:
            damage = max(damage, 3)
    need = accuracy - s.skill[i, SK.TO_ROLL[kind]] - s.skill[i, SK.TO_ROLL[ANY_COMBAT]]
    v.a_kind = kind
    v.a_dice = weapons(w, s, i, slot, card, kind) * (dice + bonus)
    v.a_chance = min(1.0, (7 - max(1, need)) / 6)
    v.a_damage = damage
    v.a_reach = reach
    return 1


@jit
def weapons(w: Record, s: Record, i: int, slot: int, card: int, kind: int) -> int:
    """2 if the card of the slot attacks together with its twin, else 1."""
    twin = (slot > LEFT and card_at(w, s, i, LEFT) == card) or (slot > RIGHT and card_at(w, s, i, RIGHT) == card)
    if not twin:
        return 1
    if w.card_dual[card] > 0 or s.skill[i, SK.AMBIDEXTROUS] > 0 or (kind == MELEE and s.skill[i, SK.SWORDMASTER] > 0):
        return 2
    return 1


@jit
def dagger_beside(w: Record, s: Record, i: int, slot: int) -> int:
    """1 if another hand holds a Dagger."""
    for hand in range(LEFT, RIGHT + 1):
        card = card_at(w, s, i, hand)
        if hand != slot and card > 0 and w.card_effect[card] == FX_DAGGER:
            return 1
    return 0


@jit
def arms(w: Record, s: Record, v: Record, i: int) -> int:
    """Update the cached attacks of survivor ``i`` in ``v``."""
    if v.attack_ok[i] == 0:
        v.attack_ok[i] = 1
        v.spares[i] = s.skill[i, SK.MARKSMAN] > 0
        best_attack(w, s, v, i, CLOSE, MELEE)
        best_attack(w, s, v, i, FURTHER, RANGED)
        blows(v, i)
        near = 99
        for slot in range(PACK):
            card = card_at(w, s, i, slot)
            if card > 0 and w.shot_dice[card] > 0:
                near = min(near, w.shot_min[card])
        v.attack_near[i] = near if near < 99 else 0
    return i


@jit
def best_attack(w: Record, s: Record, v: Record, i: int, which: int, kind: int) -> None:
    """Return the attack with the highest expected number of hits."""
    v.attack_kind[i, which] = -1
    best = -1.0
    for slot in range(HANDS):
        if attack_with(w, s, v, i, slot, kind) == 0:
            continue
        worth = v.a_dice * v.a_chance * (1.3 if v.a_damage > 1 else 1.0)
        if worth > best:
            best = worth
            v.attack_kind[i, which] = v.a_kind
            v.attack_dice[i, which] = v.a_dice
            v.attack_chance[i, which] = v.a_chance
            v.attack_damage[i, which] = v.a_damage
            v.attack_reach[i, which] = v.a_reach


@jit
def blows(v: Record, i: int) -> None:
    """Kills of one action at range 0; shots only if they hit no friend."""
    for alone in range(2):
        for k in range(3):
            v.blow[i, alone, k] = 0.0
        for which in range(2):
            if usable(v, i, which, alone) == 1:
                hits = v.attack_dice[i, which] * v.attack_chance[i, which]
                for k in range(3):
                    if v.attack_damage[i, which] > k:
                        v.blow[i, alone, k] = max(v.blow[i, alone, k], hits)


@jit
def usable(v: Record, i: int, which: int, alone: int) -> int:
    """1 if the survivor has the attack and it hits no friend in the zone."""
    if v.attack_kind[i, which] < 0:
        return 0
    return 1 if v.attack_kind[i, which] == MELEE or alone == 1 or v.spares[i] == 1 else 0


# ---- expected results ----------------------------------------------------------------------------------------------


@jit
def expect_best(s: Record, v: Record, i: int, which: int, zone: int, spared: int) -> None:
    """``expect`` of the survivor's best attack of a kind."""
    expect(s, v, v.attack_kind[i, which], v.attack_dice[i, which], v.attack_chance[i, which], v.attack_damage[i, which], zone, spared)


@jit
def expect(s: Record, v: Record, kind: int, dice: int, chance: float, damage: int, zone: int, spared: int) -> None:
    """Average result of an attack on the zombies of a zone, in the registers ``e_...``; ``spared``: ignore the Necromancers there."""
    v.e_value = v.e_kills = 0.0
    v.e_misses = dice * (1 - chance)
    exactly = (1 - chance) ** dice  # probability of this number of hits
    more = 1.0 - exactly  # probability of more hits
    hits = 1
    swallowed = 0
    for n in range(K):
        target = KILL_ORDER[n] if kind == MELEE else SHOT_ORDER[n]
        number = s.zombies[zone, target]
        if number > 0 and (damage < TOUGHNESS[target] or immune(target, kind)):
            swallowed = 1
        elif number > 0 and (spared == 0 or target != NECROMANCER):
            while number > 0 and hits <= dice:
                v.e_value += more * KILL_VALUE[target]
                v.e_kills += more
                if chance < 1:
                    exactly *= (dice - hits + 1) / hits * chance / (1 - chance)
                    more -= exactly
                hits += 1
                number -= 1
        # BP-13.16: a target of this priority that cannot die absorbs the remaining hits.
        if kind != MELEE and swallowed == 1 and (n == K - 1 or PRIORITY[SHOT_ORDER[min(n + 1, K - 1)]] != PRIORITY[target]):
            return

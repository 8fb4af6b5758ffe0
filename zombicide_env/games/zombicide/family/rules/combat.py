"""Melee, Ranged and Magic actions (BP-13): dice, rerolls, hits and misses.

The action in progress is in the ``atk_*`` fields.  It has one target zone, or two with Trick shot (BP-22.75):
index 0 and 1 of the fields by zone.
"""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.dice import roll_d6
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import AMMO_NONE, ANY_COMBAT, FX_DAGGER, MELEE, MOST_EXTRA_DICE, RANGED
from ...table.seams import seam
from ..edition import NOISE_PER_WEAPON
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import BY_AMMO, BY_LUCKY
from .dice import printed_dice, set_dice, weapons_at
from .inventory import ammo_reroll, daggers_in_hand
from .replacing import ask_replace
from .rerolling import ask_reroll
from .rerolls import reroll_once
from .survivor import damage_with, make_noise, pay_attack, reveal, roll_bonus
from .terrain import farthest
from .weapons import unload

# ---- skills of a combat type --------------------------------------------------------------------------------------


@jit
def roll6(s: Record, i: int, combat: int) -> int:
    return s.skill[i, SK.ROLL6[combat]] + s.skill[i, SK.ROLL6[ANY_COMBAT]]


@jit
def has_reaper(s: Record, i: int, combat: int) -> int:
    return s.skill[i, SK.REAPER[combat]] + s.skill[i, SK.REAPER[ANY_COMBAT]]


@jit
def may_replace_dice(s: Record, i: int, combat: int) -> int:
    """Barbarian, Iron rain, Mana rain (BP-22.31)."""
    return s.skill[i, SK.REPLACE_DICE[combat]]


@seam
def attack_damage(w: Record, s: Record, i: int, card: int, combat: int) -> int:
    """Effective damage of a hit (BP-22.19, BP-22.20, BP-22.68)."""
    if combat == MELEE:
        d = w.melee_damage[card]
        if s.skill[i, SK.SUPER_STRENGTH] > 0:
            d = max(3, d)
    else:
        d = w.shot_damage[card]
    return d + s.skill[i, SK.DAMAGE[combat]] + damage_with(w, s, i, card)


# ---- which attacks are possible ------------------------------------------------------------------------------------


@seam
def range_fits(w: Record, s: Record, i: int, card: int, r: int) -> int:
    """1 if the card reaches a zone at range ``r``."""
    if r == 0 and s.skill[i, SK.POINT_BLANK] > 0:  # BP-22.63
        return 1
    if r > farthest(w, s):
        return 0
    return 1 if r >= w.shot_min[card] and r <= w.shot_max[card] + s.skill[i, SK.PLUS_1_MAX_RANGE] else 0


@seam
def free_targets(w: Record, s: Record, i: int, combat: int, zone: int) -> int:
    """1 if the attacker chooses freely and misses harm nobody (BP-13.10, BP-22.52, BP-22.63)."""
    if combat == MELEE or s.skill[i, SK.MARKSMAN] > 0:
        return 1
    return 1 if s.skill[i, SK.POINT_BLANK] > 0 and s.zone[i] == zone else 0


@seam
def steady(w: Record, s: Record, i: int) -> int:
    """Above 0 if misses of survivor ``i`` harm nobody (Steady hand)."""
    return s.skill[i, SK.STEADY_HAND]


# ---- the action ----------------------------------------------------------------------------------------------------


@seam
def attack(w: Record, s: Record, i: int, combat: int, card: int, copies: int, zone: int, zone2: int) -> None:
    """Declare and pay a combat action with one or two copies of a card (BP-13.R7 1 and 2)."""
    pay_attack(s, i, combat)
    s.pending_attack = 0  # a free action of another type is forfeited
    reveal(w, s, i)
    s.atk_type = combat
    s.atk_by = i
    s.atk_card = card
    s.atk_copies = copies
    s.atk_zone[0] = zone
    s.atk_zone[1] = zone2
    tell(w, E.ATTACK, i, combat, card, weapons_at(s, 0), zone)
    if zone2 >= 0:
        tell(w, E.ATTACK, i, combat, card, weapons_at(s, 1), zone2)
    s.atk_kills = s.atk_emptied = 0
    s.atk_reaper = min(1, has_reaper(s, i, combat))
    s.atk_rerolls = 0
    if combat == RANGED and w.card_ammo[card] != AMMO_NONE and ammo_reroll(w, s, i, w.card_ammo[card]) == 1:
        s.atk_rerolls |= BY_AMMO
    s.atk_rerolls |= reroll_once(w, s, i)
    if s.skill[i, SK.LUCKY] > 0:
        s.atk_rerolls |= BY_LUCKY
    s.atk_dagger = 0
    if combat == MELEE:
        s.atk_accuracy = w.melee_accuracy[card]
        count_dagger_dice(w, s, i, card, copies)
    else:
        s.atk_accuracy = w.shot_accuracy[card]
    s.atk_damage = attack_damage(w, s, i, card, combat)
    push(s, T.ATTACK_END, i, 0, 0, 0)
    push(s, T.ACTION_END, i, 0, 0, 0)
    push(s, T.ROLL, i, 0, 0, 0)
    ask_replacements(w, s, i)


@jit
def count_dagger_dice(w: Record, s: Record, i: int, card: int, copies: int) -> None:
    """Count other Daggers among the two items of the action (BP-13.7, BP-13.R2, BP-13.R24)."""
    daggers = daggers_in_hand(w, s, i)
    if w.card_effect[card] == FX_DAGGER:
        if copies == 2:
            s.atk_dagger = 2
        elif daggers >= 2:
            s.atk_dagger = 1
    elif copies == 1 and daggers >= 1:
        s.atk_dagger = 1


@seam
def ask_replacements(w: Record, s: Record, i: int) -> None:
    """Set the printed dice, and ask for each zone whether to replace their number (BP-D-16)."""
    printed = printed_dice(w, s)
    for z in range(1, -1, -1):
        s.atk_dice[z] = 0
        if s.atk_zone[z] >= 0:
            set_dice(w, s, i, z, printed)
            if may_replace_dice(s, i, s.atk_type) > 0 and s.crowd[s.atk_zone[z]] != printed:
                ask_replace(s, i, z)


@seam
def throw(w: Record, s: Record, z: int, n: int, bonus: int) -> int:
    """Roll ``n`` dice at target zone ``z``; count hits and misses, return the number of sixes (BP-13.R5)."""
    sixes = 0
    for _ in range(n):
        face = roll_d6(s)
        d = min(6, face + bonus)
        tell(w, E.DIE, s.atk_by, E.ATTACK_ROLL, face, bonus, s.atk_accuracy, 1 if d >= s.atk_accuracy else 0)
        if d >= s.atk_accuracy:
            s.atk_hits[z] += 1
        else:
            s.atk_misses[z] += 1
        sixes += d == 6
    return sixes


@seam
def roll(w: Record, s: Record, i: int) -> None:
    """Roll all dice, those of the first zone first, then offer a reroll (BP-13.R7 3 and 4)."""
    bonus = roll_bonus(s, i, s.atk_type)
    extra = roll6(s, i, s.atk_type)
    push(s, T.ROLLED, i, 0, 0, 0)
    for z in range(2):
        s.atk_hits[z] = s.atk_misses[z] = 0
        sixes = throw(w, s, z, s.atk_dice[z], bonus)
        s.stack[s.depth - 1, 2 + z] = sixes * extra
    if s.atk_rerolls != 0:
        ask_reroll(s, i, ASK.ATTACK_ROLL)


@seam
def rolled(w: Record, s: Record, i: int, extra0: int, extra1: int) -> None:
    """Resolve the roll: dice of Roll 6, noise, load; then hits and misses (BP-13.R7 5 to 8)."""
    bonus = roll_bonus(s, i, s.atk_type)
    per_six = roll6(s, i, s.atk_type)
    for z in range(2):
        left = extra0
        if z == 1:
            left = extra1
        thrown = 0
        while left > 0 and thrown < MOST_EXTRA_DICE:  # BP-22.26: sixes chain
            left += throw(w, s, z, 1, bonus) * per_six - 1
            thrown += 1
    if w.card_noisy[s.atk_card] == 1 and (s.atk_type != MELEE or w.shot[s.atk_card] == 0):  # with two profiles only the shot is noisy
        make_noise(w, s, i)
        if NOISE_PER_WEAPON:
            for _ in range(1, s.atk_copies):
                make_noise(w, s, i)
    if s.atk_type == RANGED and w.card_reload[s.atk_card] == 1:
        unload(w, s, i)
    for z in range(1, -1, -1):
        if s.atk_zone[z] >= 0:
            push(s, T.MISSES, z, 0, 0, 0)
    for z in range(1, -1, -1):
        if s.atk_zone[z] >= 0:
            push(s, T.HITS, z, 0, 0, 0)


# ---- end of the action ---------------------------------------------------------------------------------------------


@seam
def emptied(w: Record, s: Record, z: int) -> None:
    """Handle the death of the last zombie of target zone ``z`` (BP-22.31)."""
    s.atk_emptied += 1

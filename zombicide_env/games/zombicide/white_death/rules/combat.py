"""Melee, Ranged and Magic actions (WD-15): dice, skills of cards and Guards, natural 1, Escalation, freeze.

The action in progress is in the ``atk_*`` fields.  ``atk_by`` pays and gets the experience; with ``atk_guards`` Guards attack,
with no skills except those that this survivor gives them (WD-13.12).
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import Task
from zombicide_env.core.dice import roll_d6
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import ANY_COMBAT, FX_DAGGER, FX_FORCE_BLAST, FX_SHIELD, MAGIC, MELEE, MOST_EXTRA_DICE, NONE, ONGOING, RANGED
from ..numbers import decisions as ASK
from ..numbers import edition_events as OE
from ..numbers import edition_skills as OSK
from ..numbers import edition_tasks as OT
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import BY_LUCKY, F_COMBAT, F_SPELLCASTER
from ..numbers.edition_budget import F_DUAL
from ..numbers.layout import PACK, SLOTS, WHO
from .dice import prowess, set_dice
from .effective_skills import skilled
from .freeze import freeze
from .hold_your_nose import hold_noses
from .inventory import card_at, in_hand
from .outcome import check_end
from .replacing import ask_replace
from .rerolling import ask_reroll
from .sight import guards_see, sees
from .survivor import can_pay_attack, make_noise_in, pay_attack, pending_attack, specific_combat
from .team import in_play
from .weapons import counts_as_dual, unload

# ---- skills ----------------------------------------------------------------------------------------------------------


@jit
def attack_damage(w: Record, s: Record, i: int, card: int, combat: int) -> int:
    """Damage of a hit with one copy including the survivor's skills, for observations."""
    damage = w.shot_damage[card]
    if combat == MELEE:
        damage = w.melee_damage[card]
    if damage == 1 and s.skill[i, OSK.DAMAGE_2[combat]] + s.skill[i, OSK.DAMAGE_2[ANY_COMBAT]] > 0:
        damage = 2
    if combat == MELEE and s.skill[i, SK.SUPER_STRENGTH] > 0:
        damage = max(3, damage)
    return damage + s.skill[i, OSK.DAMAGE[combat]] + s.skill[i, OSK.DAMAGE[ANY_COMBAT]]


@jit
def real_damage(w: Record, s: Record) -> int:
    """Damage of a hit of the attack in progress, without Roll 6 (WD-15.7 step 8)."""
    combat = s.atk_type
    damage = s.atk_damage
    if damage == 1 and prowess(w, s, OSK.DAMAGE_2[combat]) + prowess(w, s, OSK.DAMAGE_2[ANY_COMBAT]) > 0:
        damage = 2
    if combat == MELEE and prowess(w, s, SK.SUPER_STRENGTH) > 0:
        damage = max(3, damage)
    return damage + prowess(w, s, OSK.DAMAGE[combat]) + prowess(w, s, OSK.DAMAGE[ANY_COMBAT])


@jit
def free_targets(w: Record, s: Record, i: int, combat: int, zone: int) -> int:
    """1 if the attacker chooses freely and misses harm nobody (WD-15.12, Marksman, Point-Blank)."""
    if combat == MELEE or prowess(w, s, SK.MARKSMAN) > 0:
        return 1
    return 1 if s.atk_from == zone and prowess(w, s, SK.POINT_BLANK) > 0 else 0


@jit
def steady(w: Record, s: Record, i: int) -> int:
    """Above 0 if misses of the attack in progress harm nobody (Steady Hand)."""
    return prowess(w, s, SK.STEADY_HAND)


# ---- ranges ----------------------------------------------------------------------------------------------------------


@jit
def range_fits(w: Record, s: Record, i: int, card: int, r: int) -> int:
    """1 if a shot or spell reaches range ``r`` (WD-15.2, +1 Max Range, Point-Blank)."""
    if r == 0 and skilled(w, s, i, SK.POINT_BLANK) > 0:
        return 1
    return 1 if r >= w.shot_min[card] and r <= w.shot_max[card] + further(w, s, i, r) else 0


@jit
def further(w: Record, s: Record, i: int, r: int) -> int:
    """Zones that skills and a Blessing add to the range of a shot or spell at range ``r`` (WD-24.1)."""
    n = skilled(w, s, i, SK.PLUS_1_MAX_RANGE)
    if s.blessing[i] > 0 and OSK.BLESSING[s.blessing[i] - 1] == SK.PLUS_1_MAX_RANGE:
        n += 1
    if r >= 2:
        n += s.skill[i, OSK.REMOTE[SK.PLUS_1_MAX_RANGE]]
    return n


@jit
def strikes(w: Record, s: Record, i: int, card: int, r: int) -> int:
    """1 if a melee weapon reaches range 0 or 1 (WD-15.13, Reach, Close-Quarters Master)."""
    if skilled(w, s, i, OSK.REACH) > 0:
        return 1
    if r == 0:
        return 1 if w.melee_min[card] == 0 or skilled(w, s, i, OSK.CLOSE_QUARTERS_MASTER) > 0 else 0
    return 1 if w.melee_max[card] >= 1 else 0


# ---- paying ----------------------------------------------------------------------------------------------------------


@jit
def free_for(s: Record, combat: int) -> int:
    """1 if a free action pays for an attack of the type."""
    if pending_attack(s, combat) == 1 or s.free[F_COMBAT] > 0 or s.free[specific_combat(combat)] > 0:
        return 1
    return 1 if combat == MAGIC and s.free[F_SPELLCASTER] > 0 else 0


@jit
def can_pay_with(w: Record, s: Record, i: int, combat: int, card: int) -> int:
    """1 if an attack with the card can be paid for, Dual Expert included (WD-24.75)."""
    if can_pay_attack(s, i, combat) == 1:
        return 1
    return 1 if s.free[F_DUAL] > 0 and counts_as_dual(w, s, i, card, combat) == 1 else 0


@jit
def pay_with(w: Record, s: Record, i: int, combat: int, card: int) -> None:
    if free_for(s, combat) == 0 and s.free[F_DUAL] > 0 and counts_as_dual(w, s, i, card, combat) == 1:
        s.free[F_DUAL] -= 1
    else:
        pay_attack(s, i, combat)


# ---- the action ------------------------------------------------------------------------------------------------------


@jit
def attack(w: Record, s: Record, i: int, combat: int, card: int, copies: int, zone: int, zone2: int) -> None:
    """Declare a combat action with one or two copies of a card; a reflex is free (WD-15.7 1)."""
    if s.atk_free == 0:
        pay_with(w, s, i, combat, card)
        s.pending_attack = 0  # a free action of another type is forfeited
    if combat == MELEE:
        s.atk_printed = w.melee_dice[card]
        s.atk_accuracy = w.melee_accuracy[card]
        s.atk_damage = w.melee_damage[card]
    else:
        s.atk_printed = w.shot_dice[card]
        s.atk_accuracy = w.shot_accuracy[card]
        s.atk_damage = w.shot_damage[card]
    if copies == 2 and w.card_pair_damage[card] > 0:  # WD-15.11
        s.atk_damage = w.card_pair_damage[card]
    s.atk_from = s.zone[i]
    s.atk_range = sees(w, s, i, zone)
    s.atk_guards = 0
    s.atk_bless = s.blessing[i]
    s.blessing[i] = 0  # WD-19.18: the next Combat Action only
    declare(w, s, i, combat, card, copies, zone)
    s.atk_dagger = other_bonus(w, s, i, card, copies, combat) + escalation(w, s, combat)
    if s.atk_free == 0 and s.current == i:
        count_streak(s, combat)
    ask_replacements(w, s, i)


@jit
def improvise(w: Record, s: Record, i: int, combat: int, zone: int) -> None:
    """Attack with an Improvised Weapon: two dice, 4+, damage 1, no card (WD-24.30, WD-24.31)."""
    s.atk_printed = 2
    s.atk_accuracy = 4
    s.atk_damage = 1
    s.atk_from = s.zone[i]
    s.atk_range = sees(w, s, i, zone)
    s.atk_guards = 0
    s.atk_bless = s.blessing[i]
    s.blessing[i] = 0
    declare(w, s, i, combat, 0, 1, zone)
    s.atk_dagger = escalation(w, s, combat)
    count_streak(s, combat)
    ask_replacements(w, s, i)


@jit
def guards_attack(w: Record, s: Record, i: int, combat: int, n: int, source: int, zone: int) -> None:
    """Attack with ``n`` Guards: one die each (WD-13.8, WD-13.9)."""
    s.atk_printed = 1
    s.atk_accuracy = w.guard_stats[combat, 2]
    s.atk_damage = w.guard_stats[combat, 3]
    s.atk_from = source
    s.atk_range = guards_see(w, s, i, source, zone)
    s.atk_guards = n
    s.atk_bless = 0
    declare(w, s, i, combat, 0, n, zone)
    s.atk_dagger = 0
    ask_replacements(w, s, i)


@jit
def declare(w: Record, s: Record, i: int, combat: int, card: int, copies: int, zone: int) -> None:
    s.atk_type = combat
    s.atk_by = i
    s.atk_card = card
    s.atk_copies = min(2, copies)
    s.atk_zone[0] = zone
    s.atk_zone[1] = NONE
    if s.atk_guards > 0:
        tell(w, OE.GUARDS_ATTACK, i, copies, combat, s.atk_from, zone)
    else:
        tell(w, E.ATTACK, i, combat, card, copies, zone)
    s.atk_kills = s.atk_sixes = 0
    s.atk_reaper = min(1, prowess(w, s, SK.REAPER[combat]) + prowess(w, s, SK.REAPER[ANY_COMBAT]))
    s.atk_rerolls = BY_LUCKY if prowess(w, s, SK.LUCKY) > 0 else 0
    push(s, T.ROLL, i)


@jit
def other_bonus(w: Record, s: Record, i: int, card: int, copies: int, combat: int) -> int:
    """Dice from the other item in use: Dagger, Battle Shield, Force Blast (WD-15.8, WD-15.9)."""
    n = 0
    for slot in range(SLOTS):
        effect = w.card_effect[card_at(w, s, i, slot)]
        if in_hand(w, s, i, slot) == 1:
            if combat == MELEE and (effect == FX_DAGGER or effect == FX_SHIELD) and slot < PACK:
                n += 1
            elif combat == MAGIC and effect == FX_FORCE_BLAST:
                n += 1
    same = w.card_effect[card]
    gives = 1 if (combat == MELEE and same == FX_DAGGER) or (combat == MAGIC and same == FX_FORCE_BLAST) else 0
    return 2 * gives if copies == 2 else min(1, n - gives)


@jit
def escalation(w: Record, s: Record, combat: int) -> int:
    """Dice for consecutive previous actions of the type (WD-24.74); none out of turn, nor with a lent action."""
    if s.atk_free == 1 or s.lent == 1:
        return 0
    return prowess(w, s, OSK.ESCALATION[combat]) * s.streak[combat] + prowess(w, s, OSK.ESCALATION[ANY_COMBAT]) * s.streak[ANY_COMBAT]


@jit
def count_streak(s: Record, combat: int) -> None:
    """Count a consecutive action of its type; streaks of other types end, and the leader's end with a lent attack (WD-24.50)."""
    if s.lent == 1:
        end_streaks(s)
        return
    for other in range(ANY_COMBAT):
        if other != combat:
            s.streak[other] = 0
    s.streak[combat] = min(200, s.streak[combat] + 1)
    s.streak[ANY_COMBAT] = min(200, s.streak[ANY_COMBAT] + 1)


@jit
def end_streaks(s: Record) -> None:
    for combat in range(ANY_COMBAT + 1):
        s.streak[combat] = 0


# ---- dice --------------------------------------------------------------------------------------------------------------


@jit
def ask_replacements(w: Record, s: Record, i: int) -> None:
    """Set the printed dice, and ask whether to roll as many as there are zombies (WD-24.18, 22, 23)."""
    set_dice(w, s, s.atk_printed)
    if prowess(w, s, SK.REPLACE_DICE[s.atk_type]) > 0 and s.crowd[s.atk_zone[0]] != s.atk_printed:
        ask_replace(s, i, 0)


@jit
def throw(w: Record, s: Record, n: int, bonus: int) -> int:
    """Roll ``n`` dice; count hits and misses, return the number of sixes.  A natural 1 always misses (WD-15.6)."""
    sixes = 0
    for _ in range(n):
        face = roll_d6(s)
        d = face
        if d != 1:
            d = min(6, d + bonus)
        tell(w, E.DIE, s.atk_by, E.ATTACK_ROLL, face, bonus, s.atk_accuracy, 1 if d != 1 and d >= s.atk_accuracy else 0)
        if d != 1 and d >= s.atk_accuracy:
            s.atk_hits[0] += 1
        else:
            s.atk_misses[0] += 1
        sixes += d == 6
    return sixes


@jit
def to_roll(w: Record, s: Record) -> int:
    return prowess(w, s, SK.TO_ROLL[s.atk_type]) + prowess(w, s, SK.TO_ROLL[ANY_COMBAT])


@jit
def roll(w: Record, s: Record, i: int) -> None:
    """Roll all dice, then offer a reroll (WD-15.7 4)."""
    push(s, T.ROLLED, i, 0, 0, 0)
    s.atk_hits[0] = s.atk_hits[1] = s.atk_misses[0] = s.atk_misses[1] = 0
    s.atk_sixes = throw(w, s, s.atk_dice[0], to_roll(w, s))
    if s.atk_rerolls != 0:
        ask_reroll(s, i, ASK.ATTACK_ROLL)


@jit
def rolled(w: Record, s: Record, i: int, extra0: int, extra1: int) -> None:
    """Resolve the roll: dice of Roll 6 wave by wave, damage; then hits, misses, and aftermath (WD-15.7 6 to 11)."""
    per_six = prowess(w, s, SK.ROLL6[s.atk_type]) + prowess(w, s, SK.ROLL6[ANY_COMBAT])
    bonus = to_roll(w, s)
    wave = s.atk_sixes * per_six
    thrown = 0
    while wave > 0 and thrown < MOST_EXTRA_DICE:
        sixes = throw(w, s, wave, bonus)
        thrown += wave
        s.atk_sixes += sixes
        wave = sixes * per_six
    s.atk_damage = real_damage(w, s)
    more = prowess(w, s, OSK.ROLL6_DAMAGE[s.atk_type]) + prowess(w, s, OSK.ROLL6_DAMAGE[ANY_COMBAT])
    s.atk_damage += more * s.atk_sixes  # WD-19.17
    if s.atk_type == RANGED and w.card_reload[s.atk_card] == 1:  # before cards drawn by Hold Your Nose are stored
        unload(w, s, i)
    push(s, OT.AFTERMATH, i)
    push(s, T.MISSES, 0)
    push(s, T.HITS, 0)


@jit
def emptied(w: Record, s: Record, z: int) -> None:
    """Handle the death of the last zombie of the target zone: remaining hits are lost, Hold Your Nose draws at once (WD-24.27)."""
    if s.atk_hits[z] > 0:
        tell(w, E.HITS_LOST, s.atk_by, s.atk_zone[z], s.atk_hits[z])
        s.atk_hits[z] = 0
    hold_noses(w, s, s.atk_zone[z])


@jit
def aftermath(w: Record, s: Record, i: int) -> None:
    """Make noise at the attacker's zone and place a freeze token (WD-15.7 11), then end the attack; another one may follow."""
    if w.card_noisy[s.atk_card] == 1 and in_play(s, i) == 1:
        make_noise_in(w, s, i, s.atk_from)
    if prowess(w, s, OSK.FREEZE[s.atk_type]) + prowess(w, s, OSK.FREEZE[ANY_COMBAT]) > 0:
        freeze(w, s, s.atk_zone[0])
    s.atk_free = 0
    check_end(w, s)  # after the attack as a whole (WD-3.12)
    if s.outcome != ONGOING:
        return
    if s.atk_kills > 0 and s.atk_guards == 0:
        push(s, T.ATTACK_END, i)
    push(s, T.ACTION_END, i)


ROWS: Final = (Task(OT.AFTERMATH, aftermath, words={"i": WHO}),)

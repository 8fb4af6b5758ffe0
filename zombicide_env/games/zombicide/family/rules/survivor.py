"""Survivors: experience and levels, the budget of a turn, skills gained, death (BP-8, BP-6.R5, BP-6.R6)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Record

from ...table.codes import ANY_COMBAT, MAGIC, MELEE, NONE, RANGED
from ..edition import ACTIONS, KILL_XP, LOADS_ITSELF
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import F_COMBAT, F_DOOR, F_ENCHANTMENT, F_MAGIC, F_MELEE, F_MOVE, F_NOSE, F_RANGED, F_SPELLCASTER, N_FREE
from ..numbers.layout import ID_CHOICES, MAX_WOUNDS, WHO
from ..numbers.skills import N_SKILLS
from .effective_skills import beyond, gains_yellow, goes_round, has_learned, may_learn
from .guards import bury
from .inventory import discard_all, reload_hands
from .levels import level_of
from .options import first_offered, offer
from .outcome import check_end
from .team import in_play


@jit
def gain_xp(w: Record, s: Record, i: int, n: int) -> None:
    s.xp[i] = min(s.xp[i] + n, 30000)
    tell(w, E.EXPERIENCE, i, n, s.xp[i])


@jit
def heal_wound(w: Record, s: Record, i: int) -> None:
    s.wounds[i] -= 1
    tell(w, E.HEAL, i, 1, s.wounds[i])


@jit
def kill_xp(s: Record, i: int, kind: int) -> int:
    """Experience for killing a zombie (BP-8.1), doubled by each Collector of the kind (BP-22.49)."""
    n = KILL_XP[kind]
    if s.skill[i, SK.COLLECTOR[kind]] > 0:
        n *= 2
    return n


# ---- the budget of a turn ------------------------------------------------------------------------------------


@jit
def free_action_of(skill: int) -> int:
    """Number of the specific free action that a skill gives, -1: none."""
    for f in range(N_FREE):
        if SK.FREE[f] == skill:
            return f
    return NONE


@jit
def free_actions(s: Record, i: int, f: int) -> int:
    """Number per turn; Break-in and Hold your nose give one however often they are held (BP-22.R4)."""
    n = s.skill[i, SK.FREE[f]]
    if f == F_DOOR or f == F_NOSE:
        n = min(n, 1)
    return n


@jit
def fill_budget(w: Record, s: Record, i: int) -> None:
    """Set the actions of a beginning turn: 3, +1 per skill, gifts, and the specific free ones (BP-3.3, BP-22.83)."""
    s.actions[i] = ACTIONS + s.skill[i, SK.PLUS_1_ACTION] + s.gift[i]
    s.gift[i] = 0
    for f in range(N_FREE):
        s.free[f] = free_actions(s, i, f)


@jit
def pending_attack(s: Record, combat: int) -> int:
    """1 if the free action of a Bloodlust pays for an attack of the type (BP-22.37)."""
    return 1 if s.pending_attack & (1 << combat) else 0


@jit
def specific_combat(combat: int) -> int:
    if combat == MELEE:
        return F_MELEE
    if combat == RANGED:
        return F_RANGED
    return F_MAGIC


@jit
def can_pay_attack(s: Record, i: int, combat: int) -> int:
    if s.actions[i] > 0 or pending_attack(s, combat) == 1 or s.free[F_COMBAT] > 0:
        return 1
    if s.free[specific_combat(combat)] > 0:
        return 1
    return 1 if combat == MAGIC and s.free[F_SPELLCASTER] > 0 else 0


@jit
def pay_attack(s: Record, i: int, combat: int) -> None:
    """Pay for one combat action in the order of BP-6.R6."""
    f = specific_combat(combat)
    if pending_attack(s, combat) == 1:
        s.pending_attack = 0
    elif s.free[f] > 0:
        s.free[f] -= 1
    elif combat == MAGIC and s.free[F_SPELLCASTER] > 0:
        s.free[F_SPELLCASTER] -= 1
    elif s.free[F_COMBAT] > 0:
        s.free[F_COMBAT] -= 1
    else:
        s.actions[i] -= 1


@jit
def can_pay(s: Record, i: int, f: int) -> int:
    """1 if an action can be paid for by the specific free action ``f`` or a normal one."""
    return 1 if s.actions[i] > 0 or s.free[f] > 0 else 0


@jit
def pay(s: Record, i: int, f: int) -> None:
    """Pay with the specific free action ``f`` before a normal one (BP-6.R5)."""
    if s.free[f] > 0:
        s.free[f] -= 1
    else:
        s.actions[i] -= 1


@jit
def can_pay_enchantment(s: Record, i: int) -> int:
    return 1 if s.actions[i] > 0 or s.free[F_ENCHANTMENT] > 0 or s.free[F_SPELLCASTER] > 0 else 0


@jit
def pay_enchantment(s: Record, i: int) -> None:
    if s.free[F_ENCHANTMENT] > 0:
        s.free[F_ENCHANTMENT] -= 1
    elif s.free[F_SPELLCASTER] > 0:
        s.free[F_SPELLCASTER] -= 1
    else:
        s.actions[i] -= 1


@jit
def pay_move(s: Record, i: int, cost: int) -> None:
    """Pay for each unit of a move's cost: Blitz's moves first, then free Move Actions, then normal ones (BP-6.R1, BP-6.R6)."""
    blitz = min(cost, s.pending_blitz)
    s.pending_blitz -= blitz
    free = min(cost - blitz, s.free[F_MOVE])
    s.free[F_MOVE] -= free
    s.actions[i] -= cost - blitz - free


# ---- noise made by a survivor ---------------------------------------------------------------------------------


@jit
def reveal(w: Record, s: Record, i: int) -> None:
    """End the Rotten token and Invisibility after an attack or noise (BP-22.33, BP-24.6)."""
    if s.rotten[i] == 1:
        s.rotten[i] = 0
        tell(w, E.NOTICED, i, E.ROTTEN)
    end_invisibility(w, s, i)
    if s.current == i:
        s.quiet = 0


@jit
def end_invisibility(w: Record, s: Record, i: int) -> None:
    if s.invisible[i] == 1:
        s.invisible[i] = 0
        tell(w, E.NOTICED, i, E.INVISIBLE)


@jit
def make_noise(w: Record, s: Record, i: int) -> None:
    """Put one Noise token in the survivor's zone (BP-7.1, BP-7.R3)."""
    make_noise_in(w, s, i, s.zone[i])


@jit
def make_noise_in(w: Record, s: Record, i: int, zone: int) -> None:
    """Put one Noise token of the survivor in a zone, which the survivor may have left since."""
    s.noise[zone] += 1
    tell(w, E.NOISE, i, zone)
    reveal(w, s, i)


# ---- skills gained -----------------------------------------------------------------------------------------------


@jit
def gain_skill(w: Record, s: Record, i: int, skill: int) -> None:
    """Add one skill; its effect on a turn in progress is immediate (BP-8.5, BP-8.R5)."""
    s.skill[i, skill] += 1
    tell(w, E.SKILL, i, skill)
    if s.current != i:
        return
    if skill == SK.PLUS_1_ACTION:
        s.actions[i] += 1
    f = free_action_of(skill)
    if f >= 0 and (s.skill[i, skill] == 1 or (f != F_DOOR and f != F_NOSE)):
        s.free[f] += 1


@jit
def learn(w: Record, s: Record, i: int, level: int, choice: int) -> None:
    """Take choice number ``choice`` of the ID card at Orange (2) or Red (3)."""
    has_learned(s, i, level, choice)
    if level == 2:
        skill = w.learn_orange[i, choice]
    else:
        skill = w.learn_red[i, choice]
    card = w.learn_damage_with[i, level - 2, choice]
    if card > 0:
        s.learned_with[i, level - 2] = card
        tell(w, E.DAMAGE_WITH, i, card)
    else:
        gain_skill(w, s, i, skill)


@jit
def roll_bonus(s: Record, i: int, combat: int) -> int:
    """Bonus added to each die of an attack of the type."""
    return s.skill[i, SK.TO_ROLL[combat]] + s.skill[i, SK.TO_ROLL[ANY_COMBAT]]


@jit
def damage_with(w: Record, s: Record, i: int, card: int) -> int:
    """How often the survivor has +1 Damage with a card, from the start or learned (BP-22.20)."""
    n = w.damage_with[i, card]
    for level in range(s.learned_with.shape[1]):
        n += card > 0 and s.learned_with[i, level] == card
    return n


@jit
def levels(w: Record, s: Record, i: int) -> None:
    """Resolve the next danger level reached, one at a time: Yellow, Orange, Red (BP-8.R1)."""
    if s.alive[i] == 0:
        return
    if goes_round(w, s, i) == 1:
        push(s, T.LEVELS, i, 0, 0, 0)
        return
    if s.level[i] >= level_of(s.xp[i]):
        return
    s.level[i] += 1
    level = s.level[i]
    tell(w, E.LEVEL, i, level)
    push(s, T.LEVELS, i, 0, 0, 0)
    if level > s.level_reached:
        s.level_reached = level
        check_end(w, s)
    if level == 1:
        if gains_yellow(s, i) == 1:
            gain_skill(w, s, i, SK.PLUS_1_ACTION)  # BP-22.2: the yellow skill of every survivor
        return
    n = 0
    only = NONE
    for c in range(ID_CHOICES - 1, -1, -1):
        if may_learn(w, s, i, level, c) == 1:
            n += 1
            only = c
    if n == 1:
        learn(w, s, i, level, only)
    elif n > 1:
        push(s, ASK.LEARN, i, level, 0, 0)
    else:
        beyond(w, s, i, level)


# ---- death -------------------------------------------------------------------------------------------------------


@jit
def remove_survivor(w: Record, s: Record, i: int) -> None:
    """Take a killed survivor off the board and discard the equipment (BP-9.10, BP-13.24)."""
    tell(w, E.DEATH, i, s.zone[i])
    s.alive[i] = 0
    s.wounds[i] = MAX_WOUNDS
    s.zone[i] = NONE
    s.rotten[i] = s.invisible[i] = s.gift[i] = s.actions[i] = 0
    s.died = 1
    if s.loud_by == i:  # BP-22.71
        s.loud_by = NONE
        s.loud_zone = NONE
    discard_all(w, s, i)


@jit
def deaths(w: Record, s: Record) -> None:
    """Resolve all deaths of one instance simultaneously (BP-13.R18), then test victory and defeat."""
    n = 0
    for i in range(w.n_survivors):
        if in_play(s, i) == 1 and s.wounds[i] >= MAX_WOUNDS:
            remove_survivor(w, s, i)
            n += 1
    if n > 0:
        check_end(w, s)
    bury(w, s)


@jit
def after_action(w: Record, s: Record, i: int) -> None:
    """Apply Free reload, which is automatic after each action (BP-22.30)."""
    if LOADS_ITSELF and s.alive[i] == 1 and s.skill[i, SK.FREE_RELOAD] > 0:
        reload_hands(w, s, i)


@jit
def copy_skills(w: Record, s: Record, i: int) -> None:
    for k in range(N_SKILLS):
        s.skill[i, k] = w.skill_start[i, k]
    for level in range(s.learned_with.shape[1]):
        s.learned_with[i, level] = 0


# ---- on the agenda -----------------------------------------------------------------------------------------------


@jit
def offer_skills(w: Record, s: Record, i: int, level: int) -> None:
    for k in range(ID_CHOICES):
        if may_learn(w, s, i, level, k) == 1:
            offer(s, A.LEARN + k)


@jit
def answer_learn(w: Record, s: Record, i: int, level: int, a: int) -> None:
    learn(w, s, i, level, a - A.LEARN)


ROWS: Final = (
    Task(T.LEVELS, levels, words={"i": WHO}),
    Decision(
        ASK.LEARN,
        words={"i": WHO, "level": Range(2, 3)},
        asked=CHOICE,
        offer=offer_skills,
        answer=answer_learn,
        default=first_offered,
        see=nothing_more,
        fits=anywhere,
        text=Text("Orange or Red is reached", "one of the skills of the level", "the first listed"),
    ),
    Task(T.DEATHS, deaths),
)

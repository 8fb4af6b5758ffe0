"""Answers to everything that is not an action of a survivor's turn (BP-25)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.codes import FAR, MELEE
from ..edition import KILL_ORDER, TOUGHNESS
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers.actions import N_ACTIONS
from ..numbers.layout import ID_CHOICES, K, Z
from ..numbers.skills import N_SKILLS, SKILL_INDEX
from .combat import KILL_VALUE
from .own_answers import answer as own_answer
from .plan import make_plan, way
from .storing import arrange, store
from .victims import best_armour, cancel, chance, miss, wound
from .ways import away, steps

#: Which skill to learn, best first; skills that are not named come last.
_SKILL_ORDER: Final = (
    "free_combat_action",
    "plus_1_die_combat",
    "plus_1_to_roll_combat",
    "swordmaster",
    "plus_1_damage:melee",
    "free_melee_action",
    "free_ranged_action",
    "free_magic_action",
    "plus_1_die_melee",
    "plus_1_die_ranged",
    "plus_1_die_magic",
    "plus_1_to_roll_melee",
    "plus_1_to_roll_ranged",
    "plus_1_to_roll_magic",
    "roll6_die_combat",
    "slippery",
    "spellbook",
    "bloodlust_melee",
    "hit_and_run",
    "barbarian",
    "iron_rain",
    "point_blank",
)
_PLACES: Final = {SKILL_INDEX[name]: place for place, name in enumerate(_SKILL_ORDER) if name in SKILL_INDEX}
#: By column: place of a skill in that order.
LEARN_RANK: Final = tuple(_PLACES.get(column, len(_SKILL_ORDER)) for column in range(N_SKILLS))
#: By kind: which a free hit should kill first, if it can.
HIT_WORTH: Final = tuple(10.0 - KILL_ORDER.index(kind) for kind in range(K))


@jit
def answer(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int) -> int:
    """The answer to the decision on top of the agenda; ``first`` is the first legal one."""
    t = s.depth - 1
    task = s.stack[t, 0]
    i = s.stack[t, ASK.WHO_DECIDES]
    chosen = own_answer(w, s, v, weights, m, first)
    if chosen >= 0:
        return chosen
    if task == ASK.STORE:
        return store(w, s, v, m, i)
    if task == ASK.ARRANGE:
        return arrange(w, s, v, m, i, s.stack[t, ASK.ARRANGE_PARTNER], first)
    if task == ASK.WOUND:
        return wound(w, s, v, m, s.stack[t, ASK.WOUND_KIND])
    if task == ASK.MISS:
        return miss(w, s, v, m)
    if task == ASK.REROLL:
        return legal_or(m, A.REROLL if reroll(s, s.stack[t, ASK.REROLL_WHAT]) else A.ACCEPT, first)
    if task == ASK.CANCEL:
        return cancel(w, s, m, i, first)
    if task == ASK.EXIT:
        return legal_or(m, A.EXIT, first)
    if task == ASK.REPLACE:
        return legal_or(m, A.REPLACE if replace(w, s, s.stack[t, ASK.REPLACE_TARGET]) else A.PRINTED, first)
    return best_of(w, s, v, weights, m, task, i, first)


@jit
def legal_or(m: Mask, a: int, other: int) -> int:
    """The action if it is legal, else the other one."""
    if m[a] == 1:
        return a
    return other


@jit
def best_of(w: Record, s: Record, v: Record, weights: Record, m: Mask, task: int, i: int, first: int) -> int:
    """The answer with the highest worth, the first of equals."""
    if task == ASK.SPEED or task == ASK.REMOVE:
        make_plan(w, s, v, weights)
    best = first
    most = -1e9
    for a in range(first, N_ACTIONS):
        if m[a] == 1:
            worth = worth_of(w, s, v, task, i, a)
            if worth > most:
                most = worth
                best = a
    return best


@jit
def worth_of(w: Record, s: Record, v: Record, task: int, i: int, a: int) -> float:
    if task == ASK.HIT:
        return hit(a)
    if task == ASK.LEARN:
        return -learn_rank(w, i, s.stack[s.depth - 1, ASK.LEARN_LEVEL], a - A.LEARN)
    if task == ASK.ARMOUR:
        return best_armour(w, s, i, a)
    if task == ASK.REMOVE:
        return remove(w, s, v, a - A.CHOOSE)
    if task == ASK.PATH:
        return away(w, s, v, a - A.CHOOSE)
    if task == ASK.SPEED:
        zone = a - A.MOVE if a >= A.MOVE and a < A.MOVE + Z else s.zone[i]
        return -way(w, s, v, i, zone) - 2.0 * s.crowd[zone]
    return 0.0


# ---- dice ----------------------------------------------------------------------------------------------------------


@jit
def replace(w: Record, s: Record, target: int) -> bool:
    """Are there more zombies than printed dice (Barbarian, Iron rain, Mana rain)?"""
    printed = w.melee_dice[s.atk_card] if s.atk_type == MELEE else w.shot_dice[s.atk_card]
    return s.crowd[s.atk_zone[target]] > printed


@jit
def reroll(s: Record, what: int) -> bool:
    """Is the average of a new roll better than what lies on the table?"""
    if what == ASK.ARMOUR_ROLL:
        return s.roll_saved < s.roll_wounds * chance(s.roll_need)
    if what == ASK.DOOR_ROLL:
        return True  # asked only while the door is shut
    useful = 0.0
    fresh = 0.0
    for k in range(2):
        if s.atk_zone[k] >= 0:
            most = killable(s, s.atk_zone[k])
            useful += min(s.atk_hits[k], most)
            fresh += min(s.atk_dice[k] * chance(s.atk_accuracy), 1.0 * most)
    return fresh > useful


@jit
def killable(s: Record, zone: int) -> int:
    """Zombies there that the attack in progress can kill."""
    number = 0
    for kind in range(K):
        if s.atk_damage >= TOUGHNESS[kind]:
            number += s.zombies[zone, kind]
    return number


@jit
def hit(a: int) -> float:
    """Kill what does most harm; with Reaper, two of the most harmful pair."""
    if a >= A.REAP and a < A.REAP + K:
        return 100.0 + KILL_VALUE[a - A.REAP]
    if a >= A.HIT and a < A.HIT + K:
        return HIT_WORTH[a - A.HIT]
    return 0.0


# ---- the rest ------------------------------------------------------------------------------------------------------


@jit
def learn_rank(w: Record, i: int, level: int, choice: int) -> int:
    """Place of the skill in the order."""
    if choice < 0 or choice >= ID_CHOICES:
        return len(LEARN_RANK)
    column = w.learn_orange[i, choice] if level == 2 else w.learn_red[i, choice]
    if column < 0:
        return len(LEARN_RANK)
    return LEARN_RANK[column]


@jit
def remove(w: Record, s: Record, v: Record, zone: int) -> float:
    """Close the spawn zone next to the team, an active one if possible (BP-17.7), where the quest wants it elsewhere first.

    A team that stays in one place closes the farthest one: there Necromancers escape whom it does not meet (BP-17.5).
    """
    if zone < 0 or zone >= Z:
        return -1000.0
    near = FAR
    for n in range(v.n_team):
        near = min(near, steps(w, s, v, zone, s.zone[v.team[n]]))
    elsewhere = 1000.0 if v.rid >= 0 and zone != v.rid else 0.0
    for k in range(s.n_tokens):
        if s.token_zone[k] == zone and s.token_active[k] == 1:
            return 50.0 + (near if v.early == 1 else -near) + elsewhere
    return elsewhere - near

"""Answers to all decisions except the actions of a survivor's turn (BP-25)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.chains import chain
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.codes import FAR, MELEE, NONE
from ..edition import KILL_ORDER, TOUGHNESS
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers.actions import N_ACTIONS
from ..numbers.decisions import ARMOUR_ROLL, DOOR_ROLL
from ..numbers.layout import ID_CHOICES, K, Z
from ..numbers.skills import N_SKILLS, SKILL_INDEX
from ..rules.table import TABLE
from .combat import KILL_VALUE
from .distances import away, steps
from .edition_answers import ROWS as OWN_ROWS
from .edition_answers import hand_over, opponent, shield, waits_for_others
from .plan import make_plan, way
from .play import Play
from .storing import arrange as arranged
from .storing import store
from .victims import best_armour, cancel, chance
from .victims import miss as missed
from .victims import wound as wounded

#: Skills to learn, best first; skills that are not listed come last.
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
#: By column: rank of a skill in that order.
LEARN_RANK: Final = tuple(_PLACES.get(column, len(_SKILL_ORDER)) for column in range(N_SKILLS))
#: By kind: priority of a freely assigned hit.
HIT_WORTH: Final = tuple(10.0 - KILL_ORDER.index(kind) for kind in range(K))


ARGUMENTS: Final = ("w", "s", "v", "weights", "m", "first")


@jit
def answer(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int) -> int:
    """Return the answer to the decision on top of the agenda; ``first`` is the first legal one."""
    chosen = opponent(w, s, v, weights, m, first)
    if chosen < 0:
        chosen = play(w, s, v, weights, m, first)
    return chosen if chosen >= 0 else first


@jit
def best(w: Record, s: Record, v: Record, m: Mask, first: int) -> int:
    """Return the answer with the highest worth, the first among equals."""
    found = first
    most = -1e9
    for a in range(first, N_ACTIONS):
        if m[a] == 1:
            value = worth(w, s, v, a)
            if value > most:
                most = value
                found = a
    return found


@jit
def best_planned(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int) -> int:
    """The same if the worth depends on the plan of the team."""
    make_plan(w, s, v, weights)
    return best(w, s, v, m, first)


@jit
def legal_or(m: Mask, a: int, other: int) -> int:
    """Return the action if it is legal, else the other one."""
    return a if m[a] == 1 else other


# ---- victims -------------------------------------------------------------------------------------------------------


@jit
def wound(w: Record, s: Record, v: Record, m: Mask, kind: int, first: int) -> int:
    chosen = shield(w, s, v, m, A.WOUND, first)
    return chosen if chosen >= 0 else wounded(w, s, v, m, kind)


@jit
def miss(w: Record, s: Record, v: Record, m: Mask, first: int) -> int:
    chosen = shield(w, s, v, m, A.MISS, first)
    return chosen if chosen >= 0 else missed(w, s, v, m)


# ---- cards, and the Exit ---------------------------------------------------------------------------------------------


@jit
def arrange(w: Record, s: Record, v: Record, m: Mask, i: int, partner: int, first: int) -> int:
    chosen = hand_over(w, s, m, i, partner) if partner >= 0 else NONE
    return chosen if chosen >= 0 else arranged(w, s, v, m, i, partner, first)


@jit
def leave(w: Record, s: Record, v: Record, weights: Record, m: Mask, i: int, first: int) -> int:
    return A.STAY if waits_for_others(w, s, v, weights, i) else legal_or(m, A.EXIT, first)


# ---- dice ----------------------------------------------------------------------------------------------------------


@jit
def replace(w: Record, s: Record, m: Mask, z: int, first: int) -> int:
    """Replace the number of dice if there are more zombies than printed dice (Barbarian, Iron rain, Mana rain)."""
    printed = w.melee_dice[s.atk_card] if s.atk_type == MELEE else w.shot_dice[s.atk_card]
    return legal_or(m, A.REPLACE if s.crowd[s.atk_zone[z]] > printed else A.PRINTED, first)


@jit
def reroll(s: Record, m: Mask, what: int, first: int) -> int:
    return legal_or(m, A.REROLL if could_be_better(s, what) else A.ACCEPT, first)


@jit
def could_be_better(s: Record, what: int) -> bool:
    """Whether the expected result of a reroll is better than the present one."""
    if what == ARMOUR_ROLL:
        return s.roll_saved < s.roll_wounds * chance(s.roll_need)
    if what == DOOR_ROLL:
        return True  # asked only while the door is closed
    useful = fresh = 0.0
    for k in range(2):
        if s.atk_zone[k] >= 0:
            most = killable(s, s.atk_zone[k])
            useful += min(s.atk_hits[k], most)
            fresh += min(s.atk_dice[k] * chance(s.atk_accuracy), 1.0 * most)
    return fresh > useful


@jit
def killable(s: Record, zone: int) -> int:
    """Number of zombies in the zone that the attack in progress can kill."""
    number = 0
    for kind in range(K):
        if s.atk_damage >= TOUGHNESS[kind]:
            number += s.zombies[zone, kind]
    return number


@jit
def hit(a: int) -> float:
    """Kill the most harmful zombie; with Reaper, two of the most harmful pair."""
    if a >= A.REAP and a < A.REAP + K:
        return 100.0 + KILL_VALUE[a - A.REAP]
    if a >= A.HIT and a < A.HIT + K:
        return HIT_WORTH[a - A.HIT]
    return 0.0


# ---- the rest ------------------------------------------------------------------------------------------------------


@jit
def learn(w: Record, i: int, level: int, a: int) -> float:
    return -learn_rank(w, i, level, a - A.LEARN)


@jit
def learn_rank(w: Record, i: int, level: int, choice: int) -> int:
    """Rank of the skill in the order."""
    if choice < 0 or choice >= ID_CHOICES:
        return len(LEARN_RANK)
    column = w.learn_orange[i, choice] if level == 2 else w.learn_red[i, choice]
    return len(LEARN_RANK) if column < 0 else LEARN_RANK[column]


@jit
def path(w: Record, s: Record, v: Record, a: int) -> float:
    return away(w, s, v, a - A.CHOOSE)


@jit
def run(w: Record, s: Record, v: Record, i: int, a: int) -> float:
    zone = a - A.MOVE if a >= A.MOVE and a < A.MOVE + Z else s.zone[i]
    return -way(w, s, v, i, zone) - 2.0 * s.crowd[zone]


@jit
def remove(w: Record, s: Record, v: Record, a: int) -> float:
    """Close the spawn zone nearest to the team, an active one if possible (BP-17.7), or where the quest wants it.

    A stationary team closes the farthest one: Necromancers escape there without meeting it (BP-17.5).
    """
    zone = a - A.CHOOSE
    if zone < 0 or zone >= Z:
        return -1000.0
    near = FAR
    for n in range(v.n_team):
        near = min(near, steps(w, s, v, zone, s.zone[v.team[n]]))
    elsewhere = 1000.0 if v.rid >= 0 and zone != v.rid else 0.0
    if v.spawn_tokens[zone] > 0:
        return 50.0 + (near if v.early == 1 else -near) + elsewhere
    return elsewhere - near


# ---- all answers ---------------------------------------------------------------------------------------------------

ROWS: Final = (
    Play(ASK.STORE, store),
    Play(ASK.ARRANGE, arrange),
    Play(ASK.WOUND, wound),
    Play(ASK.MISS, miss),
    Play(ASK.REROLL, reroll),
    Play(ASK.CANCEL, cancel),
    Play(ASK.EXIT, leave),
    Play(ASK.REPLACE, replace),
    Play(ASK.HIT, best, worth=hit),
    Play(ASK.LEARN, best, worth=learn),
    Play(ASK.ARMOUR, best, worth=best_armour),
    Play(ASK.REMOVE, best_planned, worth=remove),
    Play(ASK.PATH, best, worth=path),
    Play(ASK.SPEED, best_planned, worth=run),
    *OWN_ROWS,
)
_ASKED: Final = [row for row in ROWS if row.code in TABLE.decisions]
play = chain(__name__, "play", ARGUMENTS, {row.code: row.answer for row in _ASKED}, words=TABLE.places, result="int", otherwise=NONE)
worth = chain(
    __name__,
    "worth",
    ("w", "s", "v", "a"),
    {row.code: row.worth for row in _ASKED if row.worth is not None},
    words=TABLE.places,
    result="float",
)

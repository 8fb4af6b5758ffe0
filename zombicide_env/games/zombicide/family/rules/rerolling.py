"""Rerolls of an attack, a door or an armour roll (BP-13.R7 4, BP-11.R4, BP-13e)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Text
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Features, Record

from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import observation as O
from ..numbers import tasks as T
from ..numbers.decisions import ARMOUR_ROLL, ATTACK_ROLL, DOOR_ROLL
from ..numbers.layout import WHO
from .about import about_wounds, put
from .rerolls import use_reroll


@jit
def ask_reroll(s: Record, i: int, what: int) -> None:
    """Ask for a reroll; the frame below belongs to the roll."""
    push(s, ASK.REROLL, i, what)


@jit
def answer_reroll(w: Record, s: Record, i: int, what: int, a: int) -> None:
    """Use the next source and reroll all dice, or accept the result (BP-13.R7 4)."""
    if a != A.REROLL:
        return
    tell(w, E.REROLL, i, what)
    t = s.depth - 1
    if what == ATTACK_ROLL:
        s.depth = t
        use_reroll(s, s.atk_rerolls)
        s.atk_rerolls &= s.atk_rerolls - 1
        push(s, T.ROLL, i)
    elif what == DOOR_ROLL:
        n = s.stack[t, T.DOOR_NEIGHBOUR]
        card = s.stack[t, T.DOOR_CARD]
        s.depth = t
        s.roll_rerolls &= s.roll_rerolls - 1
        push(s, T.DOOR_ROLL, i, n, card, 1)
    else:
        s.roll_rerolls &= s.roll_rerolls - 1
        push(s, T.ARMOUR_ROLL, i)


@jit
def default_reroll(w: Record, s: Record, what: int) -> int:
    """Reroll if fewer than half of the dice succeeded (BP-D-17, BP-D-22)."""
    if what == ATTACK_ROLL:
        hits = s.atk_hits[0] + s.atk_hits[1]
        dice = hits + s.atk_misses[0] + s.atk_misses[1]
    elif what == DOOR_ROLL:
        t = s.depth - 2
        hits = s.stack[t, T.DOOR_HITS]
        dice = w.card_door_dice[s.stack[t, T.DOOR_CARD]]
    else:
        hits = s.roll_saved
        dice = s.roll_wounds
    return A.REROLL if 2 * hits < dice else A.ACCEPT


@jit
def see_roll(s: Record, what: int, o: Features) -> None:
    if what == ATTACK_ROLL:
        put(o, O.DECISION + O.D_HITS, s.atk_hits[0] + s.atk_hits[1])
        put(o, O.DECISION + O.D_MISSES, s.atk_misses[0] + s.atk_misses[1])
    elif what == ARMOUR_ROLL:
        about_wounds(s, o)


@jit
def fits_roll(s: Record, what: int) -> int:
    """1 if the frame below is a roll."""
    rolled = T.ROLLED
    if what == DOOR_ROLL:
        rolled = T.DOOR_ROLLED
    elif what == ARMOUR_ROLL:
        rolled = T.SUFFER
    return 1 if s.depth > 1 and s.stack[s.depth - 2, 0] == rolled else 0


ROWS: Final = (
    Decision(
        ASK.REROLL,
        words={"i": WHO, "what": Range(0, ARMOUR_ROLL)},
        asked=CHOICE,
        offer=(A.REROLL, A.ACCEPT),
        answer=answer_reroll,
        default=default_reroll,
        see=see_roll,
        fits=fits_roll,
        text=Text("after a roll", "use a reroll or accept", "reroll if less than half of the dice are good"),
    ),
)

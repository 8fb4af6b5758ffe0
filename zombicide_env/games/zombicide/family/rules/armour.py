"""Armour rolls that may prevent wounds (BP-13e).  ``roll_*`` is the roll in progress."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, anywhere
from zombicide_env.core.dice import roll_d6
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..edition import ARMOUR_AND_SHIELD, NATURAL_1
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import BY_LUCKY, BY_SHIELD
from ..numbers.layout import WHO
from .about import about_wounds
from .effective_skills import skilled
from .inventory import body_armour, shield_in_hand
from .options import offer
from .rerolling import ask_reroll

ROLL_BODY = 0
ROLL_HIDE = 1
ROLL_SHIELD = 2


@jit
def protect(w: Record, s: Record, j: int) -> None:
    """Make the possible armour roll, or ask which one (BP-13.R16)."""
    s.roll_by = j
    s.roll_saved = 0
    if s.roll_wounds == 0:
        return
    worn = body_armour(w, s, j)
    hide = skilled(w, s, j, SK.IRON_HIDE)
    shield = shield_in_hand(w, s, j)
    if not ARMOUR_AND_SHIELD and shield > 0 and worn + hide > 0:  # WD-15.26: the better value, one roll
        way = ROLL_HIDE if worn == 0 else ROLL_BODY
        choose_armour(w, s, j, ROLL_SHIELD if shield < armour_value(w, s, j, way) else way)
    elif worn > 0 or hide > 0:
        if shield > 0:
            push(s, ASK.ARMOUR, j, 0, 0, 0)
        elif worn > 0:
            choose_armour(w, s, j, ROLL_BODY)
        else:
            choose_armour(w, s, j, ROLL_HIDE)
    elif shield > 0:
        choose_armour(w, s, j, ROLL_SHIELD)


@jit
def armour_value(w: Record, s: Record, j: int, way: int) -> int:
    """Die value that prevents a wound, with Iron hide's +1 subtracted (BP-22.73)."""
    if way == ROLL_SHIELD:
        return shield_in_hand(w, s, j)
    if way == ROLL_HIDE:
        return 5
    need = body_armour(w, s, j)
    if skilled(w, s, j, SK.IRON_HIDE) > 0:
        need -= 1
    if NATURAL_1:
        need = max(2, need)
    return need


@jit
def choose_armour(w: Record, s: Record, j: int, way: int) -> None:
    s.roll_need = armour_value(w, s, j, way)
    s.roll_rerolls = 0
    if ARMOUR_AND_SHIELD:
        if way != ROLL_SHIELD and shield_in_hand(w, s, j) > 0:  # BP-13.27
            s.roll_rerolls |= BY_SHIELD
    if skilled(w, s, j, SK.LUCKY) > 0:
        s.roll_rerolls |= BY_LUCKY
    push(s, T.ARMOUR_ROLL, j, 0, 0, 0)


@jit
def armour_roll(w: Record, s: Record, j: int) -> None:
    """Roll one die per preventable wound or friendly-fire hit (BP-13.25, BP-13.22)."""
    s.roll_saved = 0
    for _ in range(s.roll_wounds):
        face = roll_d6(s)
        tell(w, E.DIE, j, E.ARMOUR_ROLL, face, 0, s.roll_need, 1 if face >= s.roll_need else 0)
        s.roll_saved += face >= s.roll_need
    if s.roll_rerolls != 0:
        ask_reroll(s, j, ASK.ARMOUR_ROLL)


# ---- choice between two rolls ------------------------------------------------------------------------------------


@jit
def offer_armour(w: Record, s: Record, i: int) -> None:
    offer(s, A.ARMOUR + (ROLL_BODY if body_armour(w, s, i) > 0 else ROLL_HIDE))
    offer(s, A.ARMOUR + ROLL_SHIELD)


@jit
def answer_armour(w: Record, s: Record, i: int, a: int) -> None:
    choose_armour(w, s, i, a - A.ARMOUR)


@jit
def default_armour(w: Record, s: Record, i: int) -> int:
    """Choose the roll with the higher expected prevention (BP-D-22), armour if equal."""
    way = ROLL_BODY if body_armour(w, s, i) > 0 else ROLL_HIDE
    lucky = min(1, s.skill[i, SK.LUCKY])
    worn = expected_saved(s.roll_wounds, armour_value(w, s, i, way), 1 + lucky)
    shield = expected_saved(s.roll_wounds, armour_value(w, s, i, ROLL_SHIELD), lucky)
    return A.ARMOUR + (way if worn >= shield else ROLL_SHIELD)


@jit
def expected_saved(n: int, need: int, rerolls: int) -> float:
    """Expected number of ``n`` wounds prevented by a roll at ``need``, rerolled if less than half succeed (BP-D-22)."""
    p = (7 - need) / 6.0
    value = n * p
    if p >= 1.0:
        return value
    for _ in range(rerolls):
        chance = (1.0 - p) ** n
        total = 0.0
        for k in range(n + 1):
            total += chance * (k if 2 * k >= n else value)
            chance *= (n - k) / (k + 1.0) * p / (1.0 - p)
        value = total
    return value


ROWS: Final = (
    Decision(
        ASK.ARMOUR,
        words={"i": WHO},
        below=(T.SUFFER,),
        asked=CHOICE,
        offer=offer_armour,
        answer=answer_armour,
        default=default_armour,
        see=about_wounds,
        fits=anywhere,
        text=Text("about to be wounded", "which armour to roll for", "the best expected prevention"),
    ),
    Task(T.ARMOUR_ROLL, armour_roll, words={"j": WHO}),
)

"""The moments of a round at which Apocalypse joins in."""

from __future__ import annotations

from typing import Final

import numpy as np

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.codes import BY_TIME, DRAWN
from ..numbers import actions as A
from ..numbers import own_actions as OA
from ..numbers import own_tasks as OT
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.actions import N_ACTIONS
from ..numbers.layout import ZONE_USES, D, Z
from ..numbers.master import ZG2
from ..numbers.mini_missions import DOOR_TALLY
from .doors import BREAK_IN
from .exits import keep_way_open, take_along
from .fuel import fires_go_out
from .hidden import coat_slot
from .interrupts import interrupted
from .inventory import drop
from .master import crampt, expire
from .outcome import check_end, lose
from .tasks_done import reset_counters
from .zone_skills import zone_skill

#: By the first action of a block: 1 where a Stinky Raincoat does not outlast it.
ENDS_HIDING: Final = np.zeros(N_ACTIONS, np.uint8)
ENDS_HIDING[[A.OPEN, A.MELEE, A.ATTACK, A.TRICK, A.NOISE, A.LOUD, OA.PLACE_BOMB, OA.DESTROY, OA.DRIVE]] = 1
#: What nobody does from a car.
ON_FOOT_ONLY: Final = np.array(
    [
        *range(A.MOVE, A.MOVE + Z),
        *range(A.OPEN, A.OPEN + (BREAK_IN + 1) * D),
        *(first + n for first in (A.CLOSE, A.SHOVE, A.LIFESAVER) for n in range(D)),
        *(A.SEARCH, A.TAKE),
    ]
)


@jit
def action_ends(w: Record, s: Record, i: int) -> None:
    """After an action mini-missions are rewarded, before levels are gained (AP-8.R5)."""
    push(s, OT.REWARDS, i)


@jit
def before_action(w: Record, s: Record, i: int, block: int, counts: int) -> None:
    """A Stinky Raincoat does not outlast attacks, doors, driving and noise (AP-26.R8); a door broken is counted (AP-26.R6)."""
    keep_way_open(w, s)
    if block == A.OPEN:
        s.tally[DOOR_TALLY] += 1
        s.opener = i
        push(s, T.ACTION_END, i)
    if block == A.MOVE or block == A.USE_ZONE or block == A.CHOOSE or block == A.LIFESAVER:
        push(s, OT.ARRIVED)
    if ENDS_HIDING[block] == 1:
        slot = coat_slot(w, s, i)
        while slot >= 0:  # nobody is hidden by a second one
            drop(w, s, i, slot)
            slot = coat_slot(w, s, i)


@jit
def strike_out(w: Record, s: Record, i: int, m: Mask) -> None:
    """Searching where a mission forbids it; in a car moving, doors, searching the room, objectives (AP-6.R2, AP-11.R1)."""
    if w.no_search[s.zone[i]] == 1:
        m[A.SEARCH] = 0
    if s.seat[i] < 0:
        return
    for a in ON_FOOT_ONLY:
        m[a] = 0
    for number in range(len(SK.ZONE)):
        if zone_skill(s, i, number) != SK.TAUNT:
            if number < ZONE_USES:
                for z in range(Z):
                    m[A.USE_ZONE + number * Z + z] = 0
            else:
                m[A.CHOOSE + number] = 0


@jit
def turn_ready(w: Record, s: Record, i: int) -> None:
    """Cramp costs an action, two are always left (AP-21.R7); the counters of the turn are reset (AP-12.R3)."""
    if interrupted(s, i) == 0:
        for _ in range(crampt(w, s, i)):
            if s.actions[i] > 2:
                s.actions[i] -= 1
    reset_counters(s)
    s.own_kills = 0


@jit
def before_drop(w: Record, s: Record) -> None:
    """A survivor is about to discard a card of his own free will: what has been found until now has been found (AP-26.M1)."""
    keep_way_open(w, s)


@jit
def turn_ends(w: Record, s: Record, i: int) -> None:
    """Survivor ``i``'s turn ends; so does his Cramp, unless this was but an additional turn in the turn that it is for."""
    if interrupted(s, i) == 0:
        expire(w, s, ZG2, i)
    keep_way_open(w, s)


@jit
def leaves(w: Record, s: Record, i: int, a: int) -> None:
    """Survivor ``i`` is about to leave by the Exit."""
    take_along(w, s, i)


@jit
def end_phase(w: Record, s: Record) -> None:
    """The End Phase begins: the mission is tested (AP-22.R1)."""
    check_end(w, s)


@jit
def token_passed(w: Record, s: Record) -> None:
    """The first player token has passed: fires grow older, the last round ends the game (AP-22.R1, AP-3.R2)."""
    fires_go_out(w, s)
    if w.round_limit > 0 and s.round >= w.round_limit:
        lose(s, BY_TIME)
    elif w.round_limit < 0 and s.round >= -w.round_limit:
        s.outcome = DRAWN


@jit
def round_begins(w: Record, s: Record) -> None:
    """A round begins; what is pushed here comes before the Players' Phase."""


@jit
def offer_exit(w: Record, s: Record, i: int) -> None:
    """Offer further ways to leave, with others."""

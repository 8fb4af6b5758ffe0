"""Hooks of Apocalypse at moments of a round."""

from __future__ import annotations

from typing import Final

import numpy as np

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.codes import BY_TIME, DRAWN
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers import edition_tasks as OT
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

#: By the first action of a block: 1 if a Stinky Raincoat is discarded by it.
ENDS_HIDING: Final = np.zeros(N_ACTIONS, np.uint8)
ENDS_HIDING[[A.OPEN, A.MELEE, A.ATTACK, A.TRICK, A.NOISE, A.LOUD, OA.PLACE_BOMB, OA.DESTROY, OA.DRIVE]] = 1
#: Actions that are impossible in a car.
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
    """Reward mini-missions after an action, before levels are gained (AP-8.R5)."""
    push(s, OT.REWARDS, i)


@jit
def before_action(w: Record, s: Record, i: int, block: int, counts: int) -> None:
    """Discard a Stinky Raincoat for attacks, doors, driving and noise (AP-26.R8); count broken doors (AP-26.R6)."""
    keep_way_open(w, s)
    if block == A.OPEN:
        s.tally[DOOR_TALLY] += 1
        s.opener = i
        push(s, T.ACTION_END, i)
    if block == A.MOVE or block == A.USE_ZONE or block == A.CHOOSE or block == A.LIFESAVER:
        push(s, OT.ARRIVED)
    if ENDS_HIDING[block] == 1:
        slot = coat_slot(w, s, i)
        while slot >= 0:  # a second coat does not hide anybody either
            drop(w, s, i, slot)
            slot = coat_slot(w, s, i)


@jit
def strike_out(w: Record, s: Record, i: int, m: Mask) -> None:
    """Remove searching where a mission forbids it; in a car moving, doors, searching the room, objectives (AP-6.R2, AP-11.R1)."""
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
    """Apply Cramp, which costs an action but leaves at least two (AP-21.R7), and reset the counters of the turn (AP-12.R3)."""
    if interrupted(s, i) == 0:
        for _ in range(crampt(w, s, i)):
            if s.actions[i] > 2:
                s.actions[i] -= 1
    reset_counters(s)
    s.own_kills = 0


@jit
def turn_ends(w: Record, s: Record, i: int) -> None:
    """End Cramp with survivor ``i``'s turn, unless this was an additional turn within the turn that it is for."""
    if interrupted(s, i) == 0:
        expire(w, s, ZG2, i)
    keep_way_open(w, s)


@jit
def leaves(w: Record, s: Record, i: int, a: int) -> None:
    """Called before survivor ``i`` leaves by the Exit."""
    take_along(w, s, i)


@jit
def end_phase(w: Record, s: Record) -> None:
    """Test the mission when the End Phase begins (AP-22.R1)."""
    check_end(w, s)


@jit
def token_passed(w: Record, s: Record) -> None:
    """Age fires when the first player token has passed; end the game after the last round (AP-22.R1, AP-3.R2)."""
    fires_go_out(w, s)
    if w.round_limit > 0 and s.round >= w.round_limit:
        lose(s, BY_TIME)
    elif w.round_limit < 0 and s.round >= -w.round_limit:
        s.outcome = DRAWN


@jit
def round_begins(w: Record, s: Record) -> None:
    """Called when a round begins; frames pushed here come before the Players' Phase."""


@jit
def offer_exit(w: Record, s: Record, i: int) -> None:
    """Offer further ways to leave the board."""

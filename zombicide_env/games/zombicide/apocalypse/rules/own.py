"""The moments of a round at which Apocalypse joins in."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import BY_TIME, DRAWN
from ..numbers import own_tasks as OT
from ..numbers.cards import ZG2
from .exits import keep_way_open, take_along
from .fuel import fires_go_out
from .interrupts import interrupted
from .master import crampt, expire
from .outcome import check_end, lose
from .tasks_done import count_anew


@jit
def action_ends(w: Record, s: Record, i: int) -> None:
    """After an action mini-missions are rewarded, before levels are gained (AP-8.R5)."""
    push(s, OT.REWARDS, i)


@jit
def turn_begins(w: Record, s: Record, i: int) -> None:
    """Survivor ``i``'s turn begins."""


@jit
def turn_ready(w: Record, s: Record, i: int) -> None:
    """Cramp costs an action, two are always left (AP-21.R7); the turn's kills are counted anew (AP-12.R3)."""
    if interrupted(s, i) == 0:
        for _ in range(crampt(w, s, i)):
            if s.actions[i] > 2:
                s.actions[i] -= 1
    count_anew(s)
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

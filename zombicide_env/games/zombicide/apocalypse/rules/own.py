"""What only Apocalypse does in a round: its work, handed to the rooms that know it, and the moments at which it joins in."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import BY_TIME, DRAWN
from ..numbers import own as N
from ..numbers.cards import ZG1, ZG2
from .cars import car_attack, car_of, car_stops
from .exits import keep_way_open, take_along
from .fuel import burn_survivors, catch_fire, explode, fires_go_out, light
from .interrupts import interrupted
from .master import crampt, expire, limit_hand
from .outcome import check_end, lose
from .plays import begin_phase, go_on
from .search import search_police_car
from .tasks_done import count_anew, rewards
from .wounds import suffer_wounds
from .zombies import end_leading, plan


@jit
def action_ends(w: Record, s: Record, i: int) -> None:
    """After an action mini-missions are rewarded, before levels are gained (AP-8.R5)."""
    push(s, N.REWARDS, i)


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


@jit
def work(w: Record, s: Record, t: int) -> None:
    """Do the edition's own task of frame ``t``, which has been taken off."""
    task = s.stack[t, 0]
    a = s.stack[t, 1]
    b = s.stack[t, 2]
    c = s.stack[t, 3]
    if task == N.SUFFER:
        suffer_wounds(w, s, a, b)
    elif task == N.PLAN:
        plan(w, s, a)
    elif task == N.BOMBS_GO:
        explode(w, s)
    elif task == N.EXPIRE:
        expire(w, s, ZG1, -1)
        end_leading(w, s)
        if s.resting == 0 and w.master == 1:
            push(s, N.MASTER_PHASE)
    elif task == N.CAR_ATTACK:
        car_attack(w, s, a, b, c)
    elif task == N.CAR_STOPS:
        car_stops(w, s, b)
    elif task == N.REWARDS:
        rewards(w, s, a)
    elif task == N.MASTER_PHASE:
        begin_phase(w, s)
    elif task == N.MASTER_NEXT:
        go_on(w, s)
    elif task == N.HAND_LIMIT:
        limit_hand(w, s)
    elif task == N.POLICE:
        search_police_car(w, s, a)
    elif task == N.STARTED:
        if b == 6:
            s.car_started[car_of(s, a)] = 1
    elif task == N.FLAME:
        light(w, s, a, b)
    elif task == N.DOOR_OPENED:
        catch_fire(w, s, -1)
    elif task == N.ARRIVED:
        burn_survivors(w, s)
        check_end(w, s)

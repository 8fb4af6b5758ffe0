"""Leaving the board (AP-3.R4, AP-26.R13)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import FREE, Action
from ...table.codes import NONE
from ..numbers import actions as A
from ..numbers import tasks as T
from ..numbers.cars import BY_CHOICE
from ..numbers.layout import SLOTS
from ..numbers.master import ZG2
from ..numbers.mini_missions import N_MINI
from .master import expire
from .outcome import steps_done


@jit
def keep_way_open(w: Record, s: Record) -> None:
    """In mission 1 keep the Exit open once everything has been found (AP-26.M1)."""
    if s.way_open == 0 and w.exit_after_step > 0 and steps_done(w, s, w.exit_after_step - 1) == 1:
        s.way_open = 1


@jit
def take_along(w: Record, s: Record, i: int) -> None:
    """Remove the cards of a leaving survivor from the game; they are counted by name (AP-26.R13)."""
    for slot in range(SLOTS):
        c = s.inv[i, slot]
        if c > 0:
            s.carried_off[w.copy_card[c]] += 1
    for m in range(N_MINI):
        if s.mini[i, m] > 0:
            s.n_gone += 1
            s.mini[i, m] = s.mini_done[i, m] = 0
    s.seat[i] = NONE
    expire(w, s, ZG2, i)


@jit
def leave_board(w: Record, s: Record, i: int) -> None:
    """Take a survivor out of the game alive, without the decision at the end of a turn."""
    take_along(w, s, i)
    for slot in range(SLOTS):
        if s.inv[i, slot] > 0:
            s.n_gone += 1
            s.inv[i, slot] = 0
    s.zone[i] = NONE
    s.rotten[i] = s.gift[i] = 0


@jit
def legal_exit(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark leaving, where survivors leave at any time (AP-26.M9)."""
    m[A.EXIT] = w.exit_by == BY_CHOICE and w.exit_zone[s.zone[i]] == 1 and s.seat[i] < 0


@jit
def walk_off(w: Record, s: Record, i: int) -> None:
    s.depth -= 1
    leave_board(w, s, i)
    push(s, T.CHECK)


ACTIONS: Final = (Action(A.EXIT, walk_off, legal=legal_exit, counts=FREE, purpose="exit"),)

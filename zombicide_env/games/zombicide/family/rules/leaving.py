"""Leaving by the Exit at the end of a turn (BP-11.R9, BP-9.R6)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import SLOTS, WHO
from . import edition_hooks
from .options import offer


@jit
def ask_exit(s: Record, i: int) -> None:
    push(s, ASK.EXIT, i)


@jit
def offer_exit(w: Record, s: Record, i: int) -> None:
    offer(s, A.EXIT)
    edition_hooks.offer_exit(w, s, i)
    offer(s, A.STAY)


@jit
def answer_exit(w: Record, s: Record, i: int, a: int) -> None:
    if a != A.STAY:
        edition_hooks.leaves(w, s, i, a)
        leave(w, s, i)


@jit
def leave(w: Record, s: Record, i: int) -> None:
    """Leave the board by the Exit, with all cards (BP-9.R6)."""
    tell(w, E.LEAVE, i, s.zone[i])
    s.zone[i] = NONE
    for slot in range(SLOTS):
        s.n_gone += s.inv[i, slot] > 0
        s.inv[i, slot] = 0
    s.rotten[i] = s.invisible[i] = s.gift[i] = 0
    push(s, T.CHECK, 0)


ROWS: Final = (
    Decision(
        ASK.EXIT,
        words={"i": WHO},
        asked=CHOICE,
        offer=offer_exit,
        answer=answer_exit,
        default=A.EXIT,
        see=nothing_more,
        fits=anywhere,
        text=Text("end of a turn in the Exit zone", "leave or stay", "leave"),
    ),
)

"""Moves out of turn: Sidestep, Hit & Run (WD-24.12, WD-24.46)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere, nothing_more
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR
from ..numbers import actions as A
from ..numbers import edition_decisions as OASK
from ..numbers import skills as SK
from ..numbers.layout import WHO
from .effective_skills import skilled
from .movement import fill_reach
from .options import offer
from .skill_actions import go, move_steps
from .team import in_play


@jit
def offer_moves(w: Record, s: Record, i: int) -> None:
    fill_reach(w, s, i, s.zone[i], move_steps(w, s, i, 0))
    for z in range(w.n_zones):
        if z != s.zone[i] and w.reach[z] != FAR:
            offer(s, A.MOVE + z)
    offer(s, A.STAY)


@jit
def answer_move(w: Record, s: Record, i: int, a: int) -> None:
    if a != A.STAY:
        go(w, s, i, a - A.MOVE)


@jit
def attack_end(w: Record, s: Record, i: int) -> None:
    """Offer Hit & Run after an attack that has killed, in turn or out of turn (WD-24.12)."""
    if in_play(s, i) == 0 or skilled(w, s, i, SK.HIT_AND_RUN) == 0:
        return
    if s.current == i:
        s.pending_run = 1
    else:
        push(s, OASK.RUN, i)


def free_move(code: int, text: Text) -> Decision:
    """Row of a decision about a free move."""
    return Decision(
        code,
        words={"i": WHO},
        asked=CHOICE,
        offer=offer_moves,
        answer=answer_move,
        default=A.STAY,
        see=nothing_more,
        fits=anywhere,
        text=text,
    )


ROWS: Final = (free_move(OASK.RUN, Text("an attack out of turn has killed", "a free move, or none (Hit & Run)", "stay")),)

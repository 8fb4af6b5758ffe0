"""The mask of legal actions (HZ-14): every decision has its own small set."""

from __future__ import annotations

from ...core.agenda import top, top_task
from ...core.jit import jit
from ...core.records import Mask, Record
from .actions import (
    A_BID,
    A_FIGHT,
    A_FLEE,
    A_GIVE,
    A_HOLD,
    A_KEEP,
    A_MOLOTOV,
    A_PASS,
    A_PAY,
    A_REFUSE,
    A_ROUTE,
    A_SACRIFICE,
    A_SAVE,
    A_SHOOT,
    A_STRIKE,
    A_TAKE,
    N_ACTIONS,
)
from .auction import highest_bid
from .battle import most_shots
from .layout import GAS, N_RESOURCES, ONGOING
from .routes import can_choose
from .tasks import (
    D_BID,
    D_FANATIC,
    D_FLEE,
    D_LOSE_RESOURCE,
    D_MOLOTOV,
    D_PAY_BID,
    D_PAY_ROUTE,
    D_ROUTE,
    D_SHOOT,
    D_STRIKE,
    D_TAKE,
    D_TOLL,
    D_WOUNDED,
)


@jit
def legal(w: Record, s: Record, mask: Mask) -> None:
    """Write 0 or 1 for every action; all 0 when the game is over."""
    for a in range(N_ACTIONS):
        mask[a] = 0
    if s.outcome != ONGOING or s.depth == 0:
        return
    task = top_task(s)
    p = s.stack[top(s), 1]
    if task == D_BID or task == D_ROUTE or task == D_SHOOT:
        legal_choice(w, s, task, p, mask)
    elif task == D_PAY_BID or task == D_PAY_ROUTE or task == D_LOSE_RESOURCE:
        for r in range(N_RESOURCES):
            if s.own[p, r] > 0:
                mask[A_PAY + r] = 1
    elif task == D_TAKE:
        for r in range(N_RESOURCES):
            mask[A_TAKE + r] = 1
    else:
        legal_pair(task, mask)


@jit
def legal_choice(w: Record, s: Record, task: int, p: int, mask: Mask) -> None:
    """HZ-D-1, HZ-D-3, HZ-D-7."""
    if task == D_BID:
        mask[A_PASS] = 1
        for v in range(s.high + 1, highest_bid(s, p) + 1):
            mask[A_BID + v - 1] = 1
    elif task == D_ROUTE:
        for r in range(w.n_routes):
            mask[A_ROUTE + r] = can_choose(w, s, p, r)
    else:
        for n in range(most_shots(s, p) + 1):
            mask[A_SHOOT + n] = 1


@jit
def legal_pair(task: int, mask: Mask) -> None:
    """Decisions between two answers."""
    if task == D_MOLOTOV:
        mask[A_MOLOTOV] = 1
        mask[A_KEEP] = 1
    elif task == D_FLEE:
        mask[A_FLEE] = 1
        mask[A_FIGHT] = 1
    elif task == D_WOUNDED:
        mask[A_SAVE] = 1
        mask[A_SACRIFICE] = 1
    elif task == D_STRIKE:
        mask[A_STRIKE] = 1
        mask[A_HOLD] = 1
    elif task == D_TOLL:
        mask[A_PAY + GAS] = 1
        mask[A_SACRIFICE] = 1
    elif task == D_FANATIC:
        mask[A_GIVE] = 1
        mask[A_REFUSE] = 1

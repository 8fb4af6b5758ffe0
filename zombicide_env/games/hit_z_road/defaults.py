"""The default answers of section 14: automatic mode, ``run:`` steps of vectors, the simplest player."""

from __future__ import annotations

from ...core.agenda import top_task, word
from ...core.jit import jit
from ...core.records import Record
from .actions import (
    A_FIGHT,
    A_FLEE,
    A_HOLD,
    A_KEEP,
    A_MOLOTOV,
    A_PASS,
    A_PAY,
    A_REFUSE,
    A_ROUTE,
    A_SAVE,
    A_SHOOT,
    A_STRIKE,
    A_TAKE,
)
from .battle import card_in_play, most_shots
from .belongings import horde_for
from .layout import ADRENALINE, GAS, N_RESOURCES, NONE, PLACES
from .routes import can_choose, cost
from .tasks import D_BID, D_FANATIC, D_FLEE, D_MOLOTOV, D_ROUTE, D_SHOOT, D_STRIKE, D_TAKE, D_TOLL, D_WOUNDED


@jit
def most_owned(s: Record, p: int) -> int:
    """HZ-D-2: the type owned most; ties ammo, gas, adrenaline."""
    best = 0
    for r in range(1, N_RESOURCES):
        if s.own[p, r] > s.own[p, best]:
            best = r
    return best


@jit
def printed_zombies(w: Record, s: Record, r: int) -> int:
    n = 0
    for k in range(PLACES):
        n += w.zombies[s.route[r, k]]
    return n


@jit
def route_value(w: Record, s: Record, r: int) -> int:
    """HZ-D-3 and HZ-14.R2: the lower the better; in solo mode hidden cards count as an estimate."""
    if w.solo == 0:
        return printed_zombies(w, s, r) + 2 * cost(w, s, r)
    guess = 1 << (w.level[s.route[0, 0]] - 1)
    if r == 0:
        return 2 * guess - 2
    if r == 1:
        return w.zombies[s.route[1, 0]] + guess
    return printed_zombies(w, s, r) + 2


@jit
def best_route(w: Record, s: Record, p: int) -> int:
    best = NONE
    least = 0
    for r in range(w.n_routes):
        if can_choose(w, s, p, r) == 1:
            value = route_value(w, s, r)
            if best < 0 or value < least:
                best = r
                least = value
    return best


@jit
def threat(w: Record, s: Record, p: int) -> int:
    """Zombies left, and 2 for each red die."""
    return s.zombies + 2 * horde_for(w, s, p, card_in_play(s))


@jit
def default_in_battle(w: Record, s: Record, task: int, p: int) -> int:
    """HZ-D-6 to HZ-D-10."""
    if task == D_MOLOTOV:
        return A_MOLOTOV if threat(w, s, p) >= s.group[p] else A_KEEP
    if task == D_SHOOT:
        return A_SHOOT + min(most_shots(s, p), s.zombies // 2)
    if task == D_FLEE:
        return A_FLEE if threat(w, s, p) >= s.group[p] + s.own[p, ADRENALINE] else A_FIGHT
    if task == D_WOUNDED:
        return A_SAVE
    if s.own[p, ADRENALINE] >= 2 or s.zombies == 1:
        return A_STRIKE
    return A_HOLD


@jit
def default_action(w: Record, s: Record) -> int:
    """The default of the decision on top of the agenda."""
    task = top_task(s)
    p = word(s, 1)
    if task >= D_MOLOTOV and task <= D_STRIKE:
        return default_in_battle(w, s, task, p)
    if task == D_BID:
        return A_PASS
    if task == D_ROUTE:
        return A_ROUTE + best_route(w, s, p)
    if task == D_TAKE:
        return A_TAKE + ADRENALINE
    if task == D_TOLL:
        return A_PAY + GAS
    if task == D_FANATIC:
        return A_REFUSE
    return A_PAY + most_owned(s, p)

"""Actions that every survivor has: moving, searching, noise, objectives, the survivor's cards, the end of the turn (BP-11)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import Task
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Mask, Record

from ...table.action import DISCARD, END, FREE, Action
from ...table.codes import FAR, FX_FOOD, NONE
from ..edition import FOOD_XP, LOADS_ITSELF
from ..numbers import actions as A
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import F_NOSE, F_SEARCH
from ..numbers.layout import RULES, SLOTS, WHERE, WHO, S, Z
from .inventory import card_at, drop, reload, unloaded_slot
from .movement import fill_reach
from .objectives import may_take, objective_effects, take_objective
from .passability import passable
from .rearrange import can_reorganise, can_trade
from .search import draw, search
from .skill_actions import can_pay_move, move, move_steps
from .survivor import can_pay, gain_xp, make_noise, pay
from .team import in_play, killed_in
from .terrain import searchable, searches_again, walks_as

# ---- moving ----------------------------------------------------------------------------------------------------------------


@jit
def legal_moves(w: Record, s: Record, i: int, m: Mask) -> None:
    if can_pay_move(w, s, i) == 0:
        return
    here = s.zone[i]
    steps = move_steps(w, s, i, 0)
    if steps == 1:
        for n in range(w.degree[here]):
            if passable(w, s, here, n, walks_as(w, s, i)) == 1:
                m[A.MOVE + w.neighbour[here, n]] = 1
        return
    fill_reach(w, s, i, here, steps)
    for z in range(w.n_zones):
        if z != here and w.reach[z] != FAR:
            m[A.MOVE + z] = 1


# ---- searching -------------------------------------------------------------------------------------------------------------


@jit
def can_search(w: Record, s: Record, i: int) -> int:
    """Which action may pay a Search: 1 normal or free, 2 only Hold your nose, 0 none (BP-11.2, BP-22.45)."""
    here = s.zone[i]
    if s.crowd[here] > 0 or (s.searched[i] == 1 and searches_again(w, s, i) == 0):
        return 0
    if searchable(w, s, i, here) == 1:
        if can_pay(s, i, F_SEARCH) == 1:
            return 1
    return 2 if s.free[F_NOSE] > 0 and killed_in(s, i, here) == 1 else 0


@jit
def legal_search(w: Record, s: Record, i: int, m: Mask) -> None:
    m[A.SEARCH] = can_search(w, s, i) > 0


@jit
def pay_and_search(w: Record, s: Record, i: int) -> None:
    """Pay for a Search by Free Search, Hold your nose or a normal action (BP-6.R6), and search."""
    if can_search(w, s, i) == 2 or (s.free[F_SEARCH] == 0 and s.free[F_NOSE] > 0 and killed_in(s, i, s.zone[i]) == 1):
        s.free[F_NOSE] -= 1
    else:
        pay(s, i, F_SEARCH)
    search(w, s, i)


# ---- noise, objectives -----------------------------------------------------------------------------------------------------


@jit
def legal_noise(m: Mask) -> None:
    m[A.NOISE] = 1


@jit
def legal_take(w: Record, s: Record, i: int, m: Mask) -> None:
    m[A.TAKE] = may_take(w, s, s.zone[i])


# ---- cards -----------------------------------------------------------------------------------------------------------------


@jit
def legal_own_cards(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark dropping and eating (BP-9.7, BP-24.7)."""
    for slot in range(SLOTS):
        if s.inv[i, slot] == 0:
            continue
        m[A.DROP + slot] = 1
        if w.card_effect[card_at(w, s, i, slot)] == FX_FOOD and first_of_card(w, s, i, slot) == 1:
            m[A.CONSUME + slot] = 1


@jit
def first_of_card(w: Record, s: Record, i: int, slot: int) -> int:
    for t in range(slot):
        if card_at(w, s, i, t) == card_at(w, s, i, slot):
            return 0
    return 1


@jit
def consume(w: Record, s: Record, i: int, slot: int) -> None:
    tell(w, E.EAT, i, card_at(w, s, i, slot))
    drop(w, s, i, slot)
    gain_xp(w, s, i, FOOD_XP)  # BP-24.7
    push(s, T.ACTION_END, i)


@jit
def legal_reload(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark reloading (BP-13f); free with Free reload unless weapons reload automatically."""
    if s.actions[i] > 0 or (not LOADS_ITSELF and s.skill[i, SK.FREE_RELOAD] > 0):
        m[A.RELOAD] = unloaded_slot(w, s, i) >= 0


@jit
def pay_and_reload(w: Record, s: Record, i: int) -> None:
    if LOADS_ITSELF or s.skill[i, SK.FREE_RELOAD] == 0:
        s.actions[i] -= 1
    reload(w, s, i)


@jit
def legal_reorganise(w: Record, s: Record, i: int, m: Mask) -> None:
    m[A.REORGANISE] = can_reorganise(w, s, i)


@jit
def reorganise(s: Record, i: int) -> None:
    push(s, T.ARRANGE, i, NONE, 1)


@jit
def legal_trade(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark trades (BP-11.9)."""
    for j in range(w.n_survivors):
        if j != i and in_play(s, j) == 1 and s.zone[j] == s.zone[i]:
            m[A.TRADE + j] = can_trade(w, s, i, j)


@jit
def trade(s: Record, i: int, j: int) -> None:
    push(s, T.ARRANGE, i, j, 1)


# ---- the end of the turn ---------------------------------------------------------------------------------------------------


@jit
def legal_end(m: Mask) -> None:
    m[A.END] = 1


@jit
def end(s: Record) -> None:
    """End the turn: remove its decision; T.TURN_END is below."""
    s.depth -= 1


ACTIONS: Final = (
    Action(A.END, end, legal=legal_end, counts=END),
    Action(A.MOVE, move, {"zone": Z}, legal=legal_moves),
    Action(A.SEARCH, pay_and_search, legal=legal_search, purpose="search"),
    Action(A.NOISE, make_noise, legal=legal_noise, cost=1),
    Action(A.TAKE, take_objective, legal=legal_take, cost=1, purpose="objective"),
    Action(A.RELOAD, pay_and_reload, legal=legal_reload),
    Action(A.REORGANISE, reorganise, legal=legal_reorganise, cost=1),
    Action(A.TRADE, trade, {"j": S}, legal=legal_trade, cost=1),
    Action(A.DROP, drop, {"slot": SLOTS}, legal=legal_own_cards, counts=DISCARD),
    Action(A.CONSUME, consume, {"slot": SLOTS}, legal=legal_own_cards, counts=FREE),
)
ROWS: Final = (
    Task(T.DRAW, draw, words={"i": WHO}),
    Task(T.OBJECTIVE, objective_effects, words={"i": WHO, "colour": Range(0, 3), "z": WHERE, "first": Range(0, RULES)}),
)

"""Whether the agenda of a state fits: what lies below what, who is asked, and that all is there which his answer needs."""

from __future__ import annotations

from typing import Final

import numpy as np

from ...core.jit import jit
from ...core.records import Record
from .board import own_at
from .layout import (
    ARMOUR,
    BREW_WORK,
    BUILD_WORK,
    NIGHT_FIGHT,
    NO_WORK,
    OFFERED,
    ONGOING,
    PEOPLE_FIGHT,
    SABOTAGE_WORK,
    SCHEMED,
    STAYS,
    VICTIM,
    WISH_DECK,
    ZOMBIE_FIGHT,
    C,
    P,
)
from .sabotage import able_at
from .tasks import (
    BELOW,
    D_BIZ_ASK,
    D_BIZ_CHOOSE,
    D_BIZ_OFFER,
    D_BIZ_PAY,
    D_MV_CONFIRM,
    D_MV_MORE,
    D_NA_WEAPON,
    D_NR_LOC,
    D_PF_STANCE,
    D_PF_WEAPON,
    D_PLACE_LOC,
    D_RT_ARMOUR,
    D_RT_LOC,
    D_RT_VICTIM,
    D_SAB_KIND,
    D_SAB_TARGET,
    D_SCH_GIVE,
    D_SCH_SEAT,
    D_SCOUT_SWAP,
    D_WORK_CARD,
    D_WORK_CHAR,
    D_WORK_SKILL,
    D_ZF_STANCE,
    D_ZF_WEAPON,
    FIRST_DECISION,
    N_NODES,
    T_PHASE_END,
)

_TASKS: Final = FIRST_DECISION + N_NODES
_BELOW: Final = np.array([[lower in BELOW.get(task, ()) for lower in range(_TASKS)] for task in range(_TASKS)], np.uint8)


@jit
def agenda_rests(w: Record, s: Record) -> int:
    """1 if the game is over or stands still, or somebody decides who is in the game and each frame lies where it may."""
    if s.outcome != ONGOING:
        return 1
    if s.depth == 0:
        return 1 if s.stop > 0 else 0
    if s.stack[0, 0] != T_PHASE_END or s.stack[0, 1] != s.phase:
        return 0
    for t in range(1, s.depth):
        if _BELOW[s.stack[t, 0], s.stack[t - 1, 0]] == 0:
            return 0
    if s.stack[s.depth - 1, 0] < FIRST_DECISION:
        return 0
    return 1 - s.eliminated[s.stack[s.depth - 1, 1]]


@jit
def asks_the_possible(w: Record, s: Record) -> int:
    """1 if group, fight, retreat, trade and work in hand are those of the node on top."""
    if s.outcome != ONGOING or s.depth == 0:
        return 1
    node = s.stack[s.depth - 1, 0]
    p = s.stack[s.depth - 1, 1]
    about = s.stack[s.depth - 1, 2]
    if node >= D_SCH_SEAT and node <= D_BIZ_CHOOSE:
        return trade_fits(w, s, node, p)
    if node == D_PLACE_LOC:
        return 1 if s.hand[p, about] > 0 else 0
    if node >= D_MV_MORE and node <= D_MV_CONFIRM:
        return move_fits(w, s, p)
    if node == D_ZF_STANCE or node == D_ZF_WEAPON:
        return fight_fits(s, ZOMBIE_FIGHT, p)
    if node == D_NA_WEAPON:
        return fight_fits(s, NIGHT_FIGHT, p)
    if node == D_PF_STANCE or node == D_PF_WEAPON:
        return people_fit(s, p, about if node == D_PF_WEAPON else 0)
    if node == D_RT_VICTIM or node == D_RT_ARMOUR or node == D_RT_LOC or node == D_NR_LOC:
        return retreat_fits(s, node, p, about)
    if node >= D_WORK_CHAR and node <= D_SCOUT_SWAP:
        return work_fits(w, s, node, p)
    return 1


# ---- trade -----------------------------------------------------------------------------------------------------------


@jit
def trade_fits(w: Record, s: Record, node: int, p: int) -> int:
    if node == D_SCH_GIVE:  # what is given goes to the schemer
        return 1 if s.laid < 0 and s.n_scheme[s.stack[s.depth - 1, 2]] < SCHEMED else 0
    if node == D_SCH_SEAT:
        for q in range(P):
            if q != p and s.n_scheme[q] >= SCHEMED:
                return 0
        return 1 if s.laid >= 0 and s.laid_by == p else 0
    if node == D_BIZ_OFFER:
        return holds(s, p, s.offer[0], s.offer[1])
    seller = p if node == D_BIZ_ASK or node == D_BIZ_CHOOSE else s.stack[s.depth - 2, 1]
    if s.offer[0] < 0 or holds(s, seller, s.offer[0], s.offer[1]) == 0 or (node != D_BIZ_ASK and s.wish[0] < 0):
        return 0
    for q in range(w.n_players):
        if (s.reply[q] > 0 and q == seller) or holds(s, q, s.bid[q, 0], s.bid[q, 1]) == 0:
            return 0
    if node == D_BIZ_PAY:
        for i in range(OFFERED):
            if s.wish[i] >= 0 and s.bid[p, i] < 0:
                return 1 if s.wish[i] >= WISH_DECK else 0
        return 0
    return 1


@jit
def holds(s: Record, p: int, first: int, second: int) -> int:
    """1 if the player has both cards in hand, or where there is only one of them that one."""
    if first >= 0 and s.hand[p, first] < (2 if first == second else 1):
        return 0
    return 0 if second >= 0 and s.hand[p, second] == 0 else 1


# ---- day -------------------------------------------------------------------------------------------------------------


@jit
def move_fits(w: Record, s: Record, p: int) -> int:
    """The group stands together: where its path began, in the fog where it has come."""
    where = s.mv_at if w.fog == 1 else s.mv_from
    if s.mv_from < 0 or s.mv_at < 0 or (s.mv_ride >= 0 and s.hand[p, s.mv_ride] == 0 and (w.fog == 0 or s.mv_steps == 0)):
        return 0
    n = 0
    for c in range(C):
        if s.picked[c] == 1:
            n += 1
            if own_at(s, c, p, where) == 0:
                return 0
    return 1 if n > 0 else 0


@jit
def fight_fits(s: Record, kind: int, p: int) -> int:
    if s.f_kind != kind or s.f_at < 0 or s.f_side[0] != p:
        return 0
    return 1 if s.people[s.f_at, p] > 0 else 0


@jit
def people_fit(s: Record, p: int, side: int) -> int:
    """The two first squads of the location fight; the side that is asked is its own."""
    if s.f_kind != PEOPLE_FIGHT or s.f_at < 0 or s.n_squads[s.f_at] < 2 or s.f_side[side] != p:
        return 0
    return 1 if s.f_side[0] == s.squad[s.f_at, 0] and s.f_side[1] == s.squad[s.f_at, 1] else 0


@jit
def retreat_fits(s: Record, node: int, p: int, about: int) -> int:
    if s.rt_seat != p or s.rt_from < 0:
        return 0
    for c in range(C):
        if s.fate[c] != STAYS and own_at(s, c, p, s.rt_from) == 0:
            return 0
    if node == D_RT_ARMOUR:
        return 1 if s.fate[about] == VICTIM and s.hand[p, ARMOUR] > 0 else 0
    return 1 if node != D_RT_VICTIM or s.quota > 0 else 0


# ---- evening ---------------------------------------------------------------------------------------------------------


@jit
def work_fits(w: Record, s: Record, node: int, p: int) -> int:
    if node == D_WORK_CHAR or node == D_WORK_CARD or node == D_WORK_SKILL:
        if s.work == NO_WORK or (s.work <= BREW_WORK and s.work_at < 0):
            return 0
        if s.work == BUILD_WORK and s.project < 0:
            return 0
        return 1 if s.work != SABOTAGE_WORK or (s.effect >= 0 and s.target[0] >= 0) else 0
    if node == D_SAB_KIND or node == D_SAB_TARGET:  # the attempt follows: somebody there has to be able to do it
        if s.work_at < 0 or able_at(w, s, p, s.work_at) == 0:
            return 0
        return 1 if node == D_SAB_KIND or s.effect >= 0 else 0
    return 1 if node != D_SCOUT_SWAP or s.target[0] >= 0 else 0

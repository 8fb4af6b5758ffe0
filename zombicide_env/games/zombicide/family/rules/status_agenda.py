"""Invariants of the agenda: somebody decides, what lies below a decision is what its answer needs, the pool belongs to its frames."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import ONGOING
from ..numbers.layout import ABOMINATION
from ..numbers.tasks import (
    D_ARMOUR,
    D_ARRANGE,
    D_CANCEL,
    D_GIFT,
    D_ORDER,
    D_PATH,
    D_REMOVE,
    D_REPLACE,
    D_REROLL,
    D_STORE,
    D_TURN,
    FIRST_DECISION,
    N_FREE,
    N_USED,
    T_ARRANGE,
    T_CARDS,
    T_DOOR_ROLLED,
    T_END,
    T_PLAYERS,
    T_RESUME,
    T_ROLLED,
    T_ROOMS,
    T_SEQUENCE,
    T_STORED,
    T_SUFFER,
    T_TURN_END,
)
from .decide import fill_options
from .spawn import BY_ZONE
from .team import in_play


@jit
def pending(s: Record, task: int) -> int:
    """1 if the task waits on the agenda."""
    for t in range(s.depth):
        if s.stack[t, 0] == task:
            return 1
    return 0


@jit
def below(s: Record, t: int, task: int) -> int:
    """1 if the frame below frame ``t`` is of the task."""
    if t > 0 and s.stack[t - 1, 0] == task:
        return 1
    return 0


@jit
def agenda_rests(w: Record, s: Record) -> int:
    """1 if somebody in play has to decide, and the game goes on after it, or nobody has to because the game is over."""
    if s.outcome != ONGOING:
        return 1
    if s.depth == 0:
        return s.resting
    first = s.stack[0, 0]
    if s.resting == 0 and first != T_PLAYERS and first != T_END:
        return 0
    top = s.depth - 1
    if s.stack[top, 0] < FIRST_DECISION or in_play(s, s.stack[top, 1]) == 0:
        return 0
    for t in range(s.depth):
        if carried(w, s, t) == 0:
            return 0
    return 1


@jit
def carried(w: Record, s: Record, t: int) -> int:
    """1 if frame ``t`` has below it, and in other fields, what its answers take for granted."""
    task = s.stack[t, 0]
    b = s.stack[t, 2]
    if task == D_TURN:
        return below(s, t, T_TURN_END)
    if task >= FIRST_DECISION and t < s.depth - 1 and task != D_REPLACE:  # all others are gone when they have been answered
        return 0
    if task == D_STORE:
        return 1 if s.gain_copy > 0 and below(s, t, T_STORED) == 1 and below(s, t - 1, T_ARRANGE) == 1 else 0
    if task == D_REROLL:
        rolled = T_ROLLED
        if b == 1:
            rolled = T_DOOR_ROLLED
        elif b == 2:
            rolled = T_SUFFER
        return below(s, t, rolled)
    if task == D_CANCEL or task == D_ARMOUR:
        return below(s, t, T_SUFFER)
    if task == D_REMOVE:
        return 1 if b == 0 or (s.stack[t, 3] >= 0 and s.stack[t, 3] < w.n_zones) else 0
    if task == D_GIFT:
        return 1 if b > 0 and b == s.gain_copy else 0
    return 1


@jit
def options_fit(w: Record, s: Record, work: Record) -> int:
    """1 if the answers on record are those that the decision on top has, and there is one; ``work`` is a copy of the state."""
    if s.outcome != ONGOING or s.depth == 0:
        return 1
    t = s.depth - 1
    task = s.stack[t, 0]
    if task == D_TURN or task == D_ARRANGE or task == D_STORE:
        return 1
    fill_options(w, work)
    if s.n_options == 0 or s.n_options != work.n_options:
        return 0
    for k in range(s.n_options):
        if s.options[k] != work.options[k]:
            return 0
    if task == D_PATH and s.stack[t, 3] >= 0 and s.stack[t, 3] != ABOMINATION and s.stack[t, 4] > s.n_options:
        return 0  # more miniatures to send than routes
    return 1


# ---- the pool ------------------------------------------------------------------------------------------------------------


@jit
def pool_fits(w: Record, s: Record) -> int:
    """1 if the words of the pool belong to the frames of the agenda in their order, and are what these need."""
    end = 0
    for t in range(s.depth):
        task = s.stack[t, 0]
        start = s.stack[t, 1]
        n = s.stack[t, 2]
        if task == D_ORDER:
            start = s.stack[t, 2]
            n = s.stack[t, 3]
        elif task == T_RESUME:
            n = turn_words(s, start)
        elif task != T_SEQUENCE and task != T_CARDS and task != T_ROOMS:
            continue
        if start != end or n < 0 or start + n > s.pool_n:
            return 0
        end = start + n
        if words_fit(w, s, t, start, n) == 0:
            return 0
    if s.outcome != ONGOING or end == s.pool_n:
        return 1
    return 0


@jit
def turn_words(s: Record, start: int) -> int:
    """Words of an interrupted turn that begins at ``start``, -1: it does not end in the pool (see turn.save_turn)."""
    spent = start + 9 + N_FREE + N_USED
    if spent >= s.pool_n or s.pool[spent] < 0:
        return -1
    return spent + 1 + s.pool[spent] - start


@jit
def words_fit(w: Record, s: Record, t: int, start: int, n: int) -> int:
    """1 if the words of frame ``t`` are zones, zombie cards or an interrupted turn."""
    task = s.stack[t, 0]
    if task == T_RESUME:
        return turn_fits(w, s, start, n)
    if task == T_SEQUENCE and s.stack[t, 4] != BY_ZONE:  # ids of tokens, which may be gone
        return 1 if n > 0 else 0
    low = 0
    high = w.n_zones - 1
    if task == T_CARDS:
        low = 1
        high = w.n_zcards
    elif n == 0:
        return 0
    for k in range(start, start + n):
        if s.pool[k] < low or s.pool[k] > high:
            return 0
    return 1


@jit
def turn_fits(w: Record, s: Record, start: int, n: int) -> int:
    if s.pool[start] < 0 or s.pool[start] >= w.n_survivors:
        return 0
    for k in range(start + 10 + N_FREE + N_USED, start + n):
        if s.pool[k] < 0 or s.pool[k] > w.n_copies:
            return 0
    return 1

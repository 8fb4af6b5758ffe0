"""Invariants of the agenda: there is a decider, every decision lies on the frames that its answer needs, frames own the pool."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zombicide_env.core.decisions import Decision
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import ONGOING
from ..numbers import decisions as ASK
from ..numbers import tasks as T
from ..numbers.budget import N_FREE, N_USED
from ..numbers.layout import POOL_PLACE
from .card_conservation import pool_words, pool_words_fit
from .counts import kept_words
from .table import LISTED, TABLE, fits, list_answers
from .team import seated
from .tokens import BY_ZONE

#: Decisions that may have frames above them; rows that need certain frames below them, and which.
_WAITS: Final = TABLE.flags(lambda row: isinstance(row, Decision) and row.waits)
_CHOOSES: Final = TABLE.flags(lambda row: bool(row.below))
_LIES_ON: Final = TABLE.lies_on


def _pool_word(number: int) -> np.ndarray[Any, Any]:
    """Return by code the place of the pool word (``POOL_PLACE``) of that number, from 0; 0: there is none."""
    made = np.zeros(max(TABLE.rows) + 1, np.uint8)
    for code, row in TABLE.rows.items():
        places = [place for place, word in enumerate(row.words.values(), 1) if word == POOL_PLACE]
        made[code] = (*places, 0, 0)[number]
    return made


#: By code: the words of a frame with the start and the number of its pool words; 0: none.
_START: Final = _pool_word(0)
_NUMBER: Final = _pool_word(1)


@jit
def agenda_rests(w: Record, s: Record) -> int:
    """1 if a seat in play has to decide and the game can continue afterwards, or the game is over."""
    if s.outcome != ONGOING:
        return 1
    if s.depth == 0:
        return s.resting
    first = s.stack[0, 0]
    if s.resting == 0 and first != T.PLAYERS and first != T.END:
        return 0
    top = s.depth - 1
    if s.stack[top, 0] < ASK.FIRST or seated(w, s, s.stack[top, 1]) == 0:
        return 0
    for t in range(s.depth):
        task = s.stack[t, 0]
        if task >= ASK.FIRST and t < top and _WAITS[task] == 0:  # all other decisions are removed when answered
            return 0
        if _CHOOSES[task] == 1 and (t == 0 or _LIES_ON[task, s.stack[t - 1, 0]] == 0):
            return 0
    return fits(w, s)


@jit
def options_fit(w: Record, s: Record, work: Record) -> int:
    """1 if the listed answers are those of the decision on top, and there is at least one; ``work`` is a copy of the state."""
    if s.outcome != ONGOING or s.depth == 0:
        return 1
    if LISTED[s.stack[s.depth - 1, 0]] == 0:
        return 1
    list_answers(w, work)
    if s.n_options == 0 or s.n_options != work.n_options:
        return 0
    for k in range(s.n_options):
        if s.options[k] != work.options[k]:
            return 0
    return 1


# ---- the pool ------------------------------------------------------------------------------------------------------------


@jit
def pool_fits(w: Record, s: Record) -> int:
    """1 if the pool words belong to the frames of the agenda in order, and are valid for them."""
    end = 0
    for t in range(s.depth):
        task = s.stack[t, 0]
        if _START[task] == 0:
            continue
        start = s.stack[t, _START[task]]
        if _NUMBER[task] > 0:
            n = s.stack[t, _NUMBER[task]]
        elif task == T.RESUME:
            n = turn_words(s, start)
        else:
            n = pool_words(task)
        if start != end or n < 0 or start + n > s.pool_n:
            return 0
        end = start + n
        if words_fit(w, s, t, start, n) == 0:
            return 0
    return 1 if s.outcome != ONGOING or end == s.pool_n else 0


@jit
def turn_words(s: Record, start: int) -> int:
    """Number of words of an interrupted turn that begins at ``start``, -1: it exceeds the pool (see turn.save_turn)."""
    spent = start + 9 + N_FREE + N_USED
    if spent >= s.pool_n or s.pool[spent] < 0:
        return -1
    return spent + 1 + s.pool[spent] + kept_words() - start


@jit
def words_fit(w: Record, s: Record, t: int, start: int, n: int) -> int:
    """1 if the words of frame ``t`` are zones, zombie cards, an interrupted turn or edition-specific words."""
    task = s.stack[t, 0]
    if pool_words(task) > 0:
        return pool_words_fit(w, s, start)
    if task == T.RESUME:
        return turn_fits(w, s, start, n)
    if task == T.SEQUENCE and s.stack[t, T.SEQUENCE_MODE] != BY_ZONE:  # ids of tokens, which may have been removed
        return 1 if n > 0 else 0
    low = 0
    high = w.n_zones - 1
    if task == T.CARDS:
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
    kept = start + n - kept_words()
    for k in range(start + 10 + N_FREE + N_USED, kept):
        if s.pool[k] < 0 or s.pool[k] > w.n_copies:
            return 0
    for k in range(kept, start + n):
        if s.pool[k] < 0:
            return 0
    return 1

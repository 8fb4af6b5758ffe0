"""Interrupted turns: saved in the pool and resumed (BP-22.64)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import Task
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import tasks as T
from ..numbers.budget import N_FREE, N_USED
from ..numbers.layout import POOL_PLACE
from .counts import count_on, keep_counts


@jit
def save_turn(w: Record, s: Record) -> int:
    """Save the turn in progress in the pool, with the enchantments used in it (BP-11.12); returns its place."""
    start = s.pool_n
    i = s.current
    s.pool[start] = i
    s.pool[start + 1] = s.actions[i]
    s.pool[start + 2] = s.searched[i]
    s.pool[start + 3] = s.turn_id
    s.pool[start + 4] = s.link_turn
    s.pool[start + 5] = s.quiet
    s.pool[start + 6] = s.pending_attack
    s.pool[start + 7] = s.pending_run
    s.pool[start + 8] = s.pending_blitz
    for k in range(N_FREE):
        s.pool[start + 9 + k] = s.free[k]
    for k in range(N_USED):
        s.pool[start + 9 + N_FREE + k] = s.used[k]
    spent = start + 9 + N_FREE + N_USED
    s.pool[spent] = 0
    for c in range(w.n_copies + 1):
        if s.spent[c] == s.turn_id:
            s.pool[spent] += 1
            s.pool[spent + s.pool[spent]] = c
    s.pool_n = keep_counts(s, spent + 1 + s.pool[spent])
    return start


@jit
def interrupted(s: Record, i: int) -> int:
    """1 if an interrupted turn of survivor ``i`` waits for another turn to end, possibly the survivor's own additional one."""
    for t in range(s.depth):
        if s.stack[t, 0] == T.RESUME and s.pool[s.stack[t, 1]] == i:
            return 1
    return 0


@jit
def resume(s: Record, start: int) -> None:
    """Resume the interrupted turn."""
    i = s.pool[start]
    s.current = i
    s.actions[i] = s.pool[start + 1]
    s.searched[i] = s.pool[start + 2]
    s.turn_id = s.pool[start + 3]
    s.link_turn = s.pool[start + 4]
    s.quiet = s.pool[start + 5]
    s.pending_attack = s.pool[start + 6]
    s.pending_run = s.pool[start + 7]
    s.pending_blitz = s.pool[start + 8]
    for k in range(N_FREE):
        s.free[k] = s.pool[start + 9 + k]
    for k in range(N_USED):
        s.used[k] = s.pool[start + 9 + N_FREE + k]
    spent = start + 9 + N_FREE + N_USED
    for k in range(s.pool[spent]):
        s.spent[s.pool[spent + 1 + k]] = s.turn_id
    count_on(s, spent + 1 + s.pool[spent])
    s.pool_n = start


ROWS: Final = (Task(T.RESUME, resume, words={"start": POOL_PLACE}),)

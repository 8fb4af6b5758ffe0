"""The step loop: the kernels ``reset``, ``step`` and ``decider``."""

from __future__ import annotations

from zombicide_env.core.agenda import push, top
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import tasks as T
from ..numbers.layout import ONGOING, S0, S1
from . import setup
from .table import advance, apply, default


@jit
def begin_step(s: Record) -> None:
    s.chance_n = 0
    for p in range(s.reward.shape[0]):
        s.reward[p] = 0.0


@jit
def begin_at(w: Record, s: Record, phase: int) -> None:
    """Continue from the beginning of a phase."""
    push(s, T.PHASE, phase)
    advance(w, s)


@jit
def reset(w: Record, s: Record, seed: int) -> None:
    """Start a game from its seed."""
    setup.setup(w, s, seed)
    begin_at(w, s, S0 if w.terrain == 1 else S1)


@jit
def step(w: Record, s: Record, a: int) -> None:
    """Apply a legal action and advance to the next decision."""
    s.steps += 1
    begin_step(s)
    apply(w, s, a)
    advance(w, s)


@jit
def decider(w: Record, s: Record) -> int:
    """Seat of the player to move, -1: none."""
    if s.outcome != ONGOING or s.depth == 0:
        return -1
    return s.stack[top(s), 1]


@jit
def active(w: Record, s: Record, p: int) -> int:
    """1 while player ``p`` is not eliminated."""
    return 1 if p < w.n_players and s.eliminated[p] == 0 else 0


@jit
def take_default(w: Record, s: Record) -> None:
    """Answer the decision on top by its default and continue."""
    step(w, s, default(w, s))

"""The step loop: the kernels ``reset``, ``step`` and ``decider``."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import ONGOING
from ..numbers import events as E
from ..numbers import tasks as T
from . import edition_hooks
from .outcome import check_end, won_by_any_event
from .reward import give_rewards, start_rewards
from .setup import setup
from .table import advance, apply
from .team import seated


@jit
def go_on(w: Record, s: Record) -> None:
    """Process the agenda until a decision is pending or the game is over."""
    advance(w, s)
    if s.outcome == ONGOING and s.depth > 0 and won_by_any_event(w) == 1:  # BP-3.R1; other goals are tested where they are reached
        check_end(w, s)


@jit
def reset(w: Record, s: Record, seed: int) -> None:
    """Start a game from its seed."""
    setup(w, s, seed)
    push(s, T.PLAYERS)
    edition_hooks.round_begins(w, s)
    go_on(w, s)
    start_rewards(w, s)


@jit
def step(w: Record, s: Record, a: int) -> None:
    """Apply a legal action and advance to the next decision."""
    s.steps += 1
    s.chance_n = 0
    apply(w, s, a)
    go_on(w, s)
    if s.outcome != ONGOING:
        tell(w, E.END, s.outcome, s.defeat)
    give_rewards(w, s)


@jit
def decider(w: Record, s: Record) -> int:
    """Seat to move, -1: none (the game is over)."""
    if s.outcome != ONGOING or s.depth == 0:
        return -1
    return s.stack[s.depth - 1, 1]


@jit
def active(w: Record, s: Record, i: int) -> int:
    """1 while survivor ``i`` lives and is on the board, or is still asked.

    A survivor who leaves by car stays active until the result of the drive.
    """
    return 1 if decider(w, s) == i else seated(w, s, i)

"""What Apocalypse's player adds to the answers: the survivors' here, the Zombie Master's in ``master``."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record, Row

from ...table.codes import NONE
from ..numbers import own_actions as OA
from ..numbers import own_decisions as OASK
from ..numbers.layout import SLOTS
from ..rules.table import default
from .gear import best_layout, gather
from .master import master, rate_answers
from .play import Play


@jit
def opponent(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int) -> int:
    """The Zombie Master's answer, NONE: a survivor decides."""
    if s.stack[s.depth - 1, 1] != w.n_survivors:
        return NONE
    return default(w, s) if weights.automatic > 0 else master(w, s, v, weights, m, first)


@jit
def shield(w: Record, s: Record, v: Record, m: Mask, block: int, first: int) -> int:
    """Nobody stands in for a survivor."""
    return NONE


@jit
def hand_over(w: Record, s: Record, m: Mask, i: int, partner: int) -> int:
    """Cards alone change hands."""
    return NONE


@jit
def waits_for_others(w: Record, s: Record, v: Record, weights: Record, i: int) -> bool:
    """Who can leave leaves."""
    return False


@jit
def rate(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int, scores: Row) -> bool:
    """The Zombie Master compares routes for whole stacks, and cards; False: nothing is compared."""
    return weights.automatic <= 0 and rate_answers(w, s, v, weights, m, first, scores)


@jit
def least_missed(w: Record, s: Record, v: Record, i: int) -> int:
    """The card that the survivor misses least."""
    best = -1e9
    found = 0
    for slot in range(SLOTS):
        if s.inv[i, slot] > 0:
            gather(w, s, v, i, slot, 0)
            worth = best_layout(w, s, v, i)
            if worth > best:
                best = worth
                found = slot
    return OA.LOSE + found


ROWS: Final = (
    Play(OASK.LOSE, least_missed),
    Play(OASK.HIT_WHOM, default),  # as good as any thought
    Play(OASK.REWARD, default),
    Play(OASK.START_AGAIN, default),
)

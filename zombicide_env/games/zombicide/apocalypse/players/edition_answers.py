"""Answers to Apocalypse's own decisions: the survivors' here, the Zombie Master's in ``master``."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record, Row

from ...table.codes import NONE
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers.layout import SLOTS
from ..rules.table import default
from .gear import best_layout, gather
from .master import master, rate_answers
from .play import Play


@jit
def opponent(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int) -> int:
    """Return the Zombie Master's answer, NONE: a survivor decides."""
    if s.stack[s.depth - 1, 1] != w.n_survivors:
        return NONE
    return default(w, s) if weights.automatic > 0 else master(w, s, v, weights, m, first)


@jit
def shield(w: Record, s: Record, v: Record, m: Mask, block: int, first: int) -> int:
    """Return NONE: nobody takes wounds in place of a survivor."""
    return NONE


@jit
def hand_over(w: Record, s: Record, m: Mask, i: int, partner: int) -> int:
    """Return NONE: only cards are traded."""
    return NONE


@jit
def waits_for_others(w: Record, s: Record, v: Record, weights: Record, i: int) -> bool:
    """Whether a survivor waits at the Exit: never."""
    return False


@jit
def rate(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int, scores: Row) -> bool:
    """Score whole stacks' routes and cards for the Zombie Master; False: nothing is compared."""
    return weights.automatic <= 0 and rate_answers(w, s, v, weights, m, first, scores)


@jit
def least_missed(w: Record, s: Record, v: Record, i: int) -> int:
    """Discard the survivor's least useful card."""
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
    Play(OASK.HIT_WHOM, default),  # as good as any
    Play(OASK.REWARD, default),
    Play(OASK.START_AGAIN, default),
)

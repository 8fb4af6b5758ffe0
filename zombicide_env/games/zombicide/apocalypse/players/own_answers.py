"""Answers to the questions that only Apocalypse asks: the survivors' here, the Zombie Master's in ``master``."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record, Row

from ..numbers import decisions as ASK
from ..numbers import own as N
from ..numbers.layout import SLOTS
from ..rules.defaults import default_option
from ..rules.questions import LOSE, default
from .gear import best_layout, gather
from .master import master, rate_cards, rate_routes

#: Own decisions whose default is as good as any thought.
_DEFAULTS = (N.HIT_WHOM, N.REWARD, N.START_AGAIN)


@jit
def answer(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int) -> int:
    """The answer to the decision on top of the agenda, -1: the family answers; ``first`` is the first legal one."""
    t = s.depth - 1
    task = s.stack[t, 0]
    i = s.stack[t, ASK.WHO_DECIDES]
    if i == w.n_survivors:
        return default_option(w, s) if weights.automatic > 0 else master(w, s, v, weights, m, first)
    if task == N.LOSE:
        return LOSE + least(w, s, v, i)
    if task in _DEFAULTS:
        return default(w, s, t)
    if task >= N.MASK:
        return first
    return -1


@jit
def least(w: Record, s: Record, v: Record, i: int) -> int:
    """The slot whose card the survivor misses least."""
    best = -1e9
    found = 0
    for slot in range(SLOTS):
        if s.inv[i, slot] > 0:
            gather(w, s, v, i, slot, 0)
            worth = best_layout(w, s, v, i)
            if worth > best:
                best = worth
                found = slot
    return found


@jit
def rate(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int, scores: Row) -> bool:
    """The Zombie Master compares routes for whole stacks, and cards; False: nothing is compared."""
    task = s.stack[s.depth - 1, 0]
    if weights.automatic > 0:
        return False
    if task == N.ROUTE:
        rate_routes(w, s, v, weights, s.stack[s.depth - 1, N.ROUTE_STACK], scores)
        return True
    if task == N.MASTER or task == N.PUSH or task == N.TOO_MANY:
        rate_cards(w, s, v, weights, m, task, first, scores)
        return True
    return False

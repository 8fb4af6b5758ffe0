"""Lowest legal answers: the defaults of ZG-20.1 that need no computation."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.actions import A_CHAR, A_CONFIRM, A_LOC, A_PASS


@jit
def lowest(w: Record, first: int) -> int:
    """First legal action of the decision on top from an index, -1: none."""
    for a in range(first, w.allowed.shape[0]):
        if w.allowed[a] == 1:
            return a
    return -1


@jit
def first_legal(w: Record) -> int:
    """Lowest legal action, which is PASS or CONFIRM if these are legal."""
    return lowest(w, A_PASS)


@jit
def default_raise(w: Record) -> int:
    """Default: the leader first, then by index; all fighters have the same sum of skills (ZG-8.2)."""
    a = lowest(w, A_CHAR)
    return a if a >= 0 and a < A_LOC else A_CONFIRM

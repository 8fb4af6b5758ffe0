"""Answers to the questions that only an edition asks; here nothing."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record, Row


@jit
def answer(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int) -> int:
    """The answer to the decision on top of the agenda, -1: the family answers; ``first`` is the first legal one."""
    return -1


@jit
def rate(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int, scores: Row) -> bool:
    """Write what he thinks of the answers of that decision, as far as he compares them; False: he only knows his own."""
    return False

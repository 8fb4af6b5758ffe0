"""Answers to the questions that only an edition asks; here nothing."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record


@jit
def answer(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int) -> int:
    """The answer to the decision on top of the agenda, -1: the family answers; ``first`` is the first legal one."""
    return -1

"""Dice: from the scripted tape of the state while there is one, else from its generator.

The state has the fields ``tape`` (i1), ``tape_pos``, ``tape_n``, ``scripted`` and ``tape_short``.
"""

from __future__ import annotations

from typing import Any

from .jit import jit
from .rng import rand_below


@jit
def roll_d6(s: Any) -> Any:
    """One die, 1 .. 6.  A die beyond the tape of a scripted game sets ``tape_short``."""
    if s.tape_pos < s.tape_n:
        value = s.tape[s.tape_pos]
        s.tape_pos += 1
        return value
    if s.scripted:
        s.tape_short = 1
    return rand_below(s, 6) + 1


__all__ = ["roll_d6"]

"""Dice: read from the scripted tape of the state while it lasts, else from its generator.

The state has the fields ``tape`` (i1), ``tape_pos``, ``tape_n``, ``scripted`` and ``tape_short``, and those of ``chance``.
"""

from __future__ import annotations

from typing import Any

from .chance import DIE, note
from .jit import jit
from .records import Record
from .rng import rand_below


@jit
def roll_d6(s: Record) -> Any:
    """Roll one die, 1 .. 6. A die beyond the tape of a scripted game sets ``tape_short``."""
    if s.tape_pos < s.tape_n:
        value = s.tape[s.tape_pos]
        s.tape_pos += 1
    else:
        if s.scripted:
            s.tape_short = 1
        value = rand_below(s, 6) + 1
    note(s, DIE, value)
    return value


__all__ = ["roll_d6"]

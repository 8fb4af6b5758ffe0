"""Dice: single dice from the scripted tape or the generator, and the count of the latest roll (HZ-17a).

The tape has results, not faces: a vector gives the result of a roll, whatever the die.
"""

from __future__ import annotations

from zombicide_env.core.chance import note
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record
from zombicide_env.core.rng import rand_below

from ..numbers import events as E
from ..numbers.layout import BLACK, BLACK_DIE, DOUBLE, FACES, KILL, N_RESULTS, RED, RED_DIE


@jit
def has_result(w: Record, colour: int, result: int) -> int:
    for f in range(FACES):
        if w.face[colour, f] == result:
            return 1
    return 0


@jit
def roll_die(w: Record, s: Record, colour: int) -> int:
    """Roll one die and count its result in the latest roll."""
    if s.tape_pos < s.tape_n:
        result = s.tape[s.tape_pos]
        s.tape_pos += 1
        if has_result(w, colour, result) == 0:
            s.tape_wrong = 1
    else:
        if s.scripted == 1:
            s.tape_short = 1
        result = w.face[colour, rand_below(s, FACES)]
    s.roll[colour, result] += 1
    tell(w, E.DIE, s.roll_kind, colour, result)
    note(s, RED_DIE if colour == RED else BLACK_DIE, result)
    return result


@jit
def roll(w: Record, s: Record, kind: int, black: int, red: int) -> None:
    """Roll black dice, then red ones (HZ-0.R2), and count the results in ``s.roll``."""
    s.roll_kind = kind
    for r in range(N_RESULTS):
        s.roll[BLACK, r] = s.roll[RED, r] = 0
    for _ in range(black):
        roll_die(w, s, BLACK)
    for _ in range(red):
        roll_die(w, s, RED)


@jit
def rolled(s: Record, result: int) -> int:
    """Number of dice of the latest roll with the result."""
    return s.roll[BLACK, result] + s.roll[RED, result]


@jit
def targets(s: Record) -> int:
    """Number of targets of the latest roll, with lightning or without; lightning alone does not count (HZ-6.R1)."""
    return rolled(s, KILL) + rolled(s, DOUBLE)

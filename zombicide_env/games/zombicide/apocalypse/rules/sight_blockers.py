"""Gates of lines of sight (AP-17.7): doors, and fire, which is neither seen nor seen through."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import OPEN
from ..numbers.layout import E


@jit
def gate_open(w: Record, s: Record, gate: int) -> int:
    """1 if a gate of a line of sight does not block it: an open door, or, from number ``E``, a zone that does not burn (AP-5.R1)."""
    if gate >= E:
        return 1 if s.fire[gate - E] == 0 else 0
    return 1 if s.door[gate] == OPEN else 0

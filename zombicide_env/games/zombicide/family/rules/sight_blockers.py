"""Gates of lines of sight (BP-5.7); an edition in which sight depends on more than doors replaces this module."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.codes import OPEN
from ...table.seams import seam


@seam
def gate_open(w: Record, s: Record, gate: int) -> int:
    """1 if a gate of a line of sight does not block it; in the family every gate is a door (BP-5.7)."""
    return 1 if s.door[gate] == OPEN else 0

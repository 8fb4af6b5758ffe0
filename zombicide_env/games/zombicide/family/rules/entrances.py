"""Effects of opening a building: doors that open together, who orders its rooms.  In the family a door opens alone."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam
from .team import common_decider


@seam
def comes_open(w: Record, s: Record, door: int) -> None:
    """Handle the opening of the door."""


@seam
def orders(w: Record, s: Record) -> int:
    """Seat that chooses the order in which rooms spawn (BP-12.1)."""
    return common_decider(w, s)

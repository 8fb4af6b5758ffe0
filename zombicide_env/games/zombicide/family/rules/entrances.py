"""What goes with opening a building: doors that open together, who orders its rooms.  Here a door is a door."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam
from .team import common_decider


@seam
def comes_open(w: Record, s: Record, door: int) -> None:
    """The door has been opened."""


@seam
def orders(w: Record, s: Record) -> int:
    """Seat that chooses the order in which rooms spawn (BP-12.1)."""
    return common_decider(w, s)

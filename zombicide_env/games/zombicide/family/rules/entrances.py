"""What goes with opening a building: doors that open together, who orders its rooms.  Here a door is a door."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from .team import common_decider


@jit
def comes_open(w: Record, s: Record, door: int) -> None:
    """The door has been opened."""


@jit
def orders(w: Record, s: Record) -> int:
    """Seat that chooses the order in which rooms spawn (BP-12.1)."""
    return common_decider(w, s)

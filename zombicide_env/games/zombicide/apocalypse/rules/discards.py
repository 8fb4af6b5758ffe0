"""Cards that a survivor discards by choice (AP-26.M1)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from .exits import keep_way_open


@jit
def before_drop(w: Record, s: Record) -> None:
    """Open the Exit of mission 1 if everything is found, before a card is discarded by choice (AP-26.M1)."""
    keep_way_open(w, s)

"""Worth of cards that only an edition has, beside their dice; here nothing."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record


@jit
def held(w: Record, card: int) -> float:
    """In a hand."""
    return 0.0


@jit
def carried(w: Record, card: int) -> float:
    """In the backpack."""
    return 0.0

"""The record of chance: what the dice and decks have given in the present step, in order.

The state has the fields ``chance`` (i2: the events) and ``chance_n`` (i2).  An event is ``kind * 256 + value``; kind
``DIE`` is a die and its value, the others belong to the game.  A step that gives more than the field holds keeps the first
ones; ``chance_n`` counts them all.
"""

from __future__ import annotations

from typing import Final

from .jit import jit
from .records import Record

DIE: Final = 0
EVENT: Final = 256  # events of one kind


@jit
def note(s: Record, kind: int, value: int) -> None:
    """Add an event to the record of the step."""
    n = s.chance_n
    if n < s.chance.shape[0]:
        s.chance[n] = kind * EVENT + value
    s.chance_n = n + 1


__all__ = ["DIE", "EVENT", "note"]

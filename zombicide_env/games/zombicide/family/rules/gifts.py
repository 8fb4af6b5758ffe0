"""Things beside cards that survivors hand over in a trade.  Here there are none."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record


@jit
def legal_gifts(s: Record, i: int, partner: int, passed: int, m: Mask) -> None:
    """Mark those that survivor ``i`` may give and receive; ``passed``: the word of the trade that remembers which have changed hands."""


@jit
def gift_step(w: Record, s: Record, t: int, a: int) -> int:
    """Hand one over in the trade of frame ``t``; 0 if the action is another one."""
    return 0


@jit
def any_gift(s: Record, i: int, partner: int) -> int:
    """1 if one of the two has something of that kind."""
    return 0

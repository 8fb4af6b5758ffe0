"""Things beside cards that survivors hand over in a trade.  Here there are none."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record


@jit
def legal_gifts(s: Record, i: int, partner: int, m: Mask) -> None:
    """Mark those that survivor ``i`` may give and receive."""


@jit
def gift_step(w: Record, s: Record, i: int, partner: int, a: int) -> int:
    """Hand one over; 0 if the action is another one."""
    return 0


@jit
def any_gift(s: Record, i: int, partner: int) -> int:
    """1 if one of the two has something of that kind."""
    return 0

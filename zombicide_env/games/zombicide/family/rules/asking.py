"""Asking for an action: in a turn, and by editions whose actions give another survivor one at once."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import decisions as ASK


@jit
def ask_action(s: Record, i: int) -> None:
    """Ask survivor ``i`` for an action (``turn`` has the row, which handles all actions, so that they cannot import it)."""
    push(s, ASK.TURN, i)

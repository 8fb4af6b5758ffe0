"""Traps among the equipment cards, and Destiny, which replaces the card drawn (BP-24.9, BP-22.67)."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import U_DESTINY
from ..numbers.layout import WALKER
from .inventory import discard_copy


@jit
def spring_trap(w: Record, s: Record, i: int) -> None:
    """Resolve Aaahh!!: a Walker appears, and the Search ends without a rearrangement (BP-24.9, BP-24.R2)."""
    tell(w, E.TRAP, i, w.copy_card[s.gain_copy])
    discard_copy(s, s.gain_copy)
    s.gain_copy = s.gain_left = 0
    # The rearrangement waiting on the agenda is dropped: T.ARRANGE of this Search is on top.
    s.depth -= 1
    push(s, T.PLACE, WALKER, 1, s.zone[i], 0)


@jit
def can_use_destiny(s: Record, i: int) -> int:
    return 1 if s.gain_search == 1 and s.skill[i, SK.DESTINY] > 0 and s.used[U_DESTINY] == 0 and s.current == i else 0

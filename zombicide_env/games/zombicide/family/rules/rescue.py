"""Lifesaver: ask survivors of other players whether they accept the rescue (BP-22.65, WD-24.61)."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..numbers import decisions as ASK
from .owners import owner
from .team import in_play


@jit
def ask_rescued(w: Record, s: Record, i: int, zone: int, first: int, refused: int) -> None:
    """Ask the next survivor of the zone, from index ``first``, whose player may refuse; then survivor ``i`` names whom to rescue."""
    for j in range(first, w.n_survivors):
        if in_play(s, j) == 1 and s.zone[j] == zone and owner(w, s, j) != owner(w, s, i):
            push(s, ASK.RESCUE, j, zone, j + 1, refused, i)
            return
    push(s, ASK.RESCUE, i, zone, 0, refused, NONE)

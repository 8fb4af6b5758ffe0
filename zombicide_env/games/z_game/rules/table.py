"""Agenda table of Z-Game: the rows of all chapters, and the dispatchers made from them."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import Table
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ..numbers import decisions as ASK
from ..numbers.actions import N_ACTIONS
from ..numbers.layout import ONGOING
from . import (
    building,
    business,
    cards,
    evening,
    feeding,
    foreign_trade,
    medicine,
    morning,
    movement,
    night,
    opening,
    people,
    retreat,
    sabotage,
    scheming,
    turn,
    zombies,
)

TABLE: Final = Table(
    ASK.FIRST,
    *turn.ROWS,
    *opening.ROWS,
    *cards.ROWS,
    *morning.ROWS,
    *scheming.ROWS,
    *business.ROWS,
    *foreign_trade.ROWS,
    *feeding.ROWS,
    *movement.ROWS,
    *zombies.ROWS,
    *people.ROWS,
    *retreat.ROWS,
    *evening.ROWS,
    *building.ROWS,
    *sabotage.ROWS,
    *medicine.ROWS,
    *night.ROWS,
)
PARTS: Final = TABLE.parts(__name__)
work, apply, offer, default, see, fits, asked = PARTS


@jit
def legal(w: Record, s: Record, mask: Mask) -> None:
    """Write 0 or 1 for every action; all 0 when no player decides."""
    for a in range(N_ACTIONS):
        mask[a] = 0
    if s.outcome == ONGOING and s.depth > 0:
        offer(w, s, mask)


@jit
def only(w: Record, s: Record) -> int:
    """Only legal action of the decision on top, -1: several, or the decision is asked anyway (ZG-0.5)."""
    legal(w, s, w.allowed)
    found = -1
    if w.auto_skip == 1:
        for a in range(w.allowed.shape[0]):
            if w.allowed[a] == 1:
                if found >= 0:
                    return -1
                found = a
    return found


advance = TABLE.advance(__name__, PARTS, only)

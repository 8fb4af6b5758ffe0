"""Worth of cards in addition to their dice: those that destroy a zone, prevent a wound, or are needed by the mission."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import (
    EFFECTS,
    FX_DESTROYER,
    FX_FLASHLIGHT,
    FX_GASOLINE,
    FX_LIGHTER,
    FX_MASK,
    FX_PLENTY_LIGHT,
    FX_PLENTY_SHELLS,
    FX_TIME_BOMB,
    GOAL_CARRIED_OFF,
    GOAL_FOUND,
    GOAL_SUPPLIES_OUT,
)
from ..numbers.cards import GOODS

_HELD: Final = {FX_DESTROYER: 0.75}
_CARRIED: Final = {
    FX_DESTROYER: 0.6,
    FX_MASK: 0.6,
    FX_FLASHLIGHT: 0.35,
    FX_GASOLINE: 0.12,
    FX_LIGHTER: 0.08,
    FX_TIME_BOMB: 0.1,
    FX_PLENTY_LIGHT: 0.15,
    FX_PLENTY_SHELLS: 0.15,
}
HELD: Final = tuple(_HELD.get(effect, 0.0) for effect in range(len(EFFECTS)))
CARRIED: Final = tuple(_CARRIED.get(effect, 0.0) for effect in range(len(EFFECTS)))
#: Supplies that the mission asks for: after a good weapon, before everything else.
SUPPLIES: Final = 0.7


@jit
def held(w: Record, card: int) -> float:
    """Worth of a card in a hand."""
    return HELD[w.card_effect[card]]


@jit
def carried(w: Record, card: int) -> float:
    """Worth of a card in the backpack."""
    if w.card_class[card] == GOODS:
        return SUPPLIES if asks_for(w) else 0.02
    return CARRIED[w.card_effect[card]]


@jit
def asks_for(w: Record) -> bool:
    """Whether the mission asks for supplies."""
    for g in range(w.n_goals):
        kind = w.goal[g, 1]
        if kind == GOAL_FOUND or kind == GOAL_CARRIED_OFF or kind == GOAL_SUPPLIES_OUT:
            return True
    return False

"""Results of chance in the last step, in words: ``dice 3 5``, ``equipment torch``, ``zombies 12``."""

from __future__ import annotations

from typing import Any

import numpy as np

from zombicide_env.core.chance import DIE, in_words

from ...table.codes import CHANCES, COLOURS, EV_ARTEFACT, EV_EQUIPMENT, EV_OBJECTIVE, EV_SHUFFLE
from .names import Names

Array = np.ndarray[Any, Any]

_DECKS = ("equipment_deck", "zombie_deck")


def chance(state: Array, names: Names) -> list[str]:
    """Return the events of the last step in order, consecutive dice as one text; ``zombies`` gives the number of the zombie card."""
    return in_words(state, dict(enumerate(CHANCES)) | {DIE: "dice"}, lambda kind, value: _value(kind, value, names), (DIE,))


def _value(kind: int, value: int, names: Names) -> str:
    if kind in (EV_EQUIPMENT, EV_ARTEFACT):
        return names.cards[value]
    if kind == EV_OBJECTIVE:
        return COLOURS[value]
    return _DECKS[value] if kind == EV_SHUFFLE else str(value)


__all__ = ["chance"]

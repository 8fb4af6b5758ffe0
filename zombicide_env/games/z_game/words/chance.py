"""Public results of chance in the last step, in words: ``dice 4 2``, ``zombies 4/2``, ``draw bees firearm``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zombicide_env.core.chance import in_words

from ..numbers.layout import DECKS, DIE, DRAWN, MIXED, STARTS, TURNED, TYPES, ZOMBIE
from .notation import called

__all__ = ["chance"]

_KINDS: Final = {DIE: "dice", ZOMBIE: "zombies", DRAWN: "draw", MIXED: "shuffle", TURNED: "tile", STARTS: "first"}


def chance(state: np.ndarray[Any, Any]) -> list[str]:
    """Return events of the last step in order, consecutive equal kinds as one text; the faces of drawn and stolen cards are left out."""
    return in_words(state, _KINDS, lambda kind, value: _value(state, kind, value), _KINDS)


def _value(state: np.ndarray[Any, Any], kind: int, value: int) -> str:
    if kind == ZOMBIE:
        return f"{value // 16}/{value % 16}"
    if kind == DRAWN:
        return f"{called(state, value // 8)} {DECKS[value % 8]}"
    if kind == MIXED:
        return DECKS[value]
    if kind == TURNED:
        return f"{value} {TYPES[state['kind'][0][value]]}"
    return called(state, value) if kind == STARTS else str(value)

"""Results of chance in the last step, in words: ``dice kill dodge``, ``red horror``, ``card II-8``, ``order player_2``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zombicide_env.core.chance import in_words

from ..content import cards
from ..numbers.layout import BLACK_DIE, RED_DIE, RESULTS, TURNED_UP

_KINDS: Final = dict(enumerate(("dice", "red", "card", "order")))


def chance(state: np.ndarray[Any, Any]) -> list[str]:
    """Return events of the last step in order, consecutive equal kinds as one text."""
    return in_words(state, _KINDS, _value, _KINDS)


def _value(kind: int, value: int) -> str:
    if kind in (BLACK_DIE, RED_DIE):
        return RESULTS[value]
    return cards()[value - 1].id if kind == TURNED_UP else f"player_{value}"


__all__ = ["chance"]

"""What chance gave in the last step, in words: ``dice kill dodge``, ``red horror``, ``card II-8``, ``order player_2``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zombicide_env.core.chance import EVENT

from ..content import cards
from ..numbers.layout import BLACK_DIE, RED_DIE, RESULTS, TURNED_UP

_KINDS: Final = ("dice", "red", "card", "order")
MORE: Final = "..."  # the record of the step was full


def chance(state: np.ndarray[Any, Any]) -> list[str]:
    """Events of the last step in order, equal kinds in a row as one text; a step that gave too many ends with ``...``."""
    record, n = state["chance"][0], int(state["chance_n"][0])
    texts: list[str] = []
    last = -1
    for event in record[:n].tolist():
        kind, value = divmod(event, EVENT)
        if kind == last:
            texts[-1] += f" {_value(kind, value)}"
        else:
            texts.append(f"{_KINDS[kind]} {_value(kind, value)}")
        last = kind
    return [*texts, MORE] if n > len(record) else texts


def _value(kind: int, value: int) -> str:
    if kind in (BLACK_DIE, RED_DIE):
        return RESULTS[value]
    return cards()[value - 1].id if kind == TURNED_UP else f"player_{value}"


__all__ = ["chance"]

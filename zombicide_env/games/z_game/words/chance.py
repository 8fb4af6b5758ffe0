"""What chance gave in the last step, in words and for everybody's ears: ``dice 4 2``, ``zombies 4/2``, ``draw bees firearm``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zombicide_env.core.chance import EVENT

from ..numbers.layout import CAME, DECKS, DIE, DRAWN, MIXED, STARTS, TAKEN, TURNED, TYPES, ZOMBIE
from .notation import called

__all__ = ["chance"]

_KINDS: Final = {DIE: "dice", ZOMBIE: "zombies", DRAWN: "draw", MIXED: "shuffle", TURNED: "tile", STARTS: "first"}
MORE: Final = "..."  # the record of the step was full


def chance(state: np.ndarray[Any, Any]) -> list[str]:
    """Events of the last step in order, equal kinds in a row as one text; a step that gave too many ends with ``...``.

    Drawn and stolen cards are not named: only their player may see them.
    """
    record, n = state["chance"][0], int(state["chance_n"][0])
    texts: list[str] = []
    last = -1
    for event in record[:n].tolist():
        kind, value = divmod(event, EVENT)
        if kind in (CAME, TAKEN):
            continue
        if kind == last:
            texts[-1] += f" {_value(state, kind, value)}"
        else:
            texts.append(f"{_KINDS[kind]} {_value(state, kind, value)}")
        last = kind
    return [*texts, MORE] if n > len(record) else texts


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

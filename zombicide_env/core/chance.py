"""The record of chance: results of dice and decks in the current step, in order.

The state has the fields ``chance`` (i2: the events) and ``chance_n`` (i2). An event is ``kind * 256 + value``; kind
``DIE`` is a die and its value, the others belong to the game. If a step has more events than the field can hold, the first
ones are kept; ``chance_n`` counts them all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

import numpy as np

from .jit import jit
from .records import Record

DIE: Final = 0
EVENT: Final = 256  # events of one kind


@jit
def note(s: Record, kind: int, value: int) -> None:
    """Add an event to the record of the step."""
    n = s.chance_n
    if n < s.chance.shape[0]:
        s.chance[n] = kind * EVENT + value
    s.chance_n = n + 1


def in_words(state: np.ndarray[Any, Any], names: Mapping[int, str], value: Callable[[int, int], str], runs: Collection[int]) -> list[str]:
    """Return the record of a state of shape (1,) in words, in order; an overflowing record ends with ``...``.

    Args:
        state: state with the fields ``chance`` and ``chance_n``.
        names: names of the kinds of events that have words.
        value: the words for ``(kind, value)``.
        runs: kinds of which several in a row are one text, ``dice 4 2``.
    """
    record, n = state["chance"][0], int(state["chance_n"][0])
    texts: list[str] = []
    last = -1
    for event in record[:n].tolist():
        kind, number = divmod(event, EVENT)
        if kind == last and kind in runs:
            texts[-1] += f" {value(kind, number)}"
        elif kind in names:
            texts.append(f"{names[kind]} {value(kind, number)}")
            last = kind
    return [*texts, "..."] if n > len(record) else texts


__all__ = ["DIE", "EVENT", "in_words", "note"]

"""Record dtypes without unnamed padding, so that equal games have equal bytes, and the ranges of their fields.

An aligned structured dtype has unnamed padding, and NumPy's copies leave arbitrary bytes in it. ``record`` gives the padding
names (``pad0``, ``pad1``, ...): copies, save files and hashes of a state are then exact.

A field is declared as for ``numpy.dtype``, with its range: ``("zone", "i2", (S,), ZONE)`` with
``ZONE = Range(-1, "n_zones", -1)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

PAD: Final = "pad"
"""Prefix of the names of padding."""


class Range(NamedTuple):
    """The integers ``low`` .. ``high``.

    A string for ``high`` names a field of the world, to which ``plus`` is added: ``Range(-1, "n_zones", -1)``.
    """

    low: int
    high: int | str
    plus: int = 0

    def within(self, world: Any) -> tuple[int, int]:
        """Return the lowest and highest number for a world record."""
        high = int(world[self.high]) if isinstance(self.high, str) else self.high
        return self.low, high + self.plus


class Bounds(NamedTuple):
    """Ranges in a valid state: fields by name, words 1, 2, ... of a frame of the agenda by its task; words without a range are 0."""

    fields: Mapping[str, Range]
    words: Mapping[int, tuple[Range, ...]] = {}


ANY: Final = Range(-(2**63), 2**63 - 1)  # anything the type can hold: not an index, count or choice
FLAG: Final = Range(0, 1)


def _plain(fields: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [tuple(part for part in field if not isinstance(part, Range)) for field in fields]


def ranges(fields: Sequence[tuple[Any, ...]]) -> dict[str, Range]:
    """Return the declared ranges of the fields, by name."""
    return {field[0]: part for field in fields for part in field if isinstance(part, Range)}


def record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return the aligned dtype of ``fields`` (as for ``numpy.dtype``, without ranges), with all padding as named fields."""
    fields = _plain(fields)
    aligned = np.dtype(fields, align=True)
    filled: list[tuple[Any, ...]] = []
    end = 0

    def fill(offset: int) -> None:
        if offset > end:
            filled.append((f"{PAD}{sum(f[0].startswith(PAD) for f in filled)}", "u1", (offset - end,)))

    for field in fields:
        kind, offset = (aligned.fields or {})[field[0]][:2]
        fill(offset)
        filled.append(field)
        end = offset + kind.itemsize
    fill(aligned.itemsize)
    made = np.dtype(filled, align=True)
    if made.itemsize != aligned.itemsize:  # impossible if alignments are powers of two
        raise AssertionError(f"padding has moved the fields of a record: {made.itemsize} bytes, not {aligned.itemsize}")
    return made


def when(condition: bool, *fields: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    """Return the fields if the condition holds, else none: ``*when(DOORS, ("door", "u1", (E,)))`` in a record."""
    return fields if condition else ()


def place(frames: Mapping[int, Mapping[str, Range]], code: int, word: str) -> int:
    """Return the position of a word in a frame of the agenda, by the words of each code: the column of ``s.stack``, where 0 is the code."""
    return 1 + list(frames[code]).index(word)


def names(scope: Mapping[str, Any], first: int) -> dict[int, str]:
    """Return code -> name for the constants of a module, starting at ``first``."""
    return {
        value: name for name, value in scope.items() if name.isupper() and name != "FIRST" and isinstance(value, int) and value >= first
    }


def has_holes(dtype: np.dtype[Any]) -> bool:
    """Whether a record has bytes that belong to no field."""
    base = dtype.base
    if base.fields is None:
        return False
    kinds = [field[0] for field in base.fields.values()]
    return sum(kind.itemsize for kind in kinds) != base.itemsize or any(map(has_holes, kinds))


def copy_records(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return a bytewise copy of an array, including padding of records."""
    copy = np.empty(array.shape, array.dtype)
    copy.reshape(-1).view(np.uint8)[:] = np.frombuffer(array.tobytes(), np.uint8)
    return copy


__all__ = ["ANY", "FLAG", "PAD", "Bounds", "Range", "copy_records", "has_holes", "names", "place", "ranges", "record", "when"]

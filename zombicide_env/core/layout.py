"""Record dtypes without holes, so that equal games have equal bytes.

An aligned structured dtype has unnamed gaps, and NumPy's copies leave chance bytes in them.  ``record`` gives the gaps
names (``pad0``, ``pad1``, ...): copies, save files and hashes of a state are then exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

PAD: Final = "pad"
"""How the names of gaps begin."""


def record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The aligned dtype of ``fields`` (as for ``numpy.dtype``), with every gap between or after them as a field."""
    aligned = np.dtype(list(fields), align=True)
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
    if made.itemsize != aligned.itemsize:  # cannot happen with alignments that are powers of two
        raise AssertionError(f"padding has moved the fields of a record: {made.itemsize} bytes, not {aligned.itemsize}")
    return made


def has_holes(dtype: np.dtype[Any]) -> bool:
    """Whether a record has bytes that belong to no field."""
    base = dtype.base
    if base.fields is None:
        return False
    kinds = [field[0] for field in base.fields.values()]
    return sum(kind.itemsize for kind in kinds) != base.itemsize or any(map(has_holes, kinds))


def copy_records(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A copy of an array to the last byte, gaps of records included."""
    copy = np.empty(array.shape, array.dtype)
    copy.reshape(-1).view(np.uint8)[:] = np.frombuffer(array.tobytes(), np.uint8)
    return copy


__all__ = ["PAD", "copy_records", "has_holes", "record"]

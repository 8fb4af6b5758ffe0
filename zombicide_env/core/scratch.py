"""Working memory of kernels: stored after the world, in a record that every thread has for itself.

Intermediate data of kernels (marks, queues, a mask, distances) is not part of a game: it is not saved, copied or compared, and
without it a state is half as long. A game declares the fields in ``Game.scratch``; kernels find them in ``w`` with those of the world:
``w.queue[n] = z``. Games of a batch share one scratch, so that no call may rely on the contents left by an earlier one; data
kept for later calls has to record when it is valid (as a table of distances records which doors were open).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

from .layout import PAD, record

Array = np.ndarray[Any, Any]

NO_SCRATCH: Final = np.dtype([])
_GAP: Final = 128  # bytes between memory written by one thread and read by another: two cache lines, which some machines fetch together


@cache
def workplace_type(world: np.dtype[Any], scratch: np.dtype[Any]) -> np.dtype[Any]:
    """Return the record that kernels take as ``w``: the fields of a world, followed by those of the scratch."""
    if not scratch.names:
        return world
    own = [field for field in _fields(scratch) if not field[0].startswith(PAD)]
    return record([*_fields(world), *own, ("gap", "u1", (_GAP,))])


def _fields(dtype: np.dtype[Any]) -> list[tuple[Any, ...]]:
    return [(name, dtype[name].base, dtype[name].shape) for name in dtype.names or ()]


def workplaces(worlds: Array, scratch: np.dtype[Any], threads: int = 1) -> Array:
    """Return private copies of ``worlds`` [n] with a scratch each, [threads * n]: first those of thread 0, then those of thread 1.

    They may be used by the kernels of only one call at a time.
    """
    made = np.zeros(threads * len(worlds), workplace_type(worlds.dtype, scratch))
    for name in worlds.dtype.names or ():
        made[name].reshape(threads, len(worlds), *worlds.dtype[name].shape)[:] = worlds[name]
    return made


__all__ = ["NO_SCRATCH", "workplace_type", "workplaces"]

"""Atomic operations on memory shared by threads, which divide their work among them without a lock.

With ``NUMBA_DISABLE_JIT=1`` everything is done by one thread, and the same names are plain Python.
"""

from __future__ import annotations

import sys
from typing import Any

from numba.core import types
from numba.extending import intrinsic
from numba.np import arrayobj

from .jit import PYTHON_MODE

_arrays: Any = arrayobj

if PYTHON_MODE:

    def load(row: Any, k: int) -> int:
        """Load the word ``row[k]`` (int64) atomically (sequentially consistent)."""
        return int(row[k])

    def store(row: Any, k: int, value: int) -> None:
        """Store a word atomically (sequentially consistent)."""
        row[k] = value

    def add(row: Any, k: int, value: int) -> None:
        """Add to a word."""
        row[k] += value

    def lower(row: Any, k: int, value: int) -> None:
        """Replace the word by the minimum of it and ``value``."""
        row[k] = min(row[k], value)

    def swap(row: Any, k: int, old: int, new: int) -> bool:
        """Store ``new`` if the word is still ``old``, and return whether it was."""
        if row[k] != old:
            return False
        row[k] = new
        return True

else:
    _ORDER = "seq_cst"
    _WORD = 8  # bytes

    def _place(context: Any, builder: Any, row: Any, arguments: Any) -> Any:
        array = _arrays.make_array(row)(context, builder, arguments[0])
        return builder.gep(array.data, [arguments[1]])

    @intrinsic
    def load(_typing: Any, row: Any, _k: Any) -> Any:
        """Load the word ``row[k]`` (int64) atomically (sequentially consistent)."""

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.load_atomic(_place(context, builder, row, arguments), _ORDER, _WORD)

        return types.int64(row, types.int64), generate

    @intrinsic
    def store(_typing: Any, row: Any, _k: Any, _value: Any) -> Any:
        """Store a word atomically (sequentially consistent)."""

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            builder.store_atomic(arguments[2], _place(context, builder, row, arguments), _ORDER, _WORD)
            return context.get_dummy_value()

        return types.void(row, types.int64, types.int64), generate

    def _changing(operation: str) -> Any:
        def change(_typing: Any, row: Any, _k: Any, _value: Any) -> Any:
            def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
                builder.atomic_rmw(operation, _place(context, builder, row, arguments), arguments[2], _ORDER)
                return context.get_dummy_value()

            return types.void(row, types.int64, types.int64), generate

        return intrinsic(change)

    add = _changing("add")
    lower = _changing("min")

    @intrinsic
    def swap(_typing: Any, row: Any, _k: Any, _old: Any, _new: Any) -> Any:
        """Store ``new`` if the word is still ``old``, and return whether it was."""

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            place = _place(context, builder, row, arguments)
            return builder.extract_value(builder.cmpxchg(place, arguments[2], arguments[3], _ORDER, _ORDER), 1)

        return types.boolean(row, types.int64, types.int64, types.int64), generate


_YIELD = "SwitchToThread" if sys.platform == "win32" else "sched_yield"
give_way: Any = int if PYTHON_MODE else types.ExternalFunction(_YIELD, types.int32())
"""Yield to other threads and processes."""

__all__ = ["add", "give_way", "load", "lower", "store", "swap"]

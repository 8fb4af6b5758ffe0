"""Records for plain Python: proxies with attribute access over the memory of a structured array.

They behave like compiled code where that is correct, and raise where it would fail silently: scalar
fields read as Python numbers, array fields are rows over memoryviews (``s.zombies[z, k] += 1``), an index out of range
raises IndexError, a value that does not fit its field raises ValueError, a misspelled field AttributeError.

In a debugger all of them print their values: ``p s``, ``p s.zombies``, ``p s.zombies[z]``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from textwrap import indent
from typing import Any

import numpy as np


def _view(array: Any) -> memoryview:
    return memoryview(array)


class Row:
    """An array of numbers; indexing with fewer indices than axes returns a view of a part."""

    __slots__ = ("_array", "_view", "shape")

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self._array = array
        self._view = _view(array)
        self.shape = array.shape

    def __getitem__(self, index: Any) -> Any:
        try:
            return self._view[index]
        except NotImplementedError:
            return Row(self._array[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        self._view[index] = value

    def __len__(self) -> int:
        return len(self._view)

    def __repr__(self) -> str:
        return np.array2string(self._array, separator=", ", threshold=100_000)


def _fields(record: Any) -> str:
    """Return the fields of a record as text, one per line."""
    lines = []
    for name in record._record.dtype.names:
        if not name.startswith("pad"):
            text = repr(getattr(record, name))
            lines.append(f"{name} = {text}" if "\n" not in text else f"{name} =\n{indent(text, '    ')}")
    return "\n".join(lines)


def _scalar(slot: str) -> property:
    scope: dict[str, Any] = {}
    exec(f"def get(self): return self.{slot}[0]\ndef put(self, value): self.{slot}[0] = value", scope)  # noqa: S102 - the name of a field
    return property(scope["get"], scope["put"])


@cache
def _proxy_class(dtype: np.dtype[Any]) -> type:
    names = dtype.names or ()
    scalars = [n for n in names if not dtype[n].shape and dtype[n].names is None]
    others = [n for n in names if n not in scalars]
    slot = {n: f"_{n}" if n in scalars else n for n in names}

    def init(self: Any, array: np.ndarray[Any, Any]) -> None:
        self._record = array
        for name in names:
            field = dtype[name]
            if field.names is not None:
                setattr(self, name, _proxy_class(field)(array[name]))
            elif field.subdtype is not None and field.subdtype[0].names is not None:
                setattr(self, name, Records(array[name][0]))
            else:
                setattr(self, slot[name], _view(array[name]) if name in scalars else Row(array[name][0]))

    scope: dict[str, Any] = {"__slots__": (*(slot[n] for n in scalars), *others, "_record"), "__init__": init, "__repr__": _fields}
    scope.update({n: _scalar(slot[n]) for n in scalars})
    return type("Record", (), scope)


class Records:
    """A structured array as a sequence of proxies; ``records[i] = other[j]`` copies a record."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        if array.ndim != 1:
            raise ValueError(f"records need an array of one dimension, not of shape {array.shape}")
        self.array = array
        self.shape = array.shape
        make = _proxy_class(array.dtype)
        self._proxies = [make(array[i : i + 1]) for i in range(len(array))]

    def __getitem__(self, index: int) -> Any:
        return self._proxies[index]

    def __setitem__(self, index: int, record: Any) -> None:
        self.array[index] = record._record[0]

    def __len__(self) -> int:
        return len(self._proxies)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._proxies)

    def __repr__(self) -> str:
        return "\n".join(f"[{i}]\n{proxy!r}" for i, proxy in enumerate(self._proxies))


def buffers(array: np.ndarray[Any, Any]) -> Any:
    """Return a plain array as kernels take it: a row, or a list of rows for two dimensions."""
    if array.ndim == 1:
        return Row(array)
    return [Row(row) for row in array]


__all__ = ["Records", "Row", "buffers"]

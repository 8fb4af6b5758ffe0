"""Types of kernel arguments: records and rows of arrays, which the type checker sees as ``Any``; and fast reading of records in Python.

A record has the fields of its structured dtype; in compiled code it is a Numba record, in Python mode a proxy
(``python_mode``). A row is a one-dimensional array of numbers; a mask is one of int8, features are one of uint8. These names
give the compiler the types of a kernel's arguments before its first call (``parallel_compilation``), those of records by the names of
their parameters.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

Record: TypeAlias = Any
Row: TypeAlias = Any
Mask: TypeAlias = Any
Features: TypeAlias = Any


class Fields(dict[str, Any]):
    """A record's fields as plain numbers and lists, read only: many times as fast as NumPy for access to single elements.

    Args:
        record: a record, or a structured array of shape (1,).
    """

    def __init__(self, record: np.ndarray[Any, Any]) -> None:
        super().__init__()
        self._record = record[0] if record.shape else record

    def __missing__(self, name: str) -> Any:
        value = self[name] = self._record[name].tolist()
        return value


__all__ = ["Features", "Fields", "Mask", "Record", "Row"]

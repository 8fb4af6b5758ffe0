"""What kernels are handed: records and rows of arrays, which the type checker sees as ``Any``.

A record has the fields of its structured dtype; in compiled code it is a Numba record, in Python mode a proxy
(``pymode``).  A row is a one-dimensional array of numbers.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Record: TypeAlias = Any
Row: TypeAlias = Any

__all__ = ["Record", "Row"]

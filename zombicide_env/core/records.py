"""What kernels are handed: records and rows of arrays, which the type checker sees as ``Any``.

A record has the fields of its structured dtype; in compiled code it is a Numba record, in Python mode a proxy
(``pymode``).  A row is a one-dimensional array of numbers; a mask is one of int8, features are one of uint8.  From these names
the compiler knows the types of a kernel's arguments before anybody calls it (``ahead``), records by the names of their parameters.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Record: TypeAlias = Any
Row: TypeAlias = Any
Mask: TypeAlias = Any
Features: TypeAlias = Any

__all__ = ["Features", "Mask", "Record", "Row"]

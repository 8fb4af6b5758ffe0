"""Habits of Numba that take a third of the time of compilation, undone: the same answers, found faster.

Numba's cache of resolved calls compares types by ``repr`` and compiler flags by a table of all their values.  A record of
160 fields then writes itself out 24,000 times while a game is compiled, and the flags of a function, which hardly
ever differ, make 260,000 tables.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba.core import types
from numba.core.targetconfig import TargetConfig

Record: Any = types.Record
Flags: Any = TargetConfig

_written = Record.__repr__
_texts: dict[int, str] = {}


def _repr(record: Any) -> str:
    """The text of a record, written once for equal ones."""
    text = _texts.get(record._code)
    if text is None:
        text = _texts[record._code] = _written(record)
    return text


def _equal(flags: Any, other: Any) -> Any:
    """Whether all options have the same values: certainly so if the same ones have been set to the same."""
    if not isinstance(other, Flags):
        return NotImplemented
    return (type(flags) is type(other) and flags._values == other._values) or bool(flags.values() == other.values())


@cache
def _hash_of(kind: Any) -> int:
    return hash(tuple(sorted(kind.options)))


def _hash(flags: Any) -> int:
    """As Numba has it, of the names of the options."""
    kind: Any = type(flags)
    return _hash_of(kind)


@cache
def undo() -> None:
    """Undo them, once a process."""
    Record.__repr__ = _repr
    Flags.__eq__, Flags.__hash__ = _equal, _hash


__all__ = ["undo"]

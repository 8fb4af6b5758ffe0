"""Read plain documents, such as the position of a conformance vector: checks of single values; errors give the path."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeVar

from ..core.words import MOST_LISTED, suggest

__all__ = [
    "FormatError",
    "Path",
    "a_flag",
    "a_list",
    "a_mapping",
    "a_name",
    "a_number",
    "a_word",
    "an_entry",
    "by_name",
    "each",
    "known_keys",
    "needed",
]

Path = tuple[str | int, ...]
T = TypeVar("T")

#: What a step of a vector may begin with instead of the name of an agent.
STEP_KEYS: Final = ("expect", "legal", "illegal", "run")
_NAME: Final = re.compile(r"^[A-Za-z][A-Za-z0-9_]+$")


class FormatError(ValueError):
    """A document is malformed: ``path`` says where, ``reason`` what is wrong."""

    def __init__(self, path: Path, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{'.'.join(str(part) for part in path)}: {reason}")


def a_mapping(value: Any, path: Path) -> dict[Any, Any]:
    """Return the value if it is a mapping."""
    if not isinstance(value, dict):
        raise FormatError(path, f"must be a mapping, not {value!r}")
    return value


def a_list(value: Any, path: Path) -> list[Any]:
    """Return the value if it is a list."""
    if not isinstance(value, list):
        raise FormatError(path, f"must be a list, not {value!r}")
    return value


def a_number(value: Any, path: Path, low: int = 0, high: int = 30_000) -> int:
    """Return the value if it is a whole number in the range; by default a 16-bit integer."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise FormatError(path, f"must be a whole number from {low} to {high}, not {value!r}")
    return value


def a_flag(value: Any, path: Path) -> bool:
    """Return the value if it is true or false."""
    if not isinstance(value, bool):
        raise FormatError(path, f"must be true or false, not {value!r}")
    return value


def a_word(value: Any, path: Path, known: Collection[str], what: str) -> str:
    """Return the value if it is one of the known words; ``what`` says what they name."""
    if not isinstance(value, str) or value not in known:
        hint = suggest(value, known) or (f" (known: {', '.join(known)})" if len(known) <= MOST_LISTED else "")
        raise FormatError(path, f"unknown {what} {value!r}{hint}")
    return value


def a_name(value: Any, taken: Collection[str], path: Path, what: str) -> str:
    """Return the value if it is a valid name for texts: a word that is not taken yet; ``what`` says what it names."""
    if not isinstance(value, str) or not _NAME.match(value):
        raise FormatError(path, f"{value!r} is not the name of a {what} (at least two letters, digits or _)")
    if value in taken or value in STEP_KEYS:
        raise FormatError(path, f"{value!r} is a label or a key; {what}s have names of their own")
    return value


def known_keys(document: Mapping[Any, Any], known: Collection[str], path: Path) -> None:
    """Check that every key of the mapping is known."""
    for key in document:
        a_word(key, (*path, key), known, "key")


def needed(document: Mapping[Any, Any], keys: Collection[str], path: Path) -> None:
    """Check that none of these keys is missing in the mapping."""
    for key in keys:
        if key not in document:
            raise FormatError(path, f"the key {key!r} is missing")


def by_name(value: Any, path: Path) -> dict[str, Any]:
    """Return the value if it is a mapping whose keys are words."""
    for key in a_mapping(value, path):
        if not isinstance(key, str):
            raise FormatError((*path, key), f"a key must be a word, not {key!r}")
    return dict(value)


def an_entry(value: Any, known: Collection[str], path: Path) -> dict[str, Any]:
    """Return the value if it is a mapping all of whose keys are known words."""
    entry = by_name(value, path)
    known_keys(entry, known, path)
    return entry


def each(value: Any, read: Callable[[Any, Path], T], path: Path) -> tuple[T, ...]:
    """Return the entries of a list, each converted by ``read``."""
    return tuple(read(entry, (*path, number)) for number, entry in enumerate(a_list(value, path)))

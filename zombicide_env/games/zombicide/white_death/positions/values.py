"""Plain values of a document, checked: each failure names the key, the reason and, for an unknown word, the closest known one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from zombicide_env.core.words import suggest

from ....reading import FormatError, Path

T = TypeVar("T")


def mapping(value: Any, path: Path) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise FormatError(path, f"must be a mapping, not {value!r}")
    for key in value:
        if not isinstance(key, str):
            raise FormatError((*path, key), f"a key must be a word, not {key!r}")
    return value


def known_keys(value: Any, known: Collection[str], path: Path) -> dict[str, Any]:
    entry = mapping(value, path)
    for key in entry:
        if key not in known:
            raise FormatError((*path, key), f"unknown key {key!r}{suggest(key, known)} (known: {', '.join(known)})")
    return entry


def the_list(value: Any, path: Path) -> list[Any]:
    if not isinstance(value, list):
        raise FormatError(path, f"must be a list, not {value!r}")
    return value


def flag(value: Any, path: Path) -> bool:
    if not isinstance(value, bool):
        raise FormatError(path, f"must be true or false, not {value!r}")
    return value


def number(value: Any, path: Path, low: int = 0, high: int = 30000) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise FormatError(path, f"must be a whole number from {low} to {high}, not {value!r}")
    return value


def choice(value: Any, known: Collection[str], path: Path, what: str) -> str:
    if not isinstance(value, str) or value not in known:
        names = ", ".join(known)
        hint = suggest(value, known) if isinstance(value, str) else ""
        raise FormatError(path, f"unknown {what} {value!r}{hint} (known: {names})")
    return value


def items(value: Any, read: Callable[[Any, Path], T], path: Path) -> tuple[T, ...]:
    return tuple(read(entry, (*path, place)) for place, entry in enumerate(the_list(value, path)))

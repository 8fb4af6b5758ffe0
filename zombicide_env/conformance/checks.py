"""Checks of the values in a vector; each raises ``FormatError`` with the path of the wrong value."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from zombicide_env.games.reading import FormatError, Path, a_mapping, a_word

from .compare import is_operator_text

__all__ = ["check_known", "check_number", "check_numbers", "check_one_of"]


def check_known(value: Any, known: Collection[str], path: Path, what: str) -> None:
    """Check that the value is one of the known names; ``what`` says what they name."""
    a_word(value, path, known, what)


def check_one_of(value: Any, known: Collection[Any], path: Path) -> None:
    """Check that the value is among ``known``, which the error lists."""
    if value not in known:
        words = ", ".join("null" if word is None else str(word) for word in known)
        raise FormatError(path, f"unknown value {value!r} (known: {words})")


def check_number(value: Any, path: Path) -> None:
    """Check that the value is an integer or a comparison such as ``">= 2"``."""
    if not ((isinstance(value, int) and not isinstance(value, bool)) or is_operator_text(value)):
        raise FormatError(path, f"must be a number, not {value!r}")


def check_numbers(value: Any, known: Collection[str], path: Path, what: str = "key") -> None:
    """Check that the value is a mapping from known names to numbers."""
    for name, number in a_mapping(value, path).items():
        check_known(name, known, (*path, name), what)
        check_number(number, (*path, name))

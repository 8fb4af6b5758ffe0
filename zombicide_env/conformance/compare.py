"""Comparison of expected and actual values: the partial match of ``expect`` on ``describe()``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["Difference", "differences", "is_operator_text"]

_OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
_OPERATOR_TEXT = re.compile(r"^\s*(>=|<=|!=|==|>|<|=)\s*(-?\d+(?:\.\d+)?)\s*$")

#: (path, expected, found)
Difference = tuple[tuple[str, ...], Any, Any]

ABSENT = "(nothing)"


def is_operator_text(value: object) -> bool:
    """Whether ``value`` is a number condition such as ``">=2"``."""
    return isinstance(value, str) and _OPERATOR_TEXT.match(value) is not None


def differences(
    expected: Mapping[str, Any],
    found: Mapping[str, Any],
    whole: Callable[[tuple[str, ...]], bool],
    path: tuple[str, ...] = (),
    empty_is_empty: bool = False,
) -> list[Difference]:
    """Return where ``found`` differs from ``expected``.

    A mapping is compared partially: keys that are not expected are not compared. At a path for which ``whole(path)``
    is true it is a census: a key missing on either side counts as 0. With ``empty_is_empty`` an empty mapping matches
    only an empty one. Lists must be equal, including their order.
    """
    if whole(path) or (empty_is_empty and path and not expected):
        keys = [*expected, *(key for key in found if key not in expected)]
        wrong = any(not _equal(expected.get(key, 0), found.get(key, 0)) for key in keys)
        return [(path, dict(expected), dict(found))] if wrong else []
    out: list[Difference] = []
    for key, value in expected.items():
        here = (*path, key)
        if key not in found:
            out.append((here, value, ABSENT))
        elif isinstance(value, Mapping) and isinstance(found[key], Mapping):
            out += differences(value, found[key], whole, here, empty_is_empty)
        elif not _equal(value, found[key]):
            out.append((here, value, found[key]))
    return out


def _equal(expected: Any, found: Any) -> bool:
    if isinstance(found, bool) or isinstance(expected, bool):
        return expected is found
    if isinstance(found, (int, float)) and isinstance(expected, str):
        match = _OPERATOR_TEXT.match(expected)
        return match is not None and _OPERATORS[match[1]](found, float(match[2]))
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(map(_equal, expected, found))
    return bool(expected == found)

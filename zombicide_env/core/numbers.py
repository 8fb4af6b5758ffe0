"""Validation of numbers from callers: integers within their range, or an error that names them; nothing is rounded or wrapped."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from .words import one_line

Array = np.ndarray[Any, Any]


def whole(what: str, value: Any, low: int, high: int) -> int:
    """Return ``value`` as an int from ``low`` to ``high``.

    Raises:
        TypeError: it is not an integer (2.0 is not).
        ValueError: it is outside its range.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what}={one_line(repr(value), 60)}: an integer is needed, this is {type(value).__name__}") from None
    if number < low:
        raise ValueError(f"{what}={number if number > -(2**64) else 'a large negative number'}: at least {low} is needed")
    if number > high:
        raise ValueError(f"{what}={number if number < 2**64 else 'a number beyond 64 bits'}: at most {high} is possible")
    return number


def flag(what: str, value: Any) -> bool:
    """Return ``value``, True or False. Raises TypeError for anything else: the text "False" would count as true."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{what}={one_line(repr(value), 60)}: True or False is needed, this is {type(value).__name__}")
    return bool(value)


def wholes(what: str, values: Any, n: int, low: int, high: int) -> Array:
    """Return ``values``, a sequence of ``n`` integers from ``low`` to ``high``, as int64 [n]; errors as in ``whole``."""
    array = np.asarray(values)
    if array.shape != (n,):
        raise ValueError(f"{what} has the shape {array.shape}, not ({n},): one integer for each game")
    if array.dtype.kind not in "iu":  # integers beyond 64 bits become objects, empty lists and mixtures floats
        return np.array([whole(f"{what}[{k}]", value, low, high) for k, value in enumerate(values)], np.int64)
    outside = (array < low) | (array > high)
    if outside.any():
        k = int(outside.argmax())
        whole(f"{what}[{k}]", array[k], low, high)
    return array.astype(np.int64)


__all__ = ["flag", "whole", "wholes"]

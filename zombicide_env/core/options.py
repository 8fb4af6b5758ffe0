"""Options held against the annotations of what takes them, before it sees them: 2.5 survivors, "3" or True are no number."""

from __future__ import annotations

import inspect
import operator
import os
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from numbers import Real
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from .game import UnfitOption
from .words import one_line

__all__ = ["fitted"]

_WORDS: Final = {
    bool: ("true or false", "switches"),
    int: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    str: ("a text", "texts"),
    type(None): ("None", "None"),
}


def fitted(options: Mapping[str, Any], of: Callable[..., Any]) -> dict[str, Any]:
    """The options of a class or function, whole numbers of other libraries as Python's.

    Raises:
        UnfitOption: a value is not of the type that its parameter says; parameters that say none, or one unknown here, take anything.
    """
    hints = _hints(of)
    made = dict(options)
    for name, value in options.items():
        kind = hints.get(name, Any)
        if not _fits(value, kind):
            what = "" if isinstance(value, Mapping | list | tuple) else f", this is {type(value).__name__}"
            raise UnfitOption(f"{name}={one_line(repr(value), 60)}: {_in_words(kind)} is needed{what}")
        if isinstance(value, np.integer):
            made[name] = operator.index(value)
    return made


@cache
def _hints(of: Callable[..., Any]) -> dict[str, Any]:
    try:
        if is_dataclass(of):  # its fields may come from modules of other classes, whose names its own module need not know
            return get_type_hints(of)
        return get_type_hints(of.__init__ if inspect.isclass(of) else of)
    except (NameError, TypeError):  # annotations that only a type checker can read
        return {}


def _fits(value: Any, kind: Any) -> bool:
    origin, parts = get_origin(kind) or kind, get_args(kind)
    if origin in (Union, types.UnionType):
        return any(_fits(value, part) for part in parts)
    if origin is Literal:
        return any(type(value) is type(part) and value == part for part in parts)
    if origin in (None, type(None)):
        return value is None
    if origin is bool:
        return isinstance(value, bool | np.bool_)
    if origin is int:
        return hasattr(type(value), "__index__") and not isinstance(value, bool | np.ndarray)
    if origin is float:
        return isinstance(value, Real) and not isinstance(value, bool)
    if origin is str:
        return isinstance(value, str | os.PathLike)
    if origin in (Sequence, list, tuple):
        return isinstance(value, Sequence) and not isinstance(value, str | bytes) and all(_fits(each, (*parts, Any)[0]) for each in value)
    if origin in (Mapping, dict):
        names, values = parts or (Any, Any)
        return isinstance(value, Mapping) and all(_fits(key, names) and _fits(each, values) for key, each in value.items())
    return True


def _in_words(kind: Any, many: bool = False) -> str:
    origin, parts = get_origin(kind) or kind, get_args(kind)
    if origin in (Union, types.UnionType):
        return " or ".join(_in_words(part, many) for part in parts)
    if origin is Literal:
        return f"one of {', '.join(map(str, parts))}"
    if origin in (Sequence, list, tuple):
        return ("lists" if many else "a list") + (f" of {_in_words(parts[0], True)}" if parts else "")
    if origin in (Mapping, dict):
        return ("tables" if many else "a table") + (f" of {_in_words(parts[1], True)} by name" if parts else "")
    return _WORDS.get(origin, (str(kind), str(kind)))[many]

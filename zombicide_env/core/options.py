"""Options of games, declared once and validated before they reach a game: 2.5 survivors, "3" or True are not integers.

A game with few options takes them as parameters. One with many declares them in a dataclass, ``Options``, and takes that by keyword::

    @dataclass(frozen=True)
    class Options(GameOptions):
        players: Annotated[int, Option("How many play.", low=2, high=4)] = 4

    class Mine(CompiledGame):
        @by_keyword(Options)
        def __init__(self, options: Options) -> None: ...

    Mine(players=3)

Signature, form, command line, checks and documentation are derived from these lines (``core.form.plain_form``, ``fitted``, ``meanings``).
"""

from __future__ import annotations

import inspect
import json
import operator
import os
import re
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cache, wraps
from numbers import Real
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Concatenate,
    Final,
    Literal,
    ParamSpec,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np

from .game import UnfitOption
from .numbers import whole
from .words import one_line, unknown

if TYPE_CHECKING:
    from .form import Choice

__all__ = ["GameOptions", "Option", "argument_texts", "as_made", "by_keyword", "fitted", "hints_of", "meanings", "plain", "said"]

P = ParamSpec("P")
Made = TypeVar("Made")
G = TypeVar("G")
_RULES: Final = re.compile(r" ?\((?:[A-Z]{2}-[\w.-]+(?:, )?)+\)")  # references to rulebooks, which pages leave out
#: Names of types in error messages, singular and plural.
_WORDS: Final = {
    bool: ("true or false", "switches"),
    int: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    str: ("a text", "texts"),
    type(None): ("None", "None"),
}


@dataclass(frozen=True)
class Option:
    """Metadata of an option besides its type and default, in its annotation: ``Annotated[int, Option("How many play.")]``.

    Args:
        meaning: for documentation: effect, values, rules.
        page: short form for pages and commands, "" where the name is sufficient; None: the meaning, without rules.
        asked: people choose it on the ``page``; it is not on the page but may be sent by clients (``known``); neither (``no``),
            as for paths of files.
        low, high: smallest and largest integer; or number of ``choices`` in a list. 0 and 0: any.
        choices: allowed words, where the type does not list them, or with remarks.
        pattern: a regular expression; texts that match it entirely are allowed as well.
        begins: initial value on pages, where that is not the default.
    """

    meaning: str
    page: str | None = None
    asked: Literal["page", "known", "no"] = "page"
    low: int = 0
    high: int = 0
    choices: Callable[[], Sequence[Choice]] | None = None
    pattern: str = ""
    begins: Any = None

    @property
    def short(self) -> str:
        """Description on pages and in commands."""
        return _RULES.sub("", self.meaning).rstrip(".") if self.page is None else self.page


@dataclass(frozen=True)
class GameOptions:
    """Validated options of a game.

    Raises:
        ValueError: an option has an invalid value.
    """

    def __post_init__(self) -> None:
        for name, value in fitted(vars(self), type(self)).items():
            object.__setattr__(self, name, value)


def by_keyword(options: Callable[P, Made]) -> Callable[[Callable[[G, Made], None]], Callable[Concatenate[G, P], None]]:
    """Decorate a constructor that takes an options object, so that it takes the fields of ``options`` as keywords."""

    def decorate(init: Callable[[G, Made], None]) -> Callable[Concatenate[G, P], None]:
        def made(self: G, /, *args: P.args, **kwargs: P.kwargs) -> None:
            init(self, options(*args, **kwargs))

        hints = hints_of(options)
        parameters = [one.replace(annotation=hints[name]) for name, one in inspect.signature(options).parameters.items()]
        of: Any = wraps(init)(made)
        of.__signature__ = inspect.Signature([inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD), *parameters])
        of.__annotations__ = {**hints, "return": None}
        of.__doc__ = "\n".join(["Args:", *(f"    {name}: {text}" for name, text in meanings(options).items())])
        return made

    return decorate


def as_made(thing: Any) -> str:
    """Return ``HitZRoad(players=2)``: the class of an object with ``options``, with those that differ from their defaults."""
    usual = inspect.signature(type(thing)).parameters
    given = {name: (value, tuple(value) if isinstance(value, list) else value) for name, value in thing.options.items() if name in usual}
    own = [f"{name}={values[0]!r}" for name, values in given.items() if usual[name].default not in values]
    return f"{type(thing).__name__}({', '.join(own)})"


def said(hint: Any) -> Option | None:
    """Return the ``Option`` of an annotation."""
    return next((one for one in getattr(hint, "__metadata__", ()) if isinstance(one, Option)), None)


def meanings(of: Callable[..., Any]) -> dict[str, str]:
    """Return option -> description from its annotation, or else from ``Args:`` of the docstring."""
    notes = {name: note.meaning for name, hint in hints_of(of).items() if (note := said(hint))}
    return argument_texts(inspect.getdoc(of) or "") | notes


def argument_texts(doc: str) -> dict[str, str]:
    """Return ``Args:`` of a docstring: name -> text, lines joined."""
    _, found, rest = doc.partition("Args:\n")
    texts: dict[str, str] = {}
    last: list[str] = []
    for line in rest.splitlines() if found else []:
        start = re.match(r"    ((?:\w+, )*\w+): (.*)", line)
        if start:
            last = start[1].split(", ")
            texts |= dict.fromkeys(last, start[2].strip())
        elif line.startswith("     ") and last:
            texts |= {name: f"{texts[name]} {line.strip()}" for name in last}
        elif line.strip():
            break
    return texts


def fitted(options: Mapping[str, Any], of: Callable[..., Any]) -> dict[str, Any]:
    """Return the validated options of a class or function, with integers of other libraries converted to Python's.

    Raises:
        UnfitOption: a value does not have the parameter's type; parameters without a type, or with one unknown here, accept anything.
        ValueError: it is outside its range, or not among the words that the type lists.
    """
    hints = hints_of(of)
    made = dict(options)
    for name, value in options.items():
        hint = hints.get(name, Any)
        kind, note = (get_args(hint)[0] if get_origin(hint) is Annotated else hint), said(hint)
        if not _fits(value, kind):
            if get_origin(kind) is Literal and isinstance(value, str):
                raise ValueError(unknown(f"value of {name}", value, list(map(str, get_args(kind)))))
            what = "" if isinstance(value, Mapping | list | tuple) else f", this is {type(value).__name__}"
            raise UnfitOption(f"{name}={one_line(repr(value), 60)}: {_in_words(kind)} is needed{what}")
        if isinstance(value, np.integer):
            made[name] = operator.index(value)
        if note and note.high and isinstance(made[name], int):
            whole(name, value, note.low, note.high)
    return made


@cache
def hints_of(of: Callable[..., Any]) -> dict[str, Any]:
    """Return parameter -> annotation, with its ``Option``; {} if only a type checker can read them."""
    try:
        if is_dataclass(of):  # its fields may be inherited from other modules, whose names its own module need not have
            return get_type_hints(of, include_extras=True)
        return get_type_hints(of.__init__ if inspect.isclass(of) else of, include_extras=True)
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


def plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options as they are after a round trip through JSON (tuples become lists), so that they can be compared."""
    result: dict[str, Any] = json.loads(json.dumps(dict(options)))
    return result

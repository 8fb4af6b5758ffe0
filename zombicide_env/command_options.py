"""Options of a command, parsed by tyro from a dataclass whose docstrings are the help texts.

tyro breaks a help text at the docstring's line breaks, and appends ``(default: None)`` to a text that already gives the default. Here a
text is one paragraph, and an empty default (``None``, an empty list) is described by the text alone.  Fields named in ``UNREAD`` of the
dataclass are not options. Those in ``FIRST`` come first in the help and those in ``LAST`` last, since a dataclass lists the fields of its
bases before its own.
"""

from __future__ import annotations

import types
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import docstring_parser
import tyro

__all__ = ["read_options"]

T = TypeVar("T")

#: Field -> option, where checkpoint headers keep an earlier name.
_NAMES: Final = {"lean": "residual"}

_NOTHING: Final = ("None", "", "''")  # in tyro's spelling


def read_options(of: type[T], arguments: Sequence[str], name: str, usual: T | None = None) -> T:
    """Parse the options of a command line.

    Args:
        of: a dataclass.
        arguments: the arguments after the name of the command.
        name: name of the command for the usage line: ``zombicide evaluate``.
        usual: defaults, where they differ from those of the class.

    Raises:
        SystemExit: help was requested, or an option is invalid; the text has been printed.
    """
    _describe(of)
    return tyro.cli(of, args=arguments, prog=name) if usual is None else tyro.cli(of, args=arguments, prog=name, default=usual)


def _describe(of: type[Any]) -> None:
    """Annotate the fields of a dataclass with what tyro displays."""
    hints, texts = get_type_hints(of), _texts(of)
    for field in fields(of):
        hint = hints[field.name]
        if is_dataclass(hint) and isinstance(hint, type):
            _describe(hint)
        else:
            name = _NAMES.get(field.name)
            shown = tyro.conf.arg(name=name, help=texts.get(field.name, ""), metavar=_metavar(hint), help_behavior_hint=_default)
            hidden: tuple[Any, ...] = (tyro.conf.Suppress,) if field.name in getattr(of, "UNREAD", ()) else ()
            of.__annotations__[field.name] = Annotated[(hint, shown, *hidden)]
    known: dict[str, Any] = of.__dataclass_fields__
    first, last = getattr(of, "FIRST", ()), getattr(of, "LAST", ())
    names = dict.fromkeys((*first, *(name for name in known if name not in last), *last))
    of.__dataclass_fields__ = {name: known[name] for name in names if name in known}


def _texts(of: type[Any]) -> dict[str, str]:
    """Return field name -> its description as one paragraph; a class overrides its bases."""
    documented = (part for base in reversed(of.__mro__[:-1]) for part in docstring_parser.parse_from_object(base).params)
    return {part.arg_name: " ".join((part.description or "").split()) for part in documented}


def _default(text: str) -> str:
    return "" if text in _NOTHING else f"(default: {text})"


def _metavar(hint: Any) -> str | None:
    """Return ``INT`` for ``int | None``, which tyro calls ``{None}|INT``; None to keep tyro's own metavar."""
    kinds = [kind for kind in get_args(hint) if kind is not types.NoneType]
    if get_origin(hint) not in (Union, types.UnionType) or len(kinds) != 1:
        return None
    if get_origin(kinds[0]) is Literal:
        return "{" + ",".join(map(str, get_args(kinds[0]))) + "}"
    return kinds[0].__name__.upper() if isinstance(kinds[0], type) and not get_args(kinds[0]) else None

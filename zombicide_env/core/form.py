"""The options of a game as a form: choices on a page, validation of options from clients, parsing of command-line words."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, get_args, get_origin

from .options import Option, hints_of, meanings, said
from .words import one_line, unknown

__all__ = ["Choice", "Field", "Form", "plain_form"]

_MAX_TEXT: Final = 200
_MOST: Final = 1_000_000
_IDS: Final = 64  # maximum length of a list in a replay


@dataclass(frozen=True)
class Choice:
    """A value of an option, its label, and a remark about it."""

    value: str | int
    title: str
    note: str = ""


@dataclass(frozen=True)
class Field:
    """An option of a game.

    ``kind``: "choice" (one of ``choices``), "choices" (a list of them, ``low`` to ``high`` long, or only that number), "int" (``low``
    .. ``high``; None is allowed where the default is None) or "bool". ``pattern``: texts that match this
    expression entirely are also allowed. ``hidden``: accepted, but not offered on the page.
    """

    name: str
    kind: Literal["choice", "choices", "int", "bool"]
    default: Any = None
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0
    pattern: str = ""
    doc: str = ""
    hidden: bool = False

    def check(self, value: Any) -> Any:
        """Return the value if it is valid for the option, else raise ValueError."""
        if self.kind == "bool":
            good = isinstance(value, bool)
        elif self.kind == "int":
            good = (value is None and self.default is None) or self._counted(value)
        elif self.kind == "choices":
            good = self._counted(value) or (isinstance(value, list) and self._counted(len(value)) and self._all_known(value))
        else:
            good = self._known(value)
        if not good:
            raise ValueError(f"the option {self.name} cannot be {one_line(repr(value), 60)}: {self._hint()}")
        return value

    def read(self, text: str) -> Any:
        """Parse the text of a value. Raises ValueError if it is invalid."""
        if self.kind == "bool":
            return self.check({"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text))
        if self.kind == "int" and self.default is None and text.lower() == "none":
            return None
        numbers = self.kind != "choice" or any(isinstance(choice.value, int) for choice in self.choices)
        if numbers and re.fullmatch(r"-?[0-9]{1,18}", text):
            return self.check(int(text))
        return self.check(text.split(",") if self.kind == "choices" else text)

    def _counted(self, value: Any) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def _all_known(self, values: list[Any]) -> bool:
        return all(map(self._known, values)) and len(set(map(str, values))) == len(values)

    def _known(self, value: Any) -> bool:
        if isinstance(value, str) and self.pattern and len(value) <= _MAX_TEXT and re.fullmatch(self.pattern, value):
            return True
        return any(type(value) is type(choice.value) and value == choice.value for choice in self.choices)

    def _hint(self) -> str:
        if self.kind == "bool":
            return "choose yes (true) or no (false)"
        if self.kind == "int":
            return f"choose a whole number from {self.low} to {self.high}"
        values = ", ".join(str(choice.value) for choice in self.choices)
        if self.kind == "choices":
            return f"choose from {self.low} to {self.high} of these, each once, or say only how many: {values}"
        return f"choose one of these: {values}"


@dataclass(frozen=True)
class Form:
    """The options that people choose.

    ``map_by`` is the option on which the picture of the board depends, ``agents_by`` the one that determines the number of agents (a
    number, or a list of them); "" for none.
    """

    fields: tuple[Field, ...] = ()
    map_by: str = ""
    agents_by: str = ""

    def choices(self, name: str) -> list[Any]:
        """Return the values that an option offers; [] if it offers none, or if there is no such option."""
        return [choice.value for field in self.fields if field.name == name for choice in field.choices]

    def check(self, options: Mapping[str, Any], game: str, recorded: bool = False) -> dict[str, Any]:
        """Return validated options for the game. Raises ValueError with the reason.

        ``recorded``: they come from a replay, which contains all options of its game: unknown numbers, "none" and lists of ids are
        accepted.
        """
        known = {entry.name: entry for entry in self.fields}
        for name, value in options.items():
            if name not in known and not (recorded and _harmless(value)):
                raise ValueError(unknown(f"option of {game}", name, known))
        free = {name for name, value in options.items() if name not in known or (recorded and value is None)}  # None: the game's default
        return {name: value if name in free else known[name].check(value) for name, value in options.items()}

    def read(self, words: Iterable[str], flags: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
        """Parse options from words ``name=value``; an option that is not in the form is parsed as JSON, or else taken as text.

        Args:
            words: the options.
            flags: options that have a value already, by a flag of their own.

        Raises:
            ValueError: a word has another form, the value is invalid for the option, or an option is given twice.
        """
        known = {entry.name: entry for entry in self.fields}
        found: dict[str, Any] = {}
        for word in words:
            name, equals, text = word.partition("=")
            if not equals or not name.isidentifier():
                raise ValueError(f"option {one_line(repr(word), 80)} is not an option of a game; it looks like name=value")
            if name in flags:
                raise ValueError(f"{name}={flags[name]} and option {name}=...: two names for one thing, give one of them")
            if name in found:
                raise ValueError(f"option {name} is given twice: give it one value")
            found[name] = known[name].read(text) if name in known else _json_or_text(text)
        return found


def _harmless(value: Any) -> bool:
    """Whether a value is small and cannot name a file."""
    if isinstance(value, list | tuple):
        return len(value) <= _IDS and all(isinstance(word, str) and word.isidentifier() for word in value)
    return value is None or isinstance(value, int)


def _json_or_text(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def plain_form(of: Callable[..., Any], map_by: str = "", agents_by: str = "") -> Form:
    """Return the form for a callable with options: those with an ``Option``; of others bools, numbers, and words listed by the type."""
    texts, hints = meanings(of), hints_of(of)
    fields = []
    for name, parameter in inspect.signature(of).parameters.items():
        hint, note, default = hints.get(name), said(hints.get(name)), parameter.default
        if note:
            if note.asked != "no":
                fields.append(_field(name, get_args(hint)[0], default if note.begins is None else note.begins, note))
        elif isinstance(default, int) or (default is None and int in get_args(hint)) or get_origin(hint) is Literal:
            text = texts.get(name, "")
            fields.append(_field(name, hint, default, Option(text, text, high=_MOST)))
    return Form(tuple(fields), map_by, agents_by)


def _field(name: str, kind: Any, default: Any, note: Option) -> Field:
    about: dict[str, Any] = {"doc": note.short, "pattern": note.pattern, "hidden": note.asked == "known"}
    if isinstance(default, bool):
        return Field(name, "bool", default, **about)
    if note.choices or get_origin(kind) is Literal:
        choices = note.choices() if note.choices else [Choice(value, str(value)) for value in get_args(kind)]
        return Field(name, "choices" if note.choices and note.high else "choice", default, tuple(choices), note.low, note.high, **about)
    return Field(name, "int", default, low=note.low, high=note.high, **about)

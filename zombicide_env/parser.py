"""An argparse parser whose help and errors look like those of the commands that use tyro.

It is used by commands that need only the core, because tyro is part of the extra ``cli``.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, Final, NoReturn

__all__ = ["Parser"]

_COLUMN: Final = 19  # column of the explanations, at most half of a narrow terminal


class Parser(argparse.ArgumentParser):
    """An ``ArgumentParser`` with options in boxes."""

    def format_help(self) -> str:
        """Usage, description, and a box for positional arguments, for parts of the command and for options."""
        positional = [action for action in self._actions if not action.option_strings and action.help != argparse.SUPPRESS]
        optional = [action for action in self._actions if action.option_strings and action.help != argparse.SUPPRESS]
        named = " ".join(_invocation(action) for action in positional)
        lines = [" ".join(filter(None, [f"usage: {self.prog} [-h]", "[OPTIONS]" if len(optional) > 1 else "", named])), ""]
        if self.description:
            lines += [*textwrap.wrap(self.description, _width()), ""]
        for title, actions in (("positional arguments", positional), ("options", optional)):
            rows = [row for action in actions for row in self._rows(action)]
            if rows:
                lines += _box(title, list(_columns(rows)), _width() - 4)
        return "\n".join(lines) + "\n"

    def error(self, message: str) -> NoReturn:
        """Print the error and exit with status 2."""
        rows = [*textwrap.wrap(message, _width() - 4), "─" * 34, "For full helptext, run:", f"    {self.prog} --help"]
        self.exit(2, "\n".join(_box("Parsing error", rows)) + "\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Exit the process."""
        if message:
            sys.stderr.write(message)
        raise SystemExit(status)

    def _rows(self, action: argparse.Action) -> Iterator[tuple[str, str]]:
        """Yield an action and its explanation, or the subcommands and theirs."""
        if isinstance(action, argparse._SubParsersAction):
            yield from ((part.dest, str(part.help or "")) for part in action._choices_actions)
        else:
            values: dict[str, Any] = {**vars(action), "prog": self.prog}
            yield _invocation(action), (action.help or "") % values


def _invocation(action: argparse.Action) -> str:
    """Return ``-h, --help``, ``--game {a,b}``, ``FILE [FILE ...]``."""
    what = action.metavar or ("{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.dest.upper())
    name = what if isinstance(what, str) else " ".join(what)
    if action.nargs == 0:
        name = ""
    elif action.nargs in ("+", "*"):
        name = f"{name} [{name} ...]" if action.nargs == "+" else f"[{name} ...]"
    elif action.nargs == "?":
        name = f"[{name}]"
    return f"{', '.join(action.option_strings)} {name}".strip()


def _columns(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield lines with explanations in a second column; a long name is on a line of its own."""
    column = min(_COLUMN, max(len(name) for name, _ in rows) + 2)
    for name, about in rows:
        explained = textwrap.wrap(about, max(20, _width() - 4 - column)) or [""]
        if len(name) > column - 2:
            yield name
        else:
            yield f"{name:<{column}}{explained.pop(0)}".rstrip()
        yield from (" " * column + line for line in explained)


def _box(title: str, lines: Sequence[str], least: int = 0) -> list[str]:
    """Return lines in a box as wide as the longest of them, or ``least``."""
    width = max(least, len(title) + 2, *map(len, lines))
    return [f"╭─ {title} {'─' * (width - len(title) - 1)}╮", *(f"│ {line:<{width}} │" for line in lines), f"╰{'─' * (width + 2)}╯"]


def _width() -> int:
    return max(40, shutil.get_terminal_size((80, 24)).columns)

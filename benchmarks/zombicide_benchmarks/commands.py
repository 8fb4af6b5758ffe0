"""Benchmarks that are called as modules: errors in one line, and Ctrl+C without a traceback, as in ``zombicide``."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable
from typing import NoReturn

from zombicide_env.adapters import MissingExtra
from zombicide_env.console import OK, guarded

__all__ = ["count", "duration", "run_command", "say"]


def run_command(main: Callable[[], int | None]) -> NoReturn:
    """Run the main function of the module that was called with ``python -m``, and exit with its status."""
    spec = sys.modules["__main__"].__spec__
    module = spec.name.removesuffix(".__main__") if spec else sys.argv[0]

    def act() -> int:
        try:
            return main() or OK
        except MissingExtra as error:  # no defect: the message says what to install
            raise ValueError(str(error)) from error

    sys.exit(guarded(module, act, program="python -m"))


def say(line: str) -> None:
    """Write a line of progress at once, also into a pipe."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def count(text: str) -> int:
    """Return the number that an option asks for, at least 1; the ``type`` of its argument."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: give a whole number, at least 1")
    return int(text)


def duration(text: str) -> float:
    """Return the minutes that an option asks for, above 0; the ``type`` of its argument."""
    try:
        given = float(text)
    except ValueError:
        given = math.nan
    if not 0 < given < math.inf:
        raise argparse.ArgumentTypeError(f"{text}: give a number of minutes above 0")
    return given

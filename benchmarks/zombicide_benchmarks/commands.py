"""Benchmarks that are called as modules: errors in one line, and Ctrl+C without a traceback, as in ``zombicide``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import NoReturn

from zombicide_env.console import OK, guarded

__all__ = ["count", "run_command", "say"]


def run_command(main: Callable[[], int | None]) -> NoReturn:
    """Run the main function of the module that was called with ``python -m``, and exit with its status."""
    spec = sys.modules["__main__"].__spec__
    module = spec.name.removesuffix(".__main__") if spec else sys.argv[0]
    sys.exit(guarded(module, lambda: main() or OK, program="python -m"))


def say(line: str) -> None:
    """Write a line of progress at once, also into a pipe."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def count(text: str) -> int:
    """Return the number that an option asks for, at least 1; the ``type`` of its argument."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: give a whole number, at least 1")
    return int(text)

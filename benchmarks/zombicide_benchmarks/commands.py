"""Benchmarks that are called as modules: errors in one line, and Ctrl+C without a traceback, as in ``zombicide``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NoReturn

from zombicide_env.console import OK, guarded

__all__ = ["called"]


def called(module: str, main: Callable[[], int | None]) -> NoReturn:
    """Run the main function of a module that was called with ``python -m``, and exit with its status."""
    sys.exit(guarded(module, lambda: main() or OK, program="python -m"))

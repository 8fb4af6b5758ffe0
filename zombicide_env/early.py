"""Handling of Ctrl+C while Python imports what the command line needs: the process ends without a message.

The package imports this module before all others. It has no effect in other programs, which handle Ctrl+C themselves.
"""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path
from typing import Final

__all__ = ["QUIET"]

QUIET: Final = signal.SIG_DFL
"""Action for Ctrl+C before a command has started and after it has ended."""


def _is_command() -> bool:
    """Whether this process runs the script ``zombicide``, or ``python -m zombicide_env`` (``-m`` until the module has been found)."""
    program = sys.argv[0] if sys.argv else ""
    return Path(program).stem == "zombicide" or (program == "-m" and not {"zombicide_env", "zombicide_env.cli"}.isdisjoint(sys.orig_argv))


_main = threading.current_thread() is threading.main_thread()
if _main and _is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, QUIET)

"""Ctrl+C before a command has begun, while Python imports what the command line needs: the process ends, and says nothing.

The package imports this module before all others.  In programs of others it changes nothing: Ctrl+C is theirs.
"""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path
from typing import Final

__all__ = ["QUIET"]

QUIET: Final = signal.SIG_DFL
"""What Ctrl+C does where nothing has begun, and again when a command has ended."""


def _is_command() -> bool:
    """Whether this process is the script ``zombicide``, or ``python -m zombicide_env`` (``-m`` until the module has been found)."""
    program = sys.argv[0] if sys.argv else ""
    return Path(program).stem == "zombicide" or (program == "-m" and not {"zombicide_env", "zombicide_env.cli"}.isdisjoint(sys.orig_argv))


_main = threading.current_thread() is threading.main_thread()
if _main and _is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, QUIET)

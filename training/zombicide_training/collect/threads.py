"""Playing on a second thread while this one learns."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["short_turns"]


@contextmanager
def short_turns() -> Iterator[None]:
    """Set the thread switch interval of Python to 0.1 ms, because the playing threads often wait for the learning thread."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)

"""Ctrl+C while a run learns: the update under way is finished and saved first."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Any, Final, Self

__all__ = ["Stop", "Stopped"]

_SAID: Final = b"\nstopping after this update; Ctrl+C again stops at once and loses what was learned since the last checkpoint\n"


class Stopped(KeyboardInterrupt):
    """A run stops as it was asked to, between two updates."""


class Stop:
    """While it is entered, the first Ctrl+C or SIGTERM sets ``asked``, and the next one has its usual effect.

    The trainer saves the run at the next place where it is whole, then calls ``obey``.

    Attributes:
        asked: number of the signal; None: nobody has asked the run to stop.
    """

    def __init__(self) -> None:
        self.asked: int | None = None
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                before = signal.getsignal(number)
                if callable(before):  # not one that is ignored, or that ends the process without a word to Python
                    self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)
        self._before.clear()

    def obey(self) -> None:
        """Stop now, if that was asked for.

        Raises:
            Stopped: it was.
        """
        if self.asked is not None:
            with suppress(KeyboardInterrupt):  # the usual handler raises it, and Stopped says more
                self._before.get(self.asked, signal.default_int_handler)(self.asked, None)
            raise Stopped

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.asked is not None:
            self._before[number](number, frame)
        self.asked = number
        with suppress(OSError):  # standard error may be closed
            os.write(2, _SAID)  # not by print, which may be what was interrupted

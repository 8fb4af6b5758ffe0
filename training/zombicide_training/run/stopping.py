"""Handling of Ctrl+C during training: the current update is finished and saved first."""

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
    """Raised when a run stops on request, between updates."""


class Stop:
    """Context manager in which the first Ctrl+C or SIGTERM sets ``asked``, and the next one has its usual effect.

    The trainer saves the run between updates, then calls ``obey``.

    Attributes:
        asked: number of the signal; None: the run was not asked to stop.
    """

    def __init__(self) -> None:
        self.asked: int | None = None
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                before = signal.getsignal(number)
                if callable(before):  # not if the signal is ignored or handled outside Python
                    self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)
        self._before.clear()

    def obey(self) -> None:
        """Raise Stopped if the run was asked to stop.

        Raises:
            Stopped: a signal was received.
        """
        if self.asked is not None:
            with suppress(KeyboardInterrupt):  # raised by the default handler; Stopped replaces it
                self._before.get(self.asked, signal.default_int_handler)(self.asked, None)
            raise Stopped

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.asked is not None:
            self._before[number](number, frame)
        self.asked = number
        with suppress(OSError):  # standard error may be closed
            os.write(2, _SAID)  # not print, which may have been interrupted

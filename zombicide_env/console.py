"""Process handling of commands: one-line errors, broken pipes, closed streams, Ctrl+C and SIGTERM at any time."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import Any, Final

from .early import QUIET

__all__ = ["ENDED", "FAILED", "OK", "STOPPED", "USAGE", "UserError", "guarded"]

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2
STOPPED: Final = 128 + signal.SIGINT  # exit status that shells use after Ctrl+C
ENDED: Final = 128 + signal.SIGTERM  # exit status after SIGTERM: from `kill`, a scheduler, a container


class UserError(ValueError):
    """An error message for the user, in one sentence."""


def guarded(name: str, act: Callable[[], int], program: str = "zombicide") -> int:
    """Run a command. Errors are reported in one line, without a traceback unless they are defects or ZOMBICIDE_DEBUG is set.

    Args:
        name: name of the command, for the message.
        act: the command; its ValueError, OSError and MemoryError are reported to the user.
        program: what stands before the name of the command when it is called.

    Returns:
        The return value of ``act``; 1 if it failed, 130 if it was interrupted, 143 if it was terminated (SIGTERM).
    """
    _open_streams()
    with _Interrupts() as interrupts:
        try:
            try:
                status = act()
                if status != OK and interrupts.seen:  # it failed because of the interrupt, which reached its processes as well
                    raise KeyboardInterrupt
                return status
            finally:
                sys.stdout.flush()  # write errors are detected here, not at interpreter exit
        except BrokenPipeError:  # the reader of a pipe has closed it (`zombicide quests | head`), so that nothing can be reported
            _drop_output()
            return OK
        except (KeyboardInterrupt, Exception) as error:
            if interrupts.seen or isinstance(error, KeyboardInterrupt):
                more = str(error) if isinstance(error, KeyboardInterrupt) else ""
                _say(f"\n{program} {name}: stopped{more and f'; {more}'}")
                return ENDED if interrupts.seen == signal.SIGTERM else STOPPED
            if not isinstance(error, ValueError | OSError | MemoryError) or "ZOMBICIDE_DEBUG" in os.environ:
                raise
            _drop_output()
            _say(f"{program} {name}: {_in_words(error)}")
            return FAILED


class _Interrupts:
    """Remembers Ctrl+C, because a library may convert it to an error of its own.

    A library that is being imported may ignore it, so it waits for the end of the import; a second one does not wait. In a finalizer or a
    callback Python would report it and continue; here it is raised again a moment later. SIGTERM is treated as Ctrl+C, so that the command
    cleans up and says how to resume.
    """

    def __init__(self) -> None:
        self.seen: int | None = None
        self._repeated = False
        self._timer: threading.Timer | None = None
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> _Interrupts:
        usual = {signal.SIGINT: (signal.default_int_handler, QUIET), signal.SIGTERM: (signal.SIG_DFL,)}
        main_thread = threading.current_thread() is threading.main_thread()
        for number in usual:
            if main_thread and signal.getsignal(number) in usual[number]:
                self._before[number] = signal.signal(number, self._note)
        if self._before:
            self._unraisable, sys.unraisablehook = sys.unraisablehook, self._again
        return self

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if self._before:
            sys.unraisablehook = self._unraisable

    def _again(self, what: sys.UnraisableHookArgs) -> None:
        if issubclass(what.exc_type, KeyboardInterrupt) and sys.platform != "win32":
            self._repeat()
        else:
            self._unraisable(what)

    def _note(self, number: int, frame: FrameType | None) -> None:
        first = self.seen is None or self._repeated
        self.seen, self._repeated = number, False
        if not first or sys.platform == "win32" or not _importing(frame):
            raise KeyboardInterrupt
        self._repeat()

    def _repeat(self) -> None:
        """Send the signal again a moment later."""

        def send() -> None:
            self._repeated = True
            signal.pthread_kill(threading.main_thread().ident or 0, self.seen or signal.SIGINT)

        self._timer = threading.Timer(0.1, send)
        self._timer.daemon = True
        self._timer.start()


def _importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported in this frame or in one that called it."""
    while frame is not None and frame.f_code.co_filename != "<frozen importlib._bootstrap>":
        frame = frame.f_back
    return frame is not None


def _in_words(error: BaseException) -> str:
    """Return an error in words: ``/nope: No such file or directory`` instead of ``[Errno 2] ...``."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    return str(error) or ("out of memory" if isinstance(error, MemoryError) else type(error).__name__)


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def _open_streams() -> None:
    """Open streams that the caller has closed (``>&-``) on the null device, so that they are not None.

    Characters that standard output cannot encode are written as "?": a frame of a board must not end a game.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open until the process ends
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _drop_output() -> None:
    """If standard output is not writable, redirect the rest of it to the null device, so that Python does not fail at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

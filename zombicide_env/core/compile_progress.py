"""Progress messages during the compilation of kernels, and the lock that makes one of several processes compile."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from numba.core import event

from . import files

_QUIET_SECONDS = 1.0  # shorter compilations print no message
_POLL_SECONDS = 0.1
_BAR = 30  # characters of the progress bar

_watchers: list[Callable[[bool], None]] = []


@contextlib.contextmanager
def watched(tell: Callable[[bool], None]) -> Iterator[None]:
    """Call ``tell(True)`` when kernels start compiling (or being waited for) within the block, and ``tell(False)`` when that ends."""
    _watchers.append(tell)
    try:
        yield
    finally:
        _watchers.remove(tell)


@contextlib.contextmanager
def _told() -> Iterator[None]:
    for tell in _watchers:
        tell(True)
    try:
        yield
    finally:
        for tell in _watchers:
            tell(False)


class Progress(event.Listener):
    """Counts the compiled functions, out of about ``total`` (0: unknown)."""

    def __init__(self) -> None:
        self.count = self.total = 0

    def on_start(self, _event: Any) -> None:
        pass

    def on_end(self, _event: Any) -> None:
        self.count += 1

    def __str__(self) -> str:
        if not self.total:
            return f"{self.count} functions"
        if self.count >= self.total - 1:  # the last one is the entry point, which calls the others
            return "making machine code of all functions"
        done = _BAR * self.count // self.total
        return f"{'█' * done}{'░' * (_BAR - done)} {self.count} of {self.total} functions"


def say(text: str) -> None:
    """Print to stderr; a closed or missing stderr is ignored."""
    _write(f"zombicide_env: {text}\n")


def _write(text: str) -> None:
    with contextlib.suppress(OSError, ValueError, AttributeError):  # a closed or missing stderr must not stop a game
        sys.stderr.write(text)
        sys.stderr.flush()


@contextlib.contextmanager
def message(what: str, kept: Callable[[], str] | None = None) -> Iterator[Progress]:
    """Report that ``what`` is being compiled: an updated line on a terminal, else a first and a last line.

    ``kept`` returns at the end where the code is stored ("": nowhere); None: it is for this process only.
    """
    start, stop, progress = time.monotonic(), threading.Event(), Progress()
    terminal = sys.stderr is not None and sys.stderr.isatty()
    said, end = False, "compiled"

    def tick() -> None:
        nonlocal said
        if stop.wait(_QUIET_SECONDS):
            return
        said = True
        once = "without the cache, for this process only" if kept is None else "this happens once; later starts take it from the cache"
        say(f"compiling {what} ({once})")
        while terminal and not stop.wait(0.2):
            _write(f"\r  {progress}, {time.monotonic() - start:.0f} s \x1b[K")

    thread = threading.Thread(target=tick, name="compiling", daemon=True)
    thread.start()
    try:
        with _told(), event.install_listener("numba:compile", progress):
            yield progress
    except BaseException:
        end = "stopped compiling"
        raise
    finally:
        stop.set()
        thread.join()
        if said:
            place = "" if kept is None else kept()
            _write("\r\x1b[K" if terminal else "")
            say(f"{end} {what}: {progress.count} functions in {time.monotonic() - start:.0f} s{place and f', kept in {place}'}")


@contextlib.contextmanager
def turn(path: Path, what: str, kept: Callable[[], str]) -> Iterator[Callable[[], Progress]]:
    """Yield a function to be called before compiling: it waits for the file lock ``path`` and starts the message."""
    with contextlib.ExitStack() as stack:
        begun: list[Progress] = []

        def miss() -> Progress:
            if not begun:
                with _told():
                    stack.enter_context(_locked(path, what))
                begun.append(stack.enter_context(message(what, kept)))
            return begun[0]

        yield miss


@contextlib.contextmanager
def _locked(path: Path, what: str) -> Iterator[None]:
    """Hold the file lock; where files cannot be locked, each process compiles on its own."""
    try:
        files.make_own(path.parent)
        handle = path.open("a+b")
    except OSError:
        yield
        return
    with handle:
        start, said = time.monotonic(), False
        while not files.try_lock(handle):
            if not said and time.monotonic() - start > _QUIET_SECONDS:
                said = True
                say(f"waiting while another process compiles {what}")
            time.sleep(_POLL_SECONDS)
        try:
            yield
        finally:
            files.unlock(handle)


__all__ = ["Progress", "message", "say", "turn", "watched"]

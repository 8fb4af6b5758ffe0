"""What a person sees while kernels are compiled, and the lock by which one of several processes does it."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from numba.core import event

from . import files

_QUIET_SECONDS = 1.0  # work shorter than this is not worth a message
_POLL_SECONDS = 0.1

_watchers: list[Callable[[bool], None]] = []


@contextlib.contextmanager
def watched(tell: Callable[[bool], None]) -> Iterator[None]:
    """Have ``tell(True)`` called when kernels begin to be compiled within the block, or are waited for, ``tell(False)`` when that ends."""
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


class _Counter(event.Listener):
    """Counts the functions compiled."""

    def __init__(self) -> None:
        self.count = 0

    def on_start(self, _event: Any) -> None:
        self.count += 1

    def on_end(self, _event: Any) -> None:
        pass


def _say(stream: TextIO | None, text: str) -> None:
    with contextlib.suppress(OSError, ValueError, AttributeError):  # a closed or missing stderr stops nobody
        stream.write(text)  # type: ignore[union-attr]
        stream.flush()  # type: ignore[union-attr]


@contextlib.contextmanager
def message(what: str, where: str = "") -> Iterator[None]:
    """Tell on stderr that ``what`` is being compiled: a ticking line on a terminal, else a first and a last line."""
    stream, start, stop, counter = sys.stderr, time.monotonic(), threading.Event(), _Counter()
    terminal = stream is not None and stream.isatty()
    said = False

    def tick() -> None:
        nonlocal said
        if stop.wait(_QUIET_SECONDS):
            return
        said = True
        once = "this happens once; later starts take it from the cache" if where else "without a cache: ZOMBICIDE_CACHE is 0 or no folder"
        _say(stream, f"zombicide_env: compiling {what} ({once})\n")
        while terminal and not stop.wait(0.5):
            _say(stream, f"\r  {counter.count} functions, {time.monotonic() - start:.0f} s ")

    thread = threading.Thread(target=tick, name="compiling", daemon=True)
    thread.start()
    try:
        with _told(), event.install_listener("numba:compile", counter):
            yield
    finally:
        stop.set()
        thread.join()
        if said:
            clear = "\r" if terminal else ""
            place = f", kept in {where}" if where else ""
            took = f"{counter.count} functions in {time.monotonic() - start:.0f} s"
            _say(stream, f"{clear}zombicide_env: compiled {what}: {took}{place}\n")


@contextlib.contextmanager
def turn(path: Path, what: str) -> Iterator[Callable[[], None]]:
    """Yield a function to be called before compiling: it waits for the file lock ``path`` and starts the message."""
    with contextlib.ExitStack() as stack:
        taken = False

        def miss() -> None:
            nonlocal taken
            if taken:
                return
            taken = True
            with _told():
                stack.enter_context(_locked(path, what))
            stack.enter_context(message(what, str(path.parent)))

        yield miss


@contextlib.contextmanager
def _locked(path: Path, what: str) -> Iterator[None]:
    """Hold the file lock; where files cannot be locked every process compiles for itself."""
    try:
        handle = path.open("a+b")
    except OSError:
        yield
        return
    with handle:
        start, said = time.monotonic(), False
        while not files.try_lock(handle):
            if not said and time.monotonic() - start > _QUIET_SECONDS:
                said = True
                _say(sys.stderr, f"zombicide_env: waiting while another process compiles {what}\n")
            time.sleep(_POLL_SECONDS)
        try:
            yield
        finally:
            files.unlock(handle)


__all__ = ["message", "turn", "watched"]

"""Parallel compilation of kernels: before an entry point is compiled, several processes fill the cache with its callees.

The types of a kernel's arguments are known from its annotations, so that callees can be compiled before their callers,
layer by layer. This is optional: kernels with unknown types, or not compiled by a process, are compiled where they are needed.

``ZOMBICIDE_JOBS`` is the number of processes (default: one per core, at most six; 1: only the caller).
"""

from __future__ import annotations

import heapq
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, Final

import numpy as np
from numba.core import types
from numba.np.numpy_support import from_dtype

from .cache import cache_folder
from .compile_progress import Progress
from .cores import usable_cores
from .fingerprint import callees

_MOST: Final = 6  # processes; the final link is sequential
_WORTH: Final = 60  # kernels; fewer are compiled before a process has started
_WORK: Final = "from zombicide_env.core.compile_worker import work; work()"
_PLAIN: Final[dict[str, Any]] = {
    "int": types.int64,
    "bool": types.int64,
    "float": types.float64,
    "Mask": types.Array(types.int8, 1, "C"),
    "Features": types.Array(types.uint8, 1, "C"),
}

Records = Mapping[str, "np.dtype[Any]"]

_record_type: Final = cache(from_dtype)  # Numba builds the type again at each call: 2 ms for a record of two hundred fields


def signature(function: Callable[..., Any], records: Records) -> tuple[Any, ...] | None:
    """Return the types of a kernel's arguments from its annotations (see ``records``); None: they are not annotated."""
    code, notes = function.__code__, function.__annotations__
    found = []
    for name in code.co_varnames[: code.co_argcount]:
        note = notes.get(name, "")
        kind = note if isinstance(note, str) else getattr(note, "__name__", "")
        if kind == "Record" and name in records:
            found.append(_record_type(records[name]))
        elif kind in _PLAIN:
            found.append(_PLAIN[kind])
        else:
            return None
    return tuple(found)


def jobs() -> int:
    """Return the number of compiling processes."""
    named = os.environ.get("ZOMBICIDE_JOBS", "")
    if named.isdecimal() and int(named) > 0:
        return int(named)
    return min(usable_cores(), _MOST)


def compile_ahead(function: Callable[..., Any], records: Records, progress: Progress) -> None:
    """Fill the cache with the callees of ``function`` that are missing and whose types are known."""
    reached = list(_callees_first(function, set()))
    progress.total = 1 + sum(hasattr(kernel, "py_func") for kernel in reached)
    work = {k: types_ for k in reached if (types_ := _missing(k, records)) is not None}
    if len(work) < _WORTH or jobs() < 2 or not sys.executable:
        return
    _Crew(reached, work).run(jobs() - 1, records, progress)


def _callees_first(function: Any, seen: set[Any]) -> Iterator[Any]:
    for callee in callees(function):
        if callee not in seen:
            seen.add(callee)
            yield from _callees_first(callee, seen)
            yield callee


def _missing(kernel: Any, records: Records) -> tuple[Any, ...] | None:
    """Return the argument types for which a kernel has to be compiled. None: another process cannot find it, or it has been compiled."""
    function: Any = getattr(kernel, "py_func", None)
    if function is None:
        return None
    known: Any = getattr(sys.modules.get(function.__module__), function.__qualname__, None)
    if known is not kernel:
        return None
    arguments = signature(function, records)
    if arguments is None or kernel._cache.path(arguments, kernel.targetctx.codegen()).exists():
        return None
    return arguments


class _Crew:
    """Processes that compile kernels from one queue. Callees come before callers, and the longest chains of callers first."""

    def __init__(self, reached: Sequence[Any], work: Mapping[Any, tuple[Any, ...]]) -> None:
        self._work = work
        self._order = {kernel: i for i, kernel in enumerate(work)}
        needs: dict[Any, set[Any]] = {}
        for kernel in reached:
            before = [c for c in callees(kernel) if c in needs]  # a name may also be that of a field, which would lead back
            needs[kernel] = set().union(*({c} if c in work else needs[c] for c in before))
        self._open = {kernel: len(needs[kernel]) for kernel in work}
        self._callers: dict[Any, list[Any]] = {kernel: [] for kernel in work}
        for kernel in work:
            for callee in needs[kernel]:
                self._callers[callee].append(kernel)
        self._height: dict[Any, int] = {}  # length of the longest chain of callers
        for kernel in reversed(list(work)):
            above = max((self._height[caller] for caller in self._callers[kernel]), default=0)
            self._height[kernel] = above + len(kernel.py_func.__code__.co_code)
        self._ready: list[tuple[int, int, Any]] = []
        for kernel in work:
            if self._open[kernel] == 0:
                self._push(kernel)
        self._changed = threading.Condition()
        self._running = 0
        self._stopped = False

    def _push(self, kernel: Any) -> None:
        heapq.heappush(self._ready, (-self._height[kernel], self._order[kernel], kernel))

    def _take(self) -> Any:
        """Return the next kernel, None: there are no more."""
        with self._changed:
            while not self._ready and self._running and not self._stopped:
                self._changed.wait()
            if self._stopped or not self._ready:
                return None
            self._running += 1
            return heapq.heappop(self._ready)[2]

    def _give(self, kernel: Any, done: bool | None) -> None:
        """Mark a kernel as compiled, as failed (False), or as not done because the process has ended (None)."""
        with self._changed:
            self._running -= 1
            if done is None:
                self._push(kernel)
            elif done:
                for caller in self._callers[kernel]:
                    self._open[caller] -= 1
                    if self._open[caller] == 0:
                        self._push(caller)
            else:
                self._stopped = True  # the compilation of the entry point raises the same error
            self._changed.notify_all()

    def _stop(self) -> None:
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def run(self, others: int, records: Records, progress: Progress) -> None:
        """Compile everything, in this process and in others."""
        with _processes(others, records) as processes:
            hands = [threading.Thread(target=self._lead, args=(p, progress), name="compiling", daemon=True) for p in processes]
            for hand in hands:
                hand.start()
            try:
                while (kernel := self._take()) is not None:
                    done = False
                    try:
                        kernel.compile(self._work[kernel])
                        done = True
                    except Exception:  # the entry point's own compilation raises it again, with the call path
                        break
                    finally:
                        self._give(kernel, done)
            finally:
                self._stop()
            for hand in hands:
                hand.join()

    def _lead(self, process: subprocess.Popen[bytes], progress: Progress) -> None:
        """Send one kernel after the other to a process."""
        assert process.stdin is not None
        assert process.stdout is not None
        while (kernel := self._take()) is not None:
            answer = b""
            with suppress(OSError):  # the process has died: no answer, and others take its kernels
                process.stdin.write(f"{kernel.py_func.__module__} {kernel.py_func.__qualname__}\n".encode())
                process.stdin.flush()
                answer = process.stdout.readline()
            done = {b"done\n": True, b"failed\n": False}.get(answer)
            self._give(kernel, done)
            if done is None:
                return
            progress.count += 1


@contextmanager
def _processes(count: int, records: Records) -> Iterator[list[subprocess.Popen[bytes]]]:
    flags = [f"-{'O' * sys.flags.optimize}"] if sys.flags.optimize else []
    env = os.environ | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}  # noqa: PTH109 - text is wanted
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    started: list[subprocess.Popen[bytes]] = []
    try:
        with suppress(OSError):  # if no more processes can be started, the ones so far do the work
            for _ in range(count):
                process: Any = subprocess.Popen([sys.executable, *flags, "-c", _WORK], env=env, **pipes)  # noqa: S603 - ourselves
                started.append(process)
                process.stdin.write(pickle.dumps((str(cache_folder()), dict(records))))
        yield started
    finally:
        for process in started:
            process.kill()  # an unfinished file has not been renamed yet
            process.communicate()


__all__ = ["compile_ahead", "jobs", "signature"]

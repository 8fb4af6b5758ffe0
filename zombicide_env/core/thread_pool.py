"""The thread pool of a batch: threads divide one task after the other among them, in compiled code.

The calling thread works like the others: each takes chunks of games until none is left, so that a thread that is not scheduled
delays the others by at most its current chunk. After its work a thread polls for the next task for a tenth of a millisecond,
which costs the leader nothing, and then sleeps until it is woken. No result depends on which thread did what.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

from . import tasks

_LOOKS: Final = 200  # polls of an idle thread, each of which yields to other threads and processes


class _Worker:
    """One of the other threads: asleep until its gate is opened."""

    def __init__(self) -> None:
        self.gate = threading.Lock()
        self.gate.acquire()
        self.asleep = self.dismissed = False

    def wake(self) -> None:
        if self.asleep:
            self.asleep = False
            if self.gate.locked():
                self.gate.release()


def _attend(run: Callable[..., int], table: Any, _kept: Any, worker: _Worker, me: int, size: int, errors: list[Exception]) -> None:
    """Run a worker thread; it keeps alive what the table points to, but not the batch."""
    looks = _LOOKS
    while not worker.dismissed:
        try:
            run(table, tasks.ATTEND, 0, looks, me, size)
        except Exception as error:  # raised by a kernel, reported by the leader
            errors.append(error)
            run(table, tasks.FAILED, 0, 0, 0, 0)
        if looks == 1:
            worker.gate.acquire()
            looks = _LOOKS
        else:
            worker.asleep = True
            looks = 1  # a task posted before this point did not wake it


class ThreadPool:
    """``size`` threads, including the caller as the first.

    Args:
        run: the entry point of an engine.
        table: its table of arrays, which ``kept`` keeps alive.
        size: at least 2.
    """

    def __init__(self, run: Callable[..., int], table: Any, kept: Any, size: int) -> None:
        self._run, self._table, self._size = run, table, size
        self._errors: list[Exception] = []
        self._workers = [_Worker() for _ in range(size - 1)]
        self._threads = []
        for me, worker in enumerate(self._workers, 1):
            of_worker = (run, table, kept, worker, me, size, self._errors)
            self._threads.append(threading.Thread(target=_attend, args=of_worker, name=f"batch_{me}", daemon=True))
            self._threads[-1].start()

    def lead(self, task: int, flags: int, count: int, games: int) -> int:
        """Run a task for all games and return the engine's result."""
        for worker in self._workers:
            worker.wake()
        return self._finished(task + tasks.LEAD, flags, count, games)

    def post(self, task: int, flags: int, count: int, games: int) -> None:
        """Let the other threads start a task; ``join`` has to follow."""
        self._run(self._table, task + tasks.POST, flags, count, self._size, games)
        for worker in self._workers:
            worker.wake()

    def join(self) -> int:
        """Take part in the posted task, wait for its end, and return the engine's result."""
        return self._finished(tasks.JOIN, 0, 0, 0)

    def _finished(self, task: int, flags: int, count: int, games: int) -> int:
        errors = self._errors
        while True:
            try:
                found = self._run(self._table, task, flags, count, self._size, games)
                break
            except Exception as error:  # in one chunk; the others are processed anyway
                errors.append(error)
                self._run(self._table, tasks.FAILED, 0, 0, 0, 0)
                task = tasks.JOIN
        if errors:
            first = errors[0]
            errors.clear()
            raise first
        return found

    def dismiss(self) -> None:
        """Stop the threads and wait for them."""
        for worker in self._workers:
            worker.dismissed = worker.asleep = True
            worker.wake()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()


__all__ = ["ThreadPool"]

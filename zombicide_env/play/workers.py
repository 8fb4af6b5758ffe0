"""Pool of worker processes that run agents: few, warm, limited, and fairly shared.

A request (``ask``) waits in a fair queue until a worker is free. An agent that takes too long, or whose result is no longer needed, is
stopped by a signal, and if that fails, or if the system has no such signals, the process is killed and replaced: the server never waits for
an agent, and never holds its memory. One worker is reserved for quick answers, so that they do not wait for a search: an agent that takes
long is moved from there to the other workers, which then handle agents of its spec.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass, field
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final

from ..core.cores import usable_cores
from ..core.game import Game
from ..core.words import one_line
from .fair_queue import FairQueue
from .worker import STOP, Job, Player, work

__all__ = ["Failure", "Job", "Workers"]

_QUICK: Final = 0.25  # maximum thinking time of a quick answer in seconds
_QUICK_AGAIN: Final = 20  # quick answers in a row after which a kind of agent counts as quick again
_PATIENCE: Final = 2.0  # seconds in which a worker has to react to the stop signal
_MAKING: Final = 600.0  # seconds for a job besides thinking: the player is made, and kernels are compiled once per machine
_NICE: Final = 10  # pages take priority over long computations
_TICK: Final = 0.05
_LONGEST: Final = 300  # maximum length of a reason


class Failure(ValueError):
    """An agent failed to answer; the message gives the reason and may be shown."""


@dataclass(eq=False)
class _Task:
    """A job with a future, which stays pending until the end, so that it can be cancelled at any time."""

    job: Job
    future: Future[Any] = field(default_factory=Future)
    parts: list[Any] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return self.job.spec.partition(":")[0]

    @property
    def light(self) -> bool:
        """Whether the job needs no thinking."""
        return self.future.cancelled() or self.job.do in ("load", "make")

    @property
    def long(self) -> bool:
        """Whether the job is unsuitable for the quick worker: no thinking, but much work."""
        return self.job.do == "follow"

    def end(self, value: Any) -> None:
        with contextlib.suppress(InvalidStateError):  # it was cancelled meanwhile
            self.future.set_result(value)

    def fail(self, reason: str) -> None:
        with contextlib.suppress(InvalidStateError):  # it was cancelled meanwhile
            self.future.set_exception(Failure(one_line(reason, _LONGEST)))


class Workers:
    """Processes that are started on demand.

    Args:
        make: spec and game -> player; it is pickled, and called in the workers.
        count: workers for any agent, plus one for the quick ones. 0: one per core, less one.
        seconds: time limit of an agent for one decision.
        memory: memory limit of a worker in MiB, 0: none.
    """

    def __init__(self, make: Callable[[str, Game], Player], count: int = 0, seconds: float = 20.0, memory: int = 1024) -> None:
        self.seconds, self.memory = seconds, memory
        self._make = make
        self._queue: FairQueue[_Task] = FairQueue()
        self._slow: dict[str, int] = {}  # kinds of slow agents -> their quick answers since
        self._changed = threading.Condition()
        self._closed = False
        self._places = [_Place(self, quick=number == 0) for number in range(1 + (count or _spare_cores()))]

    def ask(self, owner: str, job: Job) -> Future[Any]:
        """Return the result of a job: None ("load", "make"), an action ("act"), probabilities and value ("explain"), parts ("follow").

        "explain" may return None. The future may be cancelled at any time; it raises Failure if there is no answer. ``owner``: the
        owner in the fair queue.
        """
        task = _Task(job)
        with self._changed:
            if self._closed:
                raise RuntimeError("the workers have been closed")
            self._queue.put(owner, task)
            self._changed.notify_all()
        for place in self._places:
            place.start()
        return task.future

    def warm(self) -> None:
        """Start the processes now."""
        for place in self._places:
            place.start(at_once=True)

    def close(self) -> None:
        """End all processes and cancel pending jobs."""
        with self._changed:
            self._closed = True
            while (taken := self._queue.take()) is not None:
                taken[1].future.cancel()
            self._changed.notify_all()
        for place in self._places:
            place.join()

    # ---- for the places ----------------------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Whether the pool is closed."""
        return self._closed

    def next(self, quick: bool) -> tuple[str, _Task] | None:
        """Wait for the next task for a worker and return it; None: the pool is closed."""
        with self._changed:
            while True:
                if self._closed:
                    return None
                taken = self._queue.take(lambda task: not quick or task.light or not (task.long or task.kind in self._slow))
                if taken is None:
                    self._changed.wait()
                elif not taken[1].future.cancelled():
                    return taken

    def served(self, owner: str, seconds: float) -> None:
        """Record that a task of an owner has been served."""
        with self._changed:
            self._queue.served(owner, seconds)

    def put_back(self, owner: str, task: _Task) -> None:
        """Return a task that is too slow for the quick worker to the queue."""
        with self._changed:
            self._slow[task.kind] = 0
            self._queue.put(owner, task)
            self._changed.notify_all()

    def learn(self, kind: str, seconds: float) -> None:
        """Record how long an agent of a kind has been thinking."""
        with self._changed:
            if seconds > _QUICK:
                self._slow[kind] = 0
            elif kind in self._slow:
                self._slow[kind] += 1
                if self._slow[kind] >= _QUICK_AGAIN:
                    del self._slow[kind]

    def start_process(self, quick: bool) -> tuple[Connection, BaseProcess]:
        """Return a new worker and the pipe to it; workers for long computations run at low priority."""
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        args = (theirs, self._make, self.memory, 0 if quick else _NICE)
        process = context.Process(target=work, args=args, name="zombicide-worker", daemon=True)
        # Ctrl-C is handled by the server: the signal is blocked, from the first import, until the worker handles it itself. The tracker of
        # multiprocessing, which every process needs, unblocks it when it is started.
        resource_tracker.ensure_running()
        with _without_interrupts():
            process.start()
        theirs.close()
        return ours, process


class _Clock:
    """The remaining time of a job: a long limit for other work, and the agent's limit for thinking."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + _MAKING
        self._left = seconds
        self._since: float | None = None

    @property
    def thinking(self) -> bool:
        """Whether the player is running now, and the stop signal has an effect."""
        return self._since is not None

    def hear(self, what: str, on: bool) -> None:
        """Record a report of the worker: the player has started, or kernels are being compiled."""
        now = time.monotonic()
        if what == "begun" or not on:
            self._since = now
        elif self._since is not None:
            self._left, self._since = self._left - (now - self._since), None

    @property
    def up(self) -> bool:
        """Whether no time is left."""
        now = time.monotonic()
        return now > self._end or (self._since is not None and now - self._since > self._left)


class _Place:
    """A worker process and the thread that communicates with it; a process that has died is replaced."""

    def __init__(self, workers: Workers, quick: bool) -> None:
        self._workers = workers
        self._quick = quick
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def start(self, at_once: bool = False) -> None:
        """Start taking tasks; ``at_once``: start the process before there is one."""
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, args=(at_once,), name="zombicide-place", daemon=True)
                self._thread.start()

    def join(self) -> None:
        """Wait for the end."""
        if self._thread is not None:
            self._thread.join(2 * _PATIENCE)

    def _run(self, at_once: bool) -> None:
        with _without_interrupts():
            self._work(at_once)

    def _work(self, at_once: bool) -> None:
        if at_once:
            with contextlib.suppress(OSError):  # a later request reports the error
                self._ready()
        while (taken := self._workers.next(self._quick)) is not None:
            owner, task = taken
            start = time.monotonic()
            try:
                done = self._serve(task)
            except Exception as error:  # no process can be started, or a pipe has broken
                self._kill()
                task.fail(f"{task.job.spec}: there is no process to think in ({type(error).__name__}: {error})")
                done = True
            self._workers.served(owner, time.monotonic() - start)
            if not done:
                self._workers.put_back(owner, task)
        self._kill()

    def _ready(self) -> tuple[Connection, int]:
        """Return the pipe to a living process, and its id."""
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self._kill()
            self._pipe, self._process = self._workers.start_process(self._quick)
        assert self._process.pid is not None
        return self._pipe, self._process.pid

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def _serve(self, task: _Task) -> bool:
        """Run a task and report its result or error; return False if it has to go to another worker."""
        what, value = self._answer(task)
        spec, workers = task.job.spec, self._workers
        if what == "dead":
            self._kill()
        if what == "thought":
            value, seconds = value
            workers.learn(task.kind, seconds)
            task.end(task.parts if task.long else value)
        elif what == "made":
            task.end(None)
        elif what == "memory":
            task.fail(f"{spec} needs more memory than an agent may have here ({workers.memory} MiB): choose a smaller one")
        elif what == "failed":
            task.fail(value if task.job.do in ("make", "follow") else f"{spec}: {value}")
        elif value == "too long":
            if self._quick:
                return False
            task.fail(f"{spec} has thought for longer than {workers.seconds:g} seconds")
        elif what == "dead":
            task.fail(f"{spec}: its process has died")
        return True

    def _answer(self, task: _Task) -> tuple[str, Any]:
        """Return the worker's final answer to a task, see ``worker``; "dead" if it has to be replaced.

        The value of "stopped" and "dead" is "too long" if the time limit was the reason.
        """
        pipe, process = self._ready()
        pipe.send(task.job)
        task.parts.clear()
        clock, stopped, why = _Clock(_MAKING if task.long else _QUICK if self._quick else self._workers.seconds), 0.0, ""
        while True:
            try:
                if pipe.poll(_TICK):
                    what, value = pipe.recv()
                    if what in ("begun", "compiling"):
                        clock.hear(what, value)
                    elif what == "part":
                        task.parts.append(value)
                    elif what in ("stopped", "spoiled"):
                        if what == "spoiled":
                            self._kill()
                        return ("stopped", why) if stopped else self._answer(task)  # the signal may have been for the previous job
                    else:
                        return what, value
            except (EOFError, OSError):
                return "dead", why
            now = time.monotonic()
            if self._workers.closed or (stopped and now > stopped + _PATIENCE):
                return "dead", why
            if not stopped and (clock.up or (clock.thinking and task.future.cancelled())):
                stopped, why = now, "too long" if clock.up else ""
                if STOP is None:
                    return "dead", why
                os.kill(process, STOP)


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Block Ctrl-C for this thread and the processes that it starts: the server handles it. Windows cannot block signals."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _spare_cores() -> int:
    """Return the number of cores of this process less one, at least one."""
    return max(1, usable_cores() - 1)

"""Workers: in this process, in other processes of this machine, or on a cluster.

Work is divided into shares.  The result of a share depends only on its inputs, not on the kind or number of workers, so a share whose
worker has died is given to another one.  The division does not depend on the workers either, and therefore results do not.
"""

from __future__ import annotations

import abc
import contextlib
import multiprocessing
import os
import signal
import socket
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, ClassVar, Final, Self, TypeVar

import cloudpickle

from zombicide_env import __version__
from zombicide_env.core.words import OneLineError
from zombicide_training.collect.checks import accept_single_values

__all__ = ["Cluster", "Here", "Place", "Processes", "Workers", "WorkersLost"]

C = TypeVar("C")
S = TypeVar("S")
R = TypeVar("R")

#: Consecutive deaths of workers without a completed share after which work stops.
_PATIENCE: Final = 3


class WorkersLost(OneLineError):
    """The workers are gone, or cannot do the work."""


class Workers(abc.ABC):
    """Base class of workers."""

    @abc.abstractmethod
    def do(self, work: Callable[[C, S], R], common: C, shares: Sequence[S]) -> Iterator[tuple[int, R]]:
        """Run ``work(common, share)`` for every share.

        Args:
            work: a module-level function without side effects.
            common: input of all shares, sent once to each machine.
            shares: individual inputs.

        Yields:
            the index of a share and its result, as they are completed, in any order.

        Raises:
            WorkersLost: there are no workers left.
            ValueError: an input or result cannot be sent to another process.
        """

    def all(self, work: Callable[[C, S], R], common: C, shares: Sequence[S]) -> list[R]:
        """Return the results of the shares, in their order."""
        found = dict(self.do(work, common, shares))
        return [found[i] for i in range(len(shares))]

    def close(self) -> None:
        """End the workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Here(Workers):
    """Runs the shares in this process, one after the other."""

    def do(self, work: Callable[[C, S], R], common: C, shares: Sequence[S]) -> Iterator[tuple[int, R]]:
        """See Workers."""
        for i, share in enumerate(shares):
            yield i, work(common, share)


class Processes(Workers):
    """Processes of this machine; a process that is killed is replaced, and its share is repeated.

    They end with this process, however it ends, even in the middle of a share.

    Args:
        count: number of processes.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self._leash: Connection | None = None

    def do(self, work: Callable[[C, S], R], common: C, shares: Sequence[S]) -> Iterator[tuple[int, R]]:
        """See Workers."""
        order, waiting = _sent((work, common)), {i: _sent(share) for i, share in enumerate(shares)}
        deaths = 0
        while waiting:
            pool = self._pool = self._pool or self._hire()
            futures: dict[Future[bytes], int] = {}
            try:
                for i, share in waiting.items():  # raises if a worker dies of an early share before the last one is submitted
                    futures[pool.submit(_do, order, share)] = i
                for future in as_completed(futures):
                    result, deaths = _read(future.result()), 0
                    del waiting[futures[future]]
                    yield futures[future], result
            except BrokenProcessPool as error:
                self.close()
                deaths += 1
                if deaths == _PATIENCE:
                    reason = f"worker processes were killed {deaths} times before a share of the work was done"
                    raise WorkersLost(f"{reason}: is there enough memory for {self._count}? Name fewer (--workers)") from error
            except BaseException:
                for future in futures:
                    future.cancel()
                raise

    def _hire(self) -> ProcessPoolExecutor:
        # Not forked: threads of torch and of batches do not survive a fork.
        spawn = multiprocessing.get_context("spawn")
        theirs, self._leash = spawn.Pipe(duplex=False)
        return ProcessPoolExecutor(self._count, spawn, initializer=_begin, initargs=(theirs,))

    def close(self) -> None:
        """See Workers."""
        if self._pool is not None and self._leash is not None:
            self._leash.close()  # ends the processes; their results are no longer needed
            self._pool.shutdown(cancel_futures=True)
            self._pool = self._leash = None


class Cluster(Workers):
    """Machines of a Ray cluster; machines that join get work, and shares lost with a machine are repeated.

    Every machine needs the same version of this package as the caller.

    Args:
        address: address of the cluster's head, ``HOST:PORT``; ``auto``: the cluster of this machine; ``local``: only this machine.

    Raises:
        WorkersLost: there is no such cluster.
    """

    def __init__(self, address: str) -> None:
        import ray

        self._ray = ray
        self._own = not ray.is_initialized()  # may be shared by runs of several roles and by callers
        try:
            if self._own:
                _call(address)
                ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except (OSError, ValueError, RuntimeError, ray.exceptions.RayError) as error:
            reason = str(error).partition("\n")[0]
            remedy = "start one: ray start --head --port 6379. If one is there, it may ask for a token: set RAY_AUTH_MODE=token"
            raise WorkersLost(f"no Ray cluster answers at {address} ({reason}); {remedy}") from error
        self._task = ray.remote(num_cpus=1, max_retries=-1)(_do)

    def do(self, work: Callable[[C, S], R], common: C, shares: Sequence[S]) -> Iterator[tuple[int, R]]:
        """See Workers."""
        order = self._ray.put(_sent((work, common)))
        waiting = {self._task.remote(order, _sent(share)): i for i, share in enumerate(shares)}
        try:
            while waiting:
                done, _ = self._ray.wait(list(waiting), num_returns=1)
                yield waiting.pop(done[0]), _read(self._ray.get(done[0]))
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause if isinstance(error.cause, Exception) else error from None
        except self._ray.exceptions.RayError as error:
            reason = str(error).partition("\n")[0]
            raise WorkersLost(f"the Ray cluster is gone ({reason}); start it again, and the command too (training: --resume)") from error
        finally:
            with contextlib.suppress(self._ray.exceptions.RayError):  # the cluster is gone: nothing to cancel
                for task in waiting:
                    self._ray.cancel(task)

    def close(self) -> None:
        """See Workers."""
        if self._own:
            self._ray.shutdown()


def _call(address: str) -> None:
    """Raise OSError if nothing listens at the address; Ray itself would try for a quarter of an hour."""
    host, _, port = address.rpartition(":")
    if host and port.isdigit():  # not `auto`, `local`, or a proxy address
        socket.create_connection((host, int(port)), timeout=10).close()


@dataclass(kw_only=True)
class Place:
    """Options for the workers of a command."""

    #: Options that come last in the help.
    LAST: ClassVar[tuple[str, ...]] = ("workers", "ray")

    workers: int = 0
    """number of worker processes on this machine; 0: work in this process. Results do not depend on it"""
    ray: str | None = None
    """use a Ray cluster: address of its head, HOST:PORT, or auto if this machine belongs to a cluster"""

    def __post_init__(self) -> None:
        accept_single_values(self)

    def open(self) -> Workers:
        """Create the workers; close them after use.

        Raises:
            ValueError: both options are given, or the number of workers is below 0.
            WorkersLost: there is no such cluster.
        """
        if self.workers < 0:
            raise ValueError(f"workers={self.workers}: 0 (this process), or a number of processes")
        if self.ray is not None and self.workers:
            raise ValueError("workers are processes of this machine, ray is a cluster: name one of them")
        if self.ray is not None:
            return Cluster(self.ray)
        return Processes(self.workers) if self.workers else Here()


def _sent(thing: object) -> bytes:
    """Serialize an object for another process.

    Raises:
        ValueError: the object cannot be pickled.
    """
    try:
        packed: bytes = cloudpickle.dumps(thing)
    except Exception as error:  # pickling may raise any error
        raise ValueError(f"this cannot be sent to other processes ({error}): leave --workers and --ray out") from error
    # a lesson is almost all zeros: compression to 1/30 takes 1/100 of the time that playing it took
    return __version__.encode() + b"\n" + zlib.compress(packed, 1)


def _read(sent: bytes) -> Any:
    """Return an object that ``_sent`` has serialized. Another version may lack its class, so that the version is compared first.

    Raises:
        WorkersLost: it comes from another version of the package.
    """
    version, _, packed = sent.partition(b"\n")
    if version != __version__.encode():
        theirs = version.decode(errors="replace")
        raise WorkersLost(f"a worker has zombicide-env {__version__}, the caller {theirs}: install the same version on all machines")
    return cloudpickle.loads(zlib.decompress(packed))


#: Cache of the common input of the last share: most shares follow others of the same work.
_orders: dict[bytes, Any] = {}


def _do(order: bytes, share: bytes) -> bytes:
    """Run a share in a worker, and serialize its result."""
    if order not in _orders:
        _orders.clear()
        _orders[order] = _read(order)
    work, common = _orders[order]
    return _sent(work(common, _read(share)))


def _begin(leash: Connection) -> None:
    """Initialize a new worker process, before torch is loaded: one thread per worker."""
    os.environ.update(OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is handled by the parent process
    threading.Thread(target=_end_with, args=(leash,), daemon=True).start()


def _end_with(leash: Connection) -> None:
    """Wait until the other end of the pipe is closed, explicitly or because its process has ended, then exit."""
    with contextlib.suppress(EOFError, OSError):  # the other end is closed: exit
        leash.recv()
    os._exit(1)

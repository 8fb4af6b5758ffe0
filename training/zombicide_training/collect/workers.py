"""Where work is done: in this process, in other processes of this machine, or on a cluster.

Work is divided into shares.  The result of a share depends on its inputs alone, not on the place or the number of workers, so a share
whose worker has died is given to another one.  The division does not depend on the workers either, and therefore results do not.
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
from typing import Any, Final, Self, TypeVar

import cloudpickle

from zombicide_env import __version__
from zombicide_env.core.words import OneLineError

__all__ = ["Cluster", "Here", "Place", "Processes", "Workers", "WorkersLost"]

C = TypeVar("C")
S = TypeVar("S")
R = TypeVar("R")

#: Times in a row that workers may die without one share done.
_PATIENCE: Final = 3


class WorkersLost(OneLineError):
    """Those who do the work are gone, or cannot do it."""


class Workers(abc.ABC):
    """Who does shares of work."""

    @abc.abstractmethod
    def do(self, work: Callable[[C, S], R], common: C, shares: Sequence[S]) -> Iterator[tuple[int, R]]:
        """Do ``work(common, share)`` for every share.

        Args:
            work: a function of a module, without side effects that anybody relies on.
            common: what all shares are given, sent once to each machine.
            shares: what each is given besides.

        Yields:
            the number of a share and what has come of it, as they are done, in any order.

        Raises:
            WorkersLost: there is nobody left who could do them.
            ValueError: something cannot be sent to another process.
        """

    def all(self, work: Callable[[C, S], R], common: C, shares: Sequence[S]) -> list[R]:
        """What has come of the shares, in their order."""
        found = dict(self.do(work, common, shares))
        return [found[i] for i in range(len(shares))]

    def close(self) -> None:
        """Let the workers go."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Here(Workers):
    """This process, one share after the other."""

    def do(self, work: Callable[[C, S], R], common: C, shares: Sequence[S]) -> Iterator[tuple[int, R]]:
        """See Workers."""
        for i, share in enumerate(shares):
            yield i, work(common, share)


class Processes(Workers):
    """Processes of this machine; one that is killed is replaced, and what it was doing is done again.

    They end with this process, however that ends, in the midst of a share too.

    Args:
        count: how many.
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
                for i, share in waiting.items():  # raises where a worker has died of the first before the last are handed over
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
        # Not forked: threads of torch and of batches do not survive that.
        spawn = multiprocessing.get_context("spawn")
        theirs, self._leash = spawn.Pipe(duplex=False)
        return ProcessPoolExecutor(self._count, spawn, initializer=_begin, initargs=(theirs,))

    def close(self) -> None:
        """See Workers."""
        if self._pool is not None and self._leash is not None:
            self._leash.close()  # nobody waits for what they are doing
            self._pool.shutdown(cancel_futures=True)
            self._pool = self._leash = None


class Cluster(Workers):
    """Machines of a Ray cluster; those that join are given work, what is lost with one is done again.

    Every machine needs this package in the version of the caller.

    Args:
        address: of the cluster's head, ``HOST:PORT``; ``auto``: the one that this machine belongs to; ``local``: one of this machine alone.

    Raises:
        WorkersLost: there is no such cluster.
    """

    def __init__(self, address: str) -> None:
        import ray

        self._ray = ray
        self._own = not ray.is_initialized()  # the runs of several roles, and callers, may share one
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
            with contextlib.suppress(self._ray.exceptions.RayError):  # a cluster that is gone has nothing to cancel
                for task in waiting:
                    self._ray.cancel(task)

    def close(self) -> None:
        """See Workers."""
        if self._own:
            self._ray.shutdown()


def _call(address: str) -> None:
    """Ray itself would try for a quarter of an hour where nobody listens; OSError says so at once."""
    host, _, port = address.rpartition(":")
    if host and port.isdigit():  # not `auto`, `local`, or the address of a proxy
        socket.create_connection((host, int(port)), timeout=10).close()


@dataclass(kw_only=True)
class Place:
    """Options for where the work of a command is done."""

    workers: int = 0
    """number of worker processes on this machine; 0: none, this process plays. Results do not depend on it"""
    ray: str | None = None
    """use a Ray cluster: the address of its head, HOST:PORT, or auto if this machine belongs to one"""

    def open(self) -> Workers:
        """Those who do the work, to be closed when it is done.

        Raises:
            ValueError: two places at once, or a number of workers below 0.
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
    """As another process can read it.

    Raises:
        ValueError: no other process could.
    """
    try:
        packed: bytes = cloudpickle.dumps((__version__, thing))
    except Exception as error:  # anything may refuse, in its own way
        raise ValueError(f"this cannot be sent to other processes ({error}): leave --workers and --ray out") from error
    return zlib.compress(packed, 1)  # a lesson is nearly all zeros: a thirtieth goes over the network, for a hundredth of the time it took


def _read(packed: bytes) -> Any:
    version, thing = cloudpickle.loads(zlib.decompress(packed))
    if version != __version__:
        raise WorkersLost(f"a worker has zombicide-env {__version__}, the caller {version}: install the same version on all machines")
    return thing


#: What the last share had in common with others: most shares follow others of the same work.
_orders: dict[bytes, Any] = {}


def _do(order: bytes, share: bytes) -> bytes:
    """In a worker: do a share, and pack what has come of it."""
    if order not in _orders:
        _orders.clear()
        _orders[order] = _read(order)
    work, common = _orders[order]
    return _sent(work(common, _read(share)))


def _begin(leash: Connection) -> None:
    """In a new process of this machine, before torch is loaded: it leaves the other cores to the other workers."""
    os.environ.update(OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the process that has hired it
    threading.Thread(target=_end_with, args=(leash,), daemon=True).start()


def _end_with(leash: Connection) -> None:
    """Nothing is ever sent: what comes is that the other end is closed, by hand or because its process has ended."""
    with contextlib.suppress(EOFError, OSError):  # the other end is closed: time to end
        leash.recv()
    os._exit(1)

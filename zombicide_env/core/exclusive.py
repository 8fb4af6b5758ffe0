"""Exclusive use of a batch: concurrent calls from two threads are rejected, and a forked process gets its own buffers."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

BUSY: Final = "another thread is using this batch, nothing has been done: give each thread a batch of its own, or a lock"


class Shared(Protocol):
    """An object with buffers that only one call may use at a time."""

    _mine: threading.Lock  # held during a call that uses the buffers
    _sent: bool  # a step is in progress

    def _after_fork(self) -> None:
        """Discard, in a forked child, the threads of the parent, their locks and their unfinished work."""


S = TypeVar("S", bound=Shared)
P = ParamSpec("P")
R = TypeVar("R")


def exclusive(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Decorate a method that needs exclusive use of the buffers: it raises during another call or a step in progress."""

    @wraps(method)
    def guarded(owner: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if not owner._mine.acquire(False):
            raise RuntimeError(BUSY)
        try:
            if owner._sent:
                raise RuntimeError("a step is under way: call recv() first")
            return method(owner, *args, **kwargs)
        finally:
            owner._mine.release()

    return guarded


forked: weakref.WeakSet[Shared] = weakref.WeakSet()
"""Objects that have to be reset after a fork."""


def _after_fork() -> None:
    for shared in list(forked):
        shared._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)

__all__ = ["BUSY", "exclusive", "forked"]

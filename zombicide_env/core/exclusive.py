"""Exclusive use of a batch: calls from two threads at once are refused, and a forked process gets its own buffers."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

BUSY: Final = "another thread is using this batch, nothing has been done: give each thread a batch of its own, or a lock"


class Shared(Protocol):
    """What has buffers that one call needs for itself."""

    _mine: threading.Lock  # held by the call that is in them
    _sent: bool  # a step is under way

    def _after_fork(self) -> None:
        """In the child: the threads of the parent are not there, and whatever they held or were doing is lost."""


S = TypeVar("S", bound=Shared)
P = ParamSpec("P")
R = TypeVar("R")


def exclusive(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """A method that needs the buffers for itself: it is refused while another call is in them, or a step under way."""

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
"""Those that a fork has to be told to."""


def _after_fork() -> None:
    for shared in list(forked):
        shared._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)

__all__ = ["BUSY", "exclusive", "forked"]

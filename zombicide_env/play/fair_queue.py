"""A fair queue: an owner with slow or many requests does not delay the others.

Every owner has a clock that runs while it is served; the owner with the lowest clock comes next (start-time fair queueing). One that
returns after a while begins at the clock of those being served: idle time is not saved up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, Generic, TypeVar

__all__ = ["FairQueue"]

T = TypeVar("T")

_GUESS: Final = 0.1  # assumed cost of a request in seconds until it is known
_OWNERS: Final = 1024  # number of clocks beyond which those of absent owners are dropped


class FairQueue(Generic[T]):
    """Requests by owner; not thread-safe."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[T]] = {}
        self._clocks: dict[str, float] = {}
        self._now = 0.0

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, owner: str, wish: T) -> None:
        """Enqueue a request; those of one owner are served in order."""
        if owner not in self._waiting:
            self._waiting[owner] = deque()
            self._clocks[owner] = max(self._clocks.get(owner, 0.0), self._now)
        self._waiting[owner].append(wish)
        if len(self._clocks) > _OWNERS:
            self._clocks = {name: at for name, at in self._clocks.items() if at > self._now or name in self._waiting}

    def take(self, may: Callable[[T], bool] = lambda _: True) -> tuple[str, T] | None:
        """Return the next request accepted by ``may``, with its owner; None: there is none."""
        ready = [owner for owner, wishes in self._waiting.items() if any(map(may, wishes))]
        if not ready:
            return None
        owner = min(ready, key=self._clocks.__getitem__)
        wishes = self._waiting[owner]
        wish = next(filter(may, wishes))
        wishes.remove(wish)
        if not wishes:
            del self._waiting[owner]
        self._now = max(self._now, self._clocks[owner])
        self._clocks[owner] += _GUESS
        return owner, wish

    def served(self, owner: str, seconds: float) -> None:
        """Record that a request of the owner was served, in ``seconds``."""
        self._clocks[owner] = self._clocks.get(owner, self._now) + seconds - _GUESS

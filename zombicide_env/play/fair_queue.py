"""A fair queue: an owner with slow or many requests does not make the others wait.

Every owner has a clock that runs while it is served; the owner whose clock shows least comes next (start-time fair queueing).  One that
comes back after a while begins at the clock of those who are being served: rest is not saved up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, Generic, TypeVar

__all__ = ["FairQueue"]

T = TypeVar("T")

_GUESS: Final = 0.1  # seconds that a wish is taken to cost until it is known
_OWNERS: Final = 1024  # clocks of absent owners beyond which they are forgotten


class FairQueue(Generic[T]):
    """Wishes by owner; not safe for threads."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[T]] = {}
        self._clocks: dict[str, float] = {}
        self._now = 0.0

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, owner: str, wish: T) -> None:
        """Let a wish wait; those of one owner are served in their order."""
        if owner not in self._waiting:
            self._waiting[owner] = deque()
            self._clocks[owner] = max(self._clocks.get(owner, 0.0), self._now)
        self._waiting[owner].append(wish)
        if len(self._clocks) > _OWNERS:
            self._clocks = {name: at for name, at in self._clocks.items() if at > self._now or name in self._waiting}

    def take(self, may: Callable[[T], bool] = lambda _: True) -> tuple[str, T] | None:
        """The next wish that ``may`` be served, with its owner; None: there is none."""
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
        """A wish of the owner has been served, in so many seconds."""
        self._clocks[owner] = self._clocks.get(owner, self._now) + seconds - _GUESS

"""How long people have been away from a table: in games with secrets the seats of disconnected players are reserved for a while."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from typing import Final

__all__ = ["Absence"]

_MINUTE: Final = 60.0


class Absence:
    """The people who are away from one table. People not seen since it was opened count as away since then.

    Args:
        grace: seconds after which others may free a seat.
    """

    def __init__(self, grace: float) -> None:
        self._grace = grace
        self._opened = time.monotonic()
        self._since: dict[str, float] = {}
        self._clocks: dict[str, asyncio.TimerHandle] = {}

    def here(self, who: str) -> None:
        """Mark a person as present."""
        self._since.pop(who, None)
        if who in self._clocks:
            self._clocks.pop(who).cancel()

    def gone(self, who: str, tell: Callable[[], None]) -> None:
        """Mark a person as away; ``tell`` is called for every minute that passes until the seats may be freed."""
        self.here(who)
        self._since[who] = time.monotonic()
        self._wait(who, tell)

    def left(self, who: str) -> float:
        """Return the seconds for which nobody else may free the seats of an absent person, at least 0."""
        return max(0.0, self._since.get(who, self._opened) + self._grace - time.monotonic())

    def minutes(self, who: str) -> int:
        """Return ``left`` in minutes, rounded up."""
        return math.ceil(self.left(who) / _MINUTE)

    def close(self) -> None:
        """Stop all notifications."""
        for clock in self._clocks.values():
            clock.cancel()
        self._clocks.clear()

    def _wait(self, who: str, tell: Callable[[], None]) -> None:
        if left := self.left(who):
            until = left % _MINUTE or _MINUTE
            self._clocks[who] = asyncio.get_running_loop().call_later(until + 0.01, self._pass, who, tell)

    def _pass(self, who: str, tell: Callable[[], None]) -> None:
        self._clocks.pop(who, None)
        tell()
        self._wait(who, tell)

"""What a server gives at most, in one table."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

__all__ = ["MAX_MESSAGE", "MAX_REPLAY", "MAX_REQUEST", "Allowance", "Limits"]

MAX_MESSAGE: Final = 4096
"""Bytes of a message over a connection."""
MAX_REPLAY: Final = 4_000_000
"""Letters of a replay that is opened."""
MAX_REQUEST: Final = 65_536
"""Bytes of a request that brings no replay."""

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
_KNOWN: Final = 10_000


@dataclass(frozen=True)
class Limits:
    """Numbers of a server; the docs have them as a table."""

    seconds: float = 20.0
    """Seconds of thought for one decision of an agent. Beyond: it is stopped, the game stands still and says so."""
    thinkers: int = 0
    """Processes in which agents think that take their time; 0: one for each core but one. Beyond: they wait for each other."""
    memory: int = 1024
    """MiB of memory for a process in which agents think. Beyond: the agent fails with a sentence."""
    rooms: int = 80
    """Rooms that are open at once. Beyond: those without a browser are put away; if all are looked at, no more can be opened."""
    rooms_each: int = 10
    """Rooms at which one browser is at once that it has started. Beyond: it has to leave one of them first."""
    sockets: int = 1000
    """Connections to rooms at once. Beyond: refused."""
    sockets_each: int = 40
    """Connections to rooms of one browser. Beyond: refused."""
    making: int = 120
    """Rooms that one address may make, or look at beforehand, in a row; every second it may make one more. Beyond: refused for a while."""
    messages: float = 40.0
    """Messages a second of one connection, with as many at once. Beyond: it is closed."""
    words: int = 4
    """Words that somebody calls over the table in a row; every two seconds it may be one more. Beyond: refused."""
    moves: int = 20_000
    """Moves of a game. Beyond: it stands still; a replay with more cannot be watched."""
    idle: float = 10 * MINUTE
    """Seconds that a room without a browser stays open. Beyond: it is put away, and goes on where it was when somebody comes."""
    silent: float = 12 * HOUR
    """Seconds that a room stays open in which nothing happens. Beyond: its browsers are told, and it is put away."""
    kept: int = 5000
    """Games in the server's folder. Beyond: no new ones, until some are moved elsewhere."""
    unplayed: float = DAY
    """Seconds that a game is kept in which nobody has moved. Beyond: it is thrown away."""
    records: float = 7 * DAY
    """Seconds that a replay which was opened is kept, from the last time that somebody has looked at it. Beyond: it is thrown away."""


class Allowance:
    """How often each of many may do something: ``most`` times in a row, and ``rate`` times a second in the long run."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, who: str = "") -> bool:
        """Whether he may do it once more, now; it counts if he may."""
        now = time.monotonic()
        before, at = self._left.get(who, (self._most, now))
        left = min(self._most, before + (now - at) * self._rate)
        if left < 1:
            self._left[who] = left, now
            return False
        self._left[who] = left - 1, now
        if len(self._left) > _KNOWN:  # those who have done nothing for long have all of it again
            self._left = {name: (had, since) for name, (had, since) in self._left.items() if had + (now - since) * self._rate < self._most}
        return True

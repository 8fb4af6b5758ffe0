"""What a server grants at most, in one table; who is counted for it: a browser by its cookie, and an address."""

from __future__ import annotations

import contextlib
import ipaddress
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from .catalogue import Refusal

__all__ = ["MAX_MESSAGE", "MAX_REPLAY", "MAX_REQUEST", "Allowance", "Caller", "Limits", "Quota", "network"]

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
    rooms_address: int = 60
    """Rooms at which the browsers of one address are at once that they have started. Beyond: they have to leave some of them first."""
    sockets: int = 1000
    """Connections to rooms at once. Beyond: refused."""
    sockets_each: int = 40
    """Connections to rooms of one browser. Beyond: refused."""
    sockets_address: int = 400
    """Connections to rooms of one address. Beyond: refused."""
    requests_address: int = 200
    """Connections of one address on which requests are read or answered. Beyond: a new one is closed."""
    request: float = 30.0
    """Seconds until a request has arrived. Beyond: its connection is closed."""
    searches_each: int = 4
    """Searches, analyses and films for which one browser waits at once. Beyond: refused until one is done."""
    searches_address: int = 24
    """Searches, analyses and films for which one address waits at once. Beyond: refused until one is done."""
    making: int = 120
    """Rooms that one address may make, or look at beforehand, in a row; every second it may make one more. Beyond: refused for a while."""
    daily: int = 500
    """Rooms that one address may make a day. Beyond: refused; as the day goes on there may be more."""
    messages: float = 40.0
    """Messages a second of one connection, with as many at once. Beyond: it is closed."""
    words: int = 4
    """Words that somebody calls over the table in a row; every two seconds it may be one more. Beyond: refused."""
    moves: int = 20_000
    """Moves of a game. Beyond: it stands still; a replay with more cannot be watched."""
    grace: float = 5 * MINUTE
    """Seconds for which nobody else can free the seat of a player who is away, in games with secrets. Beyond: other players can."""
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


class Caller(NamedTuple):
    """Who asks for something: ``who`` is the hash of the key of a browser, ``address`` the network that it comes from (see ``network``)."""

    who: str
    address: str = ""


def network(host: str) -> str:
    """The network that an address is counted as: itself, or the 64 leading bits in IPv6, of which one machine may use all addresses.

    What is no address is returned as it is.
    """
    with contextlib.suppress(ValueError):
        found = ipaddress.ip_address(host.partition("%")[0])
        if isinstance(found, ipaddress.IPv6Address):
            return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
        return str(found)
    return host


class Quota:
    """How many of something each browser and each address may have at once.

    Args:
        each: of one browser.
        address: of one address.
        says: what is said of who has as many, with ``{}`` for the number: "looks at {} games, close some of them".
    """

    def __init__(self, each: int, address: int, says: str) -> None:
        self._most = Caller._fields, (each, address), ("this browser", "your address")
        self._says = says
        self._held: Counter[tuple[str, str]] = Counter()

    def total(self) -> int:
        """How many are held by all browsers."""
        return sum(n for (kind, _), n in self._held.items() if kind == "who")

    def take(self, caller: Caller) -> None:
        """Take one; Refusal if the browser or its address has as many as it may."""
        for kind, most, whose in zip(*self._most, strict=True):
            if self._held[kind, getattr(caller, kind)] >= most:
                raise Refusal(" ".join([whose, self._says.format(most)]), 429)
        self._held.update(zip(Caller._fields, caller, strict=True))

    def give_back(self, caller: Caller) -> None:
        """Give back what was taken."""
        self._held.subtract(zip(Caller._fields, caller, strict=True))
        self._held += Counter()  # forgets those who have none

    @contextlib.contextmanager
    def held(self, caller: Caller) -> Iterator[None]:
        """Hold one during a block; Refusal as that of ``take``."""
        self.take(caller)
        try:
            yield
        finally:
            self.give_back(caller)

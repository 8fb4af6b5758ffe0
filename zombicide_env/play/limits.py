"""The limits of the server that its options set, and those of one message; quotas, counted by browser (its cookie) and by address."""

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
"""Characters of a message over a connection."""
MAX_REPLAY: Final = 4_000_000
"""Characters of a replay that is opened."""
MAX_REQUEST: Final = 65_536
"""Bytes of a request without a replay."""

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
_KNOWN: Final = 10_000


@dataclass(frozen=True)
class Limits:
    """Limits of a server; the docs show them as a table."""

    seconds: float = 20.0
    """Seconds per decision of an agent. Beyond: it is cancelled, and the game pauses with the reason."""
    thinkers: int = 0
    """Worker processes for slow agents; 0: one per core, less one. Beyond: agents wait for each other."""
    memory: int = 1024
    """MiB of memory of a worker process. Beyond: the agent fails with an error message."""
    rooms: int = 80
    """Open rooms. Beyond: rooms without a browser are closed; if all have one, no more can be opened."""
    rooms_each: int = 10
    """Open rooms that one browser has started and is in. Beyond: it has to leave one first."""
    rooms_address: int = 60
    """Open rooms that the browsers of one address have started and are in. Beyond: they have to leave some first."""
    sockets: int = 1000
    """Simultaneous connections to rooms. Beyond: refused."""
    sockets_each: int = 40
    """Connections of one browser to rooms. Beyond: refused."""
    sockets_address: int = 400
    """Connections of one address to rooms. Beyond: refused."""
    requests_address: int = 200
    """Connections of one address with a request in progress. Beyond: a new one is closed."""
    request: float = 30.0
    """Seconds within which a request must arrive. Beyond: its connection is closed."""
    searches_each: int = 4
    """Pending searches, analyses and films of one browser. Beyond: refused until one is done."""
    searches_address: int = 24
    """Pending searches, analyses and films of one address. Beyond: refused until one is done."""
    making: int = 120
    """Rooms that one address may create or preview in a row, plus one per second. Beyond: refused for a while."""
    daily: int = 500
    """Rooms that one address may create per day. Beyond: refused until some time has passed."""
    messages: float = 40.0
    """Messages per second of one connection, with bursts of as many. Beyond: it is closed."""
    words: int = 4
    """Chat messages in a row, plus one every two seconds. Beyond: refused."""
    moves: int = 20_000
    """Moves of a game. Beyond: it stops; a longer replay cannot be watched."""
    grace: float = 5 * MINUTE
    """Seconds for which the seat of an absent player is reserved, in games with secrets. Beyond: other players can free it."""
    grace_open: float = MINUTE
    """Seconds for which the seat of an absent player is reserved, in games without secrets. Beyond: other players can free it."""
    idle: float = 10 * MINUTE
    """Seconds that a room without a browser stays open. Beyond: it is closed, and reopens at the same position when somebody comes."""
    silent: float = 12 * HOUR
    """Seconds that a room without activity stays open. Beyond: its browsers are notified, and it is closed."""
    kept: int = 5000
    """Games in the server's folder. Beyond: no new ones until some are moved elsewhere."""
    unplayed: float = DAY
    """Seconds that a game without a move is kept. Beyond: it is deleted."""
    records: float = 7 * DAY
    """Seconds since the last view that an opened replay is kept. Beyond: it is deleted."""


class Allowance:
    """A token bucket per name: ``most`` times in a row, ``rate`` times per second in the long run."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, who: str = "") -> bool:
        """Whether ``who`` may do it now; if so, it is counted."""
        now = time.monotonic()
        before, at = self._left.get(who, (self._most, now))
        left = min(self._most, before + (now - at) * self._rate)
        if left < 1:
            self._left[who] = left, now
            return False
        self._left[who] = left - 1, now
        if len(self._left) > _KNOWN:  # names inactive for long have a full allowance again
            self._left = {name: (had, since) for name, (had, since) in self._left.items() if had + (now - since) * self._rate < self._most}
        return True


class Caller(NamedTuple):
    """The sender of a request: ``who`` is the hash of the browser's key, ``address`` its network (see ``network``)."""

    who: str
    address: str = ""


def network(host: str) -> str:
    """Return the network that is counted: the address itself, or in IPv6 its leading 64 bits (one machine may use the whole /64).

    Text that is not an address is returned as is.
    """
    with contextlib.suppress(ValueError):  # not an address: returned as is
        found = ipaddress.ip_address(host.partition("%")[0])
        if isinstance(found, ipaddress.IPv6Address):
            return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
        return str(found)
    return host


class Quota:
    """Limits how many of something each browser and each address may have at once.

    Args:
        each: of one browser.
        address: of one address.
        says: error text; the first ``{}`` is the limit, the second one "this browser" or "your network": "{} games are open in {}".
    """

    def __init__(self, each: int, address: int, says: str) -> None:
        self._most = Caller._fields, (each, address), ("this browser", "your network")
        self._says = says
        self._held: Counter[tuple[str, str]] = Counter()

    def total(self) -> int:
        """Return how many are held by all browsers."""
        return sum(n for (kind, _), n in self._held.items() if kind == "who")

    def take(self, caller: Caller) -> None:
        """Take one. Raises Refusal if the browser or its address has reached the limit."""
        for kind, most, whose in zip(*self._most, strict=True):
            if self._held[kind, getattr(caller, kind)] >= most:
                raise Refusal(self._says.format(most, whose), 429)
        self._held.update(zip(Caller._fields, caller, strict=True))

    def give_back(self, caller: Caller) -> None:
        """Give one back."""
        self._held.subtract(zip(Caller._fields, caller, strict=True))
        self._held += Counter()  # drops entries of 0

    @contextlib.contextmanager
    def held(self, caller: Caller) -> Iterator[None]:
        """Take one for the duration of a ``with`` block. Raises Refusal as ``take`` does."""
        self.take(caller)
        try:
            yield
        finally:
            self.give_back(caller)

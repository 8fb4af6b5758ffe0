"""Connection limits: the number of connections per address, and the time in which a request must arrive.

Behind a reverse proxy all connections come from the proxy: it is configured by address, not limited, and trusted to name the client.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from .limits import Limits, network

__all__ = ["configured", "proxy_networks"]

_CONNECTIONS: Final = 3000  # most of which may be in rooms
_FILES: Final = 8192  # maximum number of open files for a process with that many connections

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def proxy_networks(names: Sequence[str]) -> list[Network]:
    """Return the addresses and networks of proxies. Raises ValueError for anything else."""
    found = []
    for name in names:
        try:
            found.append(ipaddress.ip_network(name))
        except ValueError as error:
            raise ValueError(f"proxy {name!r}: {error}; name an address (10.0.0.2) or a network (10.0.0.0/24)") from None
    return found


def configured(app: FastAPI, limits: Limits, proxies: Sequence[str] = (), **options: Any) -> uvicorn.Config:
    """Return the uvicorn configuration that serves the application.

    Args:
        app: the application.
        limits: of connections and requests.
        proxies: addresses and networks of reverse proxies; ``X-Forwarded-For`` is trusted in requests from these only.
        options: further ones of ``uvicorn.Config``.

    Raises:
        ValueError: a proxy is not an address.
    """
    networks = proxy_networks(proxies)
    _have_files()
    return uvicorn.Config(
        app,
        http=_protocol(limits, networks),
        ws_max_size=64 * 1024,
        limit_concurrency=_CONNECTIONS,
        proxy_headers=bool(networks),
        forwarded_allow_ips=[str(each) for each in networks],
        **options,
    )


def _protocol(limits: Limits, proxies: Sequence[Network]) -> type[asyncio.Protocol]:
    """Return a connection class that enforces the limits; all connections of one server are counted together."""
    held: Counter[str] = Counter()

    class Connection(H11Protocol):
        """A connection that is closed if its address has too many, or if a request takes too long to arrive."""

        _counted = ""
        _clock: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn narrows it too
            super().connection_made(transport)
            host = self.client[0] if self.client else ""
            if not _is_among(host, proxies):
                self._counted = network(host)
                held[self._counted] += 1
                if held[self._counted] > limits.requests_address:
                    transport.abort()
                    return
            self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._forget()

        def handle_websocket_upgrade(self, event: Any) -> None:
            """Count the connection as one in a room from now on."""
            super().handle_websocket_upgrade(event)
            self._forget()

        def _watch(self) -> None:
            """Run the timeout while a request is arriving."""
            cycle = self.cycle
            if cycle is not None and not cycle.more_body and not cycle.response_complete:
                self._stop()
            elif self._clock is None and self.transport.get_protocol() is self:
                self._clock = self.loop.call_later(limits.request, self.transport.abort)

        def _stop(self) -> None:
            if self._clock is not None:
                self._clock.cancel()
                self._clock = None

        def _forget(self) -> None:
            self._stop()
            if self._counted:
                held[self._counted] -= 1
                if not held[self._counted]:
                    del held[self._counted]
                self._counted = ""

    return Connection


def _is_among(host: str, networks: Sequence[Network]) -> bool:
    with contextlib.suppress(ValueError):  # the name of a Unix socket is not an address
        address = ipaddress.ip_address(host)
        return any(address in each for each in networks)
    return False


def _have_files() -> None:
    """Raise this process's limit of open files to its maximum number of connections, if the system allows it."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # Windows has no such limit; elsewhere it may be fixed
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))

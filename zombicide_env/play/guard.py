"""Access control of the server: tokens, origins and request sizes.

On an address that others can reach a token is required. Requests with an ``Origin`` or ``Host`` of another site are rejected, so that no
other page can act through the browser of a person with an open game.
"""

from __future__ import annotations

import contextlib
import ipaddress
import re
import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from fastapi import Request, Response, WebSocket
from fastapi.responses import JSONResponse

from ..core.words import one_line
from .catalogue import Refusal
from .limits import MAX_REPLAY, MAX_REQUEST

__all__ = ["TOKEN", "Guard", "is_local"]

TOKEN: Final = "zombicide_token"  # noqa: S105 - the name of a cookie
_POLICY: Final = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
_OPEN: Final = ("/static/", "/texts/", "/game/")
"""Paths that need no token: files of the page, and addresses that lead to it."""
_MOST: Final = {"/api/replays": 2 * MAX_REPLAY}  # bytes of a request: JSON may need two bytes per character

_HOST: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^\s/\\@?#:\[\]]*)(?::([0-9]{1,5}))?")

Next = Callable[[Request], Awaitable[Response]]


def is_local(host: str) -> bool:
    """Return whether an address can be reached from this machine only."""
    if host == "localhost":
        return True
    with contextlib.suppress(ValueError):  # a name is not an address, and may resolve to anything
        return ipaddress.ip_address(host).is_loopback
    return False


class Guard:
    """Checks requests.

    Args:
        token: token that a browser must have presented once; "" for none.
        hosts: accepted names of the server; None: any.
    """

    def __init__(self, token: str, hosts: frozenset[str] | None) -> None:
        self.token = token
        self._hosts = hosts

    def admits(self, given: str) -> bool:
        """Return whether a token is the right one, or none is needed."""
        return not self.token or secrets.compare_digest(given.encode(), self.token.encode())

    def check(self, request: Request | WebSocket) -> None:
        """Raise Refusal for a request that must not be answered."""
        host = request.headers.get("host", "")
        name = _parts(host)[0]
        if self._hosts is not None and name not in self._hosts:
            raise Refusal(f"this server is not called {one_line(host, 100)!r}", 403)
        origin = request.headers.get("origin")
        if origin is not None and _origin(origin) != _parts(host):
            raise Refusal("requests from other sites are not answered", 403)
        if not self.admits(request.cookies.get(TOKEN, "")) and not self.admits(_bearer(request)):
            raise Refusal("a token is needed: open the address that `zombicide serve` has printed", 403)

    async def http(self, request: Request, call: Next) -> Response:
        """Answer a permitted request, with security headers."""
        try:
            if request.url.path != "/" and not request.url.path.startswith(_OPEN):
                self.check(request)
            _check_size(request)
        except Refusal as error:
            return JSONResponse({"error": str(error)}, error.status)
        response = await call(request)
        response.headers["Content-Security-Policy"] = _POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers.setdefault("Cache-Control", "no-cache")
        return response


def _check_size(request: Request) -> None:
    length = request.headers.get("content-length", "0")
    most = _MOST.get(request.url.path, MAX_REQUEST)
    if "transfer-encoding" in request.headers or len(length) > 12 or not length.isdecimal() or int(length) > most:
        raise Refusal(f"too much: a request has at most {most} bytes, and says how many", 413)


def _origin(text: str) -> tuple[str, int | None]:
    scheme, _, rest = text.partition("://")
    if scheme not in ("http", "https"):
        raise Refusal("requests from other sites are not answered", 403)
    name, port = _parts(rest)
    return name, None if port == {"http": 80, "https": 443}[scheme] else port


def _parts(host: str) -> tuple[str, int | None]:
    """Return name and port of ``name:port``. Raises Refusal for anything else."""
    found = _HOST.fullmatch(host)
    if found is None or int(found[2] or 0) >= 2**16:
        raise Refusal(f"{one_line(host, 100)!r} is not the address of a server")
    return found[1].strip("[]").lower(), int(found[2]) if found[2] else None


def _bearer(request: Request | WebSocket) -> str:
    kind, _, value = request.headers.get("authorization", "").partition(" ")
    return value if kind.lower() == "bearer" else ""

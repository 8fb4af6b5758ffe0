"""The server of the page: requests in, rooms and views out.  One process, nothing to build, nothing from elsewhere.

Every browser gets a key in a cookie that no script can read; seats belong to keys.  On an address that others can reach a token
is needed as well: ``/?token=...`` puts it into a cookie.  Requests with an ``Origin`` or ``Host`` of another site are refused, so
that no page elsewhere can play through the browser of who has a game open here.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import logging
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

import numpy as np
from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from pydantic import ValidationError

from .catalogue import Catalogue, Refusal
from .protocol import MAX_REPLAY, NewRoom, Pace, Sit, Upload, parse, say
from .room import Room, Viewer, hashed
from .rooms import Rooms
from .store import Store
from .views import board

__all__ = ["is_local", "listen", "make_app", "serve"]

_LOG: Final = logging.getLogger(__name__)
STATIC: Final = Path(__file__).with_name("static")
KEY: Final = "zombicide_key"
TOKEN: Final = "zombicide_token"  # noqa: S105 - the name of a cookie
_POLICY: Final = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
_KEPT: Final = 12
_RATE: Final = 40.0  # messages a second from one browser, with as many at once

Next = Callable[[Request], Awaitable[Response]]


def is_local(host: str) -> bool:
    """Whether an address can be reached from this machine only."""
    if host == "localhost":
        return True
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False


def make_app(catalogue: Catalogue, folder: str | Path, *, token: str = "", hosts: frozenset[str] | None = None) -> FastAPI:
    """The application.

    Args:
        catalogue: what can be played, and by whom.
        folder: where games are kept.
        token: what a browser must have brought once; "" for none.
        hosts: names by which the server may be called; None: any (then a token is wise).
    """
    rooms = Rooms(catalogue, Store(folder))

    @contextlib.asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        yield
        await rooms.close()

    app = FastAPI(title="zombicide", docs_url=None, redoc_url=None, openapi_url=None, lifespan=life)
    guard = _Guard(token, hosts)
    app.middleware("http")(guard.http)
    _pages(app, guard)
    _requests(app, rooms, token)
    _sockets(app, rooms, guard)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen at every address of that name.

    Raises:
        ValueError: there is no such address, it is not this machine's, or something listens there already.
    """
    found: list[socket.socket] = []
    try:
        names = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, address in dict.fromkeys((family, address) for family, *_, address in names):
            found.append(socket.create_server(address, family=family, backlog=2048))
    except (OSError, UnicodeError) as error:
        for each in found:
            each.close()
        number = getattr(error, "errno", None) or 0  # negative: the name was not found
        reason = os.strerror(number) if number > 0 else getattr(error, "strerror", None) or "no name of a machine"
        raise ValueError(
            f"nobody can listen at {host} port {port} ({reason}); name an address of this machine (--host 127.0.0.1) or a free --port"
        ) from error
    return found


def serve(app: FastAPI, sockets: list[socket.socket]) -> None:
    """Answer at the sockets until the process is interrupted."""
    import uvicorn

    try:
        uvicorn.Server(uvicorn.Config(app, log_level="warning", ws_max_size=64 * 1024, timeout_graceful_shutdown=2)).run(sockets)
    except KeyboardInterrupt:  # the way to stop it
        pass


class _Guard:
    """Who may come in."""

    def __init__(self, token: str, hosts: frozenset[str] | None) -> None:
        self.token = token
        self._hosts = hosts

    def admits(self, given: str) -> bool:
        return not self.token or secrets.compare_digest(given.encode(), self.token.encode())

    def refuses(self, request: Request | WebSocket) -> str:
        """Why a request is not answered; "" if it is."""
        host = request.headers.get("host", "")
        if self._hosts is not None and (urlsplit(f"//{host}").hostname or "") not in self._hosts:
            return f"this server is not called {host[:100]!r}"
        origin = request.headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return "requests from other sites are not answered"
        if not self.admits(request.cookies.get(TOKEN, "")) and not self.admits(_bearer(request)):
            return "a token is needed: open the address that `zombicide serve` has printed"
        return ""

    async def http(self, request: Request, call: Next) -> Response:
        """Check a request, and put the headers of the page's security on the answer."""
        open_to_all = request.url.path == "/" or request.url.path.startswith("/static/")
        if not open_to_all and (reason := self.refuses(request)):
            return JSONResponse({"error": reason}, 403)
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > 2 * MAX_REPLAY or "transfer-encoding" in request.headers:
            return JSONResponse({"error": "too much"}, 413)
        response = await call(request)
        response.headers["Content-Security-Policy"] = _POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers.setdefault("Cache-Control", "no-cache")
        return response


def _bearer(request: Request | WebSocket) -> str:
    kind, _, value = request.headers.get("authorization", "").partition(" ")
    return value if kind.lower() == "bearer" else ""


def _cookie(response: Response, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=400 * 86400, httponly=True, samesite="strict")


# ---- pages and requests ----------------------------------------------------------------------------------------------


def _pages(app: FastAPI, guard: _Guard) -> None:
    @app.get("/")
    async def page(request: Request) -> Response:
        given = request.query_params.get("token")
        if given is None:
            return FileResponse(STATIC / "index.html")
        response = RedirectResponse("/", 303)  # the token leaves the address bar; what stands behind # stays
        if guard.admits(given):
            _cookie(response, TOKEN, given)
        return response


def _requests(app: FastAPI, rooms: Rooms, token: str) -> None:
    @app.exception_handler(Refusal)
    async def refused(_: Request, error: Refusal) -> Response:
        return JSONResponse({"error": str(error)}, 400)

    @app.get("/api/hello")
    async def hello(request: Request) -> Response:
        """The catalogue and the games of this browser; gives it a key if it has none.

        ``invite`` is what a link to this server begins with, so that who is admitted can let others in.
        """
        key = request.cookies.get(KEY, "")
        kept = await asyncio.to_thread(rooms.kept, _KEPT, hashed(key)) if key else []
        response = JSONResponse({**rooms.catalogue.data(), "rooms": kept, "invite": f"/?token={quote(token)}" if token else "/"})
        if not key:
            _cookie(response, KEY, secrets.token_urlsafe(24))
        return response

    @app.get("/api/preview")
    async def preview(request: Request) -> Response:
        """The first moment of a game, its board and what it asks for: ``game`` and the option on which they depend."""
        query = dict(request.query_params)
        form = rooms.catalogue.form(query.pop("game", ""))
        given = query.get(form.map_by)
        options = {} if given is None else {form.map_by: int(given) if given.isdecimal() else given}
        shown = await asyncio.to_thread(_preview, rooms.catalogue, form.id, options)
        return Response(_packed(shown), media_type="application/json", headers={"Cache-Control": "max-age=3600"})

    @app.post("/api/rooms")
    async def create(request: Request) -> Response:
        room = await rooms.create(_read(NewRoom, await request.body()), _who(request))
        return JSONResponse({"room": room.id})

    @app.post("/api/replays")
    async def watch(request: Request) -> Response:
        room = await rooms.watch(_read(Upload, await request.body()).text, _who(request))
        return JSONResponse({"room": room.id})

    @app.get("/api/rooms/{name}/replay")
    async def download(name: str) -> Response:
        room = await rooms.find(name)
        if not room.may_download():
            raise Refusal("the replay tells the dice to come: it can be had when the game is over")
        headers = {"Content-Disposition": f'attachment; filename="{room.session.game.id}-{room.id}.replay"'}
        return PlainTextResponse(room.replay_text(), headers=headers)


def _preview(catalogue: Catalogue, game_id: str, options: dict[str, Any]) -> dict[str, Any]:
    from .session import Person, Session

    game = catalogue.game(game_id, options)
    shown = board(game, Session(game, [Person()], seed=0).state, frozenset())
    return {part: shown[part] for part in ("svg", "title", "goals")}


def _who(request: Request | WebSocket) -> str:
    key = request.cookies.get(KEY, "")
    if not key:
        raise Refusal("this browser has no key yet: load the page first, and allow its cookie")
    return hashed(key)


def _read(model: type[Any], body: bytes) -> Any:
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        raise Refusal(say(error)) from None


# ---- the socket ------------------------------------------------------------------------------------------------------


def _sockets(app: FastAPI, rooms: Rooms, guard: _Guard) -> None:
    @app.websocket("/ws/{name}")
    async def socket(ws: WebSocket, name: str) -> None:
        """One browser at one room: views go out whenever something has changed, messages come in."""
        reason = guard.refuses(ws)
        await ws.accept()
        try:
            if reason:
                raise Refusal(reason)
            room, viewer = await rooms.find(name), Viewer(_who(ws))
        except Refusal as error:
            await _send(ws, {"type": "gone", "reason": str(error)})
            await ws.close(1008)
            return
        room.viewers.add(viewer)
        room.changed()
        sender = asyncio.create_task(_tell(ws, room, viewer))
        try:
            await _listen(ws, rooms, room, viewer)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            room.viewers.discard(viewer)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)


async def _tell(ws: WebSocket, room: Room, viewer: Viewer) -> None:
    while True:
        await viewer.news.wait()
        viewer.news.clear()
        try:
            view = await room.view(viewer)
        except Exception:  # a defect, but the browser should not wait for ever
            _LOG.exception("room %s cannot be shown", room.id)
            view = {"type": "gone", "reason": "this game cannot be shown: the server's log says why"}
        await _send(ws, view)


async def _listen(ws: WebSocket, rooms: Rooms, room: Room, viewer: Viewer) -> None:
    allowance, now = _RATE, time.monotonic()
    while True:
        frame = await ws.receive()
        if frame["type"] == "websocket.disconnect":
            return
        before, now = now, time.monotonic()
        allowance = min(_RATE, allowance + (now - before) * _RATE) - 1
        if allowance < 0:
            await ws.close(1008, "too many messages")
            return
        try:
            message = parse(frame.get("text") or frame.get("bytes") or "")
            await room.handle(viewer, message)
            if isinstance(message, Sit | Pace):
                rooms.save(room)
        except ValueError as error:
            await _send(ws, {"type": "refused", "reason": str(error)})


async def _send(ws: WebSocket, message: dict[str, Any]) -> None:
    await ws.send_text(_packed(message))


def _packed(message: dict[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False, default=_plain)


def _plain(value: Any) -> Any:
    """Scenes may hold NumPy's numbers."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} cannot be sent")

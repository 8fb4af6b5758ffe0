"""The web server: requests (``api``) in, rooms and views out. It needs no build step and no external resources.

Every browser gets a key in a cookie that no script can read; seats belong to keys. On an address that others can reach a token
is required as well (``guard``): ``/?token=...`` puts it into a cookie. Agents run in separate processes (``workers``).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
from collections.abc import AsyncIterator
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import quote

import uvicorn
from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, RedirectResponse

from . import PAGE, brief
from .agent_workers import AgentWorkers
from .api import ROUTER, calling, keep, refused
from .broadcast import packed
from .catalogue import Catalogue, Refusal
from .guard import TOKEN, Guard, is_local
from .limits import Allowance, Limits
from .page_files import PageFiles
from .protocol import Begin, Call, Free, Pace, Sit, parse
from .room import Room, Viewer
from .rooms import Rooms
from .store import Store
from .workers import Failure, Workers

__all__ = ["is_local", "listen", "make_app", "serve"]

_LOG: Final = logging.getLogger(__name__)
TEXTS: Final = PAGE / "texts.json"
_SMALL: Final = 1024  # bytes of a response that is not compressed
_LEVEL: Final = 5


def make_app(
    catalogue: Catalogue,
    folder: str | Path,
    *,
    token: str = "",
    hosts: frozenset[str] | None = None,
    limits: Limits | None = None,
    workers: Workers | None = None,
) -> FastAPI:
    """Return the application.

    Args:
        catalogue: the games and players.
        folder: folder of the games; no other server may use it.
        token: token that a browser must have presented once; "" for none.
        hosts: accepted names of the server; None: any (then use a token).
        limits: limits of the server; default: ``Limits()``.
        workers: workers that run the agents; default: processes of the application's own, which start and end with it.

    Raises:
        files.Taken: another server uses the folder.
        ModuleNotFoundError: the files of the page are not installed.
        OSError: the folder is not writable.
    """
    if not TEXTS.exists():
        raise ModuleNotFoundError(f"no page in {PAGE}", name=PAGE.name)
    limits = limits or Limits()
    own = workers is None
    thinking = workers or Workers(catalogue.make_agent, limits.thinkers, limits.seconds, limits.memory)
    agent_workers = AgentWorkers(catalogue, thinking)
    rooms = Rooms(catalogue, Store(folder), agent_workers, limits)

    @contextlib.asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        rooms.start()
        warming = asyncio.create_task(agent_workers.warm()) if own else None
        yield
        if warming is not None:
            warming.cancel()
        await rooms.close()
        agent_workers.close()
        if own:
            await asyncio.to_thread(thinking.close)

    app = FastAPI(title="zombicide", docs_url=None, redoc_url=None, openapi_url=None, lifespan=life)
    app.state.rooms, app.state.token = rooms, token
    app.state.making = Allowance(1.0, limits.making)
    guard = Guard(token, hosts)
    app.middleware("http")(guard.http)
    app.add_middleware(GZipMiddleware, minimum_size=_SMALL, compresslevel=_LEVEL)
    _pages(app, guard)
    app.add_exception_handler(Refusal, refused)
    app.include_router(ROUTER)
    _sockets(app, rooms, guard)
    app.mount("/static", PageFiles(PAGE, _SMALL, _LEVEL), name="static")
    return app


def listen(host: str, port: int) -> list[socket.socket]:
    """Return sockets that listen on every address of a host name.

    Raises:
        ValueError: there is no such address, it is not this machine's, or the port is in use.
    """
    found: list[socket.socket] = []
    try:
        names = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, address in dict.fromkeys((family, address) for family, *_, address in names):
            made = socket.create_server(address, family=family, backlog=2048)
            # asyncio turns off Nagle's algorithm, which would delay every answer by 40 ms, where a socket names its protocol.
            found.append(socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=made.detach()))
    except (OSError, UnicodeError) as error:
        for each in found:
            each.close()
        number = getattr(error, "errno", None) or 0  # negative: the name was not found
        reason = os.strerror(number) if number > 0 else getattr(error, "strerror", None) or "no name of a machine"
        raise ValueError(
            f"nobody can listen at {host} port {port} ({reason}); name an address of this machine (--host 127.0.0.1) or a free --port"
        ) from error
    return found


def serve(config: uvicorn.Config, sockets: list[socket.socket]) -> None:
    """Serve requests on the sockets until the process is interrupted."""
    logging.basicConfig(level=logging.WARNING, handlers=[brief.handler()])
    try:
        uvicorn.Server(config).run(sockets)
    except KeyboardInterrupt:  # the normal way to stop it
        pass


@lru_cache(1)
def _texts(stamp: int) -> dict[str, str]:
    """Return language -> texts of the page as JSON; they are read again when the file has changed."""
    return {language: packed(table) for language, table in json.loads(TEXTS.read_text(encoding="utf-8")).items()}


# ---- the page ---------------------------------------------------------------------------------------------------------


def _pages(app: FastAPI, guard: Guard) -> None:
    @app.get("/texts/{language}")
    async def texts(request: Request, language: str) -> Response:
        """Return the texts of the page in one language; 304 for a browser that has them already."""
        stamp = TEXTS.stat().st_mtime_ns
        headers = {"ETag": f'"{stamp}"'}
        if request.headers.get("if-none-match", "").removeprefix("W/") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        found = (await asyncio.to_thread(_texts, stamp)).get(language)
        if found is None:
            raise Refusal("the page does not speak this language", 404)
        return Response(found, media_type="application/json", headers=headers)

    def lead(to: str, given: str) -> Response:
        """Redirect to a page and remove the token from the address bar."""
        response = RedirectResponse(to, 303)
        if given and guard.admits(given):
            keep(response, TOKEN, given)
        return response

    @app.get("/")
    async def page(request: Request) -> Response:
        given = request.query_params.get("token")
        return FileResponse(PAGE / "index.html") if given is None else lead("/", given)  # the part after # is kept

    @app.get("/game/{name}")
    @app.get("/game/{name}/move/{at}")
    async def game(name: str, at: int | None = None, token: str = "") -> Response:
        """Return the page at the address of a game or of a position in it: a link can be sent, shown as a QR code and cited."""
        return lead(f"/#/room/{quote(name, safe='')}" + ("" if at is None else f"/move/{max(0, at)}"), token)


# ---- the socket ------------------------------------------------------------------------------------------------------


def _sockets(app: FastAPI, rooms: Rooms, guard: Guard) -> None:
    @app.websocket("/ws/{name}")
    async def socket(ws: WebSocket, name: str) -> None:
        """Serve one browser in one room: views are sent after every change, messages are received."""
        await ws.accept()
        try:
            guard.check(ws)
            room, viewer = await rooms.find(name), Viewer(await calling(ws))
            rooms.enter(room, viewer)
        except Refusal as error:
            await _dismiss(ws, error)
            return
        sender = asyncio.create_task(_tell(ws, room, viewer))
        try:
            await _listen(ws, rooms, room, viewer)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the browser has disconnected, which ends the connection
        finally:
            rooms.leave(room, viewer)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)


async def _tell(ws: WebSocket, room: Room, viewer: Viewer) -> None:
    """Send what is new; a slow browser gets the newest state, without the intermediate ones."""
    while True:
        await viewer.news.wait()
        viewer.news.clear()
        try:
            text = await room.message(viewer)
        except Refusal as error:
            await _dismiss(ws, error)
            return
        except Exception:  # a defect, but the browser should not wait forever
            _LOG.exception("room %s cannot be shown", room.id)
            await _dismiss(ws, "this game cannot be shown: the server's log says why")
            return
        if text:
            await ws.send_text(text)


async def _listen(ws: WebSocket, rooms: Rooms, room: Room, viewer: Viewer) -> None:
    allowance = Allowance(rooms.limits.messages, rooms.limits.messages)
    while True:
        frame = await ws.receive()
        if frame["type"] == "websocket.disconnect":
            return
        if not allowance.take():
            await ws.close(1008, "too many messages")
            return
        try:
            message = parse(frame.get("text") or frame.get("bytes") or "")
            await room.handle(viewer, message)
            if isinstance(message, Sit | Free | Begin | Call | Pace):
                await rooms.save(room)
            continue
        except (Refusal, Failure) as error:
            reason = str(error)
        except Exception:  # a defect, but the browser should not wait forever
            _LOG.exception("room %s cannot carry out a message", room.id)
            reason = "this has failed: the server's log says why"
        await ws.send_text(packed({"type": "refused", "reason": reason}))


async def _dismiss(ws: WebSocket, reason: object) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the browser may have disconnected already
        await ws.send_text(packed({"type": "gone", "reason": str(reason)}))
        await ws.close(1008)

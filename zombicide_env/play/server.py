"""The server of the page: requests in, rooms and views out.  Nothing to build, nothing from elsewhere.

Every browser gets a key in a cookie that no script can read; seats belong to keys.  On an address that others can reach a token
is needed as well (``guard``): ``/?token=...`` puts it into a cookie.  Agents think in processes of their own (``workers``).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from pydantic import ValidationError

from ..core.words import LANGUAGES, whole_number
from . import brief
from .catalogue import Catalogue, Refusal
from .guard import TOKEN, Guard, is_local
from .limits import Allowance, Limits
from .minds import Failure, Minds
from .people import hashed
from .protocol import Branch, Call, Claim, Foresee, Free, NewRoom, Pace, Sit, Upload, Wish, parse, say
from .room import Room, Viewer
from .rooms import Rooms
from .showing import packed
from .store import Store
from .views import board, reference, table
from .workers import Workers

__all__ = ["is_local", "listen", "make_app", "serve"]

_LOG: Final = logging.getLogger(__name__)
STATIC: Final = Path(__file__).with_name("static")
KEY: Final = "zombicide_key"
_KEPT: Final = 12
_CONNECTIONS: Final = 3000  # of which most may be at rooms


def make_app(
    catalogue: Catalogue,
    folder: str | Path,
    *,
    token: str = "",
    hosts: frozenset[str] | None = None,
    limits: Limits | None = None,
    workers: Workers | None = None,
) -> FastAPI:
    """The application.

    Args:
        catalogue: what can be played, and by whom.
        folder: where games are kept; no other server may have it.
        token: what a browser must have brought once; "" for none.
        hosts: names by which the server may be called; None: any (then a token is wise).
        limits: what is given at most; default: ``Limits()``.
        workers: where agents think; default: processes of the application's own, which start and end with it.

    Raises:
        files.Taken: another server has the folder.
        OSError: nothing can be kept there.
    """
    limits = limits or Limits()
    own = workers is None
    thinking = workers or Workers(catalogue.make_agent, limits.thinkers, limits.seconds, limits.memory)
    minds = Minds(catalogue, thinking)
    rooms = Rooms(catalogue, Store(folder), minds, limits)

    @contextlib.asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        rooms.start()
        warming = asyncio.create_task(minds.warm()) if own else None
        yield
        if warming is not None:
            warming.cancel()
        await rooms.close()
        minds.close()
        if own:
            await asyncio.to_thread(thinking.close)

    app = FastAPI(title="zombicide", docs_url=None, redoc_url=None, openapi_url=None, lifespan=life)
    app.state.rooms = rooms
    guard = Guard(token, hosts)
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

    logging.basicConfig(level=logging.WARNING, handlers=[brief.handler()])
    config = uvicorn.Config(
        app,
        log_level="warning",
        log_config=None,
        ws_max_size=64 * 1024,
        timeout_graceful_shutdown=2,
        limit_concurrency=_CONNECTIONS,
    )
    try:
        uvicorn.Server(config).run(sockets)
    except KeyboardInterrupt:  # the way to stop it
        pass


def _cookie(response: Response, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=400 * 86400, httponly=True, samesite="strict")


# ---- pages and requests ----------------------------------------------------------------------------------------------


def _pages(app: FastAPI, guard: Guard) -> None:
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
    making = Allowance(1.0, rooms.limits.making)

    def count(request: Request) -> None:
        """Refusal if too many rooms have been made from where a request comes."""
        if not making.take(request.client.host if request.client else ""):
            raise Refusal("too many games at a time are asked for from your address: wait a little", 429)

    @app.exception_handler(Refusal)
    async def refused(_: Request, error: Refusal) -> Response:
        return JSONResponse({"error": str(error)}, error.status)

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
        count(request)
        query = dict(request.query_params)
        form = rooms.catalogue.form(query.pop("game", ""))
        given = query.get(form.form.map_by)
        options = {} if given is None else {form.form.map_by: given if (number := whole_number(given, 0, 2**31)) is None else number}
        shown = await asyncio.to_thread(_preview, rooms.catalogue, form.id, options)
        return Response(packed(shown), media_type="application/json", headers={"Cache-Control": "max-age=3600"})

    @app.post("/api/seats")
    async def seats(request: Request) -> Response:
        """The seats of a game before it begins, see ``views.table``."""
        count(request)
        return JSONResponse(await asyncio.to_thread(_table, rooms.catalogue, _read(Wish, await request.body())))

    @app.post("/api/rooms")
    async def create(request: Request) -> Response:
        count(request)
        room = await rooms.create(_read(NewRoom, await request.body()), _who(request))
        return JSONResponse({"room": room.id})

    @app.post("/api/replays")
    async def watch(request: Request) -> Response:
        count(request)
        room = await rooms.watch(_read(Upload, await request.body()).text, _who(request))
        return JSONResponse({"room": room.id})

    @app.post("/api/rooms/{name}/foresee")
    async def foresee(name: str, request: Request) -> Response:
        """How games from a position end, or what its moves come to, see ``Study.foresee``."""
        wish, room = _read(Foresee, await request.body()), await rooms.find(name)
        try:
            return Response(
                packed(await room.study.foresee(_who(request), wish.at, wish.games, wish.compare)), media_type="application/json"
            )
        except Failure as error:
            raise Refusal(str(error), 503) from None

    @app.post("/api/rooms/{name}/branch")
    async def branch(name: str, request: Request) -> Response:
        """A table of one's own that goes on from a position of a game."""
        count(request)
        wish = _read(Branch, await request.body())
        room = await rooms.branch(await rooms.find(name), wish.at, wish.spec, _who(request))
        return JSONResponse({"room": room.id})

    @app.post("/api/rooms/{name}/rematch")
    async def rematch(name: str, request: Request) -> Response:
        """The room of the next game of the same people."""
        count(request)
        room = await rooms.rematch(await rooms.find(name), _who(request))
        return JSONResponse({"room": room.id})

    @app.post("/api/rooms/{name}/pass")
    async def make_pass(name: str, request: Request) -> Response:
        """A secret with which the seats of this browser can be taken over in another one."""
        count(request)
        room = await rooms.find(name)
        made = room.people.new_pass(_who(request))
        await rooms.save(room)
        return JSONResponse({"pass": made})

    @app.post("/api/rooms/{name}/claim")
    async def claim(name: str, request: Request) -> Response:
        """The seats of the pass are those of this browser from now on."""
        count(request)
        wish, room = _read(Claim, await request.body()), await rooms.find(name)
        room.people.claim(_who(request), wish.given)
        await rooms.save(room)
        room.changed()
        return JSONResponse({"room": room.id})

    @app.get("/api/rooms/{name}/summary")
    async def summed_up(name: str) -> Response:
        """What everybody has done in a game that is over, see ``tally.tally``."""
        room = await rooms.find(name)
        return Response(packed(await room.study.tally()), media_type="application/json")

    @app.get("/api/rooms/{name}/reference")
    async def explained(name: str, language: str = "en") -> Response:
        """What the words of the room's game mean, see ``views.reference``."""
        room = await rooms.find(name)
        told = await asyncio.to_thread(reference, room.session.game, language if language in LANGUAGES else LANGUAGES[0])
        return Response(packed(told), media_type="application/json", headers={"Cache-Control": "max-age=3600"})

    @app.get("/api/rooms/{name}/quest")
    async def taken_along(name: str, at: int, request: Request) -> Response:
        """The position after so many moves as a quest file."""
        count(request)
        room = await rooms.find(name)
        text = await room.study.quest(_who(request), max(0, at))
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{room.id}-{at}.yaml"'})

    @app.get("/api/rooms/{name}/vector")
    async def written(name: str, at: int, request: Request) -> Response:
        """The position after so many moves as a conformance vector."""
        count(request)
        room = await rooms.find(name)
        text = await room.study.vector(_who(request), max(0, at))
        return PlainTextResponse(
            text, headers={"Content-Disposition": f'attachment; filename="{room.session.game.id}-{room.id}-{at}.yaml"'}
        )

    @app.get("/api/rooms/{name}/film")
    async def filmed(name: str, request: Request) -> Response:
        """The game as a GIF."""
        count(request)
        room = await rooms.find(name)
        try:
            made = await room.study.film(_who(request))
        except Failure as error:
            raise Refusal(str(error), 503) from None
        headers = {"Content-Disposition": f'attachment; filename="{room.session.game.id}-{room.id}.gif"'}
        return Response(made, media_type="image/gif", headers=headers)

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


def _table(catalogue: Catalogue, wish: Wish) -> dict[str, Any]:
    game = catalogue.game(wish.game, wish.options)
    return table(game, catalogue.usual(game))


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


def _sockets(app: FastAPI, rooms: Rooms, guard: Guard) -> None:
    @app.websocket("/ws/{name}")
    async def socket(ws: WebSocket, name: str) -> None:
        """One browser at one room: views go out whenever something has changed, messages come in."""
        await ws.accept()
        try:
            guard.check(ws)
            room, viewer = await rooms.find(name), Viewer(_who(ws))
            rooms.enter(room, viewer)
        except Refusal as error:
            await _dismiss(ws, error)
            return
        sender = asyncio.create_task(_tell(ws, room, viewer))
        try:
            await _listen(ws, rooms, room, viewer)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            rooms.leave(room, viewer)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)


async def _tell(ws: WebSocket, room: Room, viewer: Viewer) -> None:
    """Send what is new; a browser that takes its time is sent the newest, and not all that was in between."""
    while True:
        await viewer.news.wait()
        viewer.news.clear()
        try:
            text = await room.message(viewer)
        except Refusal as error:
            await _dismiss(ws, error)
            return
        except Exception:  # a defect, but the browser should not wait for ever
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
            if isinstance(message, Sit | Free | Call | Pace):
                await rooms.save(room)
        except ValueError as error:
            await ws.send_text(packed({"type": "refused", "reason": str(error)}))


async def _dismiss(ws: WebSocket, reason: object) -> None:
    await ws.send_text(packed({"type": "gone", "reason": str(reason)}))
    await ws.close(1008)

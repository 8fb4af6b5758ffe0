"""The HTTP API of the server, apart from the WebSocket of a room: start, inspect and export games.

A browser is identified by the key in its cookie; a Refusal anywhere becomes a response with a message.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Annotated, Any, Final, Literal
from urllib.parse import quote

import segno
from fastapi import APIRouter, Depends, Request, Response
from fastapi.requests import HTTPConnection
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import ValidationError

from ..core.words import LANGUAGES
from .agent_workers import Failure
from .broadcast import packed
from .catalogue import Catalogue, GameForm, Refusal
from .limits import Caller, network
from .people import hashed
from .protocol import Branch, Claim, Foresee, GameChoice, Judge, NewRoom, Rate, Rematch, Upload, say
from .room import Room
from .rooms import Rooms
from .session import Person, Session
from .views import board, reference, table

__all__ = ["KEY", "ROUTER", "calling", "keep", "refused"]

ROUTER: Final = APIRouter(prefix="/api")
KEY: Final = "zombicide_key"
_KEPT: Final = 12
_HOUR: Final = {"Cache-Control": "max-age=3600"}


def keep(response: Response, name: str, value: str) -> None:
    """Set a cookie that scripts cannot read."""
    response.set_cookie(name, value, max_age=400 * 86400, httponly=True, samesite="strict")


async def refused(_: Request, error: Exception) -> Response:
    """Return a Refusal as a response."""
    assert isinstance(error, Refusal)
    return JSONResponse({"error": str(error)}, error.status)


# ---- parsing of requests ---------------------------------------------------------------------------------------------


async def who(connection: HTTPConnection) -> str:
    """Return the hash of the browser's key. Raises Refusal if it has no key yet."""
    key = connection.cookies.get(KEY, "")
    if not key:
        raise Refusal("this browser has no key yet: load the page first, and allow its cookie")
    return hashed(key)


async def calling(connection: HTTPConnection) -> Caller:
    """Return the browser and its address. Raises Refusal if it has no key yet."""
    return Caller(await who(connection), _network(connection))


def _network(connection: HTTPConnection) -> str:
    return network(connection.client.host if connection.client else "")


async def all_rooms(request: Request) -> Rooms:
    """The rooms of the server."""
    rooms: Rooms = request.app.state.rooms
    return rooms


async def counted(request: Request) -> None:
    """Count a created room. Raises Refusal if the request's address has created too many."""
    if not request.app.state.making.take(_network(request)):
        raise Refusal("too many games at a time are asked for from your address: wait a little", 429)


async def searching(request: Request, rooms: Annotated[Rooms, Depends(all_rooms)]) -> AsyncIterator[None]:
    """Count a pending search until it is answered. Raises Refusal if the request's address has too many."""
    with rooms.searches.held(await calling(request)):
        yield


async def one_room(name: str, rooms: Annotated[Rooms, Depends(all_rooms)]) -> Room:
    """Return the room with an id. Raises Refusal if there is none."""
    return await rooms.find(name)


Who = Annotated[str, Depends(who)]
Calling = Annotated[Caller, Depends(calling)]
All = Annotated[Rooms, Depends(all_rooms)]
One = Annotated[Room, Depends(one_room)]
COUNTED: Final = [Depends(counted)]
SEARCHES: Final = [Depends(searching)]


def _read(model: type[Any], body: bytes) -> Any:
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        raise Refusal(say(error)) from None


def _attached(text: str, name: str) -> Response:
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


# ---- before a game ---------------------------------------------------------------------------------------------------


@ROUTER.get("/hello")
async def hello(request: Request, rooms: All) -> Response:
    """Return the catalogue and the games of this browser; set a key if it has none.

    ``invite`` is the query that a link to this server needs ("" or ``?token=...``), so that its browsers can invite others.
    """
    key, token = request.cookies.get(KEY, ""), request.app.state.token
    kept = await asyncio.to_thread(rooms.kept, _KEPT, hashed(key)) if key else []
    response = JSONResponse({**rooms.catalogue.data(), "rooms": kept, "invite": _invite(token)})
    if not key:
        keep(response, KEY, secrets.token_urlsafe(24))
    return response


def _invite(token: str) -> str:
    return f"?token={quote(token)}" if token else ""


@ROUTER.get("/preview", dependencies=COUNTED)
async def preview(request: Request, rooms: All) -> Response:
    """Return the beginning of a game, its board and goals: ``game`` and the options on which they depend, as ``name=value`` writes them.

    The team may be left out; one that does not fit the quest (yet) is not shown, so that the quest can be looked at.
    """
    query = dict(request.query_params)
    form = rooms.catalogue.form(query.pop("game", ""))
    # what the picture depends on; where no team is named, that of the form
    shape = [name for name in dict.fromkeys((form.form.map_by, form.form.agents_by)) if name]
    chosen = {field.name: field.default for field in form.form.fields if field.name in shape}
    options = chosen | {name: form.read(name, query[name]) for name in shape if name in query}
    shown = await asyncio.to_thread(_preview, rooms.catalogue, form, options)
    return Response(packed(shown), media_type="application/json", headers=_HOUR)


def _preview(catalogue: Catalogue, form: GameForm, options: dict[str, Any]) -> dict[str, Any]:
    try:
        game = catalogue.game(form.id, options)
    except Refusal:
        of_map = {name: value for name, value in options.items() if name == form.form.map_by}
        if of_map == options:
            raise
        game = catalogue.game(form.id, of_map)
    shown = board(game, Session(game, [Person()], seed=0).state, frozenset())
    return {part: shown[part] for part in ("svg", "title", "goals")}


@ROUTER.post("/seats", dependencies=COUNTED)
async def seats(request: Request, rooms: All) -> Response:
    """Return the seats of a game before it begins, see ``views.table``."""
    return JSONResponse(await asyncio.to_thread(_table, rooms.catalogue, _read(GameChoice, await request.body())))


def _table(catalogue: Catalogue, choice: GameChoice) -> dict[str, Any]:
    game = catalogue.game(choice.game, choice.options)
    return table(game, catalogue.usual(game))


# ---- creating rooms --------------------------------------------------------------------------------------------------


@ROUTER.post("/rooms", dependencies=COUNTED)
async def create(request: Request, rooms: All, asking: Calling) -> Response:
    """Start a new game."""
    room = await rooms.create(_read(NewRoom, await request.body()), asking)
    return JSONResponse({"room": room.id})


@ROUTER.post("/replays", dependencies=COUNTED)
async def watch(request: Request, rooms: All, asking: Calling) -> Response:
    """Open a recorded game to watch."""
    room = await rooms.watch(_read(Upload, await request.body()).text, asking)
    return JSONResponse({"room": room.id})


@ROUTER.post("/rooms/{name}/branch", dependencies=COUNTED)
async def branch(request: Request, rooms: All, here: One, asking: Calling) -> Response:
    """Start a new table that continues from a position of a game."""
    wanted = _read(Branch, await request.body())
    room = await rooms.branch(here, wanted, asking)
    return JSONResponse({"room": room.id})


@ROUTER.post("/rooms/{name}/rematch", dependencies=COUNTED)
async def rematch(request: Request, rooms: All, here: One, asking: Calling) -> Response:
    """Return the room of the next game of the same people."""
    room = await rooms.rematch(here, asking, _read(Rematch, await request.body()).following)
    return JSONResponse({"room": room.id})


# ---- guests -----------------------------------------------------------------------------------------------------------


@ROUTER.get("/join", dependencies=COUNTED)
async def join(rooms: All, code: str) -> Response:
    """Return the room with a free seat that has a code."""
    return JSONResponse({"room": rooms.invited(code.strip().lower()).id})


@ROUTER.get("/rooms/{name}/code", dependencies=COUNTED)
async def code(request: Request, room: One) -> Response:
    """Return the link to a room as a QR code, with the server address used by this browser."""
    link = f"{request.base_url}game/{room.id}{_invite(request.app.state.token)}"
    drawn = BytesIO()
    segno.make_qr(link, error="m").save(drawn, kind="svg", omitsize=True, xmldecl=False, light="#fff")
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers=_HOUR)


# ---- after a game ---------------------------------------------------------------------------------------------------


@ROUTER.post("/rooms/{name}/rate", dependencies=COUNTED)
async def rate(request: Request, rooms: All, room: One, asking: Who) -> Response:
    """Rate an agent as a teammate; the rating is stored next to the replay."""
    wanted = _read(Rate, await request.body())
    room.people.rate(asking, wanted.spec, wanted.stars, room.session)
    await rooms.save(room)
    room.changed()
    return JSONResponse({"room": room.id})


# ---- moving seats to another browser ---------------------------------------------------------------------------------


@ROUTER.post("/rooms/{name}/pass", dependencies=COUNTED)
async def make_pass(rooms: All, room: One, asking: Who) -> Response:
    """Return a secret with which another browser can take over the seats of this one."""
    made = room.people.new_pass(asking)
    await rooms.save(room)
    return JSONResponse({"pass": made})


@ROUTER.post("/rooms/{name}/claim", dependencies=COUNTED)
async def claim(request: Request, rooms: All, room: One, asking: Who) -> Response:
    """Give the seats of the pass to this browser."""
    room.people.claim(asking, _read(Claim, await request.body()).given)
    await rooms.save(room)
    room.changed()
    return JSONResponse({"room": room.id})


# ---- queries about a game --------------------------------------------------------------------------------------------


@ROUTER.post("/rooms/{name}/foresee", dependencies=SEARCHES)
async def foresee(request: Request, room: One, asking: Who) -> Response:
    """Return how games from a position end, or the results of its moves, see ``Exports.foresee``."""
    wanted = _read(Foresee, await request.body())
    try:
        found = await room.exports.foresee(asking, wanted.at, wanted.games, wanted.compare)
    except Failure as error:
        raise Refusal(str(error), 503) from None
    return Response(packed(found), media_type="application/json")


@ROUTER.post("/rooms/{name}/judge", dependencies=SEARCHES)
async def judge(request: Request, room: One, asking: Who) -> Response:
    """Return an agent's evaluation of a position, see ``Advice.opinion``."""
    wanted = _read(Judge, await request.body())
    return Response(packed(await room.opinion(asking, wanted.at, wanted.spec)), media_type="application/json")


@ROUTER.get("/rooms/{name}/moments")
async def moments(room: One, asking: Who, first: int, last: int) -> Response:
    """Return positions that a browser is about to step through, see ``Gallery.moments``."""
    return Response(await room.moments(asking, max(0, first), last), media_type="application/json")


@ROUTER.get("/rooms/{name}/tree")
async def tree(rooms: All, room: One, asking: Who) -> Response:
    """Return the variations that this browser has tried from positions of the game, see ``Store.tree``."""
    return JSONResponse(await asyncio.to_thread(rooms.tree, room.id, asking))


@ROUTER.get("/rooms/{name}/summary")
async def summed_up(room: One) -> Response:
    """Return the statistics of all agents in a finished game, see ``game_stats.game_stats``."""
    return Response(packed(await room.exports.game_stats()), media_type="application/json")


@ROUTER.get("/rooms/{name}/reference")
async def explained(room: One, language: str = "en") -> Response:
    """Return the explanations of the terms of the room's game, see ``views.reference``."""
    told = await asyncio.to_thread(reference, room.session.game, language if language in LANGUAGES else LANGUAGES[0])
    return Response(packed(told), media_type="application/json", headers=_HOUR)


# ---- downloads -------------------------------------------------------------------------------------------------------


@ROUTER.get("/rooms/{name}/quest", dependencies=COUNTED)
async def as_quest(room: One, asking: Who, at: int) -> Response:
    """Return the position after ``at`` moves as a quest file."""
    return _attached(await room.exports.quest(asking, max(0, at)), f"{room.id}-{at}.yaml")


@ROUTER.get("/rooms/{name}/vector", dependencies=COUNTED + SEARCHES)
async def as_vector(room: One, asking: Who, at: int) -> Response:
    """Return the position after ``at`` moves as a conformance vector."""
    return _attached(await room.exports.vector(asking, max(0, at)), f"{room.session.game.id}-{room.id}-{at}.yaml")


@ROUTER.get("/rooms/{name}/picture", dependencies=COUNTED)
async def as_picture(room: One, asking: Who, at: int, kind: Literal["svg", "png"] = "svg") -> Response:
    """Return the position after ``at`` moves as an image."""
    made = await room.exports.picture(asking, max(0, at), kind)
    headers = {"Content-Disposition": f'attachment; filename="{room.session.game.id}-{room.id}-{max(0, at)}.{kind}"'}
    return Response(made, media_type={"svg": "image/svg+xml", "png": "image/png"}[kind], headers=headers)


@ROUTER.get("/rooms/{name}/film", dependencies=COUNTED + SEARCHES)
async def as_film(room: One, asking: Who) -> Response:
    """Return the game as a GIF."""
    try:
        made = await room.exports.film(asking)
    except Failure as error:
        raise Refusal(str(error), 503) from None
    headers = {"Content-Disposition": f'attachment; filename="{room.session.game.id}-{room.id}.gif"'}
    return Response(made, media_type="image/gif", headers=headers)


@ROUTER.get("/rooms/{name}/replay")
async def as_replay(room: One) -> Response:
    """Return the game as a replay, if it may be downloaded."""
    if not room.may_download():
        raise Refusal("the replay reveals the dice to come: it can be had when the game is over")
    return _attached(await room.replay_text(), f"{room.session.game.id}-{room.id}.replay")

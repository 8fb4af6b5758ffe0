"""A server on a free port, and clients that speak to it as browsers do."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

import httpx
import uvicorn
from websockets.sync.client import connect

import zombicide_agents as agents
from tests.play import thinkers
from tests.play.secretive import Secretive
from tests.toys.hunt import Hunt
from zombicide_env import serve
from zombicide_env.core.form import Field, Form
from zombicide_env.play import Person, Session
from zombicide_env.play.api import KEY
from zombicide_env.play.catalogue import AgentKind, Catalogue, GameForm
from zombicide_env.play.connections import configured
from zombicide_env.play.facts import fresh_facts
from zombicide_env.play.limits import Limits
from zombicide_env.play.people import hashed
from zombicide_env.play.server import listen, make_app
from zombicide_env.play.workers import Workers

HOSTS = frozenset({"localhost", "127.0.0.1"})


def catalogue() -> Catalogue:
    """Everything that is installed, a game with secrets, and the test agents: two of them run here, the others in workers."""
    real = serve.catalogue()
    fields = (Field("agents", "int", 3, low=1, high=6), Field("goal", "int", 10, low=1, high=50), Field("danger", "int", 0, low=0, high=6))

    def make_game(game_id: str, options: Any) -> Any:
        own = {"secretive": Secretive, "hunt": Hunt}.get(game_id)
        return own(**options) if own else real.make_game(game_id, options)

    return Catalogue(
        forms=[*real.forms, GameForm("secretive", "Secretive", Form(fields, agents_by="agents")), GameForm("hunt", "Hunt", Hunt.form())],
        make_game=make_game,
        agents=[
            *real.agents,
            AgentKind("breaks", "fails", "breaks", here=True),
            AgentKind("waits", "thinks until it is let go", "waits", here=True),
            *(AgentKind(name, name, name) for name in thinkers.TEMPERS),
        ],
        make_agent=MakeAgent(),
        policies=real.policies,
        usual=real.usual,
    )


class MakeAgent:
    """Maker that workers receive as ``any_maker``, since the agents of this module do not exist there."""

    def __call__(self, spec: str, game: Any) -> agents.Agent:
        own = {"breaks": Breaks, "waits": Waits}
        return own[spec]() if spec in own else thinkers.make_any(spec, game)

    def __reduce__(self) -> tuple[Any, ...]:
        return thinkers.any_maker, ()


def quick(**changes: Any) -> dict[str, Any]:
    """Request for a short game of Black Plague with one person and AI teammates."""
    options = {"quest": "danse_macabre", "max_rounds": 2}
    return {"game": "black_plague", "options": options, "seats": ["human", "greedy", "greedy"], "seed": 5, **changes}


class Breaks(agents.Agent):
    """Agent that fails."""

    name = "breaks"

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        raise ZeroDivisionError("out of ideas")


class Waits(agents.Agent):
    """Agent that waits until it is released, and then plays the first legal action."""

    name = "waits"
    go = threading.Event()

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        assert self.go.wait(120)
        return int(mask.argmax())


WORKERS = Workers(MakeAgent(), count=1, seconds=120)  # the rules load slowly on a busy machine
"""Shared by all servers of a test run: the processes start when they are needed, and end with it."""


class Server:
    """A server in a thread; by default tests can create any number of rooms. While it runs, ``Waits`` waits until a test releases it."""

    def __init__(self, folder: Path, token: str = "", workers: Workers = WORKERS, proxies: Sequence[str] = (), **limits: Any) -> None:
        Waits.go.clear()
        self.folder = folder
        self.token = token
        (listening,) = listen("127.0.0.1", 0)
        self.port = int(listening.getsockname()[1])
        allowed = Limits(**{"making": 10_000, "daily": 100_000, **limits})
        self.app = make_app(catalogue(), folder, token=token, hosts=HOSTS, limits=allowed, workers=workers)
        config = configured(self.app, allowed, proxies, log_level="error", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, args=[listening], daemon=True)
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connections(self) -> list[Any]:
        """The open connections, as uvicorn's protocols."""
        return list(self._server.server_state.connections)

    def rooms(self) -> set[str]:
        """The open rooms."""
        return set(self.app.state.rooms.open)

    def _run(self, listening: socket.socket) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            await self._server.serve(sockets=[listening])

        asyncio.run(serve())

    def put(self, room: str, state: Any) -> None:
        """Continue a room from another state of its game."""
        there = self.app.state.rooms._rooms[room]
        session = there.session
        session._table.state[0] = state[0]
        session._table.batch.refresh()
        session._history[-1] = session._packed()
        there._gallery.forget(len(session.moves))
        there._owned = (None, {})
        self._loop.call_soon_threadsafe(there.changed)

    def stop(self) -> None:
        Waits.go.set()
        self._server.should_exit = True
        self._thread.join(120)


class Client:
    """A browser without a window: its cookies, and the server's greeting."""

    def __init__(self, server: Server, cookies: dict[str, str] | None = None, address: str = "127.0.0.1", **headers: str) -> None:
        self.server = server
        self.address = address
        self.headers = headers
        transport = httpx.HTTPTransport(local_address=address)
        self.http = httpx.Client(base_url=server.url, cookies=cookies, headers=headers, timeout=600, transport=transport)
        self.hello = self.http.get("/api/hello")

    def create(self, **wish: Any) -> str:
        answer = self.http.post("/api/rooms", json={"pace": 0, **wish})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["room"])

    def enter(self, room: str) -> Table:
        return Table(self, room)

    @property
    def cookies(self) -> dict[str, str]:
        return dict(self.http.cookies)


class Table:
    """A WebSocket at a room: ``view`` is the last view, ``heard`` every message as text."""

    def __init__(self, client: Client, room: str) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        url = f"ws://127.0.0.1:{client.server.port}/ws/{room}"
        headers = {"Cookie": cookie, **client.headers}
        wire = socket.create_connection(("127.0.0.1", client.server.port), 120, source_address=(client.address, 0))
        self._connection = connect(url, sock=wire, additional_headers=headers, max_size=2**24, open_timeout=120, close_timeout=0.5)
        self.socket = self._connection.__enter__()
        self.heard: list[str] = []
        self.log: list[Any] = []
        self.view: dict[str, Any] = {}
        self.hear("view", "gone")

    def hear(self, *kinds: str, until: Any = None, timeout: float = 120) -> dict[str, Any]:
        """Receive messages until one of a kind comes (that ``until`` accepts), and return it."""
        end = time.monotonic() + timeout
        while True:
            text = str(self.socket.recv(timeout=max(0.01, end - time.monotonic())))
            self.heard.append(text)
            message: dict[str, Any] = json.loads(text)
            if message["type"] == "view":
                message = self.merged(message)
            if message["type"] in kinds and (until is None or until(message)):
                return message

    def merged(self, message: dict[str, Any]) -> dict[str, Any]:
        """Update the view with a message, which contains only the changes, and return it."""
        del self.log[message["from"] :]
        self.log += message["log"]
        board = {**self.view.get("board", {}), **message.get("board", {})}
        if steps := board.pop("patch", None):
            before = board["svg"].split("\n")
            parts = [[step] if isinstance(step, str) else before[step[0] : sum(step)] for step in steps]
            board["svg"] = "\n".join(line for part in parts for line in part)
        self.view = {**self.view, **message, "board": board}
        return self.view

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def act(self, text: str = "") -> dict[str, Any]:
        """Play a legal action, by default the first, and return the view that follows."""
        total = self.view["total"]
        chosen = next(a for a in self.view["legal"] if not text or a["t"] == text)
        self.say(type="act", at=total, action=chosen["a"])
        return self.hear("view", until=lambda view: view["total"] > total)

    def refused(self, **message: Any) -> str:
        """Send a message that must be refused, and return the reason."""
        self.say(**message)
        return str(self.hear("refused")["reason"])

    def wait(self, until: Any) -> dict[str, Any]:
        """Return the first view that ``until`` accepts, the present one included."""
        return self.view if until(self.view) else self.hear("view", until=until)

    def close(self) -> None:
        self._connection.__exit__(None, None, None)

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def come(window: Any, client: Client) -> Any:
    """Open a page with the key of a client."""
    server = client.server
    page = window(server.url)
    page.wait_for_selector("#seats select")  # the page got its own key, which is replaced
    page.context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in client.cookies.items()])
    return page


def sit_down(server: Server, window: Any, guide: Session, seed: int, room: str) -> Any:
    """Open a page at a saved table of the viewer, with the moves of another session with the same seed."""
    session = Session(guide.game, [Person()], seed=seed)
    for move in guide.moves:
        session.apply(move.action)
    client = Client(server)
    me = hashed(client.cookies[KEY])
    (server.folder / f"{room}.json").write_text(json.dumps(fresh_facts(me, dict.fromkeys(guide.game.agents, me), pace=0)))
    session.replay.write(server.folder / f"{room}.replay")
    page = come(window, client)
    page.goto(f"{server.url}/#/room/{room}")
    return page

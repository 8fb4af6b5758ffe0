"""Load test of the server: rooms of people who move once per second, while agents play in other rooms.

The server is ``zombicide serve`` with its defaults, in its own process, on the loopback address only.  Browsers are simulated by
connections with the protocol of the page.  The latency of a move is the time from the click until a browser of the room has received it:
the player's browser and those of spectators.  The number of browsers and the duration are bounded.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.request import Request, urlopen

from . import results
from .machine import described, machine

MOST_ROOMS: Final = 60  # limit of rooms per address on a server
MOST_SPECTATORS: Final = 5  # with the players at most the connections of one address
MOST_SECONDS: Final = 600.0
AIM: Final = 0.3  # seconds, for 99 of 100 moves
WAIT: Final = 60.0
_TOTAL: Final = re.compile(r'"total":(\d+)')


@dataclass(frozen=True)
class Load:
    """The load.

    ``rooms`` rooms with one player and ``spectators`` each, a move every ``every`` seconds in each; ``thinking`` rooms with agents of
    ``spec`` that play as fast as they can, watched by one browser each.
    """

    rooms: int = 50
    spectators: int = 2
    thinking: int = 10
    every: float = 1.0
    seconds: float = 60.0
    settle: float = 10.0
    game: str = "black_plague"
    quest: str = "big_game_hunting"
    spec: str = "search"

    def check(self) -> None:
        """Raise ValueError if the load exceeds the limits of a benchmark."""
        if not 0 < self.rooms + self.thinking <= MOST_ROOMS or not 0 <= self.spectators <= MOST_SPECTATORS:
            raise ValueError(f"at most {MOST_ROOMS} rooms with {MOST_SPECTATORS} spectators each")
        if not 0 < self.seconds <= MOST_SECONDS or not self.every >= 0.1:
            raise ValueError(f"at most {MOST_SECONDS:g} seconds, a move every 0.1 at most")


@dataclass
class Measured:
    """Latencies in seconds: of moves at players and at spectators, and of requests for the list of games and the page."""

    player: list[float] = field(default_factory=list)
    spectator: list[float] = field(default_factory=list)
    request: list[float] = field(default_factory=list)
    thought: int = 0
    received: int = 0
    lost: int = 0


class Browser:
    """A simulated browser: its key, and its connection to a room."""

    def __init__(self, url: str) -> None:
        self.url = url
        with urlopen(Request(f"{url}/api/hello"), timeout=WAIT) as answer:  # noqa: S310 - our own address
            self.cookie = str(answer.headers["set-cookie"]).partition(";")[0]

    def create(self, wish: dict[str, Any]) -> str:
        """Create a room and return its id."""
        request = Request(f"{self.url}/api/rooms", json.dumps(wish).encode(), {"Cookie": self.cookie})  # noqa: S310 - our own address
        with urlopen(request, timeout=WAIT) as answer:  # noqa: S310 - our own address
            return str(json.load(answer)["room"])

    @contextlib.asynccontextmanager
    async def enter(self, room: str) -> AsyncIterator[Any]:
        """Return the connection to a room; it requests compression, as browsers do."""
        from websockets.asyncio.client import connect

        address = f"{self.url.replace('http', 'ws', 1)}/ws/{room}"
        async with connect(address, additional_headers={"Cookie": self.cookie}, max_size=2**24, open_timeout=WAIT) as connection:
            yield connection


class Table:
    """A room with its player and spectators: the times of clicks, and of the resulting messages."""

    def __init__(self, measured: Measured) -> None:
        self.measured = measured
        self.clicked: dict[int, float] = {}  # move -> time of the click that caused it
        self.on = False

    def heard(self, text: str, told: list[float]) -> int:
        """Record a message to a browser; returns the number of moves in it, or 0."""
        self.measured.received += len(text)
        found = _TOTAL.search(text)
        if found is None:
            return 0
        at = self.clicked.get(int(found[1]))
        if at is not None and self.on:
            told.append(time.perf_counter() - at)
        return int(found[1])


async def play(table: Table, browser: Browser, room: str, load: Load, choice: random.Random) -> None:
    """Play a random legal action at each interval, until cancelled or the game is over."""
    async with browser.enter(room) as connection:
        view: dict[str, Any] = json.loads(await connection.recv())
        await asyncio.sleep(choice.random() * load.every)
        due = time.perf_counter()
        while not view["over"]:
            due = max(due + load.every, time.perf_counter())
            action = choice.choice(view["legal"])["a"]
            total = view["total"]
            table.clicked[total + 1] = time.perf_counter()
            await connection.send(json.dumps({"type": "act", "at": total, "action": action}))
            while view["total"] == total:
                text = await connection.recv()
                table.heard(text, table.measured.player)
                view |= json.loads(text)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def watch(table: Table, browser: Browser, room: str) -> None:
    """Watch the room."""
    async with browser.enter(room) as connection:
        async for text in connection:
            table.heard(text, table.measured.spectator)


async def look_at_thinkers(measured: Measured, browser: Browser, room: str, table: Table) -> None:
    """Watch a game of agents, and count its moves."""
    before = 0
    async with browser.enter(room) as connection:
        async for text in connection:
            total = table.heard(text, [])
            measured.thought += max(0, total - before) if table.on and before else 0
            before = total or before


async def ask(url: str, measured: Measured, table: Table) -> None:
    """Request the list of games and the page, like a new visitor."""

    def once() -> float:
        start = time.perf_counter()
        for path in ("/api/hello", "/"):
            with urlopen(f"{url}{path}", timeout=WAIT) as answer:  # noqa: S310 - our own address
                answer.read()
        return time.perf_counter() - start

    while True:
        took = await asyncio.to_thread(once)
        if table.on:
            measured.request.append(took)
        await asyncio.sleep(0.5)


@contextlib.contextmanager
def server(folder: Path) -> Any:
    """Start a server with default options: its process and its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "zombicide_env.cli", "serve", "--port", str(port), "--games", str(folder / "games"), "--no-open"]
    with (folder / "log").open("w") as log, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process:
        try:
            assert process.stdout is not None
            if not process.stdout.readline():
                raise RuntimeError(f"the server has not started: {(folder / 'log').read_text()[-500:]}")
            url = f"http://127.0.0.1:{port}"
            for _ in range(200):
                with contextlib.suppress(OSError):  # the server does not listen yet
                    urlopen(f"{url}/", timeout=WAIT).close()  # noqa: S310 - our own address
                    break
                time.sleep(0.05)
            yield process, url
        finally:
            process.terminate()
            process.wait(WAIT)


async def bear(url: str, load: Load, process: int) -> tuple[Measured, dict[str, float]]:
    """Apply a load to the server; returns the measurements, and the CPU seconds of each part per second."""
    measured = Measured()
    tables = [Table(measured) for _ in range(load.rooms + load.thinking + 1)]
    wish = {"game": load.game, "options": {"quest": load.quest}, "pace": 0}
    tasks: list[asyncio.Task[None]] = [asyncio.create_task(ask(url, measured, tables[-1]))]
    try:
        for number, table in enumerate(tables[:-1]):
            player = await asyncio.to_thread(Browser, url)
            thinks = number >= load.rooms
            room = await asyncio.to_thread(player.create, {**wish, "seats": [load.spec if thinks else "human"], "seed": number})
            if thinks:
                tasks.append(asyncio.create_task(look_at_thinkers(measured, player, room, table)))
                continue
            tasks.append(asyncio.create_task(play(table, player, room, load, random.Random(number))))  # noqa: S311 - no secret
            for _ in range(load.spectators):
                tasks.append(asyncio.create_task(watch(table, await asyncio.to_thread(Browser, url), room)))
        await asyncio.sleep(load.settle)
        before, start = spent(process), time.perf_counter()
        for table in tables:
            table.on = True
        await asyncio.sleep(load.seconds)
        took = time.perf_counter() - start
        after = spent(process)
        for table in tables:
            table.on = False
        measured.lost = sum(task.done() and task.exception() is not None for task in tasks)
        return measured, {name: round((after[name] - before[name]) / took, 2) for name in after}
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def spent(process: int) -> dict[str, float]:
    """Return CPU seconds of the server, of its workers, and of this process (on Linux)."""
    found = {"browsers": time.process_time()}
    with contextlib.suppress(OSError):  # only Linux has /proc
        found["server"] = _seconds(process)
        children = Path(f"/proc/{process}/task").glob("*/children")
        found["workers"] = sum(_seconds(int(child)) for path in children for child in path.read_text().split())
    return found


def _seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """Return count, median, 95th and 99th percentile and maximum, in milliseconds."""
    ordered = sorted(values)
    if not ordered:
        return {"count": 0}
    shares = {"median": 0.5, "p95": 0.95, "p99": 0.99}
    found = {name: round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1) for name, share in shares.items()}
    return {"count": len(ordered), **found, "most": round(1000 * ordered[-1], 1)}


def measure(load: Load) -> dict[str, Any]:
    """Start a server, apply the load, and return the result as plain values."""
    load.check()
    about = machine("fastapi", "uvicorn", "websockets")
    with tempfile.TemporaryDirectory(prefix="zombicide-load-") as folder, server(Path(folder)) as (process, url):
        measured, processor = asyncio.run(bear(url, load, process.pid))
        logged = len((Path(folder) / "log").read_text().splitlines())
    return {
        "machine": about,
        "load": asdict(load),
        "milliseconds": {name: percentiles(getattr(measured, name)) for name in ("player", "spectator", "request")},
        "processor": processor,
        "moves_thought": round(measured.thought / load.seconds, 2),
        "megabytes_received": round(measured.received / 1e6 / load.seconds, 2),
        "connections_lost": measured.lost,
        "lines_logged": logged,
    }


def text(result: dict[str, Any]) -> str:
    """Return the result as a page."""
    about, load, found = result["machine"], result["load"], result["milliseconds"]
    names = {"player": "a move, for who has clicked", "spectator": "a move, for who looks on", "request": "the list of games and the page"}
    rows = [f"| {names[name]} | " + " | ".join(str(row.get(part, "")) for part in _PARTS) + " |" for name, row in found.items()]
    asked = (
        f"`zombicide benchmark --load`: {load['rooms']} rooms of {load['quest']} ({load['game']}) with a player and {load['spectators']} "
        f"spectators each, a move every {load['every']:g} s in each, while {load['thinking']} rooms think with `{load['spec']}`; "
        f"{load['seconds']:g} s, server and browsers on the same machine. Aim: 99 of 100 moves below {1000 * AIM:g} ms."
    )
    processor = ", ".join(f"{name} {value:g}" for name, value in result["processor"].items())
    told = (
        f"The thinking rooms made {result['moves_thought']:g} moves per second. Browsers were sent {result['megabytes_received']:g} MB "
        f"per second before compression. Processor seconds per second: {processor}. Connections lost: {result['connections_lost']}, "
        f"lines in the server's log: {result['lines_logged']}."
    )
    head = ["| milliseconds | count | median | 95 % | 99 % | most |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
    note = ["", result["note"]] if result.get("note") else []
    return "\n".join(["# The server under load", "", asked, "", *described(about), "", *head, *rows, "", told, *note, ""])


_PARTS: Final = ("count", "median", "p95", "p99", "most")


def write(result: dict[str, Any], folder: Path) -> list[Path]:
    """Save a result; returns the paths."""
    path = folder / "load.json"
    results.write(path, result, text(result))
    return [path, path.with_suffix(".md")]

"""Faults and limits of the server: agents that do not answer, a full disk, too many of everything."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.loops import result
from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.thinkers import wait_for_thoughts
from tests.play.wire import Client, MakeAgent, Server, Waits, catalogue
from zombicide_env import replay
from zombicide_env.core import files
from zombicide_env.play.brief import Brief
from zombicide_env.play.facts import fresh_facts
from zombicide_env.play.limits import DAY, Allowance, Limits
from zombicide_env.play.room import Room
from zombicide_env.play.rooms import Rooms
from zombicide_env.play.server import make_app
from zombicide_env.play.store import DAMAGED, Store
from zombicide_env.play.workers import Workers

TOY = {"game": "secretive", "options": {"goal": 50}, "seed": 1}


@pytest.fixture
def limited(warm: None, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Function that starts a server with the given limits."""
    with contextlib.ExitStack() as stack:

        def start(seconds: float = 20.0, folder: str = "games", **limits: Any) -> Server:
            workers = Workers(MakeAgent(), count=1, seconds=seconds, memory=600)
            stack.callback(workers.close)
            server = Server(tmp_path / folder, workers=workers, **limits)
            stack.callback(server.stop)
            return server

        yield start


# ---- agents that do not answer


@pytest.mark.slow
def test_rooms_with_slow_agents_stop_neither_pages_nor_other_rooms(limited: Callable[..., Server]) -> None:
    server = limited(seconds=60)
    owner, guest = Client(server), Client(server)
    with contextlib.ExitStack() as stack:
        tables = [stack.enter_context(owner.enter(owner.create(**TOY, seats=["sleeps:60"]))) for _ in range(8)]
        assert all(table.view["waiting"] for table in tables)
        assert guest.http.get("/api/preview", params={"game": "secretive"}).status_code == 200
        with guest.enter(guest.create(**TOY, seats=["human"])) as table:
            assert table.act("rest")["total"] == 1
        for table in tables:
            table.say(type="look", at=0)
            table.hear("view", until=lambda v: not v["live"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "seconds", "says"),
    [
        ("sleeps:60", 0.5, "sleeps:60 has thought for longer than 0.5 seconds"),
        ("eats:2000", 60, "eats:2000 needs more memory than an agent may have here (600 MiB)"),
        ("dies", 60, "dies: its process has died"),
    ],
)
def test_the_page_says_why_an_agent_does_not_move_and_has_it_tried_again(
    limited: Callable[..., Server], spec: str, seconds: float, says: str
) -> None:
    server = limited(seconds=seconds)
    owner, guest = Client(server), Client(server)
    room = owner.create(**TOY, seats=[spec])
    with owner.enter(room) as table, guest.enter(room) as other:
        for _ in range(2):
            assert says in table.wait(lambda v: v["problem"])["problem"]
            assert says in other.wait(lambda v: v["problem"])["problem"]
            assert "only those who play" in other.refused(type="pace", paused=False)
            table.say(type="pace", paused=False)
            table.hear("view", until=lambda v: not v["problem"])
        assert table.view["total"] == 0


@pytest.mark.slow
def test_a_pause_and_an_empty_room_stop_who_thinks(limited: Callable[..., Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = tmp_path / "begun"
    begun.mkdir()
    monkeypatch.setenv("THINKING", str(begun))
    server = limited(seconds=600)
    owner = Client(server)
    for leave in (False, True):
        before = len(list(begun.iterdir()))
        with contextlib.ExitStack() as stack:
            tables = [stack.enter_context(owner.enter(owner.create(**TOY, seats=["sleeps:600"]))) for _ in range(3)]
            wait_for_thoughts(begun, before + 1)
            if not leave:
                for table in tables:
                    table.say(type="pace", paused=True)
                    table.wait(lambda v: v["paused"])
                    assert not table.view["problem"]
            else:
                stack.close()
            with owner.enter(owner.create(**TOY, seats=["sleeps:0.01"])) as next_one:
                next_one.wait(lambda v: v["total"] > 1)


@pytest.mark.slow
def test_a_step_is_one_move_and_the_browser_is_heard_meanwhile(limited: Callable[..., Server]) -> None:
    server = limited()
    owner = Client(server)
    with owner.enter(owner.create(**TOY, seats=["human", "waits"])) as table:
        table.say(type="pace", paused=True)
        table.wait(lambda v: v["paused"])
        table.act("rest")
        table.say(type="step")
        table.say(type="look", at=0)
        assert table.hear("view", until=lambda v: not v["live"])["total"] == 1  # no message waits for a thinking agent
        Waits.go.set()
        table.say(type="look")
        assert table.wait(lambda v: v["total"] == 2)["paused"]


# ---- the disk


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Function that fills the disk, or makes room again."""

    def fails(*_: Any) -> None:
        raise OSError(28, os.strerror(28))

    def fill(full: bool) -> None:
        if full:
            monkeypatch.setattr(files, "append", fails)
            monkeypatch.setattr(files, "write", fails)
        else:
            monkeypatch.undo()

    return fill


def test_a_full_disk_is_said_and_loses_no_move(server: Server, full_disk: Callable[[bool], None]) -> None:
    owner = Client(server)
    room = owner.create(game="secretive", options={"goal": 50, "agents": 2}, seed=1, seats=["human", "quick"])
    with owner.enter(room) as table:
        table.act("rest")
        table.wait(lambda v: v["turn"])
        before = table.view["total"]
        full_disk(True)
        table.act("rest")
        assert table.view["unsaved"] == "No space left on device" and table.view["total"] == before + 1  # no more moves until mended
        table.say(type="pace", paused=False)
        table.hear("view")
        assert table.view["unsaved"] and table.view["total"] == before + 1
        refused = owner.http.post("/api/rooms", json={**TOY, "seats": ["human"]})
        assert refused.status_code == 507 and "No space left" in refused.json()["error"]
        assert sorted(path.name for path in server.folder.glob("*.*[a-z]")) == [".lock", f"{room}.json", f"{room}.replay"]
        full_disk(False)
        table.say(type="pace", paused=False)
        view = table.wait(lambda v: not v["unsaved"] and v["turn"])
        assert view["total"] > before + 1
        table.act("rest")
        table.wait(lambda v: v["turn"])
        assert len(replay.read(server.folder / f"{room}.replay", partial=True).entries) == table.view["total"]


def test_a_full_disk_is_reported_to_the_player(server: Server, full_disk: Callable[[bool], None]) -> None:
    owner = Client(server)
    with owner.enter(owner.create(**TOY, seats=["human"])) as table:
        full_disk(True)
        table.act("rest")
        assert "cannot be written to the server's disk (No space left on device)" in table.refused(type="act", at=1, action=3)
        assert "the seats cannot be written" in table.refused(type="pace", pace=1.0)
        full_disk(False)
        assert table.act("rest")["total"] == 2 and not table.view["unsaved"]


def test_moves_taken_back_on_a_full_disk_are_taken_back_there_later(server: Server, full_disk: Callable[[bool], None]) -> None:
    owner = Client(server)
    room = owner.create(game="black_plague", options={"quest": "danse_macabre"}, seats=["human"], seed=3, sandbox=True)
    with owner.enter(room) as table:
        table.act("activate ann")
        table.act("move 9b")
        full_disk(True)
        table.say(type="undo", at=2)
        assert table.hear("view", until=lambda v: v["total"] == 1)["unsaved"]
        full_disk(False)
        table.act("end")
        assert [entry.text for entry in replay.read(server.folder / f"{room}.replay", partial=True).entries] == ["activate ann", "end"]


# ---- one folder, one server


def test_a_second_server_on_the_same_folder_refuses(server: Server) -> None:
    with pytest.raises(files.Taken, match=rf"{server.folder.name} is being written to by another process \({os.getpid()}\)"):
        make_app(catalogue(), server.folder)
    server.stop()
    Server(server.folder).stop()


# ---- capacity


def test_a_browser_is_at_so_many_rooms_of_its_own(limited: Callable[..., Server]) -> None:
    server = limited(rooms_each=2)
    owner, other = Client(server), Client(server)
    wish = {**TOY, "seats": ["human"]}
    with owner.enter(owner.create(**wish)), owner.enter(owner.create(**wish)) as second:
        answer = owner.http.post("/api/rooms", json=wish)
        assert answer.status_code == 429 and "you already have 2 games open in this browser" in answer.json()["error"]
        assert other.create(**wish)
        second.close()
        until(lambda: owner.http.post("/api/rooms", json=wish).status_code == 200)


def test_a_browser_has_so_many_connections_and_the_server_too(limited: Callable[..., Server]) -> None:
    server = limited(sockets_each=2, sockets=3)
    one, two = Client(server), Client(server)
    room = one.create(**TOY, seats=["human"])
    with one.enter(room), one.enter(room), two.enter(room):
        for client, says in ((one, "too many people"), (two, "too many people")):
            with client.enter(room) as refused:
                assert says in json.loads(refused.heard[-1])["reason"]
    until(lambda: not server.app.state.rooms.sockets.total())
    with one.enter(room), one.enter(room), one.enter(room) as third:
        assert "2 games are open in this browser" in json.loads(third.heard[-1])["reason"]


def test_rooms_make_way_when_nobody_is_in_them(limited: Callable[..., Server]) -> None:
    server = limited(rooms=2)
    client = Client(server)
    first, second = (client.create(**TOY, seats=["human"]) for _ in range(2))
    with client.enter(first) as one, client.enter(second):
        one.act("rest")
        answer = client.http.post("/api/rooms", json={**TOY, "seats": ["human"]})
        assert answer.status_code == 503 and "2 games are being played" in answer.json()["error"]
    until(lambda: client.http.post("/api/rooms", json={**TOY, "seats": ["human"]}).status_code == 200)
    with client.enter(first) as one:
        assert one.view["total"] == 1  # it was closed, not lost


def test_the_folder_has_an_end(limited: Callable[..., Server]) -> None:
    client = Client(limited(kept=2))
    for _ in range(2):
        client.create(**TOY, seats=["human"])
    answer = client.http.post("/api/rooms", json={**TOY, "seats": ["human"]})
    assert answer.status_code == 503 and "2 games are kept on this server" in answer.json()["error"]


def test_rooms_are_not_made_in_a_rush(limited: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zombicide_env.play.server.Allowance", lambda _, most: Allowance(0.0, most))  # however long the requests take
    client = Client(limited(making=3))
    answers = [client.http.post("/api/rooms", json={**TOY, "seats": ["human"]}).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]
    assert client.http.get("/api/hello").status_code == 200


@pytest.mark.slow
def test_games_have_an_end(limited: Callable[..., Server]) -> None:
    server = limited(moves=3)
    client = Client(server)
    with client.enter(client.create(**TOY, seats=["human"])) as table:
        for _ in range(3):
            table.act("rest")
        assert "the game has 3 moves, the most that are played here" in table.refused(type="act", at=3, action=3)
        text = (server.folder / f"{table.view['room']}.replay").read_text()
    with client.enter(client.create(**TOY, seats=["random"])) as table:
        assert table.wait(lambda v: v["total"] == 3 or v["over"])
    server.stop()
    client = Client(limited(moves=2))
    answer = client.http.post("/api/replays", json={"text": text})
    assert answer.status_code == 400 and "the replay has 3 moves" in answer.json()["error"]


@pytest.mark.slow
def test_rooms_without_browsers_are_put_away(limited: Callable[..., Server]) -> None:
    server = limited(idle=0.1)
    client = Client(server)
    room = client.create(**TOY, seats=["human"])
    with client.enter(room) as table:
        table.act("rest")
        time.sleep(0.3)
        assert table.act("rest")["total"] == 2
    until(lambda: not server.rooms())
    with client.enter(room) as table:
        assert table.view["total"] == 2


@pytest.mark.slow
def test_a_room_is_put_away_whole_though_the_server_ends(limited: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    close, begun = Room.close, threading.Event()

    async def slowly(room: Room) -> None:
        begun.set()
        await asyncio.sleep(0.3)
        await close(room)

    monkeypatch.setattr(Room, "close", slowly)
    server = limited(idle=0.05)
    client = Client(server)
    room = client.create(**TOY, seats=["human"])
    with client.enter(room) as table:
        table.act()
    assert begun.wait(60)
    server.stop()
    assert json.loads((server.folder / f"{room}.json").read_text())["stands"][0] == 1


def test_of_two_files_of_facts_the_newer_one_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, first = files.write, threading.Event()

    def slowly(path: Path, data: str) -> None:
        if not first.is_set():
            first.set()
            time.sleep(0.3)
        write(path, data)

    async def save_twice() -> None:
        before = asyncio.create_task(rooms.save(room))
        await asyncio.to_thread(first.wait, 60)
        room.facts["pace"] = 2.0
        await rooms.save(room)
        await before

    monkeypatch.setattr(files, "write", slowly)
    rooms: Any = Rooms(catalogue(), Store(tmp_path), None, Limits())  # type: ignore[arg-type]  # nobody plays
    room: Any = SimpleNamespace(id="abcdef", facts=fresh_facts("me", {}, pace=1.0))
    result(save_twice())
    assert json.loads((tmp_path / "abcdef.json").read_text())["pace"] == 2.0


@pytest.mark.slow
def test_rooms_in_which_nothing_happens_are_put_away_and_say_so(limited: Callable[..., Server]) -> None:
    server = limited(idle=0.1, silent=0.6)
    client = Client(server)
    room = client.create(**TOY, seats=["human"])
    with client.enter(room) as table:
        gone = table.hear("gone") if table.view else json.loads(table.heard[-1])
        assert "reload the page" in gone["reason"]
    server.stop()
    client = Client(limited(), client.cookies)
    with client.enter(room) as table:
        assert table.act("rest")["total"] == 1


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


# ---- games that may be deleted


def test_what_nobody_will_miss_is_thrown_away(tmp_path: Path) -> None:
    store = Store(tmp_path)
    limits = Limits(unplayed=DAY, records=7 * DAY)
    header = "\n" * 9
    rooms = {
        "unplayed": (header, False, 2),
        "unplayedyet": (header, False, 0.5),
        "played": (header + "1 r1\n", False, 400),
        "record": (header + "1 r1\n", True, 8),
        "recordnew": (header + "1 r1\n", True, 6),
        "inusenow": (header, False, 2),
    }
    for room, (text, record, days) in rooms.items():
        store.save_facts(room, fresh_facts("me", {}, record=record))
        (tmp_path / f"{room}.replay").write_text(text)
        os.utime(tmp_path / f"{room}.replay", (time.time() - days * DAY,) * 2)
    (tmp_path / "mine.txt").write_text("mine")
    store.sweep(limits, {"inusenow"})
    left = {path.stem for path in tmp_path.glob("*.replay")}
    assert left == {"unplayedyet", "played", "recordnew", "inusenow"}
    assert {path.stem for path in tmp_path.glob("*.json")} == left
    assert (tmp_path / "mine.txt").exists() and len(store) == 4
    store.close()


# ---- the log


def test_a_log_stays_short() -> None:
    lines: list[str] = []

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.getMessage())

    log, handler = logging.getLogger("tests.brief"), Lines()
    brief = Brief()
    handler.addFilter(brief)
    log.addHandler(handler)
    try:
        for number in range(1000):
            log.warning("request %s\n\x1b[31mred %s", number, "x" * 10_000)
        log.error("another")
        assert len(lines) == 6
        assert lines[0].startswith("request 0 \\x1b[31mred xxx") and max(map(len, lines)) < 500
        assert lines[-1] == "another (995 others were left out)"
        brief._since -= 61
        log.warning("again")
        assert lines[-1] == "again"
    finally:
        log.removeHandler(handler)


def test_an_allowance_comes_back_with_time_and_is_each_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    allowance = Allowance(rate=2.0, most=3)
    assert [allowance.take("a") for _ in range(4)] == [True, True, True, False]
    assert allowance.take("b")
    now[0] += 0.5
    assert [allowance.take("a") for _ in range(2)] == [True, False]
    now[0] += 100
    assert [allowance.take("a") for _ in range(4)] == [True, True, True, False]
    for number in range(30_000):
        allowance.take(str(number))
        now[0] += 1
    assert len(allowance._left) <= 10_001


# ---- order of messages


@pytest.mark.slow
def test_the_keeper_goes_on_after_an_exception_and_reports_it(
    limited: Callable[..., Server], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = limited(idle=1)
    client = Client(server)
    first, second = (client.create(**TOY, seats=["human"]) for _ in range(2))
    broken = server.app.state.rooms._rooms[first]

    async def fails() -> None:
        raise RuntimeError("a defect")

    monkeypatch.setattr(broken, "close", fails)
    monkeypatch.setattr(server.app.state.rooms._store, "sweep", lambda *_: 1 / 0)
    until(lambda: not server.rooms())
    assert f"room {first} cannot be put away" in caplog.text and "a defect" in caplog.text
    third = client.create(**TOY, seats=["human"])
    until(lambda: not server.rooms())
    assert not server.app.state.rooms._keeper.done()
    with client.enter(second) as table:
        assert table.act("rest")["total"] == 1
    assert third


def test_a_room_that_cannot_continue_says_why(limited: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    server = limited()
    client = Client(server)
    room = client.create(**TOY, seats=["human"])
    with client.enter(room) as table:
        there = server.app.state.rooms._rooms[room]
        monkeypatch.setattr(there, "_may_drive", lambda: 1 / 0)
        table.act("rest")
        assert "ZeroDivisionError" in table.wait(lambda v: v["problem"])["problem"]
        monkeypatch.undo()
        table.say(type="pace", paused=False)
        table.wait(lambda v: not v["problem"])
        assert table.act("rest")["total"] == 2


# ---- damaged files


@pytest.mark.parametrize(
    "damage",
    [
        '{"host": "me", "seats": {"walker_0": ["a", "list"]}, "sandbox": false, "pace": 0, "record": false}',
        '{"host": ["me"], "seats": {}, "sandbox": false, "pace": 0, "record": false}',
        '{"host": "me", "seats": {}, "sandbox": false, "pace": NaN, "record": false}',
        '{"host": "me", "seats": {}, "sandbox": false, "pace": 1e999, "record": false}',
        '{"host": "me", "seats": {}, "sandbox": false, "pace": 0, "record": false, "names": {"me": 7}}',
        "[" * 30_000,
        '{"a":' * 10_000,
        "[[1, 2]]",
        "null",
        "",
        "\x00\xff",
    ],
    ids=range(11),
)
def test_a_game_whose_facts_are_damaged_is_set_aside_with_a_line(tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str) -> None:
    for room in ("soundroom", "damagedroom"):
        (tmp_path / f"{room}.replay").write_text("\n" * 9)
        (tmp_path / f"{room}.json").write_text(json.dumps(fresh_facts("me", {})))
    (tmp_path / "damagedroom.json").write_text(damage, encoding="latin-1")
    store = Store(tmp_path)
    assert len(store) == 1 and store.has("soundroom") and not store.has("damagedroom")
    (line,) = [record.getMessage() for record in caplog.records]
    assert line.startswith("damagedroom.json is damaged: it does not say who sits where") and line.endswith(
        f"moved to {tmp_path / DAMAGED}"
    )
    assert {path.name for path in (tmp_path / DAMAGED).iterdir()} == {"damagedroom.json", "damagedroom.replay"}
    assert (tmp_path / DAMAGED / "damagedroom.json").read_text(encoding="latin-1") == damage
    store.close()


def test_a_game_that_cannot_be_read_now_keeps_its_seed_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A branch may show the seed that it shares with another game only when that game is known to be over."""
    store = Store(tmp_path)
    (tmp_path / "firstroom.replay").write_text("\n" * 9)
    store.save_facts("firstroom", fresh_facts("me", {"ann": "me"}))
    assert store.is_secret("firstroom")

    def fails(*_: object) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(files, "read", fails)
    assert store.is_secret("firstroom")
    store.close()


def test_branches_are_listed_while_others_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    for room, of in (("firstroom", ""), ("secondroom", "firstroom"), ("thirdroom", "firstroom")):
        (tmp_path / f"{room}.replay").write_text("\n" * 9)
        store.save_facts(room, fresh_facts("me", {}, of=of))

    def row(room: str, _: object) -> dict[str, Any]:
        if room == "firstroom":  # others start and remove games while this one is read
            store.save_facts("fourthroom", fresh_facts("me", {}, of="thirdroom"))
            store.remove("thirdroom")
        else:
            store.save_facts(f"{room}s", fresh_facts("me", {}, of=room))
        return {"room": room}

    monkeypatch.setattr(store, "_row", row)
    tree = store.tree("firstroom", "me", 9)
    assert [below["room"] for below in tree["branches"]] == ["secondroom"]
    store.close()


def test_facts_of_former_versions_are_read(tmp_path: Path) -> None:
    store = Store(tmp_path)
    (tmp_path / "formerroom.json").write_text('{"host": "me", "seats": {"walker_0": "me"}, "sandbox": false, "pace": 1, "record": false}')
    assert store.facts("formerroom") == fresh_facts("me", {"walker_0": "me"}, pace=1)
    store.close()

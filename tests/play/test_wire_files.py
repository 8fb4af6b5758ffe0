"""Saved games: a killed server resumes them, replays are watched, invalid files are refused in plain words."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.wire import Client, Server, quick
from zombicide_env.play import Session
from zombicide_env.replay.reading import parse

pytestmark = pytest.mark.slow  # servers and waiting

# ---- saving


def test_a_killed_server_resumes_its_games(tmp_path: Path) -> None:
    server = Server(tmp_path / "games")
    client, friend = Client(server), Client(server)
    room = client.create(**quick(seats=["human", "open", "greedy"]))
    with client.enter(room) as table, friend.enter(room) as other:
        other.say(type="sit", agents=["survivor_1", "survivor_4"])
        other.wait(lambda v: v["seats"][1]["mine"])
        table.act("activate ann")
        table.act("move 9b")
        board, log = table.view["board"], list(table.log)
    path = server.folder / f"{room}.replay"
    whole = path.read_bytes()
    server.stop()
    path.write_bytes(whole + b"3 r1 survivor_0: mo")  # killed in the middle of a line
    again = Server(tmp_path / "games")
    try:
        back = Client(again, client.cookies)
        assert [kept["room"] for kept in back.hello.json()["rooms"]] == [room]
        assert back.hello.json()["rooms"][0]["moves"] == 2
        assert Client(again).hello.json()["rooms"] == []
        with back.enter(room) as table, Client(again, friend.cookies).enter(room) as other:
            assert table.view["board"] == board
            assert table.log == log
            assert [s["agent"] for s in other.view["seats"] if s["mine"]] == ["survivor_1", "survivor_4"]
            assert table.view["turn"]
            table.act("end")
        assert path.read_bytes().startswith(whole)
    finally:
        again.stop()


def test_a_game_is_listed_with_the_round_in_which_it_stands(tmp_path: Path) -> None:
    """Its last move belongs to the round before."""
    server = Server(tmp_path / "games")
    client = Client(server)
    room = client.create(**quick(seats=["human"]))
    with client.enter(room) as table:
        while dict(table.view["rounds"]).keys() == {1}:
            choices = {action["t"]: action for action in table.view["legal"]}
            table.act("end" if "end" in choices else next(iter(choices)))
        assert [kept["round"] for kept in client.http.get("/api/hello").json()["rooms"]] == [2]
    server.stop()
    assert parse((server.folder / f"{room}.replay").read_text(encoding="utf-8"), partial=True).entries[-1].round == 1
    again = Server(tmp_path / "games")
    try:
        assert [kept["round"] for kept in Client(again, client.cookies).hello.json()["rooms"]] == [2]
    finally:
        again.stop()


def test_a_damaged_game_is_refused_with_the_line(server: Server) -> None:
    client = Client(server)
    room = client.create(game="secretive", seats=["human"], seed=1)
    with client.enter(room) as table:
        table.act("rest")
    server.stop()
    path = server.folder / f"{room}.replay"
    path.write_text(path.read_text().replace("rest", "step 1"))
    again = Server(server.folder)
    try:
        with Client(again, client.cookies).enter(room) as table:
            gone = json.loads(table.heard[-1])
            assert gone["type"] == "gone" and "line 10" in gone["reason"]
    finally:
        again.stop()


def test_a_game_that_an_older_layout_has_written_is_refused_and_kept(server: Server) -> None:
    client = Client(server)
    room = client.create(**quick(seats=["human"]))
    with client.enter(room) as table:
        table.act("activate ann")
    server.stop()
    path = server.folder / f"{room}.replay"
    replay = parse(path.read_text(), partial=True)
    then = replace(replay.header, layouts={**replay.header.layouts, "state": "0123456789abcdef"}, package="0.0.9")
    path.write_text("\n".join(replace(replay, header=then).lines()) + "\n")
    kept = path.read_bytes()
    again = Server(server.folder)
    try:
        back = Client(again, client.cookies)
        with back.enter(room) as table:
            gone = json.loads(table.heard[-1])
        assert gone["type"] == "gone"
        assert "another layout (0123456789abcdef in the replay, " in gone["reason"]
        assert str(server.folder) not in gone["reason"]  # browsers learn nothing about the server's folders
        assert "use package version 0.0.9, which recorded it" in gone["reason"]
        assert [row["room"] for row in back.hello.json()["rooms"]] == [room]
    finally:
        again.stop()
    assert path.read_bytes() == kept


# ---- replays


def test_a_replay_is_watched_step_by_step(server: Server, record: str) -> None:
    client = Client(server)
    answer = client.http.post("/api/replays", json={"text": record})
    assert answer.status_code == 200, answer.text
    with client.enter(answer.json()["room"]) as table:
        entries = parse(record).entries
        assert table.view["record"] and table.view["total"] == len(entries)
        assert [e["t"] for e in table.log] == [e.text for e in entries]
        starts = dict(table.view["rounds"])
        assert set(starts) == {1, 2, 3}
        table.say(type="look", at=starts[2])
        assert {"label": "Round", "text": "2 of 3", "colour": ""} in table.hear("view", until=lambda v: not v["live"])["board"]["facts"]
        assert "only be watched" in table.refused(type="act", at=0, action=0)
        assert client.http.get(f"/api/rooms/{table.view['room']}/replay").text == record


def test_replays_are_followed_where_others_think(server: Server, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that serves the rooms plays none of their moves, however long they are."""

    def apply(self: Session, action: int) -> None:
        raise AssertionError("a move was played in the server's process")

    monkeypatch.setattr(Session, "apply", apply)
    client = Client(server)
    room = client.http.post("/api/replays", json={"text": record}).json()["room"]
    server.stop()
    again = Server(server.folder)
    try:
        with Client(again, client.cookies).enter(room) as table:
            assert [entry["t"] for entry in table.log] == [entry.text for entry in parse(record).entries]
            table.say(type="look", at=0)
            assert table.hear("view", until=lambda v: not v["live"])["at"] == 0
    finally:
        again.stop()


@pytest.mark.parametrize(
    ("find", "put", "says"),
    [
        ("zombicide replay 1", "hello", "not a replay"),
        ("seed: 8", "seed: 9", "has been edited"),
        ("activate", "wave at", "has been edited"),
    ],
)
def test_edited_replays_are_refused(shared: Server, record: str, find: str, put: str, says: str) -> None:
    assert find in record
    answer = Client(shared).http.post("/api/replays", json={"text": record.replace(find, put, 1)})
    assert answer.status_code == 400
    assert says in answer.json()["error"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"options": {"quest": "/etc/passwd"}}, "option quest"),
        ({"options": {"quest": "../secret.yaml"}}, "option quest"),
        ({"options": {"quest": "danse_macabre", "survivors": ["/etc/passwd:ann"]}}, "option survivors"),
        ({"options": {"quest": "danse_macabre", "start_zones": {"ann": "9a"}}}, "start_zones"),
        ({"options": {"quest": "danse_macabre"}}, "other options"),
        ({"seed": 9}, "does not begin as it did"),
        ({"layouts": {"actions": "x", "observations": "x", "state": "x", "world": "x"}}, "another layout"),
        ({"agents": {"survivor_0": ("ann", "greedy")}}, "agents"),
    ],
)
def test_replays_whose_checksums_were_made_up_are_refused(shared: Server, record: str, changes: dict[str, Any], says: str) -> None:
    whole = parse(record)
    forged = replace(whole, header=replace(whole.header, **changes))
    answer = Client(shared).http.post("/api/replays", json={"text": "\n".join(forged.lines()) + "\n"})
    assert answer.status_code == 400
    assert says in answer.json()["error"]
    assert "root:" not in answer.text

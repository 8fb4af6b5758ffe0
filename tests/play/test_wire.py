"""What goes over the wire: a game by several browsers, what each may see and do, what survives a kill."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.needs import SERVE, TRAIN

pytest.importorskip("fastapi", reason=SERVE)

import zombicide_agents as agents
from tests.play.secretive import word
from tests.play.wire import Client, MakeAgent, Server, Waits, quick
from zombicide_env import make_game, replay, serve
from zombicide_env.play import Session, views
from zombicide_env.play.workers import Workers
from zombicide_env.replay.format import parse


def saved(server: Server, room: str) -> str:
    return (server.folder / f"{room}.replay").read_text(encoding="utf-8")


# ---- playing


def test_a_whole_game_beside_ai_teammates(server: Server) -> None:
    client = Client(server)
    room = client.create(**quick())
    with client.enter(room) as table:
        while not table.wait(lambda v: v["turn"] or v["over"])["over"]:
            assert table.view["decider"] in {s["agent"] for s in table.view["seats"] if s["mine"]}
            texts = [a["t"] for a in table.view["legal"]]
            table.act("end" if "end" in texts else "")
            if table.view["total"] < 40:  # every move is on disk before anybody hears of it
                assert saved(server, room).count("\n") >= table.view["total"]
        assert table.view["outcome"]["name"] in ("truncated", "lost")
        assert [entry["n"] for entry in table.log] == list(range(1, table.view["total"] + 1))
        assert {entry["by"] for entry in table.log} == {"human", "greedy"}
        assert any("dice" in entry["c"] for entry in table.log)
    text = client.http.get(f"/api/rooms/{room}/replay").text
    played = parse(text)
    replay.verify(played)
    assert played.header.seed == 5
    assert len(played.entries) == len(table.log)
    replay.verify(parse(saved(server, room)))


def test_two_browsers_play_one_game_and_a_third_looks_on(server: Server) -> None:
    first, second, third = (Client(server) for _ in range(3))
    room = first.create(game="secretive", options={"agents": 2, "goal": 9}, seats=["human", "open"], seed=1)
    with first.enter(room) as a, second.enter(room) as b, third.enter(room) as c:
        assert "rest" in [x["t"] for x in a.view["legal"]]
        assert b.view["legal"] == [] and [s["free"] for s in b.view["seats"]] == [False, True]
        assert "not free" in b.refused(type="sit", agents=["walker_0"])
        b.say(type="sit", agents=["walker_1"])
        b.wait(lambda v: v["seats"][1]["mine"])
        assert "not free" in c.refused(type="sit", agents=["walker_1"])
        assert b.refused(type="act", at=0, action=3) == "it is not your turn"
        assert c.refused(type="act", at=0, action=3) == "it is not your turn"
        a.act("rest")
        b.wait(lambda v: v["turn"])
        assert a.refused(type="act", at=1, action=3) == "it is not your turn"
        assert "gone on" in b.refused(type="act", at=0, action=3)
        b.act("rest")
        assert [e["who"] for e in c.wait(lambda v: v["total"] == 2) and c.log] == ["walker_0", "walker_1"]
        b.say(type="sit", agents=["walker_1"], sit=False)
        c.wait(lambda v: v["seats"][1]["free"])


def test_an_agent_that_fails_stops_the_game_and_not_the_server(server: Server) -> None:
    client = Client(server)
    room = client.create(game="secretive", seats=["breaks"], seed=1)
    with client.enter(room) as table:
        assert "out of ideas" in table.wait(lambda v: v["problem"])["problem"]
    assert client.http.get("/api/hello").status_code == 200


def test_one_may_look_back_while_an_agent_thinks(server: Server) -> None:
    Waits.go.set()
    client = Client(server)
    room = client.create(game="secretive", options={"goal": 50}, seats=["human", "waits", "human"], seed=1)
    with client.enter(room) as table:
        Waits.go.clear()
        table.act()
        assert table.view["waiting"]
        table.say(type="look", at=0)
        assert table.hear("view", until=lambda v: v["at"] == 0)["total"] == 1
        Waits.go.set()
        table.hear("view", until=lambda v: v["total"] == 2)


@pytest.mark.train
def test_a_policy_of_another_quest_is_refused_in_plain_words(shared: Server) -> None:
    pytest.importorskip("torch", reason=TRAIN)
    wish = {"game": "black_plague", "options": {"quest": "the_hellhole"}, "seats": ["checkpoint:danse_macabre"]}
    answer = Client(shared).http.post("/api/rooms", json=wish)
    assert answer.status_code == 400
    assert answer.json()["error"] == "checkpoint:danse_macabre does not fit this game: it was trained on Danse Macabre"


def test_pause_step_and_pace_belong_to_those_who_play(server: Server) -> None:
    owner, guest = Client(server), Client(server)
    room = owner.create(game="secretive", options={"goal": 50}, seats=["random"], seed=1, pace=10.0)
    with owner.enter(room) as table, guest.enter(room) as other:
        for message in ({"type": "pace", "paused": True}, {"type": "step"}):
            assert "only those who play" in other.refused(**message)
        table.say(type="pace", paused=True)
        table.wait(lambda v: v["paused"])
        for number in (1, 2, 3):
            table.say(type="step")
            assert table.hear("view", until=lambda v, n=number: v["total"] == n)["paused"]
        table.say(type="pace", paused=False, pace=0.0)
        table.wait(lambda v: v["total"] > 8 or v["over"])


@pytest.mark.slow
@pytest.mark.parametrize("game", [form.id for form in serve.catalogue().forms])
def test_every_game_of_the_catalogue_can_be_played(shared: Server, game: str) -> None:
    client = Client(shared)
    places = client.http.post("/api/seats", json={"game": game}).json()["seats"]
    with client.enter(client.create(game=game, seats=["human", *["random"] * (len(places) - 1)], seed=2)) as table:
        for _ in range(8):
            if table.wait(lambda v: v["turn"] or v["over"])["over"]:
                break
            assert table.view["board"]["svg"].startswith("<svg")
            table.act()
        assert table.view["total"] >= 8 or table.view["over"]


# ---- looking back and taking back


def test_a_round_is_listed_from_its_beginning() -> None:
    """Before anybody has moved in it: the list of rounds is not one behind."""
    game = make_game("black_plague", quest="danse_macabre", max_rounds=3)
    session = Session(game, [agents.make("greedy", game)], seed=8)
    assert views.Account(session, None).rounds() == [[1, 0]]
    while session.round == 1:
        session.step()
    assert views.Account(session, None).rounds() == [[1, 0], [2, len(session.moves)]]
    session.play()
    assert [number for number, _ in views.Account(session, None).rounds()] == [1, 2, 3]


def test_a_browser_looks_back_while_the_game_goes_on(server: Server) -> None:
    client = Client(server)
    room = client.create(game="secretive", options={"goal": 30}, seats=["human"], seed=1)
    with client.enter(room) as table:
        for _ in range(4):
            table.act("step 2")
        table.say(type="look", at=1)
        past = table.hear("view", until=lambda v: v["at"] == 1)
        assert past["total"] == 4 and not past["turn"] and past["legal"] == [] and not past["live"]
        fresh = Session(make_secretive({"goal": 30}), [Still()], seed=1, keep=True)
        fresh.apply(1)
        assert past["board"]["facts"][0]["text"] == str(int(fresh.state["progress"][0]))
        table.say(type="look")
        assert table.hear("view", until=lambda v: v["live"])["turn"]


class Still:
    """A player who is never asked."""

    name = "still"

    def reset(self, seed: int | None = None) -> None: ...

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        raise AssertionError


def make_secretive(options: dict[str, Any]) -> Any:
    from tests.play.secretive import Secretive

    return Secretive(**options)


def test_a_sandbox_takes_moves_back_until_chance_has_spoken(server: Server) -> None:
    client, guest = Client(server), Client(server)
    room = client.create(**quick(seats=["human"], sandbox=True, seed=3))
    with client.enter(room) as table, guest.enter(room) as other:
        assert not table.view["undo"]
        before = table.view["board"]["svg"]
        table.act("activate ann")
        table.act("move 9b")
        assert table.view["undo"]
        assert "by who has started it" in other.refused(type="undo", at=2)
        assert "gone on" in table.refused(type="undo", at=1)
        for number in (1, 0):
            table.say(type="undo", at=number + 1)
            table.hear("view", until=lambda v, n=number: v["total"] == n)
        assert table.view["board"]["svg"] == before
        assert table.log == []
        assert other.wait(lambda v: v["total"] == 0)["log"] == []
        table.act("activate ann")
        table.act("move 9b")
        table.act("melee hammer")  # dice
        assert not table.view["undo"]
        assert "it stands" in table.refused(type="undo", at=3)
    played = replay.read(server.folder / f"{room}.replay", partial=True)
    assert [entry.text for entry in played.entries] == ["activate ann", "move 9b", "melee hammer"]
    assert list(replay.play_through(played))


# ---- secrets


@pytest.mark.slow
def test_a_seats_secrets_never_reach_another_browser(server: Server) -> None:
    one, two, three = (Client(server) for _ in range(3))
    room = one.create(game="secretive", options={"goal": 20, "danger": 0}, seats=["human", "open", "random"], seed=987654321987)
    with one.enter(room) as a, two.enter(room) as b, three.enter(room) as c:
        b.say(type="sit", agents=["walker_1"])
        b.wait(lambda v: v["seats"][1]["mine"])
        a.act("rest")
        b.wait(lambda v: v["turn"])
        b.say(type="look", at=0, advisors=["random"])
        assert b.hear("view", until=lambda v: v["advice"])["advice"][0]["reason"] == "hidden"
        c.say(type="look", at=1, advisors=["random"])
        assert c.hear("view", until=lambda v: v["advice"])["advice"][0]["reason"] == "hidden"
        b.say(type="look")
        b.wait(lambda v: v["live"])
        b.act("push 2")  # walker_2 falls, secretly
        a.wait(lambda v: v["total"] == 2)
        c.say(type="look", at=2)
        c.wait(lambda v: v["total"] == 2)
        for table, own, others in ((a, [0], [1, 2]), (b, [1], [0, 2]), (c, [], [0, 1, 2])):
            heard = "".join(table.heard)
            assert all(word(f"walker_{i}") in heard for i in own)
            assert not any(word(f"walker_{i}") in heard for i in others)
            assert "987654321987" not in heard and '"rng"' not in heard
        assert [e["t"] for e in b.log] == ["rest", "push 2"]
        assert [e["t"] for e in a.log] == ["rest", "push"]
        assert "secret-word" not in "".join(c.heard) and "push 2" not in "".join(c.heard)
        for client in (one, two, three):
            answer = client.http.get(f"/api/rooms/{room}/replay")
            assert answer.status_code == 400 and "dice to come" in answer.text
            assert "987654321987" not in client.http.get("/api/hello").text
        while not a.wait(lambda v: v["turn"] or v["over"])["over"]:
            a.act("step 1")  # nobody falls
            b.wait(lambda v: v["turn"] or v["over"])
            if not b.view["over"]:
                b.act("step 1")
        assert word("walker_2") in json.dumps(a.view["board"])
    assert one.http.get(f"/api/rooms/{room}/replay").status_code == 200


def test_what_lies_face_down_in_hit_z_road_is_not_sent(server: Server) -> None:
    """Routes of the solo mode lie face down in part: no message names a card before it is turned up."""
    from zombicide_env.games.hit_z_road.content import cards

    client = Client(server)
    with client.enter(client.create(game="hit_z_road", options={"players": 1}, seats=["human"], seed=5)) as table:
        session = Session(make_game("hit_z_road", players=1), [Still()], seed=5, keep=True)
        for _ in range(12):
            state = session.state[0]
            heard = set(re.findall(r"\b[IV]+-\d+\b", "".join(table.heard)))
            assert heard <= {card.id for card in cards() if state["seen"][card.number]}
            assert "a card that lies face down" in table.view["board"]["svg"]
            action = table.view["legal"][0]["a"]
            session.apply(action)
            table.act()
    assert heard


def test_the_order_of_decks_is_not_sent(server: Server) -> None:
    """The same position with its hidden cards dealt otherwise gives the same messages."""
    seen = []
    for seed in (11, 12):
        client = Client(server)
        with client.enter(client.create(**quick(seed=seed, seats=["human"]))) as table:
            seen.append({k: v for k, v in table.view.items() if k not in ("room", "seats")})
    assert seen[0] == seen[1]


# ---- keeping


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
        assert str(server.folder) not in gone["reason"]  # browsers learn nothing of the server's folders
        assert "use package version 0.0.9, which recorded it" in gone["reason"]
        assert [row["room"] for row in back.hello.json()["rooms"]] == [room]
    finally:
        again.stop()
    assert path.read_bytes() == kept


# ---- replays


@pytest.fixture(scope="module")
def record() -> str:
    """A recorded game of ten rounds by greedy players."""
    game = make_game("black_plague", quest="danse_macabre", max_rounds=3)
    session = Session(game, [agents.make("greedy", game)], seed=8)
    session.play()
    return "\n".join(session.replay.lines()) + "\n"


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
        assert {"label": "Round", "text": "2", "colour": ""} in table.hear("view", until=lambda v: not v["live"])["board"]["facts"]
        assert "only be watched" in table.refused(type="act", at=0, action=0)
        assert client.http.get(f"/api/rooms/{table.view['room']}/replay").text == record


def test_replays_are_followed_where_others_think(server: Server, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that serves the rooms plays no move of them, however long they are."""

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


# ---- what a policy thinks


@pytest.fixture
def at_home(tmp_path: Path, warm: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server, and processes for its agents, that were started in the folder of the test."""
    monkeypatch.chdir(tmp_path)
    workers = Workers(MakeAgent(), count=1)
    running = Server(tmp_path / "games", workers=workers)
    yield running
    running.stop()
    workers.close()


@pytest.mark.train
def test_a_policy_tells_what_it_thinks_of_every_position(at_home: Server, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason=TRAIN)
    from zombicide_agents import checkpoint
    from zombicide_agents.network import NetworkConfig, build

    torch.manual_seed(0)
    game = make_game("black_plague", quest="danse_macabre", max_rounds=2)
    checkpoint.save(tmp_path / "policy", game, build(game, NetworkConfig(width=16, layers=1, heads=2)), {})
    client = Client(at_home)
    with client.enter(client.create(**quick(seats=["human", "checkpoint:policy"]))) as table:
        table.act("activate ann")
        for at in (0, 1):
            table.say(type="look", at=at, advisors=["checkpoint:policy"])
            advice = table.hear("view", until=lambda v, n=at: v["at"] == n and v["advice"])["advice"][0]
            assert advice["reason"] == "" and -1.5 < advice["value"] < 1.5
            chances = [choice["p"] for choice in advice["choices"]]
            assert chances == sorted(chances, reverse=True) and 0 < sum(chances) < 1.001
            assert advice["who"] == "survivor_0"
        assert "activate" not in advice["choices"][0]["t"]
        said = {}
        for spec in ("greedy", "checkpoint:nowhere"):
            table.say(type="look", at=0, advisors=[spec])
            said[spec] = table.hear("view", until=lambda v, s=spec: v["advice"] and v["advice"][0]["by"] == s)["advice"][0]
        assert "no checkpoint" in said["checkpoint:nowhere"]["reason"]
        (choice,) = [choice for choice in said["greedy"]["choices"] if choice["p"] > 0]  # rules do not weigh: they say their move
        assert choice["p"] == 1 and said["greedy"]["value"] is None and said["greedy"]["reason"] == ""


FIGHT = {
    "id": "wire",
    "rules": ["ZG-12.38"],
    "title": "a people fight is about to begin",
    "game": "z_game",
    "players": ["bees", "bikers", "party"],
    "phase": "d3_people_fights",
    "characters": {
        "bees": {"mari": 8, "hazel": 8, "anvil": 8},
        "bikers": {"paul": {"at": 8, "origin": 9}, "otto": {"at": 8, "origin": 9}},
    },
    "squads": {8: ["bees", "bikers"]},
    "hands": {"bees": ["knife", "pistol", "shotgun", "tools"], "bikers": ["axe", "grenade"], "party": ["horse"]},
    "zombie_cards": ["7/3"],
}


def told_of_a_fight(server: Server, cards: list[str]) -> list[Any]:
    """What the attacker and a spectator are shown, and all that they hear, while defender and attacker lay cards down."""
    from zombicide_env.games.z_game.placing import z_game_position

    one, two, three = (Client(server) for _ in range(3))
    room = one.create(game="z_game", options={"players": 3}, seats=["human", "open", "open"], seed=1)
    with one.enter(room) as a, two.enter(room) as b, three.enter(room) as c:
        b.say(type="sit", agents=["player_1"])
        for table in (a, b, c):
            table.wait(lambda v: not v["seats"][1]["free"])
        server.put(room, z_game_position(FIGHT).state)
        a.wait(lambda v: "fight" in str(v["legal"]))
        for table in (b, c):
            table.wait(lambda v: "mari of bees" in str(v["board"]))
        heard = [len(table.heard) for table in (b, c)]
        for text in ["fight", *(f"use {card}" for card in cards), "done"]:
            a.act(text)
        b.wait(lambda v: v["turn"])
        b.act("use grenade")
        assert a.view["total"] == len(cards) + 2 and b.view["total"] == 2
        c.say(type="look", at=0)
        c.wait(lambda v: not v["live"])
        assert c.view["total"] == 1
        hidden = ("type", "from", "room", "seats")  # no part of the game
        during = [{key: value for key, value in table.view.items() if key not in hidden} | {"log": list(table.log)} for table in (b, c)]
        said = [table.heard[start:] for table, start in zip((b, c), heard, strict=True)]
        assert all(len(texts) <= 3 for texts in said)  # and fewer where one comes late
        b.act("done")
        c.wait(lambda v: v["total"] == 2)
        assert [e["who"] for e in c.log] == ["player_0", "player_1"]
    return [during, said]


def test_how_many_cards_are_laid_down_is_not_sent(server: Server) -> None:
    """ZG-19.1, ZG-10.12: who waits hears the same of a side that lays down nothing and of one that lays down all it has."""
    (none, _), (both, said) = told_of_a_fight(server, []), told_of_a_fight(server, ["knife", "pistol"])
    assert none == both
    assert not any("pistol" in text for text in said[1])

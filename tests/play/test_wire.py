"""The wire protocol: a game with several browsers, what each may see and do, what survives a kill."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.needs import SERVE, TRAIN

pytest.importorskip("fastapi", reason=SERVE)

import zombicide_agents as agents
from tests.play.thinkers import Still
from tests.play.wire import Client, MakeAgent, Server, Waits, quick
from zombicide_env import make_game, replay, serve
from zombicide_env.play import Session, views
from zombicide_env.play.workers import Workers
from zombicide_env.replay.reading import parse


def saved(server: Server, room: str) -> str:
    return (server.folder / f"{room}.replay").read_text(encoding="utf-8")


# ---- playing


@pytest.mark.slow
def test_a_whole_game_beside_ai_teammates(server: Server) -> None:
    client = Client(server)
    room = client.create(**quick())
    with client.enter(room) as table:
        while not table.wait(lambda v: v["turn"] or v["over"])["over"]:
            assert table.view["decider"] in {s["agent"] for s in table.view["seats"] if s["mine"]}
            texts = [a["t"] for a in table.view["legal"]]
            table.act("end" if "end" in texts else "")
            if table.view["total"] < 40:  # every move is on disk before it is sent to anyone
                assert saved(server, room).count("\n") >= table.view["total"]
        assert table.view["outcome"]["name"] == "lost"
        assert [entry["n"] for entry in table.log] == list(range(1, table.view["total"] + 1))
        assert {entry["by"] for entry in table.log} == {"human", "greedy"}
        assert any("dice" in entry["c"] for entry in table.log)
    text = client.http.get(f"/api/rooms/{room}/replay").text
    played = parse(text)
    replay.verify(played)
    assert played.header.seed == 5
    assert len(played.entries) == len(table.log)
    replay.verify(parse(saved(server, room)))


def test_cards_that_were_laid_on_the_page_are_played_step_by_step(server: Server) -> None:
    """BP-11.R11; a result that no order of steps reaches, and a target that is not a card slot, are refused and play nothing."""
    client = Client(server)
    with client.enter(client.create(game="black_plague", seats=["human"], seed=3)) as table:
        for text in ("activate ann", "trade baldric"):
            table.act(text)
        total = table.view["total"]
        fits = table.view["arrange"]["fits"]
        assert table.view["arrange"]["own"] == "0" and {"slot:0:3", "slot:1:4"} < set(fits["slot:1:0"])
        assert "is not a place of a card" in table.refused(type="arrange", at=total, cards={"slot:0:6": "slot:0:0"})
        assert "no order of single steps" in table.refused(type="arrange", at=total, cards={"slot:1:0": "slot:1:4"})
        assert "the game has gone on" in table.refused(type="arrange", at=total - 1, cards={"slot:1:0": "slot:0:3"})
        done = next(a["a"] for a in table.view["legal"] if a["b"] == "done")
        table.say(type="arrange", at=total, cards={"slot:1:0": "slot:0:3", "slot:0:0": ""}, then=done)
        table.wait(lambda view: view["total"] >= total + 3)
        assert [entry["t"] for entry in table.log[total : total + 3]] == ["drop left", "receive left pack1", "done"]


def test_cards_that_were_laid_are_shown_to_all_even_if_the_action_after_it_is_refused(server: Server) -> None:
    client, guest = Client(server), Client(server)
    room = client.create(game="black_plague", seats=["human"], seed=3)
    with client.enter(room) as table, guest.enter(room) as other:
        for text in ("activate ann", "trade baldric"):
            table.act(text)
        total = table.view["total"]
        laid = {"slot:1:0": "slot:0:3", "slot:0:0": ""}
        assert "not legal" in table.refused(type="arrange", at=total, cards=laid, then=9_999_999)
        for one in (table, other):
            assert one.hear("view", until=lambda view: view["total"] == total + 2, timeout=20)


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


def test_nobody_moves_after_a_pause(server: Server) -> None:
    """Includes an agent that has already chosen its move, and waits until the room has done something else."""
    client = Client(server)
    room = client.create(game="secretive", options={"goal": 50}, seats=["waits"], seed=1)
    there = server.app.state.rooms._rooms[room]

    async def pause() -> None:
        while there._thought is None:
            await asyncio.sleep(0.01)
        async with there._lock:
            Waits.go.set()
            await asyncio.wait([there._thought])
            there._pause(next(iter(there.viewers)))
        while there._thought is not None:
            await asyncio.sleep(0.01)

    with client.enter(room) as table:
        asyncio.run_coroutine_threadsafe(pause(), server._loop).result(120)
        assert there.session.moves == []
        table.say(type="step")
        table.hear("view", until=lambda v: v["total"] == 1)


@pytest.mark.train
def test_a_policy_of_another_quest_is_refused_in_plain_words(shared: Server) -> None:
    pytest.importorskip("torch", reason=TRAIN)
    wish = {"game": "black_plague", "options": {"quest": "the_hellhole"}, "seats": ["checkpoint:danse_macabre"]}
    answer = Client(shared).http.post("/api/rooms", json=wish)
    assert answer.status_code == 400
    assert answer.json()["error"] == "checkpoint:danse_macabre does not fit this game: it was trained on Danse Macabre"


@pytest.mark.slow
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


# ---- looking back and undo


def test_a_round_is_listed_from_its_beginning() -> None:
    """Before the first move in it: the list of rounds does not lag by one."""
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


def make_secretive(options: dict[str, Any]) -> Any:
    from tests.play.secretive import Secretive

    return Secretive(**options)


def test_what_has_revealed_nothing_is_taken_back_where_no_rival_sits(server: Server) -> None:
    """Only the player who made the last move may undo it; teammates continue from there, and nobody undoes another player's move."""
    one, two = Client(server), Client(server)
    room = one.create(**quick(seats=["human", "open"], seed=3))
    with one.enter(room) as a, two.enter(room) as b:
        b.say(type="sit", agents=[s["agent"] for s in b.view["seats"] if s["free"]])
        b.wait(lambda v: any(s["mine"] for s in v["seats"]))
        assert a.view["takes"] and b.view["takes"] and not a.view["undo"]
        a.act("activate ann")
        b.wait(lambda v: v["total"] == 1)
        assert a.view["undo"] and not b.view["undo"]
        assert "it stands" in b.refused(type="undo", at=1)
        a.say(type="undo", at=1)
        assert a.hear("view", until=lambda v: v["total"] == 0)["turn"]
        assert not a.view["undo"]
        a.act("activate ann")
        a.act("noise")
        a.say(type="undo", at=2)
        a.hear("view", until=lambda v: v["total"] == 1)
        with Client(server).enter(room) as guest:
            assert not guest.view["takes"]
            assert "by who has made them" in guest.refused(type="undo", at=1)
    assert len(replay.read(server.folder / f"{room}.replay", partial=True).entries) == 1


def test_nothing_is_taken_back_where_people_play_against_each_other(server: Server) -> None:
    one, two = Client(server), Client(server)
    room = one.create(game="hit_z_road", options={"players": 2}, seats=["human", "open"], seed=1)
    with one.enter(room) as a, two.enter(room) as b:
        assert a.view["takes"]
        b.say(type="sit", agents=["player_1"])
        a.wait(lambda v: not v["takes"])
        b.wait(lambda v: any(s["mine"] for s in v["seats"]))
        (a if a.view["turn"] else b).act()
        for table in (a, b):
            table.wait(lambda v: v["total"] == 1)
            assert not table.view["undo"]
            assert "nobody plays against" in table.refused(type="undo", at=1)


def test_who_plays_against_agents_does_not_take_back_what_they_have_answered(server: Server) -> None:
    client = Client(server)
    with client.enter(client.create(game="hit_z_road", options={"players": 2}, seats=["human", "greedy"], seed=1)) as table:
        table.wait(lambda v: v["turn"])
        total = table.view["total"]
        table.act()
        view = table.wait(lambda v: v["turn"] and v["total"] > total + 1)
        assert view["takes"] and not view["undo"]


@pytest.mark.slow
def test_a_sandbox_takes_moves_back_until_chance_has_spoken(server: Server) -> None:
    client, guest = Client(server), Client(server)
    room = client.create(**quick(seats=["human"], sandbox=True, seed=3))
    with client.enter(room) as table, guest.enter(room) as other:
        assert not table.view["undo"]
        before = table.view["board"]["svg"]
        table.act("activate ann")
        table.act("move 9b")
        assert table.view["undo"]
        assert "by who has made them" in other.refused(type="undo", at=2)
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


# ---- opinions of a policy


@pytest.fixture
def at_home(tmp_path: Path, warm: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server, and its agent workers, that were started in the folder of the test."""
    monkeypatch.chdir(tmp_path)
    workers = Workers(MakeAgent(), count=1, seconds=600)
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
        search = "search:simulations=24,margin=50,policy=checkpoint:policy"
        for spec in ("greedy", search, "checkpoint:nowhere"):
            table.say(type="look", at=0, advisors=[spec])
            said[spec] = table.hear("view", until=lambda v, s=spec: v["advice"] and v["advice"][0]["by"] == s)["advice"][0]
        assert "no checkpoint" in said["checkpoint:nowhere"]["reason"]
        (choice,) = [choice for choice in said["greedy"]["choices"] if choice["p"] > 0]  # heuristics give no probabilities, only their move
        assert choice["p"] == 1 and said["greedy"]["value"] is None and said["greedy"]["reason"] == ""
        assert said[search]["reason"] == ""
        looked_at = [choice for choice in said[search]["choices"] if choice["p"] > 0]  # a search says what it has found, and how
        assert len(looked_at) == 6 and said[search]["value"] == looked_at[0]["w"]
        for choice in looked_at:
            assert choice["v"] > 0 and 0 <= choice["w"] <= 1 and choice["l"][0] == choice["t"] and len(choice["l"]) > 1

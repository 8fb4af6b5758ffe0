"""People at a table: moving seats to another browser, names, messages, whose survivor acts when, rematches."""

from __future__ import annotations

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.needs import RENDER, SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.secretive import word
from tests.play.wire import Client, Server, come, quick
from zombicide_env import make_game
from zombicide_env.conformance import check, load
from zombicide_env.play import Person, Session
from zombicide_env.play.limits import Allowance
from zombicide_env.render import svg
from zombicide_env.replay.reading import parse
from zombicide_training.evaluation.people import read_games

pytestmark = pytest.mark.slow  # servers and waiting


def mine(view: dict[str, Any]) -> set[str]:
    return {seat["agent"] for seat in view["seats"] if seat["mine"]}


def ask(client: Client, path: str, **body: Any) -> Any:
    return client.http.post(f"/api/rooms/{path}", json=body)


# ---- seats


def test_a_pass_brings_the_seats_to_another_browser(server: Server) -> None:
    """Works whatever happened to the first browser, and once only: the new browser gets a new pass."""
    old, new, other = Client(server), Client(server), Client(server)
    room = old.create(**quick(seats=["human", "open"]))
    given = ask(old, f"{room}/pass").json()["pass"]
    assert given not in (server.folder / f"{room}.json").read_text()  # files contain its hash
    with old.enter(room) as before, new.enter(room) as after:
        seats = mine(before.view)
        before.say(type="call", name="Ann of the North")
        after.wait(lambda v: any(seat["called"] for seat in v["seats"]))
        assert ask(new, f"{room}/claim", given=given).status_code == 200
        assert mine(after.wait(mine)) == seats
        assert not mine(before.wait(lambda v: not mine(v)))
        assert {s["called"] for s in after.view["seats"] if s["mine"]} == {"Ann of the North"}
        assert after.view["charge"]
        after.act("activate ann")
    assert room in [row["room"] for row in new.http.get("/api/hello").json()["rooms"]]
    assert "void" in ask(other, f"{room}/claim", given="nonsense").json()["error"]
    assert ask(other, f"{room}/pass").status_code == 400  # a guest has no seats to hand over


def test_a_new_pass_makes_the_old_one_void(server: Server) -> None:
    old, new = Client(server), Client(server)
    room = old.create(**quick())
    first, second = (ask(old, f"{room}/pass").json()["pass"] for _ in range(2))
    assert ask(new, f"{room}/claim", given=first).status_code == 400
    assert ask(new, f"{room}/claim", given=second).status_code == 200


def test_the_seat_of_who_has_gone_can_be_freed(server: Server) -> None:
    first, second, guest = Client(server), Client(server), Client(server)
    room = first.create(**quick(seats=["human", "open"]))
    with first.enter(room) as a:
        with second.enter(room) as b:
            free = [s["agent"] for s in b.view["seats"] if s["free"]]
            b.say(type="sit", agents=free)
            b.wait(lambda v: mine(v) == set(free))
            assert "at the table" in a.refused(type="free", agents=free)
        a.wait(lambda v: all(s["away"] for s in v["seats"] if s["agent"] in free))
        with guest.enter(room) as c:
            assert "only those who play" in c.refused(type="free", agents=free)
        pass_minutes(server, room, 1)
        a.say(type="free", agents=free)
        a.wait(lambda v: {s["agent"] for s in v["seats"] if s["free"]} == set(free))


def test_in_games_with_secrets_a_seat_is_kept_for_who_has_lost_the_connection(server: Server) -> None:
    """Nobody sees a rival's hand because its connection broke briefly; the remaining time of the reservation is shown."""
    first, second = Client(server), Client(server)
    room = first.create(game="secretive", options={"goal": 50, "agents": 2}, seats=["human", "open"], seed=1)
    with first.enter(room) as a:
        with second.enter(room) as b:
            b.say(type="sit", agents=["walker_1"])
            b.wait(lambda v: mine(v) == {"walker_1"})
        gone = a.wait(lambda v: v["seats"][1]["away"])
        assert [seat["kept"] for seat in gone["seats"]] == [0, 5]
        assert "the seat is kept for its player for 5 more minutes" in a.refused(type="free", agents=["walker_1"])
        pass_minutes(server, room, 3.5)
        assert a.hear("view")["seats"][1]["kept"] == 2
        assert "for 2 more minutes" in a.refused(type="free", agents=["walker_1"])
        with second.enter(room) as b:  # after a return the time starts again
            assert mine(b.view) == {"walker_1"}
        assert a.hear("view", until=lambda v: v["seats"][1]["away"])["seats"][1]["kept"] == 5
        assert word("walker_1") not in "".join(a.heard)
        pass_minutes(server, room, 5)
        assert a.hear("view")["seats"][1]["kept"] == 0
        a.say(type="free", agents=["walker_1"])
        a.wait(lambda v: v["seats"][1]["free"])
        a.say(type="sit", agents=["walker_1"])
        a.wait(lambda v: mine(v) == {"walker_0", "walker_1"})
        assert word("walker_1") in "".join(a.heard)


def test_who_has_not_been_seen_since_the_server_was_started_has_just_gone(server: Server) -> None:
    first, second = Client(server), Client(server)
    room = first.create(game="secretive", options={"goal": 50, "agents": 2}, seats=["human", "open"], seed=1)
    with second.enter(room) as b:
        b.say(type="sit", agents=["walker_1"])
        b.wait(mine)
    server.stop()
    again = Server(server.folder)
    try:
        with Client(again, first.cookies).enter(room) as a:
            assert a.view["seats"][1]["kept"] == 5
            assert "for 5 more minutes" in a.refused(type="free", agents=["walker_1"])
    finally:
        again.stop()


@pytest.mark.browser
def test_the_page_shows_how_long_a_seat_is_kept_and_who_has_chosen_the_seed(server: Server, window: Any) -> None:
    first, second = Client(server), Client(server)
    room = first.create(game="secretive", options={"goal": 50, "agents": 2}, seats=["human", "open"], seed=1)
    page = come(window, first)
    page.goto(f"{server.url}/#/room/{room}")
    assert "chosen by the player who started it" in page.wait_for_selector("#seeded").inner_text()
    with second.enter(room) as b:
        b.say(type="sit", agents=["walker_1"])
        b.wait(mine)
    page.wait_for_selector(".seatlist >> text=away, the seat is kept for 5 min")
    assert page.query_selector("[data-free]") is None
    pass_minutes(server, room, 5)
    page.click("[data-free]")
    page.wait_for_selector("[data-sit]")


def pass_minutes(server: Server, room: str, minutes: float) -> None:
    """Make all absences longer by so many minutes."""
    there = server.app.state.rooms._rooms[room]
    there.absence._since = {who: at - 60 * minutes for who, at in there.absence._since.items()}
    server._loop.call_soon_threadsafe(there.tell)


def test_all_are_told_that_the_host_has_chosen_the_seed(server: Server) -> None:
    """With the seed, future dice can be predicted."""
    host, guest = Client(server), Client(server)
    for seed in (5, None):
        room = host.create(**quick(seats=["human", "open"], seed=seed))
        with guest.enter(room) as table:
            assert table.view["seeded"] is (seed is not None)
            assert '"seed":' not in "".join(table.heard)


# ---- whose survivor acts when


def test_everybody_chooses_when_his_own_survivors_act(server: Server) -> None:
    """BP-3.R5: the order is free, so nobody chooses for another player; any player may activate the survivors of agents."""
    first, second = Client(server), Client(server)
    room = first.create(**quick(seats=["human", "open", "greedy"]))
    with first.enter(room) as a, second.enter(room) as b:
        b.say(type="sit", agents=[s["agent"] for s in b.view["seats"] if s["free"]])
        b.wait(lambda v: v["turn"])  # both are asked, although in the rules the first survivor decides for the team
        a.wait(lambda v: v["turn"] and len(v["legal"]) == 4)
        names = {seat["name"]: seat["agent"] for seat in a.view["seats"]}
        for own, other in ((a, b), (b, a)):
            texts = {x["t"].split()[1] for x in own.view["legal"]}
            assert {names[name] for name in texts} == set(names.values()) - mine(other.view)
        theirs = next(x["a"] for x in b.view["legal"] if names[x["t"].split()[1]] in mine(b.view))
        assert "another player" in a.refused(type="act", at=0, action=theirs)
        b.say(type="act", at=0, action=theirs)
        a.wait(lambda v: v["total"] == 1 and not v["turn"])
        assert b.wait(lambda v: v["total"] == 1)["turn"]
    assert [entry.text for entry in played(server, room).entries] == [b.log[0]["t"]]


def played(server: Server, room: str) -> Any:
    return parse((server.folder / f"{room}.replay").read_text(encoding="utf-8"), partial=True)


def test_people_are_asked_also_where_an_agent_speaks_for_the_team(server: Server) -> None:
    client = Client(server)
    seats = ["greedy", "greedy", "human", "greedy", "greedy", "greedy"]
    with client.enter(client.create(**quick(seats=seats))) as table:
        assert table.wait(lambda v: v["turn"])["total"] == 0
        assert table.view["asked"] == ["survivor_2"]
        assert "activate clovis" in [x["t"] for x in table.view["legal"]]
        table.act("activate clovis")
        while "end" in [x["t"] for x in table.view["legal"]]:
            table.act("end")
        table.wait(lambda v: v["total"] > 8)  # the others continue by themselves


def test_what_is_said_twice_is_played_once(server: Server) -> None:
    """By a second click, or in another window of the same browser; a different move at the same position is refused."""
    client = Client(server)
    room = client.create(**quick(seats=["human"]))
    with client.enter(room) as a, client.enter(room) as b:
        first, other = (a.view["legal"][k]["a"] for k in (0, 1))
        a.say(type="act", at=0, action=first)
        b.say(type="act", at=0, action=first)
        a.say(type="act", at=0, action=first)
        for table in (a, b):
            assert "gone on" in table.refused(type="act", at=0, action=other)
            assert not [text for text in table.heard[:-1] if '"refused"' in text]
            assert table.wait(lambda v: v["total"] == 1)


# ---- names and messages


def test_words_are_called_over_the_table(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zombicide_env.play.people.Allowance", lambda _, most: Allowance(0.0, most))  # however long they take
    first, guest = Client(server), Client(server)
    room = first.create(**quick())
    with first.enter(room) as a, guest.enter(room) as b:
        a.say(type="say", word="well_played")
        assert b.wait(lambda v: v["said"])["said"] == [[1, "survivor_0", "well_played"]]
        assert "only those who play" in b.refused(type="say", word="hello")
        assert "word" in a.refused(type="say", word="<b>anything</b>")
        for _ in range(3):
            a.say(type="say", word="hello")
        assert "wait a little" in a.refused(type="say", word="hello")


def test_names_are_short_lines(server: Server) -> None:
    first, guest = Client(server), Client(server)
    room = first.create(**quick())
    with first.enter(room) as a, guest.enter(room) as b:
        a.say(type="call", name="  Maria \n of\tthe " + "x" * 40)
        named = {s["called"] for s in b.wait(lambda v: any(s["called"] for s in v["seats"]))["seats"] if s["person"]}
        assert named == {"Maria of the xxxxxxxxxxx"}
        assert "only those who play" in b.refused(type="call", name="Nobody")
        a.say(type="call", name="")
        b.wait(lambda v: not any(s["called"] for s in v["seats"]))
    assert not Client(server).enter(room).view["seats"][0]["called"]


# ---- the end


@pytest.fixture(scope="module")
def finished(shared: Server) -> tuple[Client, str]:
    """A finished game: the client that has played it, and its room."""
    client = Client(shared)
    room = client.create(**quick())
    with client.enter(room) as table:
        while not table.wait(lambda v: v["turn"] or v["over"])["over"]:
            table.act("end" if "end" in [a["t"] for a in table.view["legal"]] else "")
    return client, room


def test_what_everybody_has_done_is_counted(finished: tuple[Client, str]) -> None:
    client, room = finished
    told = client.http.get(f"/api/rooms/{room}/summary").json()
    assert [row["agent"] for row in told] == [f"survivor_{i}" for i in range(6)]
    with client.enter(room) as table:
        events = [event for entry in table.log for event in entry["x"]]
        thrown = [hit for entry in table.log for hit in entry["h"]]
    for kind, number in (("kill", "n"), ("wound", "n"), ("noise", "")):
        by_event = sum(int(event["v"][number]) if number else 1 for event in events if event["k"] == kind)
        assert sum(row["did"].get(kind, 0) for row in told) == by_event, kind
    assert sum(row["hits"] for row in told) == sum(thrown)
    fresh = client.create(**quick())
    assert "when the game is over" in client.http.get(f"/api/rooms/{fresh}/summary").json()["error"]


def test_a_finished_game_can_be_downloaded_as_a_film(finished: tuple[Client, str]) -> None:
    pillow = pytest.importorskip("PIL.Image", reason=RENDER)
    client, room = finished
    answer = client.http.get(f"/api/rooms/{room}/film")
    assert answer.headers["content-type"] == "image/gif"
    with pillow.open(BytesIO(answer.content)) as film:
        assert 20 < film.n_frames <= 121
    fresh = client.create(**quick())
    assert "when the game is over" in client.http.get(f"/api/rooms/{fresh}/film").json()["error"]


def test_the_same_people_play_once_more(finished: tuple[Client, str]) -> None:
    client, room = finished
    guest = Client(client.server)
    assert ask(guest, f"{room}/rematch").status_code == 400
    following = ask(client, f"{room}/rematch").json()["room"]
    assert ask(client, f"{room}/rematch").json()["room"] == following != room
    with client.enter(room) as before, client.enter(following) as table:
        assert before.view["rematch"] == following
        assert table.view["total"] == 0
        assert mine(table.view) == mine(before.view)
        assert [s["player"] for s in table.view["seats"]] == [s["player"] for s in before.view["seats"]]
        table.wait(lambda v: v["turn"])
        table.act("")
    assert played(client.server, following).header.seed != played(client.server, room).header.seed


def test_all_who_ask_for_another_game_at_once_meet_in_one_room(tmp_path: Path) -> None:
    """Also where it has been put away, and while other tables ask for theirs."""
    server = Server(tmp_path / "games", idle=1.0)
    client = Client(server)
    rooms = [client.create(game="secretive", options={"goal": 3}, seats=["random"], seed=seed) for seed in range(2)]
    for room in rooms:
        with client.enter(room) as table:
            table.wait(lambda view: view["over"])

    def all_ask() -> set[tuple[str, str]]:
        with ThreadPoolExecutor(6) as browsers:
            return set(browsers.map(lambda room: (room, ask(client, f"{room}/rematch").json()["room"]), rooms * 3, timeout=100))

    found = all_ask()
    assert len(found) == 2
    until = time.monotonic() + 60
    while server.rooms():
        assert time.monotonic() < until
        time.sleep(0.05)
    assert all_ask() == found
    server.stop()


def test_the_same_people_play_the_quest_that_comes_next(server: Server) -> None:
    client = Client(server)
    room = client.create(**quick(options={"quest": "danse_macabre", "max_rounds": 1}))
    with client.enter(room) as table:
        assert table.view["following"] == "big_game_hunting"
        assert ask(client, f"{room}/rematch", following=True).status_code == 400  # the game continues
        while not table.wait(lambda v: v["turn"] or v["over"])["over"]:
            table.act("end" if "end" in [a["t"] for a in table.view["legal"]] else "")
        before = table.view["seats"]
    following = ask(client, f"{room}/rematch", following=True).json()["room"]
    header = played(server, following).header
    assert header.options["quest"] == "big_game_hunting" and header.options["max_rounds"] == 1
    with client.enter(following) as table:
        assert [(seat["player"], seat["mine"]) for seat in table.view["seats"]] == [(seat["player"], seat["mine"]) for seat in before]
    road = client.create(game="hit_z_road", seats=["human"], seed=1)
    with client.enter(road) as table:
        assert table.view["following"] == ""


def test_a_position_is_taken_along_as_a_quest_and_as_a_vector(finished: tuple[Client, str], tmp_path: Path) -> None:
    """The quest starts from the exported position: zombies, doors and objectives as they are, survivors in their zones."""
    client, room = finished
    with client.enter(room) as table:
        total = table.view["total"]
        table.say(type="look", at=total)
        zombies = re.findall(r'data-tag="zombie:(\d+):(\w+)"', table.view["board"]["svg"])
    answer = client.http.get(f"/api/rooms/{room}/quest?at={total}")
    assert answer.status_code == 200, answer.text
    file = tmp_path / "taken.yaml"
    file.write_text(answer.text, encoding="utf-8")
    game = make_game("black_plague", quest=str(file), allow_small_team=True)
    scene = svg(game.scene(Session(game, [Person()], seed=1).state), panels=False)
    assert sorted(re.findall(r'data-tag="zombie:(\d+):(\w+)"', scene)) == sorted(zombies) != []
    assert game.quest.title == "Danse Macabre, round 3"
    answer = client.http.get(f"/api/rooms/{room}/vector?at={total - 1}")
    assert answer.status_code == 200, answer.text
    file.write_text(answer.text, encoding="utf-8")
    (vector,) = load(file)
    assert check(vector).passed
    assert "the game is over" in client.http.get(f"/api/rooms/{room}/vector?at={total}").json()["error"]
    other = client.create(game="hit_z_road", seats=["greedy"], seed=1)
    assert "no quests" in client.http.get(f"/api/rooms/{other}/quest?at=0").json()["error"]


# ---- ratings of teammates


def test_people_say_how_good_a_teammate_was_when_the_game_is_over(server: Server) -> None:
    """The rating is stored next to the replay and shown to nobody else."""
    client, guest = Client(server), Client(server)
    room = client.create(**quick(options={"quest": "danse_macabre", "max_rounds": 1}))
    assert "when the game is over" in ask(client, f"{room}/rate", spec="greedy", stars=4).json()["error"]
    with client.enter(room) as table:
        while not table.wait(lambda v: v["turn"] or v["over"])["over"]:
            assert table.view["teammates"] == []
            table.act("end" if "end" in [a["t"] for a in table.view["legal"]] else "")
        assert table.view["teammates"] == [["greedy", 0]]
        for stars, spec, why in ((6, "greedy", "stars"), (0, "greedy", "stars"), (3, "random", "teammates"), (3, "human", "teammates")):
            assert why in ask(client, f"{room}/rate", spec=spec, stars=stars).json()["error"]
        assert ask(guest, f"{room}/rate", spec="greedy", stars=1).status_code == 400
        for stars in (2, 4):  # a person may change a rating
            assert ask(client, f"{room}/rate", spec="greedy", stars=stars).status_code == 200
        assert table.wait(lambda v: v["teammates"] == [["greedy", 4]])
    with guest.enter(room) as table:
        assert table.view["teammates"] == []
    facts = json.loads((server.folder / f"{room}.json").read_text(encoding="utf-8"))
    assert list(facts["rated"].values()) == [{"greedy": 4}]
    assert [one.rated for one in read_games(server.folder)[0]] == [(("greedy", 4),)]
    new = Client(server)
    given = ask(client, f"{room}/pass").json()["pass"]
    assert ask(new, f"{room}/claim", given=given).status_code == 200
    with new.enter(room) as table:  # the rating moves with the seats
        assert table.view["teammates"] == [["greedy", 4]]


@pytest.mark.browser
def test_the_end_asks_one_question_about_teammates(server: Server, window: Any) -> None:
    client = Client(server)
    room = client.create(**quick(options={"quest": "danse_macabre", "max_rounds": 1}))
    with client.enter(room) as table:
        while not table.wait(lambda v: v["turn"] or v["over"])["over"]:
            table.act("end" if "end" in [a["t"] for a in table.view["legal"]] else "")
    page = come(lambda url: window(url, width=390, height=844, touch=True), client)
    page.goto(f"{server.url}/#/room/{room}")
    assert "How good a teammate was AI: by rules?" in page.wait_for_selector(".rating").inner_text()
    page.tap("[data-stars='4']")
    page.wait_for_selector("[data-stars='4'][aria-pressed=true]")
    page.reload()
    page.wait_for_selector("[data-stars='4'][aria-pressed=true]")
    assert page.locator("[aria-pressed=true][data-stars]").count() == 1

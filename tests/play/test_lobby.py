"""The waiting room: friends join by a link, a code or a QR code and take seats; the game starts when all have one."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

import segno

from tests.play.pages import start, until
from tests.play.wire import Client, Server, quick

pytestmark = pytest.mark.slow  # servers and waiting


def waiting(client: Client, **changes: Any) -> str:
    return client.create(**quick(seats=["human", "open", "greedy"], gather=True, **changes))


def free(view: dict[str, Any]) -> list[str]:
    return [seat["agent"] for seat in view["seats"] if seat["free"]]


# ---- on the wire


def test_nobody_moves_before_all_seats_are_taken(server: Server) -> None:
    host, friend = Client(server), Client(server)
    with host.enter(waiting(host)) as a, friend.enter(a.view["room"]) as b:
        assert a.view["gathering"] and not a.view["turn"] and a.view["legal"] == []
        assert "not begun" in a.refused(type="act", at=0, action=0)
        first, *others = free(b.view)
        b.say(type="sit", agents=[first])
        assert b.wait(lambda v: first not in free(v))["gathering"] is True
        b.say(type="sit", agents=others)
        assert b.wait(lambda v: not v["gathering"])["turn"]
        assert a.wait(lambda v: v["turn"])["guests"] == 0
        a.act("activate ann")


def test_a_game_among_agents_and_friends_waits_too(server: Server) -> None:
    """Agents that are to move do not start either, even after a restart of the server."""
    host = Client(server)
    room = host.create(game="hit_z_road", options={"players": 3}, seats=["greedy", "greedy", "open"], gather=True, seed=1)
    with host.enter(room):
        pass
    server.stop()
    again = Server(server.folder)
    try:
        with Client(again, host.cookies).enter(room) as a, Client(again).enter(room) as b:
            assert a.view["gathering"] and a.view["total"] == 0
            b.say(type="sit", agents=free(b.view))
            b.wait(lambda v: v["total"] > 0 or v["turn"])
            assert not a.wait(lambda v: not v["gathering"])["turn"]
    finally:
        again.stop()


def test_who_plays_may_begin_without_the_others_and_seats_stay_free(server: Server) -> None:
    host, guest = Client(server), Client(server)
    with host.enter(waiting(host)) as a, guest.enter(a.view["room"]) as b:
        assert "only those who play" in b.refused(type="begin")
        assert a.wait(lambda v: v["guests"] == 1)["gathering"]
        a.say(type="begin")
        assert free(a.wait(lambda v: v["turn"])) != []
        b.say(type="sit", agents=free(b.view))
        b.wait(lambda v: not free(v))


def test_only_rooms_with_a_free_seat_are_found_by_their_code(server: Server) -> None:
    host, friend = Client(server), Client(server)
    room, full = waiting(host), host.create(**quick())
    assert friend.http.get("/api/join", params={"code": room[:6].upper()}).json()["room"] == room
    for code in (full[:6], room[:5], room, "", "zzzzzz"):
        answer = friend.http.get("/api/join", params={"code": code})
        assert answer.status_code == 404 and "code" in answer.json()["error"]


def test_an_address_leads_to_a_game_and_to_a_move_of_it(tmp_path: Path) -> None:
    """A link contains the token, which is removed from the address bar."""
    server = Server(tmp_path / "games", token="t" * 24)
    try:
        client = Client(server)
        for path, place in (("abcdefgh", "abcdefgh"), ("abcdefgh/move/117", "abcdefgh/move/117"), ("a%22b", "a%22b")):
            answer = client.http.get(f"/game/{path}")
            assert answer.status_code == 303 and answer.headers["location"] == f"/#/room/{place}"
        assert client.http.get("/api/hello").status_code == 403
        assert client.http.get(f"/game/abcdefgh?token={server.token}").headers["location"] == "/#/room/abcdefgh"
        assert client.http.get("/api/hello").status_code == 200
        room = waiting(client)
        drawn = client.http.get(f"/api/rooms/{room}/code")
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert drawn.text.startswith("<svg ") and 'xmlns="http://www.w3.org/2000/svg"' in drawn.text
        expected = BytesIO()
        link = segno.make_qr(f"{server.url}/game/{room}?token={server.token}", error="m")
        link.save(expected, kind="svg", omitsize=True, xmldecl=False, light="#fff")
        assert drawn.content == expected.getvalue()
    finally:
        server.stop()


def test_the_seat_of_who_reloads_the_page_is_kept_for_a_minute(server: Server) -> None:
    host, friend = Client(server), Client(server)
    with host.enter(waiting(host)) as a:
        with friend.enter(a.view["room"]) as b:
            agents = free(b.view)
            b.say(type="sit", agents=agents)
            b.wait(lambda v: not free(v))
        gone = a.wait(lambda v: any(seat["away"] for seat in v["seats"]))
        assert {seat["kept"] for seat in gone["seats"] if seat["away"]} == {1}
        assert "for 1 more minutes" in a.refused(type="free", agents=agents)


# ---- on the page


@pytest.mark.browser
def test_friends_meet_in_the_waiting_room_and_begin_together(server: Server, window: Any) -> None:
    host = window(server.url)
    room = start(host, preset="together", seed="3")
    host.wait_for_selector("#lobby h2:has-text('free seats: 3')")
    assert host.locator("#turn, #panels, #controls").locator("visible=true").count() == 0
    until(host, "document.querySelector('#qr').naturalWidth > 0")
    friend = window(server.url, researcher=False)
    friend.fill("#code", host.inner_text(".invitation .code"))
    friend.click("#join-code")
    friend.wait_for_selector("#lobby h2:has-text('sit down')")
    assert friend.locator("#qr, #begin").count() == 0
    friend.locator("#lobby [data-sit]").first.click()
    host.wait_for_selector("#lobby h2:has-text('free seats: 2')")
    friend.fill("#lobby #called", "Bea")
    friend.keyboard.press("Enter")
    host.wait_for_selector("#lobby .seatlist :text('Bea')")
    friend.click("#take-all")
    for page in (host, friend):
        page.wait_for_selector("#turn .act")
        assert page.locator("#lobby").is_hidden()
    watcher = window(f"{server.url}/game/{room}", researcher=False)
    watcher.wait_for_selector("#watches")
    assert watcher.locator("#lobby").is_hidden() and watcher.locator("#turn .act").count() == 0
    host.wait_for_selector("#seats-here :text('Watching: 1')")
    host.locator("#turn .act").first.click()
    until(host, "document.querySelector('#where').textContent === '1/1'")
    watcher.wait_for_selector(".seatlist .thinks")


@pytest.mark.browser
def test_who_comes_to_a_game_with_free_seats_is_asked_to_sit_or_to_watch(server: Server, window: Any) -> None:
    host = Client(server)
    room = host.create(**quick(seats=["human", "open"]))
    with host.enter(room) as table:
        table.act("")
        guest = window(f"{server.url}/game/{room}", width=390, height=844, touch=True, locale="ru-RU", researcher=False)
        guest.wait_for_selector("#lobby h2:has-text('Свободных мест: 3')")
        guest.tap("#watching")
        assert guest.locator("#lobby").is_hidden()
        guest.reload()
        guest.tap("#take-all")
        guest.wait_for_selector("#lobby", state="hidden")
        assert len(free(table.wait(lambda v: not free(v)))) == 0


@pytest.mark.browser
def test_who_hears_the_waiting_room_is_told_that_friends_are_awaited(server: Server, window: Any) -> None:
    """And not that somebody thinks; nothing touches the bar above."""
    host = Client(server)
    room = waiting(host)
    page = window(f"{server.url}/#/room/{room}")
    page.wait_for_selector("#lobby:not([hidden])")
    assert page.text_content("#spoken") == page.inner_text("#lobby h2") != ""
    bar, head, lobby = (page.locator(part).bounding_box() for part in (".top", "#head", "#lobby"))
    low = bar["y"] + bar["height"]
    assert head["y"] >= low + 8 and abs(lobby["y"] - head["y"]) <= 1

"""Studying a game: an address for every move, stepping without waiting, opinions over the game, pictures, branches as a tree."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

from tests.needs import RENDER, SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import WAIT, until
from tests.play.secretive import word
from tests.play.wire import Client, Server, come, quick
from zombicide_env.play.room import MOMENTS


@pytest.fixture(scope="module")
def watched(shared: Server, record: str) -> tuple[Client, str]:
    """A recorded game that is being watched: the client, and its room."""
    client = Client(shared)
    return client, str(client.http.post("/api/replays", json={"text": record}).json()["room"])


def get(client: Client, path: str) -> Any:
    return client.http.get(f"/api/rooms/{path}")


# ---- on the wire


def test_moments_are_what_a_look_shows(watched: tuple[Client, str]) -> None:
    client, room = watched
    found = get(client, f"{room}/moments?first=3&last=7").json()
    assert [moment["at"] for moment in found] == [3, 4, 5, 6, 7]
    with client.enter(room) as table:
        board: dict[str, Any] = {}
        for moment in found:
            table.view, before = {"board": board}, table.view
            board = table.merged({"type": "view", "from": len(table.log), "log": [], "board": moment["board"]})["board"]
            table.view = before
            table.say(type="look", at=moment["at"])
            view = table.hear("view", until=lambda v, at=moment["at"]: v["at"] == at)
            assert board == view["board"] and moment["steps"] == view["steps"]
        total = table.view["total"]
    assert len(get(client, f"{room}/moments?first=0&last={total}").json()) == MOMENTS
    assert get(client, f"{room}/moments?first={total + 1}&last={total + 9}").json() == []


def test_moments_and_pictures_keep_secrets(server: Server) -> None:
    """What is fetched besides the view does not reveal a rival's hand."""
    client, guest = Client(server), Client(server)
    room = client.create(game="secretive", options={"agents": 2, "goal": 50}, seats=["human", "open"], seed=1)
    with client.enter(room) as table:
        table.wait(lambda v: v["turn"])
        table.act("")
    own, other = (get(one, f"{room}/moments?first=0&last=9").text for one in (client, guest))
    assert word("walker_0") in own and word("walker_0") not in other
    assert word("walker_1") not in own + other
    shown = [get(one, f"{room}/picture?at=0").text for one in (client, guest)]
    assert (word("walker_0") in shown[0], word("walker_0") in shown[1]) == (True, False)


def test_an_agent_judges_any_position(watched: tuple[Client, str]) -> None:
    client, room = watched
    told = client.http.post(f"/api/rooms/{room}/judge", json={"at": 0, "spec": "greedy"}).json()
    assert told["legal"] == 6 and told["choices"][0]["t"].startswith("activate ") and told["reason"] == ""
    with client.enter(room) as table:
        total = table.view["total"]
    assert client.http.post(f"/api/rooms/{room}/judge", json={"at": total, "spec": "greedy"}).json()["reason"] == "over"
    assert "no agent" in client.http.post(f"/api/rooms/{room}/judge", json={"at": 0, "spec": "nobody"}).json()["reason"]


def test_no_agent_judges_what_another_player_decides(server: Server) -> None:
    client, guest = Client(server), Client(server)
    room = client.create(game="secretive", options={"agents": 2}, seats=["human", "open"])
    answers = [one.http.post(f"/api/rooms/{room}/judge", json={"at": 0, "spec": "random"}).json()["reason"] for one in (client, guest)]
    assert answers[1] == "hidden"


def test_a_position_is_a_picture(watched: tuple[Client, str]) -> None:
    pillow = pytest.importorskip("PIL.Image", reason=RENDER)
    client, room = watched
    first, later = (get(client, f"{room}/picture?at={at}&kind=svg") for at in (0, 20))
    assert first.headers["content-type"] == "image/svg+xml" and first.text.startswith("<svg") and first.text != later.text
    with pillow.open(BytesIO(get(client, f"{room}/picture?at=20&kind=png").content)) as picture:
        assert picture.format == "PNG" and picture.width > 500
    assert get(client, f"{room}/picture?at=0&kind=bmp").status_code == 422


@pytest.mark.slow
def test_variations_of_a_replay_form_a_tree(server: Server, record: str) -> None:
    client, guest = Client(server), Client(server)
    root = client.http.post("/api/replays", json={"text": record}).json()["room"]

    def part(room: str, at: int, spec: str) -> str:
        return str(client.http.post(f"/api/rooms/{room}/branch", json={"at": at, "spec": spec}).json()["room"])

    later, first = part(root, 30, "human"), part(root, 5, "greedy")
    below = part(later, 30, "human")
    for room in (root, later, below):
        tree = get(client, f"{room}/tree").json()
        assert tree["room"] == root
        assert [(way["room"], way["at"]) for way in tree["branches"]] == [(first, 5), (later, 30)]
        assert [way["room"] for way in tree["branches"][1]["branches"]] == [below]
    assert set(tree["branches"][0]["players"]) == {"greedy"}
    assert get(guest, f"{root}/tree").json()["branches"] == []  # branches of other users are private
    server.stop()
    again = Server(server.folder)
    try:
        assert get(Client(again, client.cookies), f"{below}/tree").json() == tree
    finally:
        again.stop()


# ---- on the page


@pytest.fixture
def page(watched: tuple[Client, str], window: Any) -> Any:
    client, room = watched
    page = come(window, client)
    page.goto(f"{client.server.url}/game/{room}/move/10")
    until(page, "document.querySelector('#where')?.textContent.startsWith('10/')")
    return page


@pytest.mark.browser
@pytest.mark.slow
def test_the_address_names_the_move_that_is_looked_at(watched: tuple[Client, str], page: Any) -> None:
    _, room = watched
    until(page, f"location.hash === '#/room/{room}/move/10'")
    page.click("#forth")
    until(page, f"location.hash === '#/room/{room}/move/11'")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: { writeText: (text) => { window.copied = text; } } })")
    page.click("#share")
    until(page, "window.copied")
    assert page.evaluate("window.copied").endswith(f"/game/{room}/move/11")
    page.reload()
    until(page, "document.querySelector('#where')?.textContent.startsWith('11/')")


@pytest.mark.browser
@pytest.mark.slow
def test_steps_do_not_wait_for_the_server(page: Any) -> None:
    """Neighboring positions are prefetched: they are shown although nothing is sent any more."""
    pieces = "[...document.querySelectorAll('#board svg [data-tag]')].map((e) => e.dataset.tag).join(' ')"
    shown = {}
    for number in (11, 12, 13):
        page.click("#forth")
        until(page, f"document.querySelector('#where').textContent.startsWith('{number}/')")
        page.wait_for_timeout(400)  # neighboring positions are fetched meanwhile
        shown[number] = page.evaluate(pieces)
    page.evaluate("WebSocket.prototype.send = () => {}")
    for button, number in (("#back", 12), ("#back", 11), ("#forth", 12), ("#forth", 13)):
        page.click(button)
        assert page.inner_text("#where").startswith(f"{number}/")
        assert page.get_attribute("#log li.now", "data-n") == str(number)
        assert page.evaluate(pieces) == shown[number]


@pytest.mark.browser
@pytest.mark.slow
def test_two_opinions_are_compared_over_the_game(page: Any) -> None:
    page.select_option("#opinion-a", "greedy")
    page.select_option("#opinion-b", "")
    page.fill("#opinion-b-spec", "random:seed=3")
    page.click("#opinions")
    page.wait_for_selector(".differ li [data-at]")
    until(page, "document.querySelectorAll('.differ li').length > 3")
    page.click("#opinions-stop")
    until(page, "document.querySelector('#opinions-stop').hidden")
    row = page.locator(".differ li [data-at]").first
    at = row.get_attribute("data-at")
    row.click()
    until(page, f"document.querySelector('#where').textContent.startsWith('{at}/')")
    until(page, "document.querySelectorAll('[data-advisor][aria-pressed=true]').length === 1")


@pytest.mark.browser
@pytest.mark.slow
def test_who_has_played_finds_the_own_mistakes(server: Server, window: Any) -> None:
    client = Client(server)
    room = client.create(**quick(options={"quest": "danse_macabre", "max_rounds": 1}))
    with client.enter(room) as table:
        while not table.wait(lambda v: v["turn"] or v["over"])["over"]:
            table.act("end" if "end" in [a["t"] for a in table.view["legal"]] else "")
        mine = {seat["agent"] for seat in table.view["seats"] if seat["mine"]}
        log = table.log
    page = come(lambda url: window(url, researcher=False), client)
    asked: list[int] = []

    def judge(route: Any) -> None:
        """Answer that the search would have searched everywhere."""
        asked.append(route.request.post_data_json["at"])
        choice = {"t": "search", "b": "search", "p": 1.0, "k": [], "v": 9, "w": 0.9, "l": ["search"]}
        route.fulfill(json={"by": "search", "value": 0.9, "choices": [choice], "who": "", "reason": "", "legal": 2, "unlike": []})

    def foresee(route: Any) -> None:
        """Answer that the first move was as good, and that the others lost most games."""
        at = route.request.post_data_json["at"]
        moves = [{"t": "search", "k": [], "p": 0.9}, {"t": log[at]["t"], "k": [], "p": 0.85 if at == asked[0] else 0.2}]
        route.fulfill(json={"moves": moves, "legal": 2})

    page.route("**/judge", judge)
    page.route("**/foresee", foresee)
    page.goto(f"{server.url}/#/room/{room}")
    page.wait_for_selector("#opinions:has-text('Find my mistakes')")
    assert page.locator("#opinion-a").count() == 0
    page.click("#opinions")
    page.wait_for_selector(".found-differ:has-text('decisions with a choice')", timeout=3 * WAIT)
    assert asked == [at for at, entry in enumerate(log) if entry["who"] in mine]
    rows = page.locator(".differ li").all_inner_texts()
    assert len(rows) == len([at for at in asked[1:] if log[at]["t"] != "search"]) > 1
    assert all("rather Search" in row and "won 20 % → 90 %" in row for row in rows)

"""Late, duplicate or missing answers, and hasty input: the display stays correct, and no unintended move is played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import hold_film, moves, play, until
from tests.play.wire import Client, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]


class Wire:
    """WebSockets of a page: they can be cut, and the page can receive messages that the server has not sent."""

    def __init__(self, page: Any) -> None:
        self.open: list[Any] = []
        self.told = 0
        self.dead = False
        self.late = 0
        self.page = page
        page.route_web_socket("**/ws/*", self._join)

    def _join(self, socket: Any) -> None:
        if self.dead:
            socket.close()
            return
        server = socket.connect_to_server()

        def hear(text: Any) -> None:
            self.told += 1
            if self.late:
                self.page.wait_for_timeout(self.late)
            socket.send(text)

        server.on_message(hear)
        self.open.append(socket)

    def tell(self, **parts: Any) -> None:
        """Send the page a view with some changed parts and an unchanged log."""
        self.open[-1].send(json.dumps({"type": "view", "from": moves(self.page), "log": [], **parts}))

    def cut(self) -> None:
        self.open[-1].close()


def sit(server: Server, window: Any, room: str, client: Client, **kind: Any) -> tuple[Any, Wire]:
    """Open a page at a room, as the client that has created it."""
    page = window(server.url, **kind)
    page.wait_for_selector("#seats select")
    page.context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in client.cookies.items()])
    wire = Wire(page)
    page.goto(f"{server.url}/#/room/{room}")
    page.reload()
    page.wait_for_selector("#board svg")
    return page, wire


@pytest.fixture
def mine(shared: Server, window: Any) -> tuple[Any, Wire]:
    """A page at a table on the viewer's turn."""
    client = Client(shared)
    page, wire = sit(shared, window, client.create(game="black_plague", seats=["human"], seed=3), client)
    page.wait_for_selector("#turn.mine .act")
    return page, wire


@pytest.fixture
def watched(shared: Server, window: Any, record: str) -> tuple[Any, Wire]:
    """A page at a recorded game."""
    client = Client(shared)
    return sit(shared, window, client.http.post("/api/replays", json={"text": record}).json()["room"], client)


def test_a_double_click_plays_once(mine: tuple[Any, Wire]) -> None:
    """Includes a different button replacing the first, and a slow answer."""
    page, wire = mine
    for late in (0, 300):
        wire.late = late
        before = moves(page)
        page.locator("#turn .act").first.dblclick(delay=150)
        until(page, f"Number(document.querySelector('#where').textContent.split('/')[1]) > {before}")
        page.wait_for_timeout(200)
        assert moves(page) == before + 1
        assert page.locator(".toast.bad").count() == 0


def test_a_key_that_is_held_plays_once(mine: tuple[Any, Wire]) -> None:
    """The keyboard is then at the next question, which the repeated key does not answer."""
    page, _ = mine
    page.locator("#turn .act").first.focus()
    page.keyboard.down("Enter")
    until(page, "document.querySelector('#where').textContent === '1/1' && document.activeElement.matches('#turn .act')")
    for _ in range(4):
        page.keyboard.down("Enter")
        page.wait_for_timeout(100)
    assert moves(page) == 1
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#where').textContent !== '1/1'")


def test_a_key_that_is_held_takes_one_move_back(mine: tuple[Any, Wire]) -> None:
    page, _ = mine
    for text in ("activate ann", "move 9b"):
        play(page, text)
    until(page, "!document.querySelector('#undo').ariaDisabled")
    page.evaluate("document.activeElement.blur()")
    for _ in range(2):
        page.keyboard.down("u")
    until(page, "document.querySelector('#where').textContent === '1/1'")
    for _ in range(4):
        page.keyboard.down("u")
        page.wait_for_timeout(100)
    assert moves(page) == 1


_UNDER = """([x, y]) => {
  const button = document.querySelector('#turn .act');
  const { width, height } = button.getBoundingClientRect();
  Object.assign(button.style, { position: 'fixed', zIndex: 99, left: `${x - width / 2}px`, top: `${y - height / 2}px` });
  document.querySelector('main').addEventListener('click', () => { window.pressed = true; });
}"""


@pytest.mark.parametrize(("later", "pressed"), [(200, False), (2000, True)])
def test_a_double_tap_plays_once(shared: Server, window: Any, later: int, pressed: bool) -> None:
    """The second tap falls on a button that nobody has read yet; a tap that comes later is meant."""
    client = Client(shared)
    page, _ = sit(shared, window, client.create(game="black_plague", seats=["human"], seed=3), client, width=390, height=844, touch=True)
    page.wait_for_selector("#turn.mine .act")
    page.evaluate("window.now = 1000, Object.defineProperty(Event.prototype, 'timeStamp', { get: () => window.now })")
    box = page.locator("#turn .act").first.bounding_box()
    place = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    page.touchscreen.tap(*place)
    until(page, "document.querySelector('#where').textContent === '1/1'")
    page.evaluate(_UNDER, place)
    page.evaluate(f"window.now += {later}, window.pressed = false")
    page.touchscreen.tap(*place)
    page.wait_for_timeout(300)
    assert page.evaluate("window.pressed") == pressed


def test_a_button_is_pressed_though_something_else_is_told_meanwhile(mine: tuple[Any, Wire]) -> None:
    page, wire = mine
    page.locator("#turn .act").first.hover()
    page.mouse.down()
    wire.tell(said=[[1, "survivor_0", "hello"]], pace=1.2)
    until(page, "document.querySelector('#pace').value === '1.2'")
    page.mouse.up()
    until(page, "document.querySelector('#where').textContent === '1/1'")


def test_a_connection_that_breaks_in_the_middle_of_a_film_comes_back(shared: Server, window: Any) -> None:
    """Moves that had arrived but were not shown are sent again; the lost connection is shown until it is back."""
    client = Client(shared)
    room = client.create(game="black_plague", seats=["human"], seed=3)
    page, wire = sit(shared, window, room, Client(shared), motion=True)  # a spectator
    hold_film(page)
    with client.enter(room) as table:
        for text in ("activate ann", "move 9b", "melee hammer", "end", "activate baldric"):
            told = wire.told
            table.act(text)
            while wire.told == told:
                page.wait_for_timeout(20)
    page.wait_for_selector("#story.playing")
    assert moves(page) < 5  # the last moves wait for the end of the animation
    wire.dead = True
    wire.cut()
    page.wait_for_selector("#line.problem:not([hidden])")
    page.click("#skip")
    assert page.locator("#line").is_visible()
    wire.dead = False
    until(page, "document.querySelector('#line').hidden && document.querySelectorAll('#log li.move').length > 4")
    assert page.evaluate("[...document.querySelectorAll('#log li.move')].map((row) => Number(row.dataset.n))") == [1, 2, 3, 4, 5]
    assert page.inner_text("#where") == "5/5"


@pytest.mark.parametrize("width", [1400, 390])
def test_a_lost_connection_hides_no_question(shared: Server, window: Any, width: int) -> None:
    """And nothing moves when it is told, since it may be back at once."""
    client = Client(shared)
    room = client.create(game="black_plague", seats=["human"], seed=3)
    page, wire = sit(shared, window, room, client, width=width, height=844)
    page.wait_for_selector("#turn.mine .act")
    place = page.locator("#board").bounding_box()
    wire.dead = True
    wire.cut()
    page.wait_for_selector("#line.problem:not([hidden])")
    line = page.locator("#line").bounding_box()
    for part in ("#head", "#turn", "#others"):
        box = page.locator(part).bounding_box()
        assert line["y"] + line["height"] <= box["y"], part
    assert line["x"] >= 0 and line["x"] + line["width"] <= width
    assert page.locator("#board").bounding_box() == place
    wire.dead = False
    until(page, "document.querySelector('#line').hidden")


def test_lines_of_a_story_that_say_the_same_are_one(mine: tuple[Any, Wire]) -> None:
    page, wire = mine
    same = {"k": "thing", "v": {"n": "7"}, "at": []}
    wire.tell(steps=[same, {**same, "k": "phase"}, same, same])
    page.wait_for_selector("#story .words p")
    said = page.locator("#story .words p").all_inner_texts()
    assert len(said) == 2 and said[0].startswith("Thing 7") and said[0].endswith(" 3")


def test_who_goes_to_the_end_and_lets_the_game_go_on_is_understood(shared: Server, window: Any) -> None:
    """Even if the second request is sent before the first is answered: the game continues, not the playback of its past."""
    client = Client(shared)
    page, _ = sit(shared, window, client.create(game="black_plague", seats=["greedy"], seed=3, pace=0.2), client)
    until(page, "document.querySelector('#where').textContent !== '0/0'")
    page.click("#run")
    page.wait_for_selector("#run[data-running=false]")
    total = moves(page)
    page.click("#first")
    page.wait_for_selector("#where.past")
    page.evaluate("document.querySelector('#last').click(), document.querySelector('#run').click()")
    until(page, f"Number(document.querySelector('#where').textContent.split('/')[1]) > {total}")


def test_what_is_watched_waits_for_slow_answers(watched: tuple[Any, Wire]) -> None:
    page, wire = watched
    page.select_option("#pace", "0")
    wire.late = 250
    page.click("#watch")
    until(page, "/^[1-9]\\d*\\//.test(document.querySelector('#where').textContent) && document.querySelector('#where.past')")
    assert page.get_attribute("#run", "data-running") == "true"


def test_another_end_has_another_screen(watched: tuple[Any, Wire]) -> None:
    page, wire = watched
    before = page.inner_text("#end h2")
    wire.tell(outcome={"name": "won", "detail": "", "by": ""})
    until(page, f"document.querySelector('#end h2').textContent !== {before!r}")
    page.wait_for_selector("#end .tally tbody tr")


def test_an_answer_about_another_position_is_not_shown(watched: tuple[Any, Wire]) -> None:
    page, _ = watched
    held: list[Any] = []
    page.route("**/foresee", lambda route: held.append(route))
    page.click("#back")
    until(page, "!document.querySelector('#hundred').ariaDisabled")
    page.click("#hundred")
    while not held:
        page.wait_for_timeout(20)
    page.click("#back")
    until(page, "!document.querySelector('.found').childElementCount")
    with page.expect_response("**/foresee"):
        held[0].continue_()
    page.wait_for_timeout(200)
    assert page.inner_text(".found") == ""


def test_who_goes_back_and_asks_somebody_is_told_of_that_position(watched: tuple[Any, Wire]) -> None:
    """Even if the second request is sent before the first is answered."""
    page, _ = watched
    total = moves(page)
    page.evaluate("document.querySelector('#back').click(), document.querySelector('[data-advisor=greedy]').click()")
    page.wait_for_selector("#bars li")
    assert page.inner_text("#where") == f"{total - 1}/{total}"


def test_chances_asked_for_twice_are_drawn_once(watched: tuple[Any, Wire]) -> None:
    page, _ = watched
    asked: list[int] = []

    def tell(route: Any) -> None:
        asked.append(json.loads(route.request.post_data)["at"])
        route.fulfill(json={"games": 100, "won": [50]})

    page.route("**/foresee", tell)
    page.click("#chances")
    page.click("#turning")
    until(page, "document.querySelector('.graph .curve')?.getAttribute('points').split(' ').length >= 24")
    page.wait_for_timeout(300)
    drawn = page.evaluate(
        "document.querySelector('.graph .curve').getAttribute('points').split(' ').map((point) => Number(point.split(',')[0]))"
    )
    assert len(drawn) == 24 and drawn == sorted(drawn)


def test_what_belongs_to_a_view_goes_with_it(watched: tuple[Any, Wire]) -> None:
    page, _ = watched
    page.evaluate("history.pushState(null, '', '#/'); history.pushState(null, '', location.hash)")
    page.click("#book")
    page.wait_for_selector("#manual[open]")
    page.go_back()
    page.go_back()
    until(page, "!document.querySelector('#manual').open")


def test_a_link_to_a_seat_that_is_left_at_once_takes_nothing_along(shared: Server, window: Any) -> None:
    """The address of the view requested meanwhile stays."""
    page = window(shared.url)
    page.wait_for_selector("#seats select")
    held: list[Any] = []
    page.route("**/api/hello", lambda route: route.continue_() if held else held.append(route))
    page.evaluate("location.hash = '#/room/abcdef/seat/nonsense'")
    while not held:
        page.wait_for_timeout(20)
    page.evaluate("location.hash = '#/'")
    page.wait_for_timeout(300)
    with page.expect_response("**/api/hello"):
        held[0].continue_()
    page.wait_for_timeout(200)
    assert page.url.endswith("#/")
    assert page.locator(".toast").count() == 0


def test_the_same_file_is_opened_once_more(watched: tuple[Any, Wire], record: str, tmp_path: Path) -> None:
    """Choosing it again does not change the field, unless the field has been cleared."""
    page, _ = watched
    page.click(".brand")
    page.wait_for_selector("#replay", state="attached")
    file = tmp_path / "own.replay"
    file.write_text(record)
    held: list[Any] = []
    page.route("**/api/replays", lambda route: held.append(route))
    page.set_input_files("#replay", file)
    while not held:
        page.wait_for_timeout(20)
    assert page.input_value("#replay") == ""


def test_a_link_can_be_copied_by_hand(mine: tuple[Any, Wire]) -> None:
    """A page without HTTPS may not write to the clipboard."""
    page, _ = mine
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.click("#share")
    link = page.url.replace("/#/room/", "/game/")
    assert page.inner_text("#menu") == link
    assert page.evaluate("getSelection().toString()").strip() == link

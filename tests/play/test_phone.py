"""On a phone: crowded tokens are distinguishable, text is legible, and the board is moved by fingers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import play, start, until
from tests.play.wire import Client, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

_HIDDEN = """() => {
  const tokens = [...document.querySelectorAll('#board :is(g.survivor, g.zombie, g.objective, g.spawn, g.drawn)')];
  const frames = tokens.map((token) => token.getBoundingClientRect());
  const meet = (a, b) => ['left', 'top'].every((low, n) => {
    const [high, size] = [['right', 'width'], ['bottom', 'height']][n];
    return Math.min(a[high], b[high]) - Math.max(a[low], b[low]) > 0.1 * Math.min(a[size], b[size]);
  });
  const found = (a, i) => frames.slice(0, i).flatMap((b, k) => (meet(a, b) ? `${tokens[i].textContent} ${tokens[k].textContent}` : []));
  return frames.flatMap(found);
}"""
_SIZES = "(kind) => [...document.querySelectorAll(kind)].map((text) => Number(text.getAttribute('font-size')) * text.getScreenCTM().a)"


@pytest.mark.parametrize(
    ("game", "options", "small"),
    [
        ("black_plague", {"quest": "danse_macabre", "survivors": 12}, ""),
        ("white_death", {"quest": "preparing_for_battle"}, ""),
        ("hit_z_road", {"players": 4}, "#board :is(g.para text, g.beside > text)"),
        ("z_game", {"players": 2}, "#board g[data-tag^='location:'] > text"),
    ],
)
def test_boards_can_be_read_on_a_phone(shared: Server, window: Any, game: str, options: dict[str, Any], small: str) -> None:
    """Tokens of a zone do not hide each other, and small print is as large as fits on its card."""
    client = Client(shared)
    room = client.create(game=game, options=options, seats=["human"], seed=3)
    page = window(f"{shared.url}/#/room/{room}", width=390, height=844, locale="ru-RU", touch=True)
    page.wait_for_selector("#board svg")
    assert page.evaluate(_HIDDEN) == []
    if small:
        sizes = sorted(page.evaluate(_SIZES, small))
        assert sizes[0] > 8 and sizes[len(sizes) // 2] > 9


_PHONE = {"width": 390, "height": 844, "touch": True}
_TURN = """() => {
  const [board, turn] = ['#board', '#board .in_turn'].map((part) => document.querySelector(part).getBoundingClientRect());
  return turn.right > board.left && turn.left < board.right && turn.bottom > board.top && turn.top < board.bottom;
}"""


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("black_plague", {"quest": "danse_macabre", "survivors": 12}),
        ("black_plague", {"quest": "the_hellhole"}),
        ("white_death", {"quest": "the_last_stand"}),
        ("apocalypse", {"quest": "small_town"}),
        ("hit_z_road", {"players": 4}),
        ("z_game", {"players": 4}),
    ],
)
def test_no_label_of_a_board_is_too_small_to_read(shared: Server, window: Any, game: str, options: dict[str, Any]) -> None:
    """At least ten CSS pixels for any board; the board ends above the sheet, which has at most two fifths of the height."""
    room = Client(shared).create(game=game, options=options, seats=["human"], seed=3)
    page = window(f"{shared.url}/#/room/{room}", locale="ru-RU", researcher=False, **_PHONE)
    page.wait_for_selector("#board svg")
    sizes = page.evaluate(_SIZES, "#board text")
    assert min(sizes) >= 9.99 and len(sizes) > 10
    frames = page.evaluate("['#board', '#sheet'].map((part) => document.querySelector(part).getBoundingClientRect().toJSON())")
    assert frames[0]["bottom"] <= frames[1]["top"] and frames[1]["height"] <= 0.4 * 844 + 1
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_a_waiting_room_shows_the_whole_board(server: Server, window: Any) -> None:
    """It has no sheet yet, for which the board would leave room."""
    room = Client(server).create(game="hit_z_road", options={"players": 2}, seats=["human", "open"], gather=True, seed=3)
    page = window(f"{server.url}/#/room/{room}", **_PHONE)
    page.wait_for_selector("#board svg")
    assert page.evaluate("(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('#board'))") <= 0


@pytest.mark.parametrize(("game", "options"), [("black_plague", {"quest": "danse_macabre"}), ("hit_z_road", {"players": 2})])
def test_a_small_tablet_shows_the_question_next_to_the_board(shared: Server, window: Any, game: str, options: dict[str, Any]) -> None:
    """It was below the board, outside the screen."""
    room = Client(shared).create(game=game, options=options, seats=["human"], seed=3)
    page = window(f"{shared.url}/#/room/{room}", width=1024, height=768, researcher=False)
    page.wait_for_selector("#board svg")
    board, turn = (page.locator(part).bounding_box() for part in ("#board", "#turn"))
    assert turn["x"] >= board["x"] + board["width"] and turn["y"] < 400


def test_two_fingers_enlarge_the_board_and_one_moves_it(server: Server, window: Any) -> None:
    page = window(server.url, **_PHONE)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *places: tuple[float, float]) -> None:
        touch.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(places)]}
        )

    box = page.locator("#board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    wide = page.locator("#board svg").bounding_box()["width"]
    fingers("touchStart", (x - 30, y), (x + 30, y))
    for apart in range(30, 91, 10):
        fingers("touchMove", (x - apart, y), (x + apart, y))
    fingers("touchEnd")
    assert page.locator("#board svg").bounding_box()["width"] == pytest.approx(3 * wide, rel=0.02)
    assert page.evaluate("visualViewport.scale") == 1  # the page itself is not zoomed
    before = page.evaluate("document.querySelector('#board').scrollLeft")
    assert before > 0
    fingers("touchStart", (x, y))
    for moved in range(10, 101, 10):
        fingers("touchMove", (x + moved, y))
    fingers("touchEnd")
    until(page, f"document.querySelector('#board').scrollLeft < {before} - 50")
    page.evaluate("document.querySelector('#board').scrollTo(100000, 100000)")
    play(page, "end")  # the page scrolls to the zone of the next active survivor, as soon as there is one
    page.locator("#turn .act").first.click()
    page.wait_for_selector("#board .in_turn")
    until(page, f"({_TURN})()")


def test_a_sheet_that_goes_on_says_so(server: Server, window: Any) -> None:
    """The end of the turn is below its edge."""
    page = window(server.url, **_PHONE)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    until(page, "document.querySelector('#sheet.more') !== null")
    assert page.evaluate("getComputedStyle(document.querySelector('#sheet'), '::after').content") == '"\u25be"'
    page.evaluate("document.querySelector('#sheet').scrollTo(0, 100000)")
    until(page, "document.querySelector('#sheet.more') === null")
    page.click("#handle")
    until(page, "document.querySelector('#sheet.more') === null")


def test_no_line_of_a_story_is_cut_through(server: Server, window: Any) -> None:
    """Dice are higher than a line."""
    page = window(server.url, **_PHONE)
    start(page, preset="alone", seed="5")
    play(page, "activate baldric")
    play(page, "cast 9b mana_blast")
    page.wait_for_selector("#story .words .dice")
    cut = """() => {
      const box = document.querySelector('#story .words').getBoundingClientRect();
      const lines = [...document.querySelectorAll('#story .words > p')].flatMap((paragraph) => {
        const words = document.createRange();
        words.selectNodeContents(paragraph);
        return [...words.getClientRects()];
      });
      return [lines.length, lines.filter((line) => line.top < box.bottom - 1 && line.bottom > box.bottom + 1).length];
    }"""
    lines, through = page.evaluate(cut)
    assert lines > 2 and through == 0


def test_signs_leave_doors_and_names_free(shared: Server, window: Any) -> None:
    """Texts speak of a locked door beside the Exit, and of zones by their names."""
    client = Client(shared)
    page = window(shared.url, **_PHONE)
    room = client.create(game="black_plague", options={"quest": "danse_macabre"}, seats=["human"], seed=3)
    page.goto(f"{shared.url}/#/room/{room}")
    page.wait_for_selector("#board g.exit")
    door, sign = (page.locator(f"#board {part}").bounding_box() for part in ("g.door_locked[data-tag='door:2'] > rect >> nth=0", "g.exit"))
    assert door["x"] + door["width"] <= sign["x"]
    above = """() => {
      const last = [...document.querySelectorAll('#board :is(g.survivor, g.zombie, g.spawn, g.exit)')].at(-1);
      const names = [...document.querySelectorAll("#board text.label[data-tag^='zone:']")];
      return [names.length, names.filter((name) => last.compareDocumentPosition(name) & Node.DOCUMENT_POSITION_FOLLOWING).length];
    }"""
    names, drawn = page.evaluate(above)
    assert names == drawn > 10
    room = client.create(game="z_game", options={"players": 4, "max_turns": 1}, seats=["greedy"], seed=3)
    page.goto(f"{shared.url}/#/room/{room}")
    page.wait_for_selector("#end:not([hidden])")
    lines = """() => [...document.querySelectorAll("#board g[data-tag^='location:']")].map((place) => {
      const at = (text) => ['y', 'font-size'].map((name) => Number(text.getAttribute(name)));
      return [...place.querySelectorAll(':scope > text')].map(at);
    }).filter((texts) => texts.length > 1)"""
    owned = page.evaluate(lines)
    assert len(owned) >= 4
    for (below, size), *others in owned:
        assert all(y > below or y <= below - 0.75 * size for y, _ in others)
    edges = """() => [...document.querySelectorAll("#board g[data-tag^='character:'] > text[data-drawn]")]
      .filter((text) => /\\p{L}/u.test(text.textContent)).map((text) => getComputedStyle(text).stroke)"""
    assert set(page.evaluate(edges)) == {"rgb(255, 255, 255)"}  # letters that have outgrown their badge

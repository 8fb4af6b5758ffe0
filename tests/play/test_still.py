"""The board stays in its place, whatever happens around it; large teams are readable on a phone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import play, press, start, until
from tests.play.wire import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = [(1440, 900), (390, 844)]
BOX = "document.querySelector('#board').getBoundingClientRect()"
WHERE = f"(({{ x, y, width, height }}) => [x, y + scrollY, width, height].map(Math.round))({BOX})"
TEXTS = "[...document.querySelectorAll('#panels .panel *')].filter((e) => e.clientWidth && [...e.childNodes].some((n) => n.nodeType === 3))"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_board_does_not_jump(server: Server, window: Any, width: int, height: int) -> None:
    """Turns, fights with their dice and prompts, searches, a growing log, opening sections."""
    page = window(server.url, width=width, height=height, touch=width < 700)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    place = page.evaluate(WHERE)
    verbs: set[str] = set()
    for _ in range(25):
        text = press(page, ("melee", "shoot", "cast", "hit", "search", "keep", "open", "move"))
        verbs |= set(text.split()[:1])
        page.wait_for_selector("#turn.mine .act")
        assert page.evaluate(WHERE) == place, text
    assert verbs & {"melee", "shoot", "cast"}
    assert page.evaluate("document.querySelector('#log').scrollHeight > document.querySelector('#log').clientHeight")
    for details in page.locator("main details").all():
        details.evaluate("(e) => { e.open = !e.open; }")
        assert page.evaluate(WHERE) == place
    page.evaluate("document.querySelector('#back').click()")
    until(page, "document.querySelector('#where').className === 'past'")
    assert page.evaluate(WHERE) == place


def test_a_tall_board_takes_the_height_of_the_window(server: Server, window: Any) -> None:
    """Nine rows of zones: events are shown next to the board, and zones are large enough for their figures."""
    page = window(server.url, width=1440, height=900)
    page.wait_for_selector("#map svg")
    page.select_option("#game", "white_death")
    page.wait_for_selector("#o-quest option[value=legacy_of_the_dawn]", state="attached")
    start(page, preset="alone", seed="3", **{"o-quest": "legacy_of_the_dawn"})
    play(page, "activate lorna")
    board, story = (page.locator(part).bounding_box() for part in ("#board svg", "#story"))
    assert board["height"] > 700 and board["y"] + board["height"] <= 900
    assert story["x"] >= board["x"] + board["width"] and story["y"] < 200
    assert story["height"] >= 340  # there is room beside the board
    place = page.evaluate(WHERE)
    play(page, "end")
    assert page.evaluate(WHERE) == place
    page.click("#zoom")
    assert page.locator("#board svg").bounding_box()["width"] > 2 * board["width"]


def test_an_aim_of_another_length_moves_no_board(server: Server, window: Any) -> None:
    """On a phone the next objective is truncated if it is too long for its line."""
    page = window(server.url, width=390, height=844, touch=True)
    start(page, preset="alone", seed="7")
    place = page.evaluate(WHERE)
    long = "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.fact.aim .line'))"
    assert not page.evaluate(long)
    for text in ("activate ann", "move 9C", "take"):
        play(page, text)
    assert page.evaluate(long)
    assert page.evaluate(WHERE) == place
    page.tap(".fact.aim .line")
    told = page.locator("#menu p").all_inner_texts()
    assert told[0] == page.inner_text(".fact.aim .line")  # told in full
    goals = page.locator("#goals li").all_text_contents()
    assert [goal[2:] for goal in told[1:]] == goals and len(goals) > 0  # which are not beside it
    page.keyboard.press("Escape")
    page.get_by_role("button", name="All goals").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#menu:not([hidden])")


def test_twelve_survivors_are_readable_on_a_phone(server: Server, window: Any) -> None:
    """Every survivor has a full-width card with legible letters, and nothing is cut off."""
    page = window(server.url, width=390, height=844, touch=True)
    page.wait_for_selector("#seats select")
    page.select_option("#o-survivors-count", "12")
    until(page, "document.querySelectorAll('#seats .name').length === 12")
    start(page, preset="alone", seed="3")
    panels = page.locator("#panels .panel")
    assert panels.count() == 12
    assert all(panel.bounding_box()["width"] > 340 for panel in panels.all())
    names = page.locator("#panels .name")
    assert len(set(names.all_inner_texts())) == 12
    assert min(page.evaluate(f"{TEXTS}.map((e) => parseFloat(getComputedStyle(e).fontSize))")) >= 10
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    marks = page.evaluate("[...document.querySelectorAll('#board g.survivor')].map((e) => e.getBoundingClientRect().width)")
    assert len(marks) == 12
    assert min(marks) >= 14

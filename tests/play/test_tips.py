"""Explanations on the page: on hover, focus and tap; why something is impossible; the manual; the guided first game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import moves, play, start, until
from tests.play.test_texts import TABLE
from tests.play.wire import Server
from zombicide_env.games import GAMES

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def tip(page: Any) -> str:
    page.wait_for_selector("#tip:not([hidden])")
    return str(page.inner_text("#tip"))


def tells(page: Any, point: Callable[[], object], *words: str) -> None:
    """Check that pointing at something explains it; try again if a move redraws the page meanwhile."""
    for _ in range(20):
        page.mouse.move(0, 0)
        point()
        for _ in range(20):
            if all(word in (page.text_content("#tip") or "") for word in words) and page.locator("#tip").is_visible():
                return
            page.wait_for_timeout(50)
    raise TimeoutError(f"{words} are not told: {page.text_content('#tip')!r}")


def test_cards_skills_and_tokens_are_explained_by_mouse_and_keyboard(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    tells(page, lambda: page.hover('#hand [data-x="card:Hammer"]'), "hits on", "damage 2")
    tells(page, lambda: page.hover('#hand .name[data-x="survivor:ann"]'), "Free melee action")  # a skill not yet gained
    page.keyboard.press("Escape")
    assert page.locator("#tip").is_hidden()

    def by_keyboard() -> None:
        page.locator("#hand .term").focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Shift+Tab")

    tells(page, by_keyboard, "Bloodlust")
    tells(page, lambda: page.hover('#board g[data-tag="exit"]'), "may leave")


def test_what_is_impossible_says_why(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    page.locator('.cannot [data-x="cannot:search:not_in_street"]').click(force=True)
    assert page.inner_text("#menu") == "Only rooms of buildings can be searched, not streets."


def test_a_tap_explains_while_the_help_is_on(server: Server, window: Any) -> None:
    page = window(server.url, width=390, height=844, touch=True, locale="ru-RU")
    start(page, preset="alone", seed="3")
    page.tap("#help")
    page.locator('#board g[data-tag="survivor:0"]').tap()
    assert tip(page)
    assert page.inner_text("#where") == "0/0"  # no move has been played
    page.tap("#help")
    page.locator('#board g[data-tag="survivor:0"]').tap()
    until(page, "document.querySelector('#where').textContent === '1/1'")


@pytest.mark.parametrize(
    ("locale", "said"), [("en-US", "locked until the blue objective is taken"), ("ru-RU", "заперта, пока не взята цель")]
)
def test_the_manual_briefs_the_quest(server: Server, window: Any, locale: str, said: str) -> None:
    page = window(server.url, width=390, height=844, touch=True, locale=locale)
    start(page, preset="alone", seed="3")
    page.tap("#book")
    assert said in page.inner_text("#manual .brief")
    page.tap("#close-manual")
    page.wait_for_selector("#manual", state="hidden")
    assert "9A-9b" in page.inner_text(".fact.aim")


def test_the_first_game_is_guided_step_by_step(server: Server, window: Any) -> None:
    page = window(server.url)
    page.click("[data-lesson=black_plague]")
    page.wait_for_selector("#guide:not([hidden])")
    assert "Step 1 of 10" in page.inner_text("#guide")
    play(page, "activate ann")
    until(page, "document.querySelector('#guide').textContent.includes('Step 2 of 10')")
    play(page, "move 9C")
    until(page, "document.querySelector('#guide').textContent.includes('Step 3 of 10')")
    play(page, "take")
    until(page, "document.querySelector('#guide').textContent.includes('Step 4 of 10')")
    page.click("#guide-stop")
    assert page.locator("#guide").is_hidden()


def test_every_game_has_a_guided_first_game(server: Server, window: Any) -> None:
    page = window(server.url)
    page.wait_for_selector("[data-lesson]")
    games = page.evaluate("[...document.querySelectorAll('[data-lesson]')].map((e) => e.dataset.lesson)")
    assert games == list(GAMES)
    for game in games:
        page.goto(server.url)
        page.click(f"[data-lesson={game}]")
        page.wait_for_selector("#turn.mine .act")
        steps = re.search(r"Step 1 of (\d+)\. \w", page.inner_text("#guide"))
        assert steps, game
        page.locator("#turn .act").first.click()
        until(page, f"document.querySelector('#guide').textContent.includes('Step 2 of {steps[1]}')")
        keys = {f"guide.{game}.{n}" for n in range(1, int(steps[1]) + 1)}
        assert keys | {f"guide.{game}"} == {key for key in TABLE["en"]["page"] if key.startswith(f"guide.{game}")}


def test_what_cannot_be_pressed_says_why_to_fingers_and_keyboards(shared: Server, window: Any) -> None:
    page = window(shared.url, width=390, height=844, touch=True)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    barred = page.locator("#turn .cannot [data-why]").first
    said = barred.get_attribute("data-why")
    assert page.locator(f"#{barred.get_attribute('aria-describedby')}").text_content() == said != ""
    barred.scroll_into_view_if_needed()
    barred.tap(force=True)  # for playwright it is a disabled button
    until(page, f"document.querySelector('#menu:not([hidden])')?.textContent === {json.dumps(said)}")
    page.keyboard.press("Escape")
    page.locator("#last").focus()
    assert page.get_attribute("#last", "aria-disabled") == "true" and page.get_attribute("#back", "aria-disabled") is None
    before = moves(page)
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#menu:not([hidden])')?.textContent === 'This is the newest position.'")
    assert moves(page) == before

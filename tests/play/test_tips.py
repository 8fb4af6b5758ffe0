"""What the page explains: on hover, focus and tap; why something is impossible; the manual; the guided first game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import play, start, until
from tests.play.wire import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def tip(page: Any) -> str:
    page.wait_for_selector("#tip:not([hidden])")
    return str(page.inner_text("#tip"))


def test_cards_skills_and_tokens_are_explained_by_mouse_and_keyboard(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    page.hover('#hand [data-x="card:Hammer"]')
    assert "hits on" in tip(page) and "damage 2" in tip(page)
    page.hover('#hand .name[data-x="survivor:ann"]')
    until(page, "document.querySelector('#tip').textContent.includes('Free melee action')")  # a skill still to come
    page.keyboard.press("Escape")
    assert page.locator("#tip").is_hidden()
    page.locator("#hand .term").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert "Bloodlust" in tip(page)
    page.hover('#board g[data-tag="exit"]')
    until(page, "document.querySelector('#tip').textContent.includes('may leave')")


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
    assert page.inner_text("#where") == "0/0"  # nothing has been played
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
    assert page.locator("#manual").is_hidden()
    assert "9A-9b" in page.inner_text(".fact.aim")


def test_the_first_game_is_guided_step_by_step(server: Server, window: Any) -> None:
    page = window(server.url)
    page.wait_for_selector("#lesson")
    page.click("#lesson")
    page.wait_for_selector("#guide:not([hidden])")
    assert "Step 1 of 10" in page.inner_text("#guide")
    play(page, "activate ann")
    until(page, "document.querySelector('#guide').textContent.includes('Step 2 of 10')")
    play(page, "move 9C")
    until(page, "document.querySelector('#guide').textContent.includes('Step 3 of 10')")
    play(page, "take")
    until(page, "document.querySelector('#guide').textContent.includes('Step 4 of 10')")
    page.click("#guide button")
    assert page.locator("#guide").is_hidden()

"""Effects of a move on the page: played step by step, reported in the log, with the odds on the buttons."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import hold_film, play, start, until
from tests.play.wire import Client, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def end_the_round(page: Any) -> None:
    """Activate all survivors and end their turns, up to the Zombies' Phase."""
    for name in ("ann", "baldric", "clovis", "nelly", "samson"):
        play(page, f"activate {name}")
        play(page, "end")
    page.locator('[data-act="end"]').click()  # of the last one, whose turn starts by itself


def test_the_zombies_phase_is_played_with_arrows_and_cards(server: Server, window: Any) -> None:
    page = window(server.url, motion=True)
    start(page, preset="alone", seed="5")
    hold_film(page)
    end_the_round(page)
    page.wait_for_selector("#story.playing")
    assert page.locator("#skip").is_visible()
    until(page, "document.querySelector('.film.moving .way') || void held()")
    page.click("#skip")
    page.wait_for_selector("#story:not(.playing)")
    assert "Walker x 1: 9b to 9c" in page.inner_text("#story")
    assert page.locator(".film .way").count() > 0  # the arrows stay
    page.click("#again")
    page.wait_for_selector("#story.playing")
    until(page, "!document.querySelector('#story.playing') || void held()")


def test_without_motion_all_steps_are_shown_at_once(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="5")
    end_the_round(page)
    until(page, "document.querySelector('#story').textContent.includes('Walker x 1: 9b to 9c')")
    assert page.locator("#story.playing").count() == 0
    assert page.input_value("#tempo") == "0"


def test_a_turn_is_begun_by_whose_turn_it_is(server: Server, window: Any) -> None:
    """The first player activates survivors: the words below the board name the one activated, as the log does."""
    page = window(server.url)
    start(page, preset="alone", seed="5")
    play(page, "activate baldric")
    until(page, "document.querySelector('#story .lead').textContent === 'Baldric Activate'")


def test_every_line_of_the_log_leads_there_also_after_going_back(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="5")
    play(page, "activate ann")
    play(page, "end")
    play(page, "activate clovis")
    page.click("#first")
    until(page, "document.querySelector('#where').textContent === '0/3'")
    lines = page.locator("#log .deed")
    assert lines.count() == 3
    assert page.locator("#log li.later").count() >= 3
    lines.nth(1).click()
    until(page, "document.querySelector('#where').textContent === '2/3'")
    assert "End the turn" in page.inner_text("#log li.now")
    lines.nth(2).focus()
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#where').textContent === '3/3'")


def test_buttons_say_what_the_dice_promise(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="5")
    play(page, "activate baldric")
    assert page.inner_text('[data-act="cast 9b mana_blast"] .odds') == "50 % to hit, ≈0.5 killed"


def test_what_words_mean_is_asked_of_the_server_once(server: Server) -> None:
    client = Client(server)
    room = client.create(game="black_plague", options={"quest": "danse_macabre"}, seats=["human"])
    told = client.http.get(f"/api/rooms/{room}/reference?language=ru").json()
    assert "кубиков" in told["texts"]["card"]["hammer"]
    assert told["zombie_cards"]["4"]["blue"] == "walker 1"
    assert any("9A" in line for line in told["briefing"])
    assert client.http.get("/api/rooms/nosuchroom/reference").status_code == 404

"""Accessibility of the page in Chromium: keyboard, screen reader texts, small windows, another language."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import board_point, moves, play, start, until
from tests.play.wire import Client, Server
from zombicide_env.games.zombicide import EDITIONS, edition_module
from zombicide_env.play import PAGE

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_the_page_is_told_as_well_as_shown(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="3")
    assert "9b (street): 1 walker" in page.locator("#board ul.unseen li").all_text_contents()
    assert page.get_attribute("#board svg", "role") == "group"  # not an image: it contains buttons
    page.keyboard.press("/")
    page.keyboard.type("activate a")
    page.keyboard.press("Enter")
    page.wait_for_selector('.act[data-act="move 9b"]')
    page.locator('.shade[data-for="zone:6"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector('.act[data-act="melee hammer"]')
    assert page.evaluate("document.activeElement.matches('#turn .act')")  # the focus stays at the actions
    assert page.text_content("#spoken") == "Ann: Move: 9b. Ann: your turn"


def test_the_keyboard_is_enough(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", sandbox="yes", seed="3")
    page.keyboard.press("/")
    page.keyboard.type("activate a")
    page.keyboard.press("Enter")
    page.wait_for_selector('.act[data-act="move 9b"]')
    page.locator('.shade[data-for="zone:6"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the first entry of the menu
    page.wait_for_selector('.act[data-act="melee hammer"]')
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    until(page, "document.querySelector('#where').textContent === '1/2'")
    page.keyboard.press("Home")
    until(page, "document.querySelector('#where').textContent === '0/2'")
    assert page.locator(".act").count() == 0
    page.keyboard.press("End")
    page.wait_for_selector(".act")
    page.keyboard.press("u")
    until(page, "document.querySelector('#where').textContent === '1/1'")
    page.keyboard.press("?")
    assert "U: take back" in page.inner_text("#manual")
    page.keyboard.press("Escape")
    assert page.locator("#manual").is_hidden()
    page.keyboard.press("/")
    page.keyboard.type("mov")
    page.keyboard.press("Enter")
    assert "move 9b" in page.wait_for_selector(".toast.bad").inner_text()  # two actions start with it


def test_cards_are_moved_by_keyboard(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    play(page, "trade baldric")
    page.locator('#hand .slot[data-tag="slot:1:0"]').focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('#hand .slot.picked')")  # the focus stays on the card
    page.keyboard.press("Escape")
    assert page.locator(".slot.goal").count() == 0
    before = moves(page)
    for goal in ("slot:0:1", "slot:0:3"):
        page.keyboard.press("Enter")
        page.locator(f'#hand .slot.goal[data-tag="{goal}"]').focus()
        page.keyboard.press("Enter")
        assert page.locator(f'#hand [data-tag="{goal}"]').inner_text().endswith("Mana Blast")
        assert page.evaluate("document.activeElement.closest('#hand .slot')?.dataset.tag") == goal  # the focus moves with the card
    assert moves(page) == before
    page.locator('[data-lay="confirm"]').focus()
    page.keyboard.press("Enter")
    until(page, f"Number(document.querySelector('#where').textContent.split('/')[1]) > {before}")
    page.wait_for_selector("#log li:has-text('Done')")
    assert page.locator('#hand [data-tag="slot:0:3"]').inner_text().endswith("Mana Blast")
    assert page.evaluate("document.activeElement.matches('#turn .act')")


def test_the_keyboard_stays_at_the_question_where_cards_are_laid_back(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    play(page, "trade baldric")
    for tag in ("slot:1:0", "slot:0:1"):
        page.locator(f'#hand .slot[data-tag="{tag}"]').focus()
        page.keyboard.press("Enter")
    page.locator('[data-lay="back"]').focus()
    page.keyboard.press("Enter")
    assert page.locator('[data-lay="back"]').count() == 0
    assert page.evaluate("document.activeElement.matches('#turn .act')")


def test_a_bad_link_says_so_and_leads_back(server: Server, window: Any) -> None:
    page = window(f"{server.url}/#/room/nosuchgame")
    page.click("#line.problem a")
    page.wait_for_selector("#starter")


@pytest.mark.parametrize("width", [360, 768, 1400])
def test_nothing_is_cut_off_at_any_width(server: Server, window: Any, width: int) -> None:
    page = window(server.url, width=width, height=780, touch=width < 700)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    start(page, preset="alone", sandbox="yes", seed="3")
    assert page.evaluate(wide) <= 0
    if width < 700:
        page.locator('#board g[data-tag="survivor:0"]').tap()
        page.wait_for_selector('.act[data-act="move 9b"]')
        page.touchscreen.tap(*board_point(page, "zone:6"))
        page.locator("#menu :text('Move: 9b')").tap()
        page.wait_for_selector('.act[data-act="melee hammer"]')
        assert page.evaluate(wide) <= 0
        page.locator('#board g[data-tag="exit"]').tap()  # no action there, so the menu explains it
        until(page, "document.querySelector('#menu:not([hidden])')?.textContent === 'Exit'")
        page.keyboard.press("Escape")
        narrow = page.locator("#board svg").bounding_box()["width"]
        page.locator("#zoom").tap()
        until(page, f"document.querySelector('#board svg').getBoundingClientRect().width > {1.8 * narrow}")
        assert page.evaluate(wide) <= 0


@pytest.mark.parametrize("width", [390, 1400])
def test_vaults_stand_beside_a_tall_board_where_there_is_room(server: Server, window: Any, width: int) -> None:
    page = window(server.url, width=width, height=800, touch=width < 700)
    page.wait_for_selector("#map svg")
    page.select_option("#o-quest", "the_shepherds")
    until(page, "document.querySelector('#map b')?.textContent === 'The Shepherds'")
    vaults = [vault.bounding_box() for vault in page.locator("#map g.vault").all()]
    zones = [zone.bounding_box() for zone in page.locator("#map g.street, #map g.room").all()]
    low, right = max(zone["y"] + zone["height"] for zone in zones), max(zone["x"] + zone["width"] for zone in zones)
    assert len(vaults) == 2
    assert all(vault["y"] > low if width < 700 else vault["x"] > right for vault in vaults)


def test_russian_leaves_no_english_behind(server: Server, window: Any, record: str, tmp_path: Path) -> None:
    page = window(server.url, locale="ru-RU")
    page.wait_for_selector("#seats select")
    assert page.get_attribute("html", "lang") == "ru"
    room = Client(server).http.post("/api/replays", json={"text": record}).json()["room"]
    page.goto(f"{server.url}/#/room/{room}")
    page.wait_for_selector("#board svg")
    parts = ["#facts", "#goals", "#turn", "#log", "#panels", "#legend", "#banner", "h2", "#controls"]
    text = " ".join(page.inner_text(part) for part in parts)
    assert set(re.findall(r"[A-Za-z]{3,}", text)) - {"greedy"} == set()
    page.click("#language")
    page.wait_for_selector(":text('What has happened')")
    assert page.get_attribute("html", "lang") == "en"


def test_menus_landmarks_and_labels_are_in_order(server: Server, window: Any) -> None:
    """Rules of accessibility checkers: no text in a menu, everything in a landmark, unique names, labels for symbols."""
    page = window(server.url)
    start(page, preset="alone", seed="3")
    assert page.evaluate("[...document.body.children].map((e) => e.tagName)") == ["HEADER", "MAIN", "ASIDE"]
    play(page, "activate ann")
    landmarks = page.evaluate("[...document.querySelectorAll('section[aria-label], aside[aria-label]')].map((e) => e.ariaLabel)")
    assert len(landmarks) == len(set(landmarks))
    buttons = page.locator("#board [role=button]")
    assert buttons.count() > 5
    assert all(": " in label for label in buttons.evaluate_all("all => all.map((e) => e.getAttribute('aria-label'))"))
    assert page.locator("#board [role=button] :is(text, title):not([aria-hidden=true])").count() == 0
    page.locator(".shade").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#menu[role=menu] [role=menuitem]")
    assert page.locator("#menu > :not([role=menuitem])").count() == 0


@pytest.mark.parametrize("width", [1440, 390])
def test_the_words_of_cards_are_not_broken(server: Server, window: Any, width: int) -> None:
    page = window(server.url, width=width, height=844, locale="ru-RU")
    start(page, preset="alone", seed="3")
    words = card_words()
    assert len(words) > 40
    room = page.evaluate(
        "Math.min(...[...document.querySelectorAll('#panels .slot')].filter((e) => e.clientWidth).map((e) => e.clientWidth - 14))"
    )
    measure = """(words) => words.map((word) => {
      const probe = document.querySelector('#panels .slot span').cloneNode();
      Object.assign(probe.style, { position: 'absolute', whiteSpace: 'nowrap' });
      probe.textContent = word;
      document.querySelector('#panels .slot').append(probe);
      const wide = probe.getBoundingClientRect().width;
      probe.remove();
      return [word, wide];
    })"""
    assert [(word, wide, room) for word, wide in page.evaluate(measure, sorted(words)) if wide > room] == []


def test_places_of_the_city_can_be_read_in_russian(server: Server, window: Any) -> None:
    """No name is squeezed into one of several adjacent pieces of a place."""
    page = window(server.url, locale="ru-RU")
    page.wait_for_selector("#seats select")
    page.select_option("#game", "z_game")
    page.wait_for_selector("#map text:text('аптека')")
    named = "[...document.querySelectorAll('#map text')].filter((e) => /^[0-9]+ [\u0430-\u044f]/.test(e.textContent))"
    sizes = f"{named}.map((e) => e.getBoundingClientRect().height)"
    found = page.evaluate(sizes)
    assert len(found) > 15
    assert min(found) > 0.8 * max(found)


def test_the_log_is_one_place_for_the_tab_key(server: Server, window: Any) -> None:
    """The arrow keys lead from line to line; it grows by several lines a move."""
    page = window(server.url)
    start(page, preset="alone", seed="3")
    for text in ("activate ann", "move 9b", "end"):
        play(page, text)
    lines = page.locator("#log button")
    assert lines.count() > 2 and all(tab == -1 for tab in lines.evaluate_all("all => all.map((e) => e.tabIndex)"))
    page.locator("#log").focus()
    for key in ("ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement === [...document.querySelectorAll('#log button')].at(-2)")
    while not page.evaluate("document.activeElement.textContent.startsWith('Ann Move')"):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#where').textContent === '2/3'")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#log') === null")


def test_tab_leaves_a_menu_and_closes_it(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    page.locator(".shade").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#menu:not([hidden])")
    page.keyboard.press("Tab")
    assert page.locator("#menu").is_hidden()
    assert page.evaluate("document.activeElement.closest('#board') !== null && document.activeElement !== document.querySelector('.shade')")


def test_buttons_say_whom_they_are_about_and_selects_what_they_set(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="mixed", seed="3")
    page.wait_for_selector("#wishes .mates button")
    names = [name for part in ("#wishes", "#seats-here") for name in re.findall(r'button "([^"]+)"', page.locator(part).aria_snapshot())]
    assert len(names) == len(set(names))
    assert {"Ask: Silas", "Leave: Ann", "Leave: Baldric"} <= set(names)
    play(page, "activate ann")
    for select, said in (("#tempo", "Motion"), ("#pace", "Speed")):
        page.evaluate("document.querySelector('#tip').hidden = true")
        page.hover(select)
        until(page, f"document.querySelector('#tip:not([hidden])')?.textContent === {said!r}")


def card_words() -> set[str]:
    """Words of the names of all cards, in Russian; they may be broken at soft hyphens."""
    table = PAGE / "texts.json"
    terms = json.loads(table.read_text(encoding="utf-8"))["ru"]["terms"]
    cards = [card.id for name in EDITIONS for card in edition_module(name, "world.box").box().cards]
    return {word for card in cards for word in re.split("[ \\-\xad]", terms[card])}

"""The player's belongings are next to the prompt, at every width; ending a turn with actions left needs confirmation."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import moves, play, press, start, until
from tests.play.wire import Client, Server, come

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = [(1440, 900), (1366, 768), (390, 844)]


def seated(server: Server, window: Any, width: int, height: int, **wish: Any) -> Any:
    client = Client(server)
    room = client.create(**wish)
    page = come(lambda url: window(url, width=width, height=height, touch=width < 600), client)
    page.goto(f"{server.url}/#/room/{room}")
    page.wait_for_selector("#turn.mine .act")
    return page


def in_view(page: Any, selector: str) -> bool:
    box = page.locator(selector).first.bounding_box()
    return bool(box and box["y"] >= 0 and box["y"] + box["height"] <= page.viewport_size["height"] and box["height"] > 10)


def panel(page: Any, tag: str) -> list[str]:
    """Numbers on a panel below the board."""
    return re.findall(r"\d+", " ".join(page.locator(f'#panels [data-tag="{tag}"] .slot span').all_text_contents()))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_bids_payments_and_fights_show_what_one_has(server: Server, window: Any, width: int, height: int) -> None:
    page = seated(server, window, width, height, game="hit_z_road", options={"players": 3}, seats=["human", "greedy", "greedy"], seed=21)
    asked: set[str] = set()
    while not asked >= {"bid", "pay", "fight"} and moves(page) < 400:
        page.wait_for_selector("#turn.mine .act, #turn a.main")
        verbs = set(page.evaluate("[...document.querySelectorAll('#turn .act')].map((e) => e.dataset.act.split(' ')[0])"))
        for verb in verbs & {"bid", "pay", "fight", "shoot"} - asked:
            asked.add(verb)
            until(page, "document.querySelector('#story.playing') === null")
            assert in_view(page, "#turn .owned"), verb
            words = page.text_content("#turn .owned")
            assert set(panel(page, "player:0")) <= set(re.findall(r"\d+", words)), words
            assert all(word in words for word in ("Ammo", "Gas", "Adrenaline"))
            chips = page.locator("#others button")
            assert chips.count() == 2 and in_view(page, "#others button")
            assert set(panel(page, "player:1")) <= set(re.findall(r"\d+", chips.first.text_content()))
        if not verbs:
            break
        press(page, ("bid", "pay", "shoot", "fight"))
    assert asked >= {"bid", "pay"} and asked & {"fight", "shoot"}


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_cards_and_victory_points_of_the_city_are_in_view(server: Server, window: Any, width: int, height: int) -> None:
    page = seated(server, window, width, height, game="z_game", options={"players": 3}, seats=["human", "greedy", "greedy"], seed=5)
    for _ in range(12):
        until(page, "document.querySelector('#story.playing') === null && document.querySelector('#turn.mine .act') !== null")
        hand = "#turn .owned:visible, #hand .panel:visible"
        assert in_view(page, hand)
        assert "VP" in page.locator(hand).first.text_content()
        assert in_view(page, "#others button") and page.locator("#others button").count() == 2
        press(page, ())


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_survivor_in_turn_sees_hands_and_teammates_without_scrolling(server: Server, window: Any, width: int, height: int) -> None:
    page = seated(server, window, width, height, game="black_plague", options={"quest": "danse_macabre"}, seats=["human"], seed=3)
    assert page.locator("#turn .owned").count() == 0  # all are asked which survivor goes first
    assert page.locator("#others button").count() == 6
    play(page, "activate ann")
    assert in_view(page, "#turn .owned") and "Hammer" in page.text_content("#turn .owned")
    assert page.locator("#others button > .token + b").all_text_contents() == ["Baldric", "Clovis", "Nelly", "Samson", "Silas"]
    assert in_view(page, "#others button")


def test_a_strip_of_teammates_that_goes_on_fades_at_its_edge(server: Server, window: Any) -> None:
    page = seated(server, window, 1100, 800, game="black_plague", options={"quest": "danse_macabre"}, seats=["human"], seed=3)
    strip = page.locator("#others")
    assert strip.evaluate("e => e.scrollWidth > e.clientWidth && e.matches('.more') && getComputedStyle(e).maskImage !== 'none'")
    strip.evaluate("e => { e.scrollLeft = e.scrollWidth; }")
    until(page, "!document.querySelector('#others').matches('.more')")
    page.set_viewport_size({"width": 2400, "height": 800})
    until(page, "document.querySelector('#others').scrollWidth === document.querySelector('#others').clientWidth")
    assert not strip.evaluate("e => e.matches('.more')")


def test_a_turn_with_actions_left_ends_when_that_is_meant(server: Server, window: Any) -> None:
    page = window(server.url, asks=True)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    page.click("[data-act=end]")
    assert page.locator("#menu button").all_inner_texts()[0] == "End the turn; actions left: 3"
    page.click("#menu :text('Go on with the turn')")
    assert moves(page) == 1
    page.fill("#say", "end")
    page.press("#say", "Enter")
    page.click("#menu :text('End the turn; actions left: 3')")
    until(page, "document.querySelector('#where').textContent === '2/2'")
    play(page, "activate baldric")
    page.click("[data-act=end]")
    page.click("#menu :text('never ask again')")
    until(page, "document.querySelector('#where').textContent === '4/4'")
    play(page, "activate clovis")
    play(page, "end")
    page.keyboard.press("?")
    page.check("#asks")
    page.click("#close-manual")
    play(page, "activate nelly")
    page.click("[data-act=end]")
    page.wait_for_selector("#menu:not([hidden])")


def test_what_has_revealed_nothing_is_taken_back_on_the_page(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    play(page, "move 9b")
    for left in (1, 0):
        page.click("#undo")
        until(page, f"document.querySelector('#where').textContent === '{left}/{left}'")
    assert page.get_attribute("#undo", "aria-disabled") == "true"


def test_the_keyboard_is_at_the_question_after_the_start(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="3")
    until(page, "document.activeElement?.id === 'turn'")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.act") == "activate ann"
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#where').textContent === '1/1'")


def test_no_button_is_called_by_two_names(server: Server, window: Any) -> None:
    """The small notation below an action's text is not read out."""
    page = window(server.url)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    names = re.findall(r'button "([^"]+)"', page.locator("#turn").aria_snapshot())
    assert "End the turn" in names and "Move: 9b" in names
    assert not [
        name for name in names if len(name.split()) > 1 and len({word.strip(":,").lower() for word in name.split()}) < len(name.split())
    ]


def test_survivors_have_letters_of_the_language(server: Server, window: Any) -> None:
    """The same letters on the board, on panels and on chips, all different."""
    page = window(server.url, locale="ru-RU")
    start(page, preset="alone", seed="3")
    letters = page.locator("#panels .token").all_text_contents()
    assert letters == page.locator("#others .token").all_text_contents()
    assert sorted(letters) == sorted(page.locator("#board g.survivor > text").all_text_contents())
    names = page.locator("#panels .name").all_text_contents()
    assert len(set(letters)) == 6 and all(name[0] == mark[0] and mark[-1] in name for name, mark in zip(names, letters, strict=True))
    assert re.fullmatch("[\u0400-\u04ff]+", "".join(letters))


def test_factions_have_letters_of_the_language(server: Server, window: Any) -> None:
    """The same on panels, figures and occupied places; seats have numbers until factions are chosen."""
    page = window(server.url, locale="ru-RU")
    room = Client(server).create(game="z_game", options={"players": 4, "max_turns": 1}, seats=["greedy"], seed=5)
    page.goto(f"{server.url}/#/room/{room}")
    page.wait_for_selector("#end:not([hidden])")
    letters = page.locator("#panels .token").all_text_contents()
    assert sorted(letters) == ["Б", "Па", "Пч", "\u0420"]
    figures = page.locator("#board g[data-tag^='character:'] > text").all_text_contents()
    assert set(figures) - {"*"} == set(letters)
    assert set(page.locator("#board g[data-tag^='location:'] > text").all_text_contents()) & set(letters)


def test_what_is_ones_own_is_called_so_while_others_think(server: Server, window: Any) -> None:
    """The heading then names another player."""
    page = seated(server, window, 1400, 900, game="hit_z_road", options={"players": 3}, seats=["human", "waits", "waits"], seed=21)
    assert page.locator("#turn .of-you").count() == 0
    press(page, ("bid",))
    page.wait_for_selector("#turn:not(.mine) .owned")
    assert "Player 1" not in page.inner_text("#turn h2")
    assert page.inner_text("#turn .of-you") == "You: Player 1"


def test_ones_own_survivors_are_marked_where_others_stand_beside_them(server: Server, window: Any) -> None:
    wish = {"game": "black_plague", "options": {"quest": "danse_macabre"}, "seats": ["human", "human", *["greedy"] * 4], "seed": 3}
    page = seated(server, window, 1400, 900, **wish)
    for name in ("#others button > .token + b", "#panels .name"):
        assert page.locator(f"{name}:has(+ .yours)").all_text_contents() == ["Ann", "Baldric"], name
    assert page.locator("#turn .act:has(.yours)").evaluate_all("all => all.map((e) => e.dataset.act)") == [
        "activate ann",
        "activate baldric",
    ]
    assert set(page.locator(".yours").all_text_contents()) == {"you"}
    alone = seated(server, window, 1400, 900, **{**wish, "seats": ["human"]})
    assert alone.locator(".yours").count() == 0  # nothing to tell apart


def test_a_card_that_may_be_kept_is_not_asked_for(server: Server, window: Any) -> None:
    """Cards can be discarded while they are rearranged, which is no question; the list of discards is called so."""
    page = window(server.url)
    start(page, preset="alone", sandbox="yes", seed="3")
    play(page, "activate ann")
    assert page.locator("#turn summary").all_inner_texts() == ["Discard (1)"]
    play(page, "reorganise")
    page.evaluate("document.querySelectorAll('#turn details').forEach((d) => { d.open = true; })")
    play(page, "put left right")
    assert page.inner_text("#turn h2").endswith("rearrange the cards")


@pytest.mark.parametrize("width", [1400, 390])
def test_a_long_name_is_broken(server: Server, window: Any, width: int) -> None:
    page = seated(server, window, width, 844, game="hit_z_road", options={"players": 3}, seats=["human", "open", "open"], seed=21)
    page.fill("#called", 24 * "W")
    page.locator("#called").dispatch_event("change")
    until(page, "document.querySelector('.seatlist').textContent.includes('WWWW')")
    guest = window(page.url, width=width, height=844, touch=width < 600)
    guest.wait_for_selector("#lobby:not([hidden])")
    for one in (page, guest):
        assert one.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        assert one.evaluate("[...document.querySelectorAll('.seatlist li, #turn h2')].every((e) => e.scrollWidth <= e.clientWidth)")

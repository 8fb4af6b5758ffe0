"""The first view: a tile for each game with three ways to start, missions that suit a seat, and guides that point and wait."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import moves, play, until
from tests.play.wire import Client, Server
from zombicide_env.games import OWN

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_every_game_has_a_tile_with_a_picture_and_three_ways_in(shared: Server, window: Any) -> None:
    page = window(shared.url, researcher=False)
    tiles = page.locator("#tiles .tile")
    page.wait_for_selector("#tiles img")
    assert tiles.count() == len(OWN)
    until(page, "[...document.querySelectorAll('#tiles img')].every((img) => img.complete && img.naturalWidth > 0)")
    for tile, game in zip(tiles.all(), OWN, strict=True):
        names = re.findall(r'button "(\w+): [^"]+"', tile.aria_snapshot())
        assert names == ["Set", "Learn", "Play", "Watch"] or names == ["Learn", "Play", "Watch"], game
        assert re.search(r"players about \d+ min", " ".join(tile.inner_text().split()))


@pytest.mark.parametrize(("way", "people"), [("play", 2), ("watch", 0)])
def test_a_tile_leads_to_a_game_at_once(server: Server, window: Any, way: str, people: int) -> None:
    page = window(server.url, researcher=False)
    page.click(f"[data-{way}=black_plague]")
    page.wait_for_selector("#board svg")
    until(page, "document.querySelectorAll('#seats-here li').length === 6")
    room = re.search(r"#/room/(\w+)", page.url)
    assert room
    with Client(server).enter(room[1]) as table:
        assert sum(seat["person"] for seat in table.view["seats"]) == people
    if not people:
        until(page, "Number(document.querySelector('#where').textContent.split('/')[1]) > 3")  # it continues by itself


def test_the_picture_of_a_tile_leads_to_the_form(shared: Server, window: Any) -> None:
    page = window(shared.url, researcher=False)
    page.click(".tile:has([data-play=hit_z_road]) .picture")
    page.wait_for_selector("#map text:text('Route 4')")
    assert page.input_value("#game") == "hit_z_road"
    assert page.evaluate("document.activeElement.id") == "game"


def test_games_that_go_on_are_one_press_away(server: Server, window: Any) -> None:
    page = window(server.url, researcher=False)
    assert page.locator(".go-on").count() == 0
    page.click("[data-play=black_plague]")
    page.wait_for_selector("#turn.mine .act")
    play(page, page.locator("#turn .act").first.get_attribute("data-act"))
    room = page.url
    page.click(".brand")
    page.click(".go-on a")
    page.wait_for_selector("#board svg")
    assert page.url == room


def test_a_zombie_master_is_offered_a_mission_with_something_to_decide(server: Server, window: Any) -> None:
    page = window(server.url, researcher=False)
    page.wait_for_selector("#seats[aria-busy=false] select")
    page.select_option("#game", "apocalypse")
    page.wait_for_selector("[data-preset=side-zombie_master]")
    assert page.locator("#suit").count() == 0
    page.click("[data-preset=side-zombie_master]")
    page.click("#suit")
    until(page, "document.querySelector('#o-quest').value === 'zombie_police'")
    page.wait_for_selector("#suit", state="detached")
    page.wait_for_selector("#seats[aria-busy=false] select")
    seats = page.evaluate("[...document.querySelectorAll('#seats .seat')].map((e) => [e.children[0].textContent, e.children[1].value])")
    assert [name for name, spec in seats if spec == "human"] == ["Zombie Master"]


def test_a_learned_player_has_one_name(shared: Server, window: Any) -> None:
    """In the form as at the table: the policy of the Zombie Master was called by the mission on which it was trained."""
    page = window(shared.url)
    page.wait_for_selector("#seats[aria-busy=false] select")
    page.select_option("#game", "apocalypse")
    option = "#seats option[value='checkpoint:apocalypse_master']"
    until(page, f"document.querySelector({option!r})?.textContent === 'AI: learned (Apocalypse Master)'")


def test_a_guide_points_at_button_and_place_and_waits_for_the_right_one(server: Server, window: Any) -> None:
    page = window(server.url, researcher=False)
    page.click("[data-lesson=black_plague]")
    page.wait_for_selector("#guide:not([hidden])")
    play(page, "activate ann")
    until(page, "document.querySelector('#guide').textContent.includes('Step 2 of 10')")
    assert page.locator("#turn .act.advised").all_text_contents()[0].startswith("Move: 9C")
    aimed = page.locator("#board .shade.advised")
    assert aimed.count() == 1 and "9C" in aimed.get_attribute("aria-label")
    before = moves(page)
    page.locator('.act[data-act="move 9b"]').click()  # another one
    page.wait_for_selector("#menu [role=menuitem]")
    assert "Move: 9C" in page.locator("#menu [role=menuitem]").first.inner_text()
    assert moves(page) == before
    page.locator("#menu [role=menuitem]").first.click()
    until(page, "document.querySelector('#guide').textContent.includes('Step 3 of 10')")
    assert "9C" in page.inner_text("#log li.now")
    play(page, "take")
    until(page, "document.querySelector('#guide').textContent.includes('Step 4 of 10')")
    assert page.get_attribute("#turn .act.advised", "data-act") == "use bloodlust_melee 9b"  # who strikes is led to the zombies
    for _ in range(5):  # the remaining steps but the one about the objectives are skipped
        page.click("#guide-next")
    assert page.get_attribute("#turn .act.advised", "data-act") == "move 9c"  # the way to them
    assert page.locator("#seeded").count() == 0  # nobody else plays who might want to know


def test_whoever_strays_from_the_guide_is_asked_once(server: Server, window: Any) -> None:
    page = window(server.url, researcher=False)
    page.click("[data-lesson=black_plague]")
    page.wait_for_selector("#guide:not([hidden])")
    play(page, "activate ann")
    page.locator('.act[data-act="move 9b"]').click()
    page.wait_for_selector("#menu [role=menuitem]")
    page.locator("#menu [role=menuitem]").last.click()
    until(page, "document.querySelector('#where').textContent.startsWith('2/')")
    assert "Step 2 of 10" in page.inner_text("#guide")  # it still waits
    page.locator('.act[data-act="move 9c"]').click()
    until(page, "document.querySelector('#where').textContent.startsWith('3/')")
    page.click("#guide-next")
    assert "Step 3 of 10" in page.inner_text("#guide")
    page.reload()
    page.wait_for_selector("#guide:not([hidden])")
    assert "Step 3 of 10" in page.inner_text("#guide")  # what was skipped is remembered


def test_the_first_view_is_light(shared: Server, window: Any) -> None:
    """Transferred size of scripts, styles, texts and pictures."""
    page = window(shared.url, researcher=False)
    page.wait_for_selector("#map svg")
    until(page, "[...document.querySelectorAll('#tiles img')].every((img) => img.complete)")
    entries = "['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))"
    sizes = page.evaluate(f"{entries}.map((entry) => entry.encodedBodySize)")
    assert len(sizes) > 25
    assert 50_000 < sum(sizes) < 185_000

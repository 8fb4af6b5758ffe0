"""Updates of the board: unchanged elements stay, and the result equals the picture on a freshly opened page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import play, press, start
from tests.play.wire import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOVES = 14
#: The picture without the arrows of the last move, which a fresh page does not have.
PICTURE = """(() => {
  const picture = document.querySelector('#board svg').cloneNode(true);
  for (const film of picture.querySelectorAll('.film')) film.remove();
  return picture.outerHTML.replace(/\\s*class=""|\\n/g, '') + document.querySelector('#board ul').outerHTML;
})()"""


@pytest.mark.parametrize(
    ("game", "preset", "width", "locale"),
    [("black_plague", "alone", 1400, "ru-RU"), ("apocalypse", "side-survivors", 390, "ru-RU"), ("hit_z_road", "against", 390, "en-US")],
)
def test_an_updated_picture_equals_a_new_one(server: Server, window: Any, game: str, preset: str, width: int, locale: str) -> None:
    page = window(server.url, width=width, height=860, locale=locale, touch=width < 700)
    page.wait_for_selector("#map svg")
    page.select_option("#game", game)
    page.wait_for_selector(f"[data-preset={preset}]")
    start(page, preset=preset, seed="3", pace="0")
    for number in range(MOVES):
        page.wait_for_selector("#turn.mine .act")
        press(page, ("move", "open", "melee", "bid", "route", "search", "shoot"), number)
    page.wait_for_selector("#turn.mine .act")
    changed = page.evaluate(PICTURE)
    page.reload()
    page.wait_for_selector("#turn.mine .act")
    assert page.evaluate(PICTURE) == changed


def test_what_is_free_round_a_picture_has_its_ground(server: Server, window: Any) -> None:
    """A dark city between two light stripes would look cut out."""
    page = window(server.url)
    page.wait_for_selector("#map svg")
    page.select_option("#game", "z_game")
    page.wait_for_selector("[data-preset=against]")
    start(page, preset="against", seed="3")
    assert page.evaluate("getComputedStyle(document.querySelector('#board svg')).backgroundColor") == "rgb(34, 38, 45)"


def test_what_has_not_changed_stays(server: Server, window: Any) -> None:
    """Zones, walls and other players' panels remain the same elements after a move, and can no longer be chosen."""
    page = window(server.url)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    play(page, "move 9b")  # away from those with whom cards could be traded
    page.evaluate("for (const e of document.querySelectorAll('#board svg > *, #panels > .panel')) e.seen = true;")
    kept = "[...document.querySelectorAll('#board svg > :not(.film)')].filter((e) => !e.seen).length"
    assert page.locator("#board .shade").count() > 0
    play(page, "melee hammer")
    assert 0 < page.evaluate(kept) < 12
    assert page.evaluate("[...document.querySelectorAll('#panels > .panel')].filter((e) => e.seen).length") == 5
    play(page, "end")
    assert page.locator("#board .shade").count() == 0
    assert page.locator("#board svg [aria-hidden]:not(.film)").count() == page.locator("#board svg .can [aria-hidden]").count()

"""The accessibility checker axe finds nothing on the pages of all games, with menus open, in both themes and languages."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.axes import everywhere, violations
from tests.play.pages import WAIT, until
from tests.play.wire import Client, Server, come, quick

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAMES = {
    "black_plague": ["human"],
    "white_death": ["human"],
    "apocalypse": ["human", "human", "human", "human", "greedy"],
    "hit_z_road": ["human"],
    "z_game": ["human"],
}


#: Text that stays the same in Russian: names of the program, of games and of agents, places, keys.
_NAMES = re.compile(
    r"zombicide|White Death|Apocalypse|Hit Z Road|Z-Game|In Caligine Abditus|Aaahh!!"
    r"|greedy|search|checkpoint|GIF|SVG|PNG|--host|Home|End|[IVX]+-\d+|\b[A-Z0-9]+s?\d\w*"
)
_SEEN = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (texts.nextNode()) {
    if (!texts.currentNode.parentElement.closest('script, datalist, [lang=en], #language')) found.add(texts.currentNode.textContent);
  }
  for (const name of ['aria-label', 'data-note', 'data-why', 'placeholder']) {
    for (const e of document.querySelectorAll(`[${name}]:not(#language)`)) found.add(e.getAttribute(name));
  }
  return [...found];
}"""


def latin(page: Any) -> list[str]:
    """English texts on a Russian page, once the words of cards and rules have loaded."""
    end = time.monotonic() + WAIT / 1000
    while found := [text for text in page.evaluate(_SEEN) if re.search(r"[A-Za-z]{3,}", _NAMES.sub("", text))]:
        if time.monotonic() > end:
            break
        page.wait_for_timeout(50)
    return found


def test_the_first_page_is_in_order(shared: Server, window: Any) -> None:
    page = window(shared.url)
    page.wait_for_selector("#map svg")
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    assert everywhere(page, "home") == []


@pytest.mark.parametrize("game", GAMES)
def test_tables_menus_and_help_are_in_order(shared: Server, window: Any, game: str) -> None:
    client = Client(shared)
    room = client.create(game=game, seats=GAMES[game], seed=3)
    with client.enter(room) as table:
        for _ in range(6):
            table.wait(lambda v: v["turn"])
            table.act()
    page = come(window, client)
    page.goto(f"{shared.url}/#/room/{room}")
    page.reload()
    page.wait_for_selector("#turn.mine .act")
    found = everywhere(page, "table")
    assert latin(page) == []
    before = page.inner_text("#where")
    page.locator("#board [tabindex='0']").first.press("Enter")  # a menu, or a move if there is only one
    until(page, f"!document.querySelector('#menu').hidden || document.querySelector('#where').textContent !== {before!r}")
    found += violations(page, "menu")
    page.keyboard.press("Escape")
    page.locator("#turn .act").first.hover()
    page.wait_for_selector("#tip:not([hidden])")
    found += violations(page, "tooltip")
    page.keyboard.press("?")
    page.wait_for_selector("#manual[open]")
    found += violations(page, "manual")
    assert found == []


def test_the_waiting_room_is_in_order(shared: Server, window: Any) -> None:
    client, friend = Client(shared), Client(shared)
    room = client.create(**quick(seats=["human", "open", "greedy"], gather=True))
    for one in (client, friend):
        page = come(window, one)
        page.goto(f"{shared.url}/#/room/{room}")
        page.wait_for_selector("#lobby li")
        assert everywhere(page, "waiting room") == []
        assert latin(page) == []


def test_ends_and_analyses_are_in_order(shared: Server, window: Any, record: str) -> None:
    """Statistics, the graph, a hundred games, two advisers, compared moves: all at once."""
    client = Client(shared)
    room = client.http.post("/api/replays", json={"text": record}).json()["room"]
    page = window(f"{shared.url}/#/room/{room}")
    page.wait_for_selector("#end .tally tbody tr")
    page.route("**/foresee", lambda route: route.fulfill(json=_foreseen(route.request.post_data_json)))
    page.click("#chances")
    until(page, "document.querySelector('.graph .curve')?.getAttribute('points').split(' ').length >= 24")
    found = violations(page, "end")
    page.click("#back")
    page.wait_for_selector("#where.past")
    for adviser in ("greedy", "search:simulations=512"):
        page.click(f"[data-advisor='{adviser}']")
    page.wait_for_selector("#bars.n2 li")
    page.click("#hundred")
    page.wait_for_selector(".found .bars li")
    found += violations(page, "analysis")
    page.click("#theme")
    page.click("#moves")
    page.wait_for_selector(".found .bars li.played")
    assert found + violations(page, "analysis, light") == []


def _foreseen(wish: dict[str, Any]) -> Any:
    """Fixed answer instead of simulated games: the chance of winning drops in the middle of the game."""
    if wish["compare"]:
        return {"moves": [{"t": "end", "k": [], "p": 0.5}, {"t": "search", "k": [], "p": 0.2}], "legal": 14}
    ends = [["won", "", 60], ["lost", "survivor_killed", 40]]
    return {"games": 100, "won": [90 if wish["at"] < 9 else 10], "ends": ends, "measures": {"rounds": 3}, "by": "greedy"}

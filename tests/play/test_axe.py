"""No checker of accessibility finds anything: axe looks at the pages of all games, with menus open, in both themes and languages."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import SERVE, library

pytest.importorskip("fastapi", reason=SERVE)
pytest.importorskip("axe_playwright_python", reason=library("axe-playwright-python"))

from axe_playwright_python.sync_playwright import Axe

from tests.play.wire import Client, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAMES = {
    "black_plague": ["human"],
    "white_death": ["human"],
    "apocalypse": ["human", "human", "human", "human", "greedy"],
    "hit_z_road": ["human"],
    "z_game": ["human"],
}


def violations(page: Any, where: str) -> list[str]:
    """What is wrong, with the elements."""
    found = Axe().run(page).response["violations"]
    return [f"{where}: {rule['id']}: {node['html'][:150]}" for rule in found for node in rule["nodes"][:3]]


def everywhere(page: Any, where: str) -> list[str]:
    """In both themes and both languages."""
    found = violations(page, where)
    page.click("#theme")
    page.click("#language")
    page.wait_for_selector("#title:not(:empty)")
    page.wait_for_selector("#map svg, #board svg")
    page.wait_for_timeout(200)  # colours change gently
    return found + violations(page, where)


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
            table.act("" if table.view["total"] < 1 else table.view["legal"][0]["t"])
    page = window(shared.url)
    page.context.add_cookies([{"name": name, "value": value, "url": shared.url} for name, value in client.cookies.items()])
    page.goto(f"{shared.url}/#/room/{room}")
    page.reload()
    page.wait_for_selector("#turn.mine .act")
    found = everywhere(page, "table")
    page.locator("#board [tabindex='0']").first.press("Enter")
    found += violations(page, "menu")
    page.keyboard.press("Escape")
    page.locator("#turn .act").first.hover()
    page.wait_for_timeout(500)
    found += violations(page, "tooltip")
    page.keyboard.press("?")
    page.wait_for_selector("#manual[open]")
    found += violations(page, "manual")
    assert found == []

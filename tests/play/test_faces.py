"""Player mode of the page has no notation, specs, seeds or files; researcher mode has. The browser remembers the choice."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import play, until
from tests.play.wire import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

#: Texts shown in researcher mode only.
_STUDIED = re.compile(r"checkpoint|greedy|vector|spec\b|seed|notation|expected value|rollout|--record", re.IGNORECASE)
_ALL = "document.querySelectorAll('details').forEach((e) => { e.open = true; }), document.body.innerText"


def table(page: Any) -> None:
    page.wait_for_selector("#seats[aria-busy=false] select")
    page.click("[data-preset=alone]")
    page.click("#start")
    page.wait_for_selector("#turn.mine .act")
    play(page, "activate ann")
    page.wait_for_selector('.act[data-act="end"]')


def test_a_player_sees_nothing_of_the_researcher(server: Server, window: Any) -> None:
    page = window(server.url, researcher=False)
    page.wait_for_selector("#seats[aria-busy=false] select")
    assert _STUDIED.findall(page.evaluate(_ALL)) == []
    assert page.locator("#seats option[value=automatic]").count() == 0  # only Apocalypse has such a player
    table(page)
    page.click('[data-advisor="greedy"]')
    page.wait_for_selector("#bars li")
    assert _STUDIED.findall(page.evaluate(_ALL)) == []
    texts = page.locator("#turn .act").evaluate_all("all => all.map((e) => [e.dataset.act, e.innerText])")
    assert len(texts) > 5
    assert [act for act, text in texts if act in text.split("\n") and act != text.lower()] == []
    assert page.locator("#say").is_hidden()
    assert page.locator("#log [title], #seats-here [title]").count() == 0
    page.keyboard.press("?")
    assert "write an action" not in page.inner_text("#manual")


def test_a_player_does_not_read_which_step_of_the_rules_it_is(shared: Server, window: Any) -> None:
    """Phases that change nothing and the first player are in the researcher's log alone."""
    page = window(shared.url, researcher=False)
    page.wait_for_selector("#map svg")
    told = page.evaluate("""async () => {
      const { lastMove } = await import('/static/log.js');
      const events = [['phase', { phase: 'zombies' }], ['phase', { phase: 'end' }], ['first_player', { player: 'player_1' }]];
      const x = events.map(([k, v]) => ({ k, v, at: [] }));
      const sentences = { phase: { en: 'phase: {phase}' }, first_player: { en: 'first player: {player}' } };
      const table = { names: {}, log: [{ n: 1, who: 'ann', t: 'end', x }], view: { at: 1, sentences } };
      const player = lastMove(table);
      localStorage.setItem('face', 'researcher');
      return [player, lastMove(table)].map((text) => text.split('. ').slice(1));
    }""")
    assert told == [["phase: Zombies"], ["phase: Zombies", "phase: End", "first player: Player 2"]]


def test_a_researcher_sees_all_of_it_and_the_browser_remembers(server: Server, window: Any) -> None:
    page = window(server.url, researcher=False)
    page.wait_for_selector("#seats[aria-busy=false] select")
    assert page.locator("#seed").count() == 0
    page.click("#face")
    until(page, "document.querySelector('#seed') !== null")
    page.reload()
    page.wait_for_selector("#seats[aria-busy=false] select")
    assert page.get_attribute("#face", "aria-pressed") == "true"
    assert page.locator("#seed").count() == 1
    table(page)
    assert page.locator('.act[data-act="end"] small').inner_text() == "end"
    assert page.locator("#say").is_visible() and page.locator("#vector").is_visible() and page.locator("#advisor").is_visible()
    assert page.locator("#log li.move").first.get_attribute("title") == "activate ann"
    page.click("#face")
    page.wait_for_selector('.act[data-act="end"]')  # the table is shown once more
    until(page, "document.querySelector('#vector') === null")
    assert page.locator("#say").is_hidden()

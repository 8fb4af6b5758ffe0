"""The page in Firefox: a game is played by clicks and keys in a large and a small window, in both languages, without an error."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.firefox import firefox
from tests.play.wire import Client, Server

FIREFOX = next((path for name in ("firefox-esr", "firefox") if (path := shutil.which(name))), None)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(FIREFOX is None, reason="needs Firefox; on Debian: apt-get install firefox-esr"),
]


def test_a_game_is_played_in_firefox(server: Server, tmp_path: Path) -> None:
    assert FIREFOX is not None
    room = ""
    with firefox(FIREFOX, tmp_path / "profile") as page:
        page.size(1400, 900)
        page.go(server.url)
        page.until("document.querySelector('#seats select') && document.querySelector('#map svg')")
        page.do("document.querySelector('[data-preset=alone]').click(), document.querySelector('#start').click()")
        page.until("document.querySelector('#turn.mine .act')")
        room = page.do("location.hash.split('/').at(-1)")
        _click(page, "document.querySelector('[data-act^=activate]')")
        _click(page, "document.querySelector('#board .shade.go')", on_board=True)
        page.until("document.querySelectorAll('#log li').length > 1")
        page.size(390, 844)
        page.until("document.querySelector('#sheet #turn')")
        assert page.do("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        page.do("document.querySelector('#language').click()")
        page.until("/\\p{Script=Cyrillic}/u.test(document.querySelector('#turn.mine h2')?.textContent)")
        _click(page, "document.querySelector('[data-act=end]')")
        page.until("!document.querySelector('[data-act=end]')")
        assert page.errors == []
    assert Client(server).http.get(f"/api/rooms/{room}/reference").status_code == 200


def _click(page: Any, element: str, on_board: bool = False) -> None:
    """Press a button, or choose a place of the board by the keyboard; where there are several ways to act there, the first."""
    before = page.do("document.querySelector('#where').textContent")
    press = "dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))" if on_board else "click()"
    page.until(f"(() => {{ const found = {element}; found?.{press}; return found; }})()")
    if on_board:
        page.do("document.querySelector('#menu:not([hidden]) button')?.click()")
    page.until(f"document.querySelector('#where').textContent !== '{before}'")

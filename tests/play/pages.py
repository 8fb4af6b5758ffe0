"""Actions of a visitor on the page, for the tests that drive it."""

from __future__ import annotations

import re
import time
from typing import Any, Final

__all__ = ["WAIT", "board_point", "hold_film", "moves", "play", "play_out", "press", "start", "until"]

WAIT: Final = 60_000


def start(page: Any, **options: str) -> str:
    """Fill in the form of a new game and start it. Return the room's id."""
    page.wait_for_selector("#seats[aria-busy=false] select")  # the seats of the selected game
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    for name, value in options.items():
        if name == "preset":
            page.click(f"[data-preset={value}]")
        elif name == "sandbox":
            page.check("#sandbox")
        elif page.locator(f"#{name}").evaluate("e => e.tagName") == "SELECT":
            page.select_option(f"#{name}", value)
        else:
            page.fill(f"#{name}", value)
            page.locator(f"#{name}").dispatch_event("change")
    page.click("#start")
    page.wait_for_selector("#board svg", timeout=3 * WAIT)  # loading a policy's libraries takes long on a busy machine
    return str(re.search(r"#/room/(\w+)", page.url)[1])


def until(page: Any, condition: str) -> None:
    """Wait for a condition; the page's content security policy forbids playwright's own way of waiting for one."""
    end = time.monotonic() + WAIT / 1000
    while not page.evaluate(condition):
        if time.monotonic() > end:
            raise TimeoutError(condition)
        page.wait_for_timeout(50)


def hold_film(page: Any) -> None:
    """Pause the animation of a move from now on: each next step waits for a call of the page's ``held``."""
    page.evaluate("""() => {
      const later = setTimeout;
      window.setTimeout = (act, ...rest) => {
        if (!new Error().stack.split('\\n')[2].includes('/steps.js')) return later(act, ...rest);
        window.held = act;
        return 0;
      };
    }""")


def moves(page: Any) -> int:
    return int(page.inner_text("#where").split("/")[1])


def play(page: Any, text: str) -> None:
    """Press the button of an action and wait until the game has advanced."""
    before = moves(page)
    page.locator(f'[data-act="{text}"]').first.click()
    until(page, f"Number(document.querySelector('#where').textContent.split('/')[1]) > {before}")


def press(page: Any, verbs: tuple[str, ...], number: int = 0) -> str:
    """Press a button of these verbs, or any if there is none, and wait until the game has advanced. Return its action.

    The button may be off-screen or in a closed section; no message can arrive between the look and the press.
    """
    text, before = page.evaluate(
        """([verbs, number]) => {
          const all = [...document.querySelectorAll('#turn .act')];
          const named = all.filter((e) => verbs.includes(e.dataset.act.split(' ')[0]));
          const found = (named.length ? named : all).at(number % (named.length || all.length));
          const before = document.querySelector('#where').textContent;
          found?.click();
          return [found?.dataset.act ?? '', before];
        }""",
        [verbs, number],
    )
    until(page, f"document.querySelector('#where').textContent !== {before!r}")
    return str(text)


def play_out(page: Any, press: str) -> None:
    """Play to the end of the game by "click" or "tap": end turns as soon as possible, else press the first button."""
    while True:
        page.wait_for_selector("#turn.mine .act, #turn a.main")
        if page.locator("#turn a.main").count():
            return
        before = page.inner_text("#where")
        end = page.locator('#turn .act[data-act="end"]')
        if press == "tap":
            page.locator("#turn h2").tap()  # else the next tap would be the second one of a double tap, which the page ignores
        getattr((end if end.count() else page.locator("#turn .act")).first, press)()
        until(page, f"document.querySelector('#where').textContent !== {before!r}")


def board_point(page: Any, tag: str) -> tuple[float, float]:
    """A point in the upper right corner of a zone, where there is no token."""
    box = page.locator(f'#board g[data-tag="{tag}"]').first.bounding_box()
    return box["x"] + box["width"] * 0.85, box["y"] + box["height"] * 0.2

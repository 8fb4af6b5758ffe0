"""Firefox plays all games of the page to their ends, one in two window sizes and both languages, and draws the frames of a replay."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.firefox import Firefox, firefox
from tests.play.wire import Client, Server
from zombicide_env.replay import read

FIREFOX = next((path for name in ("firefox-esr", "firefox") if (path := shutil.which(name))), None)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(FIREFOX is None, reason="needs Firefox; on Debian: apt-get install firefox-esr"),
]

#: Short games with a person, to be played to their ends.
SHORT: Final[dict[str, dict[str, Any]]] = {
    "black_plague": {"options": {"quest": "danse_macabre", "max_rounds": 2}, "seats": ["human", "greedy"]},
    "white_death": {"options": {"max_rounds": 2}, "seats": ["human", "greedy"]},
    "apocalypse": {"options": {"quest": "zombie_police", "max_rounds": 2}, "seats": ["human", "greedy", "vs", "greedy"]},
    "hit_z_road": {"options": {"players": 2}, "seats": ["human", "greedy"]},
    "z_game": {"options": {"players": 2, "max_turns": 1}, "seats": ["human", "greedy"]},
}
#: Presses up to 20 buttons, ending turns as soon as possible. Returns whether the end of the game is shown then.
PLAY: Final = """(async () => {
  const find = (selector) => [...document.querySelectorAll(selector)];
  const where = () => find('#where')[0].textContent;
  const over = () => find('#end:not([hidden]) h2').length > 0;
  const until = async (condition) => { while (!condition()) await new Promise((done) => setTimeout(done, 20)); };
  for (let n = 0; n < 20 && !over(); n += 1) {
    await until(() => over() || find('#turn.mine .act').length);
    if (over()) break;
    const before = where();
    const ends = find('#turn.mine .act').filter((e) => ['end', 'done', 'pass'].includes(e.dataset.act));
    (ends[0] ?? find('#turn.mine .act')[n % find('#turn.mine .act').length]).click();
    await until(() => where() !== before);
  }
  return over();
})()"""


@pytest.fixture(scope="module")
def page(shared: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A window with the first view, in which moves are shown at once and turns end without confirmation."""
    assert FIREFOX is not None
    with firefox(FIREFOX, tmp_path_factory.mktemp("firefox") / "profile") as window:
        window.go(shared.url)
        window.until("document.querySelector('#map svg')")  # leaving a page with open requests logs them as errors
        window.do("localStorage.setItem('tempo', '0'), localStorage.setItem('end', 'no')")
        yield window


def test_a_game_is_played_in_windows_of_both_sizes_and_both_languages(shared: Server, page: Firefox) -> None:
    page.size(1400, 900)
    page.go(shared.url)
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
    page.do("document.querySelector('#language').click()")
    assert Client(shared).http.get(f"/api/rooms/{room}/reference").status_code == 200


@pytest.mark.parametrize("game", SHORT)
def test_a_game_is_played_to_its_end(shared: Server, page: Firefox, game: str) -> None:
    page.size(1400, 900)
    wish = json.dumps({"game": game, "pace": 0, "seed": 3, **SHORT[game]})
    headers = json.dumps({"Content-Type": "application/json"})
    made = f"fetch('/api/rooms', {{ method: 'POST', headers: {headers}, body: {json.dumps(wish)} }}).then((r) => r.json())"
    page.do(f"{made}.then(({{ room }}) => {{ location.hash = `#/room/${{room}}`; }})")
    page.until("location.hash.includes('/room/') && document.querySelector('#board svg')")
    while not page.do(PLAY):
        assert page.errors == []
    assert page.do("document.querySelector('#end h2').textContent")
    page.until("document.querySelector('#end .tally tbody tr')")
    assert page.errors == []
    page.do("location.hash = '#/'")
    page.until("document.querySelector('#starter')")


def test_the_slider_of_a_replay_draws_each_of_its_positions(page: Firefox, root: Path, tmp_path: Path) -> None:
    """As in a notebook: the pictures use a compression that not every browser used to support."""
    replay = read(root / "benchmarks" / "corpus" / "hit_z_road" / "greedy-0000.replay")
    (tmp_path / "notebook.html").write_text(f"<!doctype html><meta charset='utf-8'>{replay._repr_html_()}", encoding="utf-8")
    page.go((tmp_path / "notebook.html").as_uri())
    page.do("globalThis.slider = document.querySelector('input[type=range]'), slider.film = undefined")
    captions, pictures = set(), set()
    for number in range(int(page.do("slider.max")), -1, -1):
        page.do(f"slider.value = {number}, slider.ariaValueText = '', slider.dispatchEvent(new Event('input'))")
        page.until("slider.ariaValueText === document.querySelector('figcaption').textContent")
        captions.add(page.do("document.querySelector('figcaption').textContent"))
        pictures.add(page.do("document.querySelector('figure svg').innerHTML"))
    assert len(captions) == len(pictures) == int(page.do("slider.max")) + 1 > 2
    assert page.errors == []


def _click(page: Any, element: str, on_board: bool = False) -> None:
    """Press a button, or choose a place of the board by keyboard and take the first action there."""
    before = page.do("document.querySelector('#where').textContent")
    press = "dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))" if on_board else "click()"
    page.until(f"(() => {{ const found = {element}; found?.{press}; return found; }})()")
    if on_board:
        page.do("document.querySelector('#menu:not([hidden]) button')?.click()")
    page.until(f"document.querySelector('#where').textContent !== '{before}'")

"""On a phone: what stands in a crowd can be told apart, and what is written can be read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.wire import Client, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

_HIDDEN = """() => {
  const tokens = [...document.querySelectorAll('#board :is(g.survivor, g.zombie, g.objective, g.spawn, g.drawn)')];
  const frames = tokens.map((token) => token.getBoundingClientRect());
  const meet = (a, b) => ['left', 'top'].every((low, n) => {
    const [high, size] = [['right', 'width'], ['bottom', 'height']][n];
    return Math.min(a[high], b[high]) - Math.max(a[low], b[low]) > 0.1 * Math.min(a[size], b[size]);
  });
  const found = (a, i) => frames.slice(0, i).flatMap((b, k) => (meet(a, b) ? `${tokens[i].textContent} ${tokens[k].textContent}` : []));
  return frames.flatMap(found);
}"""
_SIZES = "(kind) => [...document.querySelectorAll(kind)].map((text) => Number(text.getAttribute('font-size')) * text.getScreenCTM().a)"


@pytest.mark.parametrize(
    ("game", "options", "small"),
    [
        ("black_plague", {"quest": "danse_macabre", "survivors": 12}, ""),
        ("white_death", {"quest": "preparing_for_battle"}, ""),
        ("hit_z_road", {"players": 4}, "#board :is(g.para text, g.beside > text)"),
        ("z_game", {"players": 2}, "#board g[data-tag^='location:'] > text"),
    ],
)
def test_boards_can_be_read_on_a_phone(shared: Server, window: Any, game: str, options: dict[str, Any], small: str) -> None:
    """Tokens of a zone do not hide each other, small print is as large as there is room for, and stays on its card."""
    client = Client(shared)
    room = client.create(game=game, options=options, seats=["human"], seed=3)
    page = window(f"{shared.url}/#/room/{room}", width=390, height=844, locale="ru-RU", touch=True)
    page.wait_for_selector("#board svg")
    assert page.evaluate(_HIDDEN) == []
    if small:
        sizes = sorted(page.evaluate(_SIZES, small))
        assert sizes[0] > 8 and sizes[len(sizes) // 2] > 9

"""Pictures of the games for the first view of the page: boards as a game begins, cut to 8 by 5, without words of any language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from ..core.batch import Batch
from ..core.scene import Circle, Group, Item, Line, Polygon, Rect
from ..games import GAMES
from ..play import PAGE
from ..render.svg import svg

__all__ = ["FOLDER", "tiles"]

FOLDER: Final = PAGE / "tiles"
_RATIO: Final = 5 / 8  # height by width
#: Attributes that are rounded to whole units: a tile is shown at half the size of the board, where fractions only cost bytes.
_PLACES: Final = re.compile(r' (?:d|points|x|y|x1|x2|y1|y2|cx|cy|r|width|height)="[^"]*"')
_FRACTION: Final = re.compile(r"-?\d+\.\d+")
_WORDS: Final = re.compile(r"<text[^>]*>[^<]*[A-Za-z]{3}[^<]*</text>")


@dataclass(frozen=True)
class _Cut:
    """What of a board is shown: its left upper corner and its width, in the units of the picture."""

    x: float
    y: float
    width: float
    options: Mapping[str, Any] = field(default_factory=dict)


_CUTS: Final = {
    "black_plague": _Cut(6, 6, 650, {"quest": "danse_macabre"}),
    "white_death": _Cut(0, 0, 560, {"quest": "preparing_for_battle"}),
    "apocalypse": _Cut(0, 546, 412, {"quest": "tutorial"}),
    "hit_z_road": _Cut(0, 0, 560, {"players": 4}),
    "z_game": _Cut(0, 0, 560, {"players": 4}),
}


def tiles() -> dict[Path, str]:
    """Path -> SVG of every game that has a tile."""
    return {FOLDER / f"{name}.svg": _tile(name, cut) for name, cut in _CUTS.items()}


def _tile(name: str, cut: _Cut) -> str:
    game = GAMES[name](**cut.options)
    scene = game.scene_for(Batch(game, 1, seed=0).states, frozenset())
    whole = svg(replace(scene, items=_within(scene.items, cut)), panels=False)
    bare = _WORDS.sub("", re.sub(r'<title>.*?</title>| (?:data-tag|class|role)="[^"]*"', "", whole))
    bare = _PLACES.sub(lambda places: _FRACTION.sub(lambda number: f"{float(number[0]):.0f}", places[0]), bare)
    frame = f'viewBox="{cut.x:g} {cut.y:g} {cut.width:g} {cut.width * _RATIO:g}"'
    return re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', frame, bare, count=1)


def _within(items: Sequence[Item], cut: _Cut) -> tuple[Item, ...]:
    """The items without those that lie outside the cut, which nobody sees."""
    kept: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            if parts := _within(item.items, cut):
                kept.append(replace(item, items=parts))
        else:
            xs, ys = _reach(item)
            if max(xs) >= cut.x and min(xs) <= cut.x + cut.width and max(ys) >= cut.y and min(ys) <= cut.y + cut.width * _RATIO:
                kept.append(item)
    return tuple(kept)


def _reach(item: Item) -> tuple[Sequence[float], Sequence[float]]:
    """How far a shape reaches, x and y; of a text its anchor."""
    if isinstance(item, Line):
        return (item.x1, item.x2), (item.y1, item.y2)
    if isinstance(item, Polygon):
        return tuple(x for x, _ in item.points), tuple(y for _, y in item.points)
    if isinstance(item, Circle):
        return (item.x - item.r, item.x + item.r), (item.y - item.r, item.y + item.r)
    if isinstance(item, Rect):
        return (item.x, item.x + item.w), (item.y, item.y + item.h)
    assert not isinstance(item, Group)
    return (item.x,), (item.y,)

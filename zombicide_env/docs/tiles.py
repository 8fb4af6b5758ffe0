"""Pictures of the games for the first view of the page: boards as a game begins, cut to 8 by 5, without words of any language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import zombicide_env.play

from ..core.batch import Batch
from ..games import GAMES
from ..render.svg import svg

__all__ = ["FOLDER", "tiles"]

FOLDER: Final = Path(zombicide_env.play.__file__).with_name("static") / "tiles"
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
    whole = svg(game.scene_for(Batch(game, 1, seed=0).states, frozenset()), panels=False)
    bare = _WORDS.sub("", re.sub(r'<title>.*?</title>| (?:data-tag|class|role)="[^"]*"', "", whole))
    bare = _PLACES.sub(lambda places: _FRACTION.sub(lambda number: f"{float(number[0]):.0f}", places[0]), bare)
    frame = f'viewBox="{cut.x:g} {cut.y:g} {cut.width:g} {cut.width * _RATIO:g}"'
    return re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', frame, bare, count=1)

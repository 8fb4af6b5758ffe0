"""Figures of the road: tokens of players, their cars, the zombies of a card."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.scene import Circle, Colour, Item, Line, Polygon, Rect, Text, ink

from ...figures import NAMES, Outline, shape, zombie
from ..numbers.layout import TOKENS

__all__ = ["car", "token", "walker"]

INK: Final = "#14161a"
_GREEN: Final = "#3f9a74"
_HORDE: Final = "#b3202c"
_ZOMBIES: Final = ("walker", "fatty", "runner")  # alternating, for variety

_BOTTLE: Final[Outline] = ((9, 27), (8, 14), (11, 10), (11, 4), (17, 4), (17, 10), (20, 14), (19, 27))
_FLAME: Final[Outline] = ((14, 5), (10, 1), (13, -3), (14, -7), (17, -2), (17.6, 2))
_SKULL: Final[Outline] = ((14, 3), (22, 7), (23, 14), (19, 19), (18.6, 25), (9.4, 25), (9, 19), (5, 14), (6, 7))
_HEAD: Final[Outline] = ((9, 9), (11, 4), (14, 3), (17, 4), (19, 9), (17.6, 14), (14, 16), (10.4, 14))
_BODY: Final[Outline] = ((4, 27), (6, 19), (14, 16.6), (22, 19), (24, 27))


def token(name: str, x: float, y: float, k: float = 1.0) -> list[Item]:
    """Return a token in a square of 28 ``k``."""
    drawn = _DRAWN[TOKENS.index(name)]
    return [_moved(item, x, y, k) for item in drawn]


def walker(n: int, horde: bool, x: float, y: float, k: float) -> list[Item]:
    """Return the zombie with index ``n`` of a card, of the horde or not."""
    return zombie(NAMES.index(_ZOMBIES[n % len(_ZOMBIES)]), x, y, k, _HORDE if horde else _GREEN)


def car(number: int, x: float, y: float, r: float, fill: Colour) -> list[Item]:
    """Return the car of a player with the player's number, around (x, y)."""
    k = r / 14
    body = ((-17, 6), (-17, -2), (-11, -4), (-6, -12), (8, -12), (12, -4), (17, -2), (17, 6))
    items: list[Item] = [Polygon(tuple((x + px * k, y + py * k) for px, py in body), fill, "#ffffff", 1.6 * k)]
    items += [Circle(x + side * k, y + 7 * k, 4.6 * k, INK, "#ffffff", 1.4 * k) for side in (-9, 9)]
    return [*items, Text(x, y + 3 * k, str(number), 12.5 * k, ink(fill), "middle", bold=True)]


def _moved(item: Item, x: float, y: float, k: float) -> Item:
    if isinstance(item, Polygon):
        return Polygon(tuple((x + px * k, y + py * k) for px, py in item.points), item.fill, item.stroke, item.stroke_width * k)
    if isinstance(item, Circle):
        return Circle(x + item.x * k, y + item.y * k, item.r * k, item.fill, item.stroke, item.stroke_width * k)
    if isinstance(item, Rect):
        return Rect(x + item.x * k, y + item.y * k, item.w * k, item.h * k, item.fill, item.stroke, item.stroke_width * k)
    assert isinstance(item, Line)
    return Line(x + item.x1 * k, y + item.y1 * k, x + item.x2 * k, y + item.y2 * k, item.stroke, item.width * k)


def _outline(outline: Outline, fill: Colour) -> Polygon:
    return shape(outline, 0, 0, 1.0, fill, INK, 1.1)


#: By the number of the token, each around its own origin.
_DRAWN: Final[tuple[tuple[Item, ...], ...]] = (
    (  # a sniper rifle
        Line(2, 22, 27, 9, INK, 4.6),
        Polygon(((1, 20), (9, 16), (12, 20), (3, 26)), "#7a4a21", INK, 1.0),
        Line(11, 13.6, 18, 10, "#6f7782", 3.4),
        Circle(18.4, 9.6, 2, "#cfe6ff", INK, 0.8),
    ),
    (  # a map with a way
        Polygon(((2, 6), (10, 3), (18, 6), (26, 3), (26, 23), (18, 26), (10, 23), (2, 26)), "#f3ead6", INK, 1.2),
        Line(10, 3, 10, 23, "#b9ae93", 1.0),
        Line(18, 6, 18, 26, "#b9ae93", 1.0),
        Line(5, 21, 14, 15, _HORDE, 1.6),
        Line(14, 15, 22, 9, _HORDE, 1.6),
    ),
    (_outline(_BODY, "#5b2a6b"), _outline(_HEAD, "#e8b98d"), Rect(8, 7, 12, 3.6, _HORDE, INK, 0.8)),  # the fanatic with a headband
    (  # a school bus
        Rect(1, 7, 26, 15, "#f2c230", INK, 1.2),
        *(Rect(3.4 + 6 * n, 9.4, 4.4, 5, "#cfe6ff", INK, 0.8) for n in range(4)),
        Line(1, 18, 27, 18, INK, 1.2),
        Circle(7, 23, 3.2, INK, "#8a8f98", 1.2),
        Circle(21, 23, 3.2, INK, "#8a8f98", 1.2),
    ),
    (
        _outline(_SKULL, "#c6d420"),
        Circle(10.6, 12, 2.6, INK),
        Circle(17.4, 12, 2.6, INK),
        Line(12, 22, 12, 25, INK, 1.2),
        Line(16, 22, 16, 25, INK, 1.2),
    ),
    (
        _outline(_BODY, "#8a8f98"),
        _outline(_HEAD, "#f2c9a1"),
        Rect(8.4, 4.4, 11.2, 3.4, "#ffffff", INK, 0.8),
        Line(6, 27, 19, 19, "#ffffff", 3.0),
    ),  # the injured
    (_outline(_BOTTLE, "#4d7a52"), _outline(_FLAME, "#f08020"), Rect(9, 17, 10, 6, "#f3ead6", INK, 0.8)),  # a Molotov
)

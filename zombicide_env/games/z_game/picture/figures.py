"""Figures of the city: faces of characters, signs of kinds of locations, barricades and outposts."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.scene import Circle, Colour, Item, Line, Polygon, Rect

from ...figures import Head, Outline, portrait, shape
from ..numbers.layout import CHARACTERS

__all__ = ["INK", "face", "house", "marker"]

INK: Final = "#14161a"
_HAIR: Final = ("#2a2320", "#7a4a21", "#c8a04a", "#a3421a", "#8a8f98", "#4a3a5a")
_LONG: Final[Outline] = ((7.6, 21), (7.4, 9), (10.4, 3.8), (14, 2.6), (17.6, 3.8), (20.6, 9), (20.4, 21), (18, 12), (14, 7), (10, 12))
_SHORT: Final[Outline] = ((9, 10), (9.4, 5.4), (14, 3), (18.6, 5.4), (19, 10), (17, 7.4), (11, 7.4))
_SWEPT: Final[Outline] = ((8.8, 10.6), (9, 5), (13, 2), (19.4, 3.4), (20, 9.4), (17, 6.6))
_BUN: Final[Outline] = ((11.4, 3.6), (11.6, -0.6), (14, -1.8), (16.4, -0.6), (16.6, 3.6))
_CAP: Final[Outline] = ((8.6, 8.8), (10, 4.4), (14, 3.2), (18, 4.4), (19.4, 8.8), (24, 10), (19, 10.4), (9, 10.2))
_HELMET: Final[Outline] = ((8, 11), (8.2, 5.6), (11, 2.2), (14, 1.4), (17, 2.2), (19.8, 5.6), (20, 11), (17.6, 8.6), (10.4, 8.6))
_HOOD: Final[Outline] = ((6.4, 21), (7, 10), (9.6, 4), (14, 0.8), (18.4, 4), (21, 10), (21.6, 21), (14, 23))
_BEARD: Final[Outline] = ((9.4, 11.6), (12, 14), (16, 14), (18.6, 11.6), (18.4, 18), (14, 22), (9.6, 18))
_MOUSTACHE: Final[Outline] = ((10.6, 14.4), (14, 13.2), (17.4, 14.4), (14, 15.6))
_MOHAWK: Final[Outline] = ((12.8, 6.6), (12, -0.6), (14, -2.4), (16, -0.6), (15.2, 6.6))
_BAND: Final[Outline] = ((9.2, 9), (14, 7.2), (18.8, 9), (18.6, 10.8), (14, 9), (9.4, 10.8))
_GLASSES: Final[Outline] = ((9.6, 10.4), (18.4, 10.4), (18, 12.8), (14.6, 12.6), (13.4, 12.6), (10, 12.8))
_MASK: Final[Outline] = ((9.8, 12.6), (18.2, 12.6), (17.4, 16.8), (14, 19), (10.6, 16.8))


def _head(c: int) -> Head:
    """Return hair or hat of a character and what else is on the face: twelve heads, each in two colours and with two skins."""
    hair = _HAIR[(c * 5 + c // 12) % len(_HAIR)]
    heads: tuple[Head, ...] = (
        ((hair, _LONG, True), (hair, _SHORT, False)),
        ((hair, _SHORT, False), (hair, _BEARD, False)),
        (("#3b4a63", _CAP, False),),
        ((hair, _SWEPT, False), (hair, _MOUSTACHE, False)),
        ((hair, _LONG, True), ("#c8102e", _BAND, False)),
        (("#6f7782", _HELMET, False),),
        ((hair, _BUN, True), (hair, _SHORT, False)),
        ((hair, _MOHAWK, False),),
        ((hair, _SHORT, False), (INK, _GLASSES, False)),
        (("#4d5b3a", _HOOD, True), (hair, _SWEPT, False)),
        ((hair, _BEARD, False),),
        ((hair, _SHORT, False), ("#cfd6d2", _MASK, False)),
    )
    return heads[c % len(heads)]


_HEADS: Final = tuple(_head(c) for c in range(len(CHARACTERS)))


def face(c: int, x: float, y: float, r: float, cloth: Colour, rim: Colour, lying: bool) -> list[Item]:
    """Return character ``c`` on a round base around (x, y); exhausted ones are pale."""
    k = r / 14
    ground = Circle(x, y, r, "#3a3f48" if lying else cloth, rim, 2.0)
    drawn = portrait(_HEADS[c], c + c // 12, x - 14 * k * 0.82, y - 13 * k * 0.82, k * 0.82, "#59606c" if lying else cloth)
    return [ground, *drawn, *([Circle(x, y, r, "#22262d99", rim, 2.0)] if lying else [])]


# ---- locations -------------------------------------------------------------------------------------------------------

_WALLS: Final = ((-20, 18), (-20, -4), (20, -4), (20, 18))
_FLAME: Final[Outline] = ((0, -22), (7, -10), (13, 0), (11, 12), (0, 19), (-11, 12), (-12, 1), (-6, -4), (-5, -13))
_STAR: Final = ((0, -20), (5, -7), (19, -6), (8, 3), (12, 16), (0, 9), (-12, 16), (-8, 3), (-19, -6), (-5, -7))
_CROSS: Final = ((-6, -19), (6, -19), (6, -6), (19, -6), (19, 6), (6, 6), (6, 19), (-6, 19), (-6, 6), (-19, 6), (-19, -6), (-6, -6))


def _at(points: tuple[tuple[float, float], ...], x: float, y: float) -> tuple[tuple[float, float], ...]:
    return tuple((x + px, y + py) for px, py in points)


def house(kind: str, x: float, y: float) -> list[Item]:
    """Return the faint sign of a kind of location around (x, y); [] for a face-down one."""
    pale = "#ffffff22"
    if kind == "house":
        return [Polygon(_at(_WALLS, x, y), pale), Polygon(_at(((-25, -4), (0, -23), (25, -4)), x, y), pale)]
    if kind == "shop":  # an awning over a window
        stripes: list[Item] = [Rect(x - 24 + 16 * n, y - 16, 8, 14, "#ffffff2e") for n in range(3)]
        return [Polygon(_at(_WALLS, x, y), pale), Rect(x - 24, y - 16, 48, 14, pale), *stripes]
    if kind == "pharmacy":
        return [Polygon(_at(_CROSS, x, y), pale)]
    if kind == "police":
        return [Polygon(_at(_STAR, x, y), pale)]
    if kind == "fire":
        return [shape(_FLAME, x, y, 1.0, pale)]
    if kind == "parking":  # a car
        body = ((-25, 10), (-25, 0), (-16, -2), (-9, -13), (10, -13), (17, -2), (25, 0), (25, 10))
        return [Polygon(_at(body, x, y), pale), Circle(x - 14, y + 11, 6, "#ffffff2e"), Circle(x + 14, y + 11, 6, "#ffffff2e")]
    if kind == "street":
        return [Polygon(_at(((-8, -22), (8, -22), (22, 20), (-22, 20)), x, y), pale), Line(x, y - 16, x, y + 18, "#ffffff44", 3, 7)]
    if kind == "base":  # a tower with a flag
        tower = ((-14, 19), (-14, -6), (-18, -6), (-18, -14), (18, -14), (18, -6), (14, -6), (14, 19))
        return [
            Polygon(_at(tower, x, y), pale),
            Line(x, y - 14, x, y - 28, "#ffffff44", 2),
            Polygon(_at(((0, -28), (12, -24), (0, -20)), x, y), pale),
        ]
    return []


def marker(kind: str, x: float, y: float, fill: Colour, rim: Colour) -> list[Item]:
    """Return a barricade (crossed boards), an outpost (a watchtower) or a ruin, 16 wide, its upper left corner at (x, y)."""
    if kind == "outpost":
        tower = (
            (1, 14),
            (3, 5),
            (0, 5),
            (0, 0),
            (4, 0),
            (4, 2),
            (6, 2),
            (6, 0),
            (10, 0),
            (10, 2),
            (12, 2),
            (12, 0),
            (16, 0),
            (16, 5),
            (13, 5),
            (15, 14),
        )
        return [Polygon(tuple((x + px, y + py) for px, py in tower), fill, rim, 1.2)]
    if kind == "ruin":
        return [Line(x, y + 3, x + 16, y + 12, rim, 4.0), Line(x, y + 12, x + 9, y + 7, rim, 3.0)]
    boards = [Rect(x, y + 1, 16, 5, fill, rim, 1.2, 1.0), Rect(x, y + 8, 16, 5, fill, rim, 1.2, 1.0)]
    return [*boards, Line(x + 3, y, x + 3, y + 14, rim, 1.6), Line(x + 13, y, x + 13, y + 14, rim, 1.6)]

"""Drawn pieces of White Death: Guards, cauldrons, rope ladders, artefacts, the Beacon, the Flag, frost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from zombicide_env.core.scene import Circle, Colour, Item, Line, Point, Polygon, Rect, Text, text_width
from zombicide_env.core.words import counted
from zombicide_env.games.figures import INK, Piece, moved

__all__ = ["DEFILED", "ROPE", "artefact", "beacon", "cauldron", "flag", "frost", "guard", "ladder", "led", "prepared"]

ROPE: Final = "#d8b25a"
DEFILED: Final = "#8d6b99"
_STEEL: Final = "#b9c6d2"
_BODY: Final = ((5, 27), (4, 18), (7, 13.5), (15, 13.5), (18, 18), (17, 27))
_SHIELD: Final = ((11, 15), (18.5, 16.5), (18, 22), (14.7, 27), (11.5, 22))
_HELMET: Final = ((4.5, 9), (6, 3.5), (11, 0.8), (16, 3.5), (17.5, 9))
_POT: Final = ((3, 10), (23, 10), (24.5, 16), (22, 22), (17, 25), (9, 25), (4, 22), (1.5, 16))
_FLAME: Final = ((13, 0), (17.5, 6), (17, 9.5), (20, 8), (21.5, 14), (18.5, 18), (7.5, 18), (4.5, 14), (6, 9), (9, 10.5), (9.5, 5))
_CORE: Final = ((13, 8), (16.5, 13.5), (15.5, 17.5), (10.5, 17.5), (9.5, 13.5))
_CLOTH: Final = ((6, 2), (24, 4.5), (19.5, 8.5), (24, 13), (6, 14.5))


def _shape(points: Sequence[Point], x: float, y: float, k: float, fill: Colour) -> Polygon:
    return Polygon(moved(points, x, y, k), fill, INK, 1.1 * k)


def _many(n: int, width: float) -> float:
    """Width of a piece with its count."""
    return width if n == 1 else width + 3 + text_width(str(n), 18, bold=True)


def _number(n: int, x: float, y: float, k: float) -> list[Item]:
    return [] if n == 1 else [Text(x + 3 * k, y + 21 * k, str(n), 18 * k, INK, bold=True)]


def guard(n: int) -> Piece:
    """A soldier with helmet, shield and spear."""

    def draw(x: float, y: float, k: float) -> list[Item]:
        return [
            Line(x + 2 * k, y + 1 * k, x + 2 * k, y + 27 * k, "#7a4a1c", 1.8 * k),
            Polygon(moved(((0.2, 5), (2, 0), (3.8, 5)), x, y, k), _STEEL, INK, 0.7 * k),
            _shape(_BODY, x, y, k, "#2f6fb0"),
            Circle(x + 11 * k, y + 9.5 * k, 4.6 * k, "#f0c9a4", INK, 0.9 * k),
            _shape(_HELMET, x, y, k, _STEEL),
            _shape(_SHIELD, x, y, k, "#c8102e"),
            *_number(n, x + 19 * k, y, k),
        ]

    return Piece(f"G{n}", "#b9e3ff", _many(n, 20), counted(n, "Guard"), draw)


def cauldron(n: int) -> Piece:
    """A steaming black pot."""

    def draw(x: float, y: float, k: float) -> list[Item]:
        return [
            *(Line(x + at * k, y + 1 * k, x + (at + 1.5) * k, y + 6 * k, "#eef4f8", 2 * k) for at in (7, 12.5, 18)),
            _shape(_POT, x, y, k, "#3a3f47"),
            Rect(x + 1 * k, y + 7.5 * k, 24 * k, 4 * k, "#59606c", INK, k, 2 * k),
            Line(x + 6 * k, y + 26.5 * k, x + 8 * k, y + 23 * k, INK, 2 * k),
            Line(x + 20 * k, y + 26.5 * k, x + 18 * k, y + 23 * k, INK, 2 * k),
            *_number(n, x + 26 * k, y, k),
        ]

    return Piece(f"C{n}", "#4a4f57", _many(n, 26), counted(n, "cauldron"), draw)


def ladder(n: int) -> Piece:
    """A rope ladder on the ground."""

    def draw(x: float, y: float, k: float) -> list[Item]:
        rails: list[Item] = [Line(x + at * k, y + 2 * k, x + at * k, y + 26 * k, ROPE, 3 * k) for at in (4, 16)]
        rungs: list[Item] = [Line(x + 4 * k, y + at * k, x + 16 * k, y + at * k, "#8a5a22", 2.6 * k) for at in (6, 12, 18, 23)]
        return [*rails, *rungs, *_number(n, x + 19 * k, y, k)]

    return Piece(f"L{n}", ROPE, _many(n, 20), counted(n, "rope ladder"), draw)


def _cards(n: int, back: Colour, sign: str, title: str) -> Piece:
    def draw(x: float, y: float, k: float) -> list[Item]:
        under: list[Item] = [Rect(x + 4 * k, y + 1 * k, 17 * k, 23 * k, "#e8e2d0", INK, k, 2.5 * k)] if n > 1 else []
        return [
            *under,
            Rect(x + 1 * k, y + 3 * k, 17 * k, 23 * k, back, INK, k, 2.5 * k),
            Polygon(moved(((9.5, 8), (14, 14.5), (9.5, 21), (5, 14.5)), x, y, k), "#fff7d6", INK, 0.8 * k),
            *_number(n, x + 21 * k, y, k),
        ]

    return Piece(f"{sign}{n}", back, _many(n, 22), title, draw)


def artefact(n: int) -> Piece:
    """Golden cards, face down."""
    return _cards(n, "#d9a400", "A", counted(n, "face-down artefact"))


def prepared(n: int) -> Piece:
    """Violet cards, face down, which are taken with the objective."""
    return _cards(n, "#7a63b8", "P", counted(n, "prepared card"))


def beacon() -> Piece:
    """A fire in an iron bowl."""

    def draw(x: float, y: float, k: float) -> list[Item]:
        return [
            _shape(_FLAME, x, y, k, "#e0571a"),
            Polygon(moved(_CORE, x, y, k), "#ffd02e", "", 0),
            _shape(((3, 16.5), (23, 16.5), (19, 22), (7, 22)), x, y, k, "#59606c"),
            _shape(((11, 22), (15, 22), (18, 27.5), (8, 27.5)), x, y, k, "#3a3f47"),
        ]

    return Piece("BEACON", "#fff3a0", 26.0, "the Beacon", draw)


def flag() -> Piece:
    """A flag in the city's colours."""

    def draw(x: float, y: float, k: float) -> list[Item]:
        return [Line(x + 5 * k, y + 1 * k, x + 5 * k, y + 27 * k, "#7a4a1c", 2.4 * k), _shape(_CLOTH, x, y, k, "#c8102e")]

    return Piece("FLAG", "#f5d0d0", 25.0, "the Flag", draw)


def frost() -> Piece:
    """A star of ice."""

    def draw(x: float, y: float, k: float) -> list[Item]:
        arms = ((0, -9.5), (8.2, -4.7), (8.2, 4.7))
        back: list[Item] = [Circle(x + 13 * k, y + 14 * k, 12.6 * k, "#2f7fb5", INK, k)]
        return back + [
            Line(x + (13 + dx) * k, y + (14 + dy) * k, x + (13 - dx) * k, y + (14 - dy) * k, "#ffffff", 2.2 * k) for dx, dy in arms
        ]

    return Piece("ICE", "#dff6ff", 26.0, "freeze token", draw)


def led() -> Piece:
    """A ring of chain links for the spawn token that the Defiler moves."""

    def draw(x: float, y: float, k: float) -> list[Item]:
        return [
            Circle(x + at * k, y + 14 * k, 5 * k, "", "#f0e6f4" if at != 12 else DEFILED, 2.6 * k)
            for at in (6, 18, 12)
        ]  # fmt: skip

    return Piece("~", DEFILED, 24.0, "the spawn token that the Defiler moves", draw)

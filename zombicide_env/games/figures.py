"""Figures of zombies and survivors: simple silhouettes in a 28 x 28 square, shared by all renderers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from ..core.scene import Circle, Colour, Item, Line, Point, Polygon

__all__ = ["HEADS", "NAMES", "Head", "Outline", "Piece", "bust", "moved", "portrait", "shape", "zombie"]

INK: Final = "#14161a"
PALE: Final = "#f4f7d0"
_STEPS: Final = 4  # interpolated points between two points of an outline

Outline = tuple[Point, ...]
Head = tuple[tuple[Colour, Outline, bool], ...]
"""Headgear or hair: colour and outlines, and whether they are drawn behind the face."""


class Piece(NamedTuple):
    """Symbol that an edition draws in a zone: ``width`` x 28 at scale 1; ``draw`` paints it at (x, y) with a scale.

    ``sign`` and ``fill`` replace the drawing where there is no room for one (a terminal).
    """

    sign: str
    fill: Colour
    width: float
    title: str
    draw: Callable[[float, float, float], list[Item]]


#: Limbs and bodies of each figure, drawn in this order; and its eyes: x, y, radius.
_WALKER: Final[tuple[Outline, ...]] = (
    ((15, 13), (24, 11), (27, 12.5), (25, 14.5), (16, 17)),
    ((9, 11), (13, 10), (17.5, 11.5), (18.5, 19), (17, 21), (18.5, 27), (14.5, 27), (13.5, 22), (11.5, 27), (7.5, 27), (9, 20), (8, 15)),
    ((10, 14), (19, 16), (24, 17.5), (23, 20), (17, 19.5), (10, 18)),
    ((9, 4), (12, 1.2), (16.5, 1.8), (18, 5.5), (17, 9), (13.5, 10.8), (10, 9.3)),
)
_FATTY: Final[tuple[Outline, ...]] = (
    ((6, 11), (2, 15), (0.6, 21), (2.4, 23), (5, 20), (7, 15)),
    ((22, 11), (26, 15), (27.4, 21), (25.6, 23), (23, 20), (21, 15)),
    ((9, 22), (8, 27.4), (13, 27.4), (13.4, 23)),
    ((19, 22), (20, 27.4), (15, 27.4), (14.6, 23)),
    ((9, 9), (19, 9), (24, 14), (24.5, 20), (20, 25), (14, 26), (8, 25), (3.5, 20), (4, 14)),
    ((10, 3.5), (12.5, 0.8), (16, 0.8), (18, 3.5), (18, 8), (15.5, 10.5), (12.5, 10.5), (10, 8)),
)
_RUNNER: Final[tuple[Outline, ...]] = (
    ((12, 12), (6, 9), (2.5, 11), (4, 13), (11, 16)),
    ((10, 16), (6, 21), (0.8, 23), (1.8, 26), (8, 25), (13, 19)),
    ((14.5, 9.5), (19.5, 11), (16, 17.5), (13, 20), (9, 18), (10, 14)),
    ((13, 16.5), (20, 19), (20.5, 26.8), (16.6, 26.8), (16.4, 22), (11, 20)),
    ((17, 11), (23, 15), (27.5, 13), (27.8, 15.8), (23, 18.6), (16, 15.5)),
    ((16.5, 4), (19, 1), (23, 2), (24.2, 6), (22.5, 9.5), (18.5, 10.5), (16, 8)),
)
_ABOMINATION: Final[tuple[Outline, ...]] = (
    ((4, 10), (1.5, 4), (7, 8)),
    ((24, 10), (26.5, 4), (21, 8)),
    ((8, 8), (7.5, 1.5), (12, 6)),
    ((20, 8), (20.5, 1.5), (16, 6)),
    (
        (4, 10),
        (9, 6),
        (19, 6),
        (24, 10),
        (27.6, 17),
        (27, 25),
        (24.6, 22.5),
        (23, 26),
        (21.6, 22),
        (22, 16),
        (20.6, 20),
        (20.6, 27.6),
        (15.6, 27.6),
        (14, 23),
        (12.4, 27.6),
        (7.4, 27.6),
        (7.4, 20),
        (6, 16),
        (6.4, 22),
        (5, 26),
        (3.4, 22.5),
        (1, 25),
        (0.4, 17),
    ),
    ((10.6, 8), (14, 6), (17.4, 8), (17.6, 12), (14, 15.4), (10.4, 12)),
)
_NECROMANCER: Final[tuple[Outline, ...]] = (
    ((14, 0.4), (18.6, 4), (19, 10), (22, 18), (24, 27.4), (4, 27.4), (6, 18), (9, 10), (9.4, 4)),
    ((18, 12), (23.5, 11), (25.6, 13), (22, 15.6), (18, 17)),
)
_DEFILER: Final[tuple[Outline, ...]] = (
    ((9, 4), (4, 0.6), (6.5, 7)),
    ((19, 4), (24, 0.6), (21.5, 7)),
    ((14, 1.6), (19, 5), (19, 11), (23, 19), (22, 27.4), (6, 27.4), (5, 19), (9, 11), (9, 5)),
)
_DOG: Final[tuple[Outline, ...]] = (
    ((2, 12), (0.6, 6.6), (5, 11)),
    ((5, 12), (17, 11.5), (20, 15), (19, 19), (18.6, 26.6), (15.4, 26.6), (15, 20), (9, 20), (7.6, 26.6), (4.4, 26.6), (4.4, 19), (3, 15)),
    ((17, 12), (19, 6), (20.6, 3), (22, 6.4), (27.4, 9), (27, 12.4), (22.6, 14.6), (19, 17)),
)

_BODIES: Final = (_WALKER, _FATTY, _RUNNER, _ABOMINATION, _NECROMANCER, _DEFILER, _DOG)
_EYES: Final = (
    ((12.3, 5.2, 1.3), (16, 5.6, 1.3)),
    ((12.4, 5, 1.2), (15.8, 5, 1.2)),
    ((20, 5.2, 1.2), (22.8, 5.6, 1.2)),
    ((12.4, 10, 1.4), (15.6, 10, 1.4)),
    ((12.2, 8, 1.3), (15.8, 8, 1.3)),
    ((12.2, 8.4, 1.3), (15.8, 8.4, 1.3)),
    ((22.6, 8.6, 1.1),),
)
#: Figures by name; kinds without a figure are drawn as one of these.
NAMES: Final = ("walker", "fatty", "runner", "abomination", "necromancer", "defiler", "dog")


def zombie(figure: int, x: float, y: float, k: float, fill: Colour, rim: Colour = INK) -> list[Item]:
    """Return a figure with its upper left corner at (x, y), scaled by ``k``."""
    items: list[Item] = [shape(outline, x, y, k, fill, rim, 1.1) for outline in _BODIES[figure]]
    if NAMES[figure] in ("necromancer", "defiler"):  # the dark of the hood
        items.append(Polygon(moved(_smooth(((10.6, 6), (14, 4), (17.4, 6), (17, 10.6), (14, 12.6), (11, 10.6))), x, y, k), "#000000"))
    if NAMES[figure] == "necromancer":
        items.append(Line(x + 25 * k, y + 4 * k, x + 23.4 * k, y + 27 * k, "#8a6a3c", 1.7 * k))
        items.append(Circle(x + 25 * k, y + 3.4 * k, 2.3 * k, "#e45cff", rim, 0.8 * k))
    if NAMES[figure] == "abomination":  # teeth
        items.append(Polygon(moved(((11.6, 12), (13, 13.6), (14, 12), (15, 13.6), (16.4, 12)), x, y, k), PALE))
    if NAMES[figure] == "fatty":
        items.append(Line(x + 10 * k, y + 19 * k, x + 18 * k, y + 19 * k, "#00000055", 1.2 * k))
    glow = "#ff5d5d" if NAMES[figure] in ("abomination", "dog") else "#ff8cff" if NAMES[figure] in ("necromancer", "defiler") else PALE
    items += [Circle(x + ex * k, y + ey * k, r * k, glow) for ex, ey, r in _EYES[figure]]
    return items


# ---- survivors -------------------------------------------------------------------------------------------------------

_SHOULDERS: Final[Outline] = ((4, 27), (5, 21), (10, 18.6), (14, 18), (18, 18.6), (23, 21), (24, 27), (14, 29))
_FACE: Final[Outline] = ((9.6, 10), (11, 6.4), (14, 5.2), (17, 6.4), (18.4, 10), (17.4, 15), (14, 17.6), (10.6, 15))
#: Headgear or hair of each survivor: colour and outlines over the face, those behind it first.
HEADS: Final[tuple[Head, ...]] = (
    (  # a veil
        ("#f3f1ec", ((7, 20), (7.4, 9), (10, 3.6), (14, 2.2), (18, 3.6), (20.6, 9), (21, 20), (18, 21), (10, 21)), True),
        ("#2b2f3a", ((9.4, 9), (10.4, 5.4), (14, 3.8), (17.6, 5.4), (18.6, 9), (14, 7.4)), False),
    ),
    (  # a wizard's hat and beard
        ("#e9e6de", ((10, 13), (14, 14.6), (18, 13), (17, 20), (14, 25), (11, 20)), False),
        ("#4b3d8f", ((4.6, 9.6), (10, 7.4), (12.6, 0.4), (16.4, -2), (17, 2), (18.4, 7.4), (23.4, 9.6), (14, 10.6)), False),
    ),
    (  # a knight's helm
        ("#aeb6c0", ((8.8, 14.6), (8.6, 8), (11, 3.8), (14, 2.6), (17, 3.8), (19.4, 8), (19.2, 14.6), (16, 12), (14, 14), (12, 12)), False),
        ("#c8102e", ((13, 3), (14, -1.6), (19, -1), (20, 3), (16, 1.8)), False),
    ),
    (  # red hair and a headband
        ("#a3421a", ((8, 17), (7.6, 9), (10.6, 4), (14, 2.8), (17.6, 4), (20.4, 9), (20, 17), (17.6, 19), (10.4, 19)), True),
        ("#a3421a", ((9.4, 8.6), (11.4, 4.8), (14, 3.8), (17, 4.8), (18.6, 8.6), (15, 6.8)), False),
        ("#2f7d4f", ((9.4, 9.4), (14, 7.6), (18.6, 9.4), (18.4, 11), (14, 9.4), (9.6, 11)), False),
    ),
    (  # a dwarf's beard
        ("#6b3f1d", ((9, 10), (11, 13), (14, 13.4), (17, 13), (19, 10), (20, 18), (17, 25.4), (14, 27), (11, 25.4), (8, 18)), False),
        ("#8a8f98", ((8.6, 9.6), (9.6, 4.8), (14, 2.4), (18.4, 4.8), (19.4, 9.6), (14, 8.2)), False),
    ),
    (  # a ranger's hood
        ("#2f6b46", ((6.4, 21), (7, 10), (9.6, 4), (14, 0.6), (18.4, 4), (21, 10), (21.6, 21), (14, 23)), True),
        ("#d9b45c", ((9.6, 9), (11, 5.6), (14, 4.4), (17, 5.6), (18.4, 9), (15.6, 7.2), (12, 8.4)), False),
    ),
    (
        (
            "#1d1a18",
            ((7.8, 22), (7.6, 9), (10.6, 3.8), (14, 2.6), (17.6, 3.8), (20.4, 9), (20.2, 22), (17.6, 12), (14, 7), (10.4, 12)),
            True,
        ),
    ),
    (("#3b2a1c", ((9.6, 13), (12, 14.6), (16, 14.6), (18.4, 13), (17, 17.4), (14, 19), (11, 17.4)), False),),
    (  # a grey moustache
        ("#8a8f98", ((10.4, 14.4), (14, 13), (17.6, 14.4), (14, 16)), False),
        ("#8a8f98", ((9, 10), (9.2, 6), (11, 4.4), (10.6, 8)), False),
        ("#8a8f98", ((19, 10), (18.8, 6), (17, 4.4), (17.4, 8)), False),
    ),
    (("#1d1a18", ((7, 12), (6.4, 5), (10, 0.6), (14, -0.6), (18, 0.6), (21.6, 5), (21, 12), (18.4, 9), (14, 6.4), (9.6, 9)), True),),
    (
        ("#8a8f98", ((8.6, 10), (9.4, 5), (14, 2.8), (18.6, 5), (19.4, 10), (14, 8.4)), False),
        ("#efe6c8", ((9.6, 5.6), (6, 4), (4.4, -0.6), (8.6, 1.6), (11.4, 4)), False),
        ("#efe6c8", ((18.4, 5.6), (22, 4), (23.6, -0.6), (19.4, 1.6), (16.6, 4)), False),
    ),
    (("#e8c35a", ((8, 17), (8, 8), (11, 3.6), (14, 2.8), (17, 3.6), (20, 8), (20, 17), (18, 9.6), (14, 7.4), (10, 9.6)), True),),
    (  # a knitted cap
        ("#c8553d", ((8.4, 9.4), (9, 4.4), (14, 1.4), (19, 4.4), (19.6, 9.4), (14, 8)), False),
        ("#f3e7d2", ((12.4, 2.4), (12.8, -0.6), (14, -1.6), (15.2, -0.6), (15.6, 2.4)), False),
    ),
    (  # short hair and dark glasses
        ("#2a2320", ((9, 9.6), (9.4, 5), (14, 2.8), (18.6, 5), (19, 9.6), (17, 7), (11, 7)), False),
        ("#14161a", ((9.6, 10.2), (18.4, 10.2), (18, 12.8), (14.6, 12.4), (13.4, 12.4), (10, 12.8)), False),
    ),
    (  # a tail of hair
        ("#7a4a21", ((18, 6), (23, 6), (24.6, 12), (22.4, 18), (21, 12), (18.4, 10)), True),
        ("#7a4a21", ((9, 9.4), (10, 4.6), (14, 2.8), (18, 4.6), (19, 9.4), (14, 6.6)), False),
    ),
    (("#d9a514", ((8, 10.4), (8.4, 5.2), (11, 2.2), (14, 1.4), (17, 2.2), (19.6, 5.2), (22.4, 10.4), (14, 8.8)), False),),  # a hard hat
    (("#1f4f9c", ((8.4, 9), (10, 4.6), (14, 3.4), (18, 4.6), (19.6, 9), (24, 10.4), (19, 10.6), (9, 10.4)), False),),
    (("#d4267d", ((13, 7), (12.4, -1), (14, -2), (15.6, -1), (15, 7)), False),),
)
_SKIN: Final = ("#f2c9a1", "#e8b98d", "#c98f62", "#8d5a34", "#f5d6b5")


def bust(i: int, x: float, y: float, k: float, cloth: Colour) -> list[Item]:
    """Return head and shoulders number ``i`` in a square of side 28 ``k``; editions start at different numbers."""
    return portrait(HEADS[i % len(HEADS)], i, x, y, k, cloth)


def portrait(head: Head, skin: int, x: float, y: float, k: float, cloth: Colour) -> list[Item]:
    """Return head and shoulders in a square of side 28 ``k``; ``skin`` is any number."""
    items: list[Item] = [shape(outline, x, y, k, fill, INK, 0.8) for fill, outline, behind in head if behind]
    items.append(shape(_SHOULDERS, x, y, k, cloth, INK, 0.9))
    items.append(shape(_FACE, x, y, k, _SKIN[skin % len(_SKIN)], INK, 0.8))
    items += [shape(outline, x, y, k, fill, INK, 0.8) for fill, outline, behind in head if not behind]
    items += [Circle(x + ex * k, y + 11.4 * k, 0.95 * k, INK) for ex in (12.2, 15.8)]
    return items


# ---- curves ----------------------------------------------------------------------------------------------------------


def shape(outline: Outline, x: float, y: float, k: float, fill: Colour, rim: Colour = "", width: float = 1.0) -> Polygon:
    """Return a closed curve through the points of an outline, scaled by ``k``, with its origin at (x, y)."""
    return Polygon(moved(_smooth(outline), x, y, k), fill, rim, width * k)


def moved(points: Sequence[Point], x: float, y: float, k: float) -> Outline:
    """Return points scaled by ``k``, with their origin at (x, y)."""
    return tuple((x + px * k, y + py * k) for px, py in points)


@cache
def _smooth(points: Outline) -> Outline:
    """Return a closed Catmull-Rom curve through the points, as a polygon."""
    n = len(points)
    found: list[Point] = []
    for i in range(n):
        a, b, c, d = (points[(i + step) % n] for step in (-1, 0, 1, 2))
        for step in range(_STEPS):
            t = step / _STEPS
            weights = ((-t + 2 * t * t - t**3) / 2, (2 - 5 * t * t + 3 * t**3) / 2, (t + 4 * t * t - 3 * t**3) / 2, (-t * t + t**3) / 2)
            found.append(
                (
                    sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
                    sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
                )
            )
    return tuple(found)

"""The drawing list that a game passes to the renderers: pure data, without game logic or drawing code.

A ``Scene`` contains the same information three times, for three kinds of readers: ``items`` is the board as shapes (for pictures
and the web page), ``grid`` is the board as regions of a cell grid with short texts (for terminals and screen readers),
``facts``, ``goals`` and ``panels`` are shown next to the board. Coordinates are CSS pixels, x to the right, y
downwards; the y of a ``Text`` is its baseline. Colors are ``"#rrggbb"`` or ``"#rrggbbaa"``; ``""`` means none.
A ``tag`` such as ``"zone:12"`` names the object of an item, so that a page can make it clickable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

Colour = str
Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
EdgeKind = Literal["none", "line", "gap", "wall", "door_open", "door_closed", "door_locked"]


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle with its upper left corner at (x, y); ``radius`` rounds the corners."""

    x: float
    y: float
    w: float
    h: float
    fill: Colour = ""
    stroke: Colour = ""
    stroke_width: float = 1.0
    radius: float = 0.0
    dash: float = 0.0
    tag: str = ""
    cls: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line; ``dash`` is the length of a dash and of the gap after it, 0 for a solid line."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: Colour
    width: float = 1.0
    dash: float = 0.0
    tag: str = ""
    cls: str = ""


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed polygon."""

    points: tuple[Point, ...]
    fill: Colour = ""
    stroke: Colour = ""
    stroke_width: float = 1.0
    tag: str = ""
    cls: str = ""


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle centered at (x, y)."""

    x: float
    y: float
    r: float
    fill: Colour = ""
    stroke: Colour = ""
    stroke_width: float = 1.0
    tag: str = ""
    cls: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; (x, y) is the point of its baseline that ``anchor`` names."""

    x: float
    y: float
    text: str
    size: float
    fill: Colour
    anchor: Anchor = "start"
    bold: bool = False
    tag: str = ""
    cls: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Items of one object, named by ``tag`` and described by ``title``."""

    items: tuple[Item, ...]
    tag: str = ""
    title: str = ""
    cls: str = ""


Shape = Rect | Line | Polygon | Circle | Text
Item = Shape | Group


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text without line breaks, with its own color."""

    text: str
    colour: Colour = ""
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """The border between two cells of a grid, or between a cell and the outside."""

    kind: EdgeKind
    colour: Colour = ""


@dataclass(frozen=True, slots=True)
class Region:
    """A region of the grid and its contents: ``lines`` of spans, most important first."""

    label: str
    kind: str
    lines: tuple[tuple[Span, ...], ...] = ()
    tag: str = ""
    colour: Colour = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """The board as text: ``cells[row][col]`` is the index of a region or -1.

    ``east[row][col]`` is the edge to the right of column ``col - 1`` (``cols + 1`` of them, including the outer ones),
    ``south[row][col]`` the edge above row ``row`` (``rows + 1`` rows). Regions without a cell are drawn next to the board.
    """

    cells: tuple[tuple[int, ...], ...]
    regions: tuple[Region, ...]
    east: tuple[tuple[Edge, ...], ...]
    south: tuple[tuple[Edge, ...], ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """A short labeled value of the header or of a panel; with ``colour`` it is shown as a badge."""

    label: str
    text: str
    colour: Colour = ""


@dataclass(frozen=True, slots=True)
class Sign(Fact):
    """A line of a legend; ``items`` are drawn in a box of ``width`` x 28, if drawings are supported.

    Without a drawing its ``label`` is shown; "" is for drawings only.
    """

    items: tuple[Item, ...] = ()
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Goal:
    """A condition for the end of the game, and its progress."""

    text: str
    done: bool = False


@dataclass(frozen=True, slots=True)
class Meter:
    """A value out of a maximum, shown as pips (few) or as a bar (many); ``text`` is shown next to it."""

    label: str
    value: int
    maximum: int
    colour: Colour
    text: str = ""
    pips: bool = True


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a card: its name, the card in it ("" for none) and a note about the card ("unloaded")."""

    label: str
    text: str = ""
    note: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """Information about one player's figure.

    ``slots`` are the places of its cards one by one, for pages on which cards can be chosen; ``rows`` contain the same in words.
    """

    title: str
    mark: str = ""
    colour: Colour = ""
    badges: tuple[Fact, ...] = ()
    meters: tuple[Meter, ...] = ()
    rows: tuple[Fact, ...] = ()
    active: bool = False
    gone: bool = False
    tag: str = ""
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Rearrangement:
    """Cards that may be moved freely, for pages on which they are rearranged before the result is played.

    Attributes:
        fits: tag of the place of every card -> tags of all places to which it may move.
        limits: number of a survivor as in the tags -> the maximum number of cards that it can carry.
        own: the number of the deciding survivor; cards do not move from one place of another survivor to another.
        steps: the legal actions that move one card and nothing else: a person may undo them until the result is played.
    """

    fits: Mapping[str, tuple[str, ...]]
    limits: Mapping[str, int]
    own: str
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a game, ready to be drawn; ``items`` are within 0..width x 0..height."""

    width: float
    height: float
    items: tuple[Item, ...]
    title: str = ""
    facts: tuple[Fact, ...] = ()
    goals: tuple[Goal, ...] = ()
    banner: str = ""
    banner_colour: Colour = ""
    panels: tuple[Panel, ...] = ()
    legend: tuple[Fact, ...] = ()
    grid: Grid | None = None

    def shapes(self) -> Iterator[Shape]:
        """Iterate over all shapes in painting order, groups flattened."""
        yield from flatten(self.items)

    def find(self, tag: str) -> tuple[Item, ...]:
        """Return all items and groups with ``tag``."""
        return tuple(item for item in _walk(self.items) if item.tag == tag)


def flatten(items: Sequence[Item]) -> Iterator[Shape]:
    """Iterate over the shapes of a drawing list in painting order, groups flattened."""
    for item in _walk(items):
        if not isinstance(item, Group):
            yield item


def _walk(items: Sequence[Item]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from _walk(item.items)


# Advance widths of a common sans serif face, in thousandths of the size, from the space to the tilde. Scenes are laid out without access to
# a font: the estimate is close enough for every sans serif that a renderer may choose.
_WIDTHS: Final = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
    556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip


@lru_cache(maxsize=8192)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the estimated width in pixels of one line of ``text`` at ``size`` pixels."""
    total = sum(_WIDTHS[ord(char) - 32] if " " <= char <= "~" else 600 for char in text)
    return total * size * (1.06 if bold else 1.0) / 1000.0


def wrap(text: str, size: float, width: float, max_lines: int = 0, bold: bool = False) -> list[str]:
    """Break ``text`` at spaces into lines of at most ``width`` pixels; beyond ``max_lines`` (0: no limit) it ends in dots."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size, bold) > width:
            lines.append(line)
            longer = word
        line = longer
    if line:
        lines.append(line)
    if max_lines and len(lines) > max_lines:
        lines = [*lines[: max_lines - 1], " ".join(lines[max_lines - 1 :])]
    return [shorten(entry, size, width, bold) for entry in lines]


def shorten(text: str, size: float, width: float, bold: bool = False) -> str:
    """Return ``text``, truncated with dots if it is wider than ``width`` pixels."""
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + "...", size, bold) > width:
        text = text[:-1]
    return text.rstrip(" ,") + "..."


def ink(colour: Colour) -> Colour:
    """Return black or white, whichever is more readable on ``colour``."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#14161a" if 0.299 * red + 0.587 * green + 0.114 * blue > 150 else "#ffffff"

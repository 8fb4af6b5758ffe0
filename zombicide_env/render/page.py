"""Page layout of a scene: header, board and panels as one drawing list, for renderers that draw shapes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..core.scene import (
    Circle,
    Colour,
    Fact,
    Group,
    Item,
    Line,
    Meter,
    Panel,
    Polygon,
    Rect,
    Scene,
    Sign,
    Text,
    ink,
    shorten,
    text_width,
    wrap,
)

BACKGROUND: Final = "#171a20"
CARD: Final = "#252b34"
CARD_EDGE: Final = "#3a434f"
LIGHT: Final = "#f2f0ea"
MUTED: Final = "#a3adb8"
GOLD: Final = "#ffd02e"
DONE: Final = "#4fc97a"
GROUND: Final = "#cfc8b6"

PAD: Final = 14.0
GAP: Final = 8.0
PANEL_WIDTH: Final = 336.0
LABEL: Final = 46.0
LINE_HEIGHT: Final = 17.0
TEXT: Final = 13.0
FACT_LINES: Final = 2  # maximum number of lines in the header
ROWS: Final = 4  # minimum number of text lines in a panel


_NUMBER: Final = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Page:
    """A drawing list with its size."""

    width: float
    height: float
    items: tuple[Item, ...]


def compose(scene: Scene, panels: bool = True) -> Page:
    """Lay out a scene: the board alone, or header, board and panels.

    The size depends on the board, the number of panels and the goals, not on the state of the game, so that the frames of a game
    have the same size.
    """
    if not panels:
        return Page(scene.width, scene.height, (Rect(0, 0, scene.width, scene.height, BACKGROUND), *scene.items))
    columns, rows = _columns(len(scene.panels), scene.height)
    body = max(scene.height, rows * (_height(ROWS) + GAP) - GAP)
    width = 2 * PAD + scene.width + columns * (PANEL_WIDTH + GAP)
    header, top = _header(scene, width)
    items: list[Item] = [*header]
    items += [shift(item, PAD, top) for item in scene.items]
    for number in range(columns):
        x = PAD + scene.width + GAP + number * (PANEL_WIDTH + GAP)
        items += _column(scene.panels[number * rows : (number + 1) * rows], x, top, body)
    bottom = top + body
    legend, low = _legend(scene.legend, PAD + 8, bottom + 20, width - PAD)
    items += legend
    height = low + PAD
    return Page(width, height, (Rect(0, 0, width, height, BACKGROUND), *items))


def shift(item: Item, dx: float, dy: float) -> Item:
    """Return the item, moved."""
    if isinstance(item, Group):
        return replace(item, items=tuple(shift(part, dx, dy) for part in item.items))
    if isinstance(item, Line):
        return replace(item, x1=item.x1 + dx, y1=item.y1 + dy, x2=item.x2 + dx, y2=item.y2 + dy)
    if isinstance(item, Polygon):
        return replace(item, points=tuple((x + dx, y + dy) for x, y in item.points))
    return replace(item, x=item.x + dx, y=item.y + dy)


def _columns(panels: int, board_height: float) -> tuple[int, int]:
    """Return columns and rows of the panels: up to four columns, as few as keep them about as tall as the board."""
    if not panels:
        return 0, 0
    for count in range(1, 5):
        rows = -(-panels // count)
        if rows * (_height(ROWS) + GAP) <= board_height * 1.15:
            break
    return -(-panels // rows), rows


def _column(panels: Sequence[Panel], x: float, y: float, height: float) -> list[Item]:
    """Stack panels in a given height; where it is too small, the longest of them are shortened."""
    needed = [sum(len(_row_lines(row)) for row in panel.rows) for panel in panels]
    most = max(needed, default=0)
    while sum(_height(min(lines, most)) + GAP for lines in needed) - GAP > height and most > 0:
        most -= 1
    items: list[Item] = []
    for panel, lines in zip(panels, needed, strict=True):
        items += _panel(panel, x, y, min(lines, most))
        y += _height(min(lines, most)) + GAP
    return items


# ---- header and legend -----------------------------------------------------------------------------------------------


def _header(scene: Scene, width: float) -> tuple[list[Item], float]:
    """Return the items of the header and the y at which the board begins."""
    y = PAD + 20
    items: list[Item] = []
    if scene.title:
        items.append(Text(PAD + 8, y, scene.title, 24, LIGHT, bold=True, cls="title"))
    if scene.banner:  # next to the title, where nothing has to move for it
        left = PAD + 8 + (text_width(scene.title, 24, bold=True) + 24 if scene.title else 0)
        items.append(Rect(left, PAD, width - PAD - left, 30, scene.banner_colour, LIGHT, 1.5, 6, cls="banner"))
        items.append(
            Text((left + width - PAD) / 2, PAD + 22, scene.banner, 20, ink(scene.banner_colour), "middle", bold=True, cls="banner")
        )
    y += 28
    facts, lines = _facts(scene.facts, y, width)
    items += facts
    y += 10 + 26 * (lines - 1)
    x = PAD + 8
    for goal in scene.goals:
        w = text_width(_NUMBER.sub("00", goal.text), 14) + 20  # independent of the numbers
        if x + w > width - PAD and x > PAD + 8:
            x, y = PAD + 8, y + 22
        items += _tick(x, y + 16, goal.done)
        items.append(Text(x + 19, y + 16, goal.text, 14, DONE if goal.done else LIGHT, cls="goal"))
        x += w + 24
    if scene.goals:
        y += 22
    return items, y + 12 + 26 * (FACT_LINES - lines)


def _facts(facts: Sequence[Fact], y: float, width: float) -> tuple[list[Item], int]:
    """Return the facts, the first line of them at ``y``, and the number of lines; facts that do not fit are left out."""
    items: list[Item] = []
    x, lines = PAD + 8, 1
    for fact in facts:
        shapes, w = _fact(fact, x, y)
        if x + w > width - PAD and x > PAD + 8:
            if lines == FACT_LINES:
                break
            x, y, lines = PAD + 8, y + 26, lines + 1
            shapes, w = _fact(fact, x, y)
        items += shapes
        x += w + 22
    return items, lines


def _fact(fact: Fact, x: float, y: float) -> tuple[list[Item], float]:
    items: list[Item] = []
    w = 0.0
    if fact.label:
        items.append(Text(x, y, fact.label, 15, MUTED, cls="fact"))
        w = text_width(fact.label, 15) + 7
    if fact.colour:
        badge, wide = _badge(fact.text, fact.colour, x + w, y, 15)
        return items + badge, w + wide
    items.append(Text(x + w, y, fact.text, 15, LIGHT, bold=True, cls="fact"))
    return items, w + text_width(fact.text, 15, bold=True)


def _badge(text: str, colour: Colour, x: float, y: float, size: float) -> tuple[list[Item], float]:
    """Return a text on a rounded background; (x, y) is the left end of its baseline."""
    w = text_width(text, size, bold=True) + 0.9 * size
    ground = Rect(x, y - 1.05 * size, w, 1.4 * size, colour, "", 1.0, 0.4 * size)
    return [ground, Text(x + w / 2, y, text, size, ink(colour), "middle", bold=True, cls="badge")], w


def _tick(x: float, y: float, done: bool) -> list[Item]:
    items: list[Item] = [Rect(x, y - 11.5, 13, 13, DONE if done else CARD, DONE if done else MUTED, 1.4, 3)]
    if done:
        items += [Line(x + 3, y - 5, x + 5.5, y - 2, BACKGROUND, 2.2), Line(x + 5.5, y - 2, x + 10.5, y - 9, BACKGROUND, 2.2)]
    return items


def _legend(facts: tuple[Fact, ...], left: float, y: float, right: float) -> tuple[list[Item], float]:
    """Return the legend in lines that end before ``right``, and its lower edge; signs are drawn."""
    items: list[Item] = []
    drawn = any(isinstance(fact, Sign) for fact in facts)
    x, y, step = left, y + 10 * drawn, 38 if drawn else 24
    for fact in facts:
        shapes, w = _sign(fact, x, y)
        if x > left and x + w + 6 + text_width(fact.text, 13) > right:
            x, y = left, y + step
            shapes, w = _sign(fact, x, y)
        items += [*shapes, Text(x + w + 6, y, fact.text, 13, MUTED, cls="legend")]
        x += w + text_width(fact.text, 13) + 24
    return items, y + 4 + 6 * drawn if facts else y - 20


def _sign(fact: Fact, x: float, y: float) -> tuple[list[Item], float]:
    """Draw the sign of a line of the legend, left of its words at (x, y): a drawing on the board's background, or a badge."""
    if isinstance(fact, Sign) and fact.items:
        ground = Rect(x, y - 20, fact.width + 6, 32, GROUND, "", 1.0, 5)
        return [ground, *(shift(item, x + 3, y - 18) for item in fact.items)], fact.width + 6
    shapes, w = _badge(fact.label, fact.colour, x, y, 13)
    if isinstance(shapes[0], Rect):
        shapes[0] = replace(shapes[0], stroke=MUTED)
    return shapes, w


# ---- panels ----------------------------------------------------------------------------------------------------------


def _row_lines(row: Fact) -> list[str]:
    return wrap(row.text, TEXT, PANEL_WIDTH - 24 - LABEL)


def _height(lines: int) -> float:
    """Return the height of a panel with ``lines`` lines of text."""
    return 66.0 + lines * LINE_HEIGHT


def _panel(panel: Panel, x: float, y: float, lines: int) -> list[Item]:
    height = _height(lines)
    text = "#7d8690" if panel.gone else LIGHT
    shapes: list[Item] = [
        Rect(x, y, PANEL_WIDTH, height, CARD, GOLD if panel.active else CARD_EDGE, 2.6 if panel.active else 1.0, 8),
        Rect(x + 4, y + 8, 5, height - 16, panel.colour if not panel.gone else "#50565e", radius=2.5),
    ]
    shapes += _heading(panel, x + 16, y, text)
    left = x + 16.0
    for meter in panel.meters:
        drawn, w = _meter(meter, left, y + 52, panel.gone)
        shapes += drawn
        left += w + 22
    baseline = y + 62 + 12
    told = [(row.label if number == 0 else "", line) for row in panel.rows for number, line in enumerate(_row_lines(row))]
    for label, line in told[:lines]:
        if label:
            shapes.append(Text(x + 16, baseline, label, 12, MUTED, cls="label"))
        shapes.append(Text(x + 16 + LABEL, baseline, line, TEXT, text))
        baseline += LINE_HEIGHT
    return [Group(tuple(shapes), f"panel:{panel.tag}", panel.title, "panel")]


def _heading(panel: Panel, x: float, y: float, text: Colour) -> list[Item]:
    fill = "#50565e" if panel.gone or not panel.colour else panel.colour
    size = (14, 14, 12, 10)[min(3, len(panel.mark))]
    items: list[Item] = [
        Circle(x + 14, y + 22, 13, "#ffffff", "#14161a", 1.0),
        Circle(x + 14, y + 22, 11, fill, "#14161a", 0.8),
        Text(x + 14, y + 22 + size * 0.355, panel.mark, size, ink(fill), "middle", bold=True),
    ]
    name = shorten(panel.title, 17, 120, bold=True)
    items.append(Text(x + 34, y + 28, name, 17, text, bold=True, cls="name"))
    left = x + 34 + text_width(name, 17, bold=True) + 10
    for badge in panel.badges:
        if left + text_width(badge.text, 12, bold=True) > x + PANEL_WIDTH - 26:
            break
        shapes, w = _badge(badge.text, badge.colour or "#414b58", left, y + 27, 12)
        items += shapes
        left += w + 5
    return items


def _meter(meter: Meter, x: float, y: float, dim: bool) -> tuple[list[Item], float]:
    """Return label and pips or bar; (x, y) is the left end of the baseline."""
    items: list[Item] = [Text(x, y, meter.label, 12, MUTED, cls="label")]
    left = x + text_width(meter.label, 12) + 8
    fill = "#50565e" if dim else meter.colour
    if meter.pips:
        for n in range(meter.maximum):
            items.append(Circle(left + 6, y - 4.4, 5.4, fill if n < meter.value else "", fill, 1.6))
            left += 15
    else:
        items.append(Rect(left, y - 9, 70, 9, "", fill, 1.2, 3))
        if meter.value > 0:
            items.append(Rect(left, y - 9, 70 * min(1.0, meter.value / meter.maximum), 9, fill, radius=3))
        left += 76
    if meter.text:
        items.append(Text(left + 2, y, meter.text, 12, LIGHT))
        left += text_width(meter.text, 12) + 4
    return items, left - x

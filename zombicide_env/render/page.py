"""A whole page from a scene: header, board and panels as one drawing list, for the painters that draw shapes."""

from __future__ import annotations

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

PAD: Final = 14.0
GAP: Final = 8.0
PANEL_WIDTH: Final = 336.0
LABEL: Final = 46.0
LINE_HEIGHT: Final = 17.0
TEXT: Final = 13.0


@dataclass(frozen=True, slots=True)
class Page:
    """A drawing list with its size."""

    width: float
    height: float
    items: tuple[Item, ...]


def compose(scene: Scene, panels: bool = True) -> Page:
    """Lay a scene out: the board alone, or header, board and panels (beside the board, in as many columns as look best)."""
    if not panels:
        return Page(scene.width, scene.height, (Rect(0, 0, scene.width, scene.height, BACKGROUND), *scene.items))
    heights = [_panel_height(panel) for panel in scene.panels]
    columns = _columns(heights, scene.height)
    side = max((sum(h + GAP for h in column) - GAP for column in columns), default=0.0)
    width = 2 * PAD + scene.width + len(columns) * (PANEL_WIDTH + GAP)
    header, top = _header(scene, width)
    items: list[Item] = [*header]
    items += [shift(item, PAD, top) for item in scene.items]
    at = 0
    for number, column in enumerate(columns):
        y = top
        for height in column:
            items += _panel(scene.panels[at], PAD + scene.width + GAP + number * (PANEL_WIDTH + GAP), y, height)
            y += height + GAP
            at += 1
    bottom = top + max(scene.height, side)
    items += _legend(scene.legend, PAD + 8, bottom + 20)
    height = bottom + PAD + (24 if scene.legend else 0)
    return Page(width, height, (Rect(0, 0, width, height, BACKGROUND), *items))


def shift(item: Item, dx: float, dy: float) -> Item:
    """The item, moved."""
    if isinstance(item, Group):
        return replace(item, items=tuple(shift(part, dx, dy) for part in item.items))
    if isinstance(item, Line):
        return replace(item, x1=item.x1 + dx, y1=item.y1 + dy, x2=item.x2 + dx, y2=item.y2 + dy)
    if isinstance(item, Polygon):
        return replace(item, points=tuple((x + dx, y + dy) for x, y in item.points))
    return replace(item, x=item.x + dx, y=item.y + dy)


def _columns(heights: list[float], board_height: float) -> list[list[float]]:
    """Panels in one to four columns, as few as keep them about as tall as the board, and balanced."""
    if not heights:
        return []
    for count in range(1, 5):
        limit = max(board_height * 1.3, sum(h + GAP for h in heights) / 4)
        columns: list[list[float]] = [[]]
        target = sum(h + GAP for h in heights) / count
        for height in heights:
            full = sum(h + GAP for h in columns[-1])
            if columns[-1] and full + height / 2 > target and len(columns) < count:
                columns.append([])
            columns[-1].append(height)
        if max(sum(h + GAP for h in column) for column in columns) <= limit:
            break
    return columns


# ---- header and legend -----------------------------------------------------------------------------------------------


def _header(scene: Scene, width: float) -> tuple[list[Item], float]:
    """Items of the header and the y at which the board begins."""
    y = PAD + 20
    items: list[Item] = []
    if scene.title:
        items.append(Text(PAD + 8, y, scene.title, 24, LIGHT, bold=True, cls="title"))
        y += 28
    x = PAD + 8
    for fact in scene.facts:
        shapes, w = _fact(fact, x, y)
        if x + w > width - PAD and x > PAD + 8:
            x, y = PAD + 8, y + 26
            shapes, w = _fact(fact, x, y)
        items += shapes
        x += w + 22
    y += 10
    x = PAD + 8
    for goal in scene.goals:
        w = text_width(goal.text, 14) + 20
        if x + w > width - PAD and x > PAD + 8:
            x, y = PAD + 8, y + 22
        items += _tick(x, y + 16, goal.done)
        items.append(Text(x + 19, y + 16, goal.text, 14, DONE if goal.done else LIGHT, cls="goal"))
        x += w + 24
    if scene.goals:
        y += 22
    if scene.banner:
        items.append(Rect(PAD, y + 6, width - 2 * PAD, 38, scene.banner_colour, LIGHT, 1.5, 6, cls="banner"))
        items.append(Text(width / 2, y + 32, scene.banner, 21, ink(scene.banner_colour), "middle", bold=True, cls="banner"))
        y += 46
    return items, y + 12


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
    """A text on a rounded ground; (x, y) is the left end of its baseline."""
    w = text_width(text, size, bold=True) + 0.9 * size
    ground = Rect(x, y - 1.05 * size, w, 1.4 * size, colour, "", 1.0, 0.4 * size)
    return [ground, Text(x + w / 2, y, text, size, ink(colour), "middle", bold=True, cls="badge")], w


def _tick(x: float, y: float, done: bool) -> list[Item]:
    items: list[Item] = [Rect(x, y - 11.5, 13, 13, DONE if done else CARD, DONE if done else MUTED, 1.4, 3)]
    if done:
        items += [Line(x + 3, y - 5, x + 5.5, y - 2, BACKGROUND, 2.2), Line(x + 5.5, y - 2, x + 10.5, y - 9, BACKGROUND, 2.2)]
    return items


def _legend(facts: tuple[Fact, ...], x: float, y: float) -> list[Item]:
    items: list[Item] = []
    for fact in facts:
        shapes, w = _badge(fact.label, fact.colour, x, y, 13)
        edge = shapes[0]
        if isinstance(edge, Rect):
            shapes[0] = replace(edge, stroke=MUTED)
        items += [*shapes, Text(x + w + 6, y, fact.text, 13, MUTED, cls="legend")]
        x += w + text_width(fact.text, 13) + 24
    return items


# ---- panels ----------------------------------------------------------------------------------------------------------


def _row_lines(row: Fact) -> list[str]:
    return wrap(row.text, TEXT, PANEL_WIDTH - 24 - LABEL)


def _panel_height(panel: Panel) -> float:
    return 62.0 + sum(len(_row_lines(row)) for row in panel.rows) * LINE_HEIGHT + 4


def _panel(panel: Panel, x: float, y: float, height: float) -> list[Item]:
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
    for row in panel.rows:
        shapes.append(Text(x + 16, baseline, row.label, 12, MUTED, cls="label"))
        for line in _row_lines(row):
            shapes.append(Text(x + 16 + LABEL, baseline, line, TEXT, text))
            baseline += LINE_HEIGHT
    return [Group(tuple(shapes), f"panel:{panel.tag}", panel.title, "panel")]


def _heading(panel: Panel, x: float, y: float, text: Colour) -> list[Item]:
    fill = panel.colour if not panel.gone else "#50565e"
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
    """Label and pips or bar; (x, y) is the left end of the baseline."""
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

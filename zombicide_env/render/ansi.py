"""A scene as text for terminals: the board in box-drawing characters, then the panels."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ..core.scene import Colour, Edge, Goal, Grid, Panel, Region, Scene, Span

_RESET: Final = "\x1b[0m"
#: Junctions of walls by their arms: 1 up, 2 right, 4 down, 8 left.
_JOINTS: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
_MIN_CELL: Final = 9
_MAX_CELL: Final = 18
_SIDE: Final = 58  # columns of panels next to the board
_LEAST_BOARD: Final = 76  # minimum columns of a board with panels next to it
_ESCAPE: Final = re.compile("\x1b\\[[0-9;]*m")


def ansi(scene: Scene, color: bool = False, width: int = 100, side: int = 0) -> str:
    """Return the scene as lines of text, each ended by a line feed.

    ``color=True`` adds escape sequences of 256 colors, else the text is plain. The board is about ``width`` columns wide;
    a zone with more contents than fit makes its row taller, nothing is left out. ``side``: number of further columns for panels next to
    the board, 0: below it.
    """
    pen = _Pen(color)
    lines = _board_and_legend(scene, pen, width)
    panels = [line for panel in scene.panels for line in _panel(panel, pen, side or width)]
    lines = _beside_each_other(lines, panels, width) if side else lines + panels
    return "\n".join(line.rstrip() for line in lines) + "\n"


def fitted(scene: Scene, color: bool = False) -> str:
    """Return the scene for the terminal of this process: the panels are next to the board if it is wide enough."""
    width = shutil.get_terminal_size((100, 24)).columns
    if width >= _LEAST_BOARD + 2 + _SIDE:
        return ansi(scene, color, min(120, width - 2 - _SIDE), _SIDE)
    return ansi(scene, color, max(60, min(100, width)))


def colored(choice: str) -> bool:
    """Whether standard output gets colors: always, never, or ("auto") if it is a terminal and NO_COLOR is not set."""
    return choice == "always" or (choice == "auto" and sys.stdout.isatty() and "NO_COLOR" not in os.environ)


def _beside_each_other(left: list[str], right: list[str], width: int) -> list[str]:
    """Return two texts side by side, the second one ``width + 2`` columns from the left."""
    lines = []
    for number in range(max(len(left), len(right))):
        first = left[number] if number < len(left) else ""
        second = right[number] if number < len(right) else ""
        lines.append(first + " " * max(2, width + 2 - len(_ESCAPE.sub("", first))) + second)
    return lines


def _board_and_legend(scene: Scene, pen: _Pen, width: int) -> list[str]:
    lines = _header(scene, pen, width)
    if scene.grid is not None:
        lines += ["", *_board(scene.grid, pen, width)]
        lines += _beside(scene.grid, pen, width)
    return lines + _fill([Span(f"{fact.label} {fact.text}", fact.colour) for fact in scene.legend if fact.label], pen, width, "  ")


class _Pen:
    """Colors a text, or leaves it plain."""

    def __init__(self, color: bool) -> None:
        self.color = color

    def paint(self, text: str, colour: Colour = "", bold: bool = False) -> str:
        if not self.color or not text or not (colour or bold):
            return text
        codes = (["1"] if bold else []) + ([f"38;5;{_index(colour)}"] if colour else [])
        return f"\x1b[{';'.join(codes)}m{text}{_RESET}"


@lru_cache(maxsize=256)
def _index(colour: Colour) -> int:
    """Return the nearest of the 6 x 6 x 6 colors, lightened where it would be unreadable on a dark background."""
    rgb = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    if max(rgb) < 150:
        rgb = [min(255, value + 90) for value in rgb]
    red, green, blue = (0 if v < 48 else 1 if v < 115 else (v - 35) // 40 for v in rgb)
    return 16 + 36 * red + 6 * green + blue


def _header(scene: Scene, pen: _Pen, width: int) -> list[str]:
    lines = [pen.paint(scene.title, bold=True)] if scene.title else []
    facts = [Span(f"{fact.label} {fact.text}".strip(), fact.colour, bool(fact.colour)) for fact in scene.facts]
    lines += _fill(facts, pen, width, " | ")
    if scene.goals:
        lines += textwrap.wrap("Goals: " + "; ".join(_goal(goal) for goal in scene.goals), width, subsequent_indent="  ")
    if scene.banner:
        lines.append(pen.paint(f"*** {scene.banner} ***", scene.banner_colour, True))
    return lines


def _fill(spans: Sequence[Span], pen: _Pen, width: int, joint: str = " ") -> list[str]:
    """Return spans in lines of at most ``width`` characters, joined by ``joint``; a span is not broken."""
    lines: list[str] = []
    line, used = "", 0
    for span in spans:
        if used and used + len(joint) + len(span.text) > width:
            lines.append(line)
            line, used = "    ", 4
            before = ""
        else:
            before = joint if used else ""
        line += before + pen.paint(span.text, span.colour, span.bold)
        used += len(before) + len(span.text)
    return [*lines, line] if line else lines


def _goal(goal: Goal) -> str:
    return f"[{'x' if goal.done else ' '}] {goal.text}"


# ---- board -----------------------------------------------------------------------------------------------------------


def _flow(region: Region, room: int) -> list[list[Span]]:
    """Return the label and the spans of a region, in lines of at most ``room`` characters."""
    lines: list[list[Span]] = []
    label = [Span(region.label, "", bold=True)]
    for number, spans in enumerate((label, *region.lines)):
        line: list[Span] = []
        # The first line of contents (noise, sealed, dark) may be on the line of the label.
        if number == 1 and lines and all(span.text.startswith(("noise", "sealed", "dark")) for span in spans):
            line = lines.pop()
        for span in (Span(s.text[at : at + room], s.colour, s.bold) for s in spans for at in range(0, len(s.text), room)):
            if line and _length(line) + 1 + len(span.text) > room:
                lines.append(line)
                line = []
            line.append(span)
        lines.append(line)
    return lines


def _length(spans: list[Span]) -> int:
    return sum(len(span.text) for span in spans) + max(0, len(spans) - 1)


def _runs(grid: Grid) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the row segment for the text of each region, the widest and uppermost: (row, column) -> (region, cells)."""
    best: dict[int, tuple[int, int, int]] = {}
    for r, row in enumerate(grid.cells):
        c = 0
        while c < len(row):
            end = c
            while end < len(row) and row[end] == row[c]:
                end += 1
            if row[c] >= 0 and end - c > best.get(row[c], (0, 0, 0))[2]:
                best[row[c]] = (r, c, end - c)
            c = end
    return {(r, c): (region, n) for region, (r, c, n) in best.items()}


def _board(grid: Grid, pen: _Pen, width: int) -> list[str]:
    rows, cols = len(grid.cells), len(grid.cells[0])
    size = max(_MIN_CELL, min(_MAX_CELL, (width - 1) // cols - 1))
    runs = _runs(grid)
    texts = {at: _flow(grid.regions[region], n * (size + 1) - 3) for at, (region, n) in runs.items()}
    lines: list[str] = []
    for r in range(rows + 1):
        lines.append(_border_line(grid, r, size, pen))
        if r < rows:
            height = max([3, *(len(text) for (row, _), text in texts.items() if row == r)])
            for line in range(height):
                lines.append(_cell_line(grid, r, line, height, size, runs, texts, pen))
    return lines


def _cell_line(
    grid: Grid,
    r: int,
    line: int,
    height: int,
    size: int,
    runs: dict[tuple[int, int], tuple[int, int]],
    texts: dict[tuple[int, int], list[list[Span]]],
    pen: _Pen,
) -> str:
    cols = len(grid.cells[0])
    out = _upright(grid.east[r][0], line, height, pen)
    c = 0
    while c < cols:
        n = runs.get((r, c), (0, 1))[1]
        room = n * (size + 1) - 1
        text = texts.get((r, c), [])
        spans = text[line] if line < len(text) else []
        body = " ".join(pen.paint(span.text, span.colour, span.bold) for span in spans)
        out += " " + body + " " * (room - 1 - _length(spans))
        c += n
        out += _upright(grid.east[r][c], line, height, pen)
    return out


def _upright(edge: Edge, line: int, height: int, pen: _Pen) -> str:
    middle = abs(line - (height - 1) / 2) <= (1.0 if height > 3 else 0.5)
    if edge.kind == "none" or (edge.kind == "gap" and middle):
        return " "
    if edge.kind == "line":
        return pen.paint("┊", "#909090")
    if edge.kind.startswith("door") and middle:
        return pen.paint({"door_open": "/", "door_closed": "#", "door_locked": "X"}[edge.kind], edge.colour, True)
    return "┃"


def _border_line(grid: Grid, r: int, size: int, pen: _Pen) -> str:
    cols = len(grid.cells[0])
    out = ""
    for c in range(cols + 1):
        out += _joint(grid, r, c)
        if c < cols:
            out += _level(grid.south[r][c], size, pen)
    return out


def _level(edge: Edge, size: int, pen: _Pen) -> str:
    if edge.kind == "none":
        return " " * size
    if edge.kind == "line":
        return pen.paint("┈" * size, "#909090")
    if edge.kind == "wall":
        return "━" * size
    hole = size // 3 + (size - size // 3) % 2
    side = (size - hole) // 2
    sign = {"gap": " ", "door_open": "/", "door_closed": "#", "door_locked": "X"}[edge.kind]
    return "━" * side + pen.paint(sign * hole, edge.colour, edge.kind != "gap") + "━" * (size - side - hole)


def _joint(grid: Grid, r: int, c: int) -> str:
    rows, cols = len(grid.cells), len(grid.cells[0])

    def solid(edges: tuple[tuple[Edge, ...], ...], row: int, col: int) -> bool:
        return 0 <= row < len(edges) and 0 <= col < len(edges[0]) and edges[row][col].kind not in ("none", "line")

    up = r > 0 and solid(grid.east, r - 1, c)
    down = r < rows and solid(grid.east, r, c)
    left = c > 0 and solid(grid.south, r, c - 1)
    right = c < cols and solid(grid.south, r, c)
    return _JOINTS[up + 2 * right + 4 * down + 8 * left]


def _beside(grid: Grid, pen: _Pen, width: int) -> list[str]:
    """Return regions without cells (vaults), one line each."""
    on_board = {region for row in grid.cells for region in row}
    lines = []
    for number, region in enumerate(grid.regions):
        if number not in on_board:
            parts = [Span(region.label, region.colour, True), Span(f"({region.kind}):")]
            for spans in region.lines:
                last = spans is region.lines[-1]
                parts += [*spans[:-1], Span(spans[-1].text + ("" if last else ";"), spans[-1].colour, spans[-1].bold)]
            lines += _fill(parts, pen, width)
    return lines


# ---- panels ----------------------------------------------------------------------------------------------------------


def _panel(panel: Panel, pen: _Pen, width: int) -> list[str]:
    sign = ">" if panel.active else " "
    name = pen.paint(f"{sign} {panel.mark:<3}{panel.title}", "" if panel.gone else panel.colour, panel.active)
    parts = [badge.text for badge in panel.badges]
    parts += [f"{meter.label.lower()} {meter.value}/{meter.maximum}" for meter in panel.meters]
    lines = [f"{name}: " + ", ".join(parts)]
    rest = " | ".join(f"{row.label}: {row.text}" for row in panel.rows)
    return lines + textwrap.wrap(rest, width, initial_indent="     ", subsequent_indent="     ")

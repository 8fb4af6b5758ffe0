"""A scene as pixels, drawn with Pillow at twice the size and downsampled: smooth edges, deterministic bytes.

Most of a picture does not change in a move, so the last picture of each size is kept, with the shapes that touch each of its
tiles: only tiles whose shapes have changed are painted again. The result never depends on the previous picture.

Pillow is imported on first use and includes a scalable font, so that nothing depends on the machine's fonts.
"""

from __future__ import annotations

import io
import math
import threading
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from ..core.scene import Circle, Colour, Line, Polygon, Rect, Scene, Shape, Text, flatten
from .page import BACKGROUND, compose

_OVER: Final = 2  # samples per pixel and direction
_ANCHORS: Final = {"start": "ls", "middle": "ms", "end": "rs"}
_TILE: Final = 48  # side of a tile in pixels
_MARGIN: Final = 8  # pixels
_PICTURES: Final = 4  # pictures of different sizes kept per thread
_SHAPES: Final = 20_000  # maximum number of shapes whose tiles a picture caches

_Box = tuple[int, int, int, int]


def rgb_array(scene: Scene, panels: bool = True, scale: float = 1.0) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return the scene as a uint8 array of shape (height, width, 3).

    ``panels=False`` draws the board alone; ``scale`` enlarges or shrinks the picture. Raises ``ImportError`` where Pillow is
    missing and ``ValueError`` for a scale that is not positive.
    """
    return _pixels(scene, panels, scale).copy()


def png(scene: Scene) -> bytes:
    """Return the picture of ``rgb_array`` as a PNG file."""
    file = io.BytesIO()
    _pillow()[0].fromarray(_pixels(scene, True, 1.0)).save(file, "PNG")
    return file.getvalue()


def _pixels(scene: Scene, panels: bool, scale: float) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return the picture, in memory that the next one of its size overwrites."""
    if not scale > 0:
        raise ValueError(f"scale is {scale}; a picture needs a positive scale, 1.0 for one pixel per unit")
    page = compose(scene, panels)
    key = (max(1, round(page.width * scale)), max(1, round(page.height * scale)), scale)
    pictures = _kept.__dict__.setdefault("pictures", {})
    picture = pictures.pop(key, None) or _Picture(*key)
    pictures[key] = picture  # most recently used last
    if len(pictures) > _PICTURES:
        del pictures[next(iter(pictures))]
    return picture.show(list(flatten(page.items)))


_kept = threading.local()


class _Picture:
    """The last picture of a size, with the shapes that touch each tile of it."""

    def __init__(self, width: int, height: int, scale: float) -> None:
        self._image, self._draw = _pillow()
        self.pixels = np.zeros((height, width, 3), np.uint8)
        self._k = scale * _OVER
        self._columns, self._rows = -(-width // _TILE), -(-height // _TILE)
        self._shown: list[tuple[int, ...]] = [(-1,)] * (self._columns * self._rows)
        self._known: dict[Shape, tuple[int, tuple[int, ...]]] = {}  # number and tiles of each shape
        self._next = 0

    def show(self, shapes: Sequence[Shape]) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Paint the changes."""
        if len(self._known) > _SHAPES:
            self._known.clear()
        touching: list[list[int]] = [[] for _ in self._shown]
        order: list[tuple[int, Shape]] = []
        for shape in shapes:
            number, tiles = self._known.get(shape) or self._learn(shape)
            order.append((number, shape))
            for tile in tiles:
                touching[tile].append(number)
        now = [tuple(numbers) for numbers in touching]
        changed = [before != after for before, after in zip(self._shown, now, strict=True)]
        self._shown = [(-1,)] * len(now)  # an interrupted painting must not count as shown
        for left, top, right, low in self._areas(changed):
            numbers = {number for row in range(top, low) for tile in range(left, right) for number in now[row * self._columns + tile]}
            self._paint((left, top, right, low), [shape for number, shape in order if number in numbers])
        self._shown = now
        return self.pixels

    def _learn(self, shape: Shape) -> tuple[int, tuple[int, ...]]:
        x1, y1, x2, y2 = _box(shape, self._k)
        side = _TILE * _OVER
        columns = range(max(0, x1 // side), min(self._columns, x2 // side + 1))
        rows = range(max(0, y1 // side), min(self._rows, y2 // side + 1))
        self._next += 1
        found = self._next, tuple(row * self._columns + column for row in rows for column in columns)
        self._known[shape] = found
        return found

    def _areas(self, changed: Sequence[bool]) -> Iterator[_Box]:
        """Yield the changed tiles as rectangles of columns and rows: runs of a row, joined with equal runs below."""
        open_runs: dict[tuple[int, int], int] = {}
        for row in range(self._rows + 1):
            line = changed[row * self._columns : (row + 1) * self._columns] if row < self._rows else ()
            edges = [x for x in range(len(line) + 1) if (x > 0 and line[x - 1]) != (x < len(line) and line[x])]
            runs = set(zip(edges[::2], edges[1::2], strict=True))
            for run in [run for run in open_runs if run not in runs]:
                yield run[0], open_runs.pop(run), run[1], row
            for run in runs:
                open_runs.setdefault(run, row)

    def _paint(self, area: _Box, shapes: Sequence[Shape]) -> None:
        height, width, _ = self.pixels.shape
        left, top, right, low = (edge * _TILE for edge in area)
        right, low = min(right, width), min(low, height)
        # Pillow rounds towards zero: the margin keeps all visible coordinates positive.
        x, y = left - _MARGIN, top - _MARGIN
        image = self._image.new("RGB", ((right - x) * _OVER, (low - y) * _OVER), BACKGROUND)
        brush = _Brush(self._draw.Draw(image, "RGBA"), self._k, x * _OVER, y * _OVER)
        for shape in shapes:
            brush.draw(shape)
        self.pixels[top:low, left:right] = np.asarray(image.reduce(_OVER))[_MARGIN:, _MARGIN:]


def _box(shape: Shape, k: float) -> _Box:
    """Return the bounding box of the shape in pixels, strokes included: left, top, right, lower edge."""
    if isinstance(shape, Text):
        size = _font_size(shape, k)
        if size < _SMALLEST:
            return 0, 0, -1, -1
        x1, y1, x2, y2 = _font(size).getbbox(shape.text, anchor=_ANCHORS[shape.anchor])
        x, y, grow = shape.x * k, shape.y * k, 4 + size * 0.05
        x1, y1, x2, y2 = x + x1, y + y1, x + x2, y + y2
    elif isinstance(shape, Circle):
        grow = shape.stroke_width * k + 4
        x1, y1, x2, y2 = ((shape.x - shape.r) * k, (shape.y - shape.r) * k, (shape.x + shape.r) * k, (shape.y + shape.r) * k)
    elif isinstance(shape, Polygon):
        grow = shape.stroke_width * k + 4
        xs, ys = zip(*shape.points, strict=True)
        x1, y1, x2, y2 = min(xs) * k, min(ys) * k, max(xs) * k, max(ys) * k
    elif isinstance(shape, Line):
        grow = shape.width * k + 4
        x1, x2 = sorted((shape.x1 * k, shape.x2 * k))
        y1, y2 = sorted((shape.y1 * k, shape.y2 * k))
    else:
        grow = shape.stroke_width * k + 4
        x1, y1, x2, y2 = shape.x * k, shape.y * k, (shape.x + shape.w) * k, (shape.y + shape.h) * k
    return math.floor(x1 - grow), math.floor(y1 - grow), math.ceil(x2 + grow), math.ceil(y2 + grow)


def _pillow() -> tuple[Any, Any]:
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise ImportError("pictures need Pillow, which is not installed; install it with: pip install pillow") from error
    return Image, ImageDraw


_SMALLEST: Final = 2  # letters smaller than this are left out


def _font_size(text: Text, k: float) -> float:
    return round(text.size * k * 2) / 2


@lru_cache(maxsize=256)
def _font(size: float) -> Any:
    from PIL import ImageFont

    font: Any = ImageFont.load_default(size)
    font.getmask2 = lru_cache(maxsize=1024)(font.getmask2)  # caches the rendered letters of a text
    return font


class _Brush:
    """Draws shapes into a part of a picture whose unit is ``k`` pixels; the part begins at the pixel (left, top).

    Coordinates are rounded before the offset is subtracted, so that a part has the same pixels as in the whole picture.
    """

    def __init__(self, canvas: Any, k: float, left: int, top: int) -> None:
        self.canvas = canvas
        self.k = k
        self.left = left
        self.top = top

    def _at(self, *edges: float) -> list[int]:
        """Convert x, y, x, y, ... in pixels of the whole to pixels of the part."""
        return [int(edge) - (self.top if place % 2 else self.left) for place, edge in enumerate(edges)]

    def draw(self, shape: Shape) -> None:
        if isinstance(shape, Rect):
            self._rect(shape)
        elif isinstance(shape, Line):
            self._line(shape)
        elif isinstance(shape, Polygon):
            self._polygon(shape)
        elif isinstance(shape, Circle):
            self._circle(shape)
        else:
            self._text(shape)

    def _stroke(self, colour: Colour, width: float) -> int:
        return max(1, round(width * self.k)) if colour else 0

    def _rect(self, rect: Rect) -> None:
        k, stroke = self.k, self._stroke(rect.stroke, rect.stroke_width)
        x1, y1, x2, y2 = (round(v * k) for v in (rect.x, rect.y, rect.x + rect.w, rect.y + rect.h))
        if x2 <= x1 or y2 <= y1:
            return
        if rect.dash and rect.stroke:
            if rect.fill:
                self.canvas.rounded_rectangle(self._at(x1, y1, x2 - 1, y2 - 1), round(rect.radius * k), rect.fill)
            x, y, right, low = rect.x, rect.y, rect.x + rect.w, rect.y + rect.h
            for ends in ((x, y, right, y), (right, y, right, low), (right, low, x, low), (x, low, x, y)):
                self._line(Line(*ends, rect.stroke, rect.stroke_width, rect.dash))
            return
        # Half of a stroke is outside its rectangle, as in SVG.
        grow = stroke // 2
        box = self._at(x1 - grow, y1 - grow, x2 - 1 + grow, y2 - 1 + grow)
        outline = rect.stroke or None
        if rect.radius:
            self.canvas.rounded_rectangle(box, round(rect.radius * k) + grow, rect.fill or None, outline, stroke)
        else:
            self.canvas.rectangle(box, rect.fill or None, outline, stroke)

    def _line(self, line: Line) -> None:
        k = self.k
        x1, y1, x2, y2 = line.x1 * k, line.y1 * k, line.x2 * k, line.y2 * k
        length = math.hypot(x2 - x1, y2 - y1)
        if length == 0:
            return
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        half = line.width * k / 2
        if line.cls == "wall":  # square ends, so that walls meet in the corners
            x1, y1, length = x1 - ux * half, y1 - uy * half, length + 2 * half
        dash = line.dash * k or length
        at = 0.0
        while at < length:
            end = min(length, at + dash)
            self._bar(x1 + ux * at, y1 + uy * at, x1 + ux * end, y1 + uy * end, uy * half, ux * half, line.stroke)
            at += 2 * dash

    def _bar(self, x1: float, y1: float, x2: float, y2: float, dx: float, dy: float, fill: Colour) -> None:
        """Draw a straight bar; dx and dy lead from its axis to its sides."""
        if dx == 0 or dy == 0:
            left, right = sorted((x1 - abs(dx), x2 + abs(dx))) if dy == 0 else sorted((x1, x2))
            low, high = sorted((y1 - abs(dy), y2 + abs(dy))) if dx == 0 else sorted((y1, y2))
            x, y = round(left), round(low)
            self.canvas.rectangle(self._at(x, y, max(x, round(right) - 1), max(y, round(high) - 1)), fill)
        else:
            self.canvas.polygon(self._at(x1 - dx, y1 + dy, x2 - dx, y2 + dy, x2 + dx, y2 - dy, x1 + dx, y1 - dy), fill)

    def _polygon(self, polygon: Polygon) -> None:
        k = self.k
        points = self._at(*(edge * k for point in polygon.points for edge in point))
        if polygon.fill:
            self.canvas.polygon(points, polygon.fill)
        if polygon.stroke:
            self.canvas.line([*points, *points[:4]], polygon.stroke, self._stroke(polygon.stroke, polygon.stroke_width), "curve")

    def _circle(self, circle: Circle) -> None:
        k, stroke = self.k, self._stroke(circle.stroke, circle.stroke_width)
        x, y, r = circle.x * k, circle.y * k, circle.r * k + stroke / 2
        self.canvas.ellipse(self._at(x - r, y - r, x + r, y + r), circle.fill or None, circle.stroke or None, stroke)

    def _text(self, text: Text) -> None:
        size = _font_size(text, self.k)
        if size < _SMALLEST:
            return
        x, y = self._at(round(text.x * self.k), round(text.y * self.k))
        font, anchor = _font(size), _ANCHORS[text.anchor]
        # The font has one weight: bold letters are drawn again a little to the right, which keeps small ones open.
        bold = max(1, round(size * 0.045)) if text.bold else 0
        for dx in range(bold + 1):
            self.canvas.text((x - bold // 2 + dx, y), text.text, text.fill, font, anchor)

"""A scene as pixels, drawn with Pillow at twice the size and halved: smooth edges, the same bytes every time.

Pillow is imported on first use and brings its own scalable font, so that nothing depends on the machine's fonts.
"""

from __future__ import annotations

import io
import math
from functools import lru_cache
from typing import Any, Final

import numpy as np

from ..core.scene import Circle, Colour, Line, Polygon, Rect, Scene, Text, flatten
from .page import compose

_OVER: Final = 2  # samples per pixel and direction
_ANCHORS: Final = {"start": "ls", "middle": "ms", "end": "rs"}


def rgb_array(scene: Scene, panels: bool = True, scale: float = 1.0) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The scene as a uint8 array of shape (height, width, 3).

    ``panels=False`` draws the board alone; ``scale`` enlarges or shrinks the picture.  Raises ``ImportError`` where Pillow is
    missing and ``ValueError`` for a scale that is not positive.
    """
    return np.array(_image(scene, panels, scale), dtype=np.uint8)


def png(scene: Scene, panels: bool = True, scale: float = 1.0) -> bytes:
    """The picture of ``rgb_array`` as a PNG file."""
    file = io.BytesIO()
    _image(scene, panels, scale).save(file, "PNG")
    return file.getvalue()


def _image(scene: Scene, panels: bool, scale: float) -> Any:
    if not scale > 0:
        raise ValueError(f"scale is {scale}; a picture needs a positive scale, 1.0 for one pixel per unit")
    image_module, draw_module = _pillow()
    page = compose(scene, panels)
    width, height = max(1, round(page.width * scale)), max(1, round(page.height * scale))
    image = image_module.new("RGB", (width * _OVER, height * _OVER), "#171a20")
    brush = _Brush(draw_module.Draw(image, "RGBA"), scale * _OVER)
    for shape in flatten(page.items):
        brush.draw(shape)
    return image.reduce(_OVER)


def _pillow() -> tuple[Any, Any]:
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise ImportError("pictures need Pillow, which is not installed; install it with: pip install pillow") from error
    return Image, ImageDraw


@lru_cache(maxsize=256)
def _font(size: float) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)


class _Brush:
    """Draws shapes into a picture whose unit is ``k`` pixels."""

    def __init__(self, canvas: Any, k: float) -> None:
        self.canvas = canvas
        self.k = k

    def draw(self, shape: Rect | Line | Polygon | Circle | Text) -> None:
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
                self.canvas.rounded_rectangle((x1, y1, x2 - 1, y2 - 1), rect.radius * k, rect.fill)
            x, y, right, low = rect.x, rect.y, rect.x + rect.w, rect.y + rect.h
            for ends in ((x, y, right, y), (right, y, right, low), (right, low, x, low), (x, low, x, y)):
                self._line(Line(*ends, rect.stroke, rect.stroke_width, rect.dash))
            return
        # A stroke lies half outside its rectangle, as in SVG.
        grow = stroke // 2
        box = (x1 - grow, y1 - grow, x2 - 1 + grow, y2 - 1 + grow)
        outline = rect.stroke or None
        if rect.radius:
            self.canvas.rounded_rectangle(box, rect.radius * k + grow, rect.fill or None, outline, stroke)
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
        """A straight bar; dx and dy lead from its axis to its sides."""
        if dx == 0 or dy == 0:
            left, right = sorted((x1 - abs(dx), x2 + abs(dx))) if dy == 0 else sorted((x1, x2))
            low, high = sorted((y1 - abs(dy), y2 + abs(dy))) if dx == 0 else sorted((y1, y2))
            self.canvas.rectangle((round(left), round(low), max(round(left), round(right) - 1), max(round(low), round(high) - 1)), fill)
        else:
            self.canvas.polygon([(x1 - dx, y1 + dy), (x2 - dx, y2 + dy), (x2 + dx, y2 - dy), (x1 + dx, y1 - dy)], fill)

    def _polygon(self, polygon: Polygon) -> None:
        k = self.k
        points = [(x * k, y * k) for x, y in polygon.points]
        if polygon.fill:
            self.canvas.polygon(points, polygon.fill)
        if polygon.stroke:
            self.canvas.line([*points, points[0], points[1]], polygon.stroke, self._stroke(polygon.stroke, polygon.stroke_width), "curve")

    def _circle(self, circle: Circle) -> None:
        k, stroke = self.k, self._stroke(circle.stroke, circle.stroke_width)
        x, y, r = circle.x * k, circle.y * k, circle.r * k + stroke / 2
        self.canvas.ellipse((x - r, y - r, x + r, y + r), circle.fill or None, circle.stroke or None, stroke)

    def _text(self, text: Text) -> None:
        size = round(text.size * self.k * 2) / 2
        if size < 2:
            return
        x, y, font, anchor = round(text.x * self.k), round(text.y * self.k), _font(size), _ANCHORS[text.anchor]
        # The font has one weight: bold letters are drawn again a little to the right, which keeps small ones open.
        bold = max(1, round(size * 0.045)) if text.bold else 0
        for dx in range(bold + 1):
            self.canvas.text((x - bold // 2 + dx, y), text.text, text.fill, font, anchor)

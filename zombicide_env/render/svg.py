"""A scene as an SVG document or fragment: text only, no library."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import Final

from ..core.scene import Circle, Colour, Group, Item, Line, Polygon, Rect, Scene, Shape, Text
from .page import compose, shift

_KEPT: Final = 8192  # cached texts of items: most of a board does not change in a move
_END: Final = "</g>"
FONT: Final = "Inter, Aileron, 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif"


def svg(scene: Scene, panels: bool = True) -> str:
    """Return the scene as one ``<svg>`` element.

    ``panels=False`` leaves header and panels out: the board alone, for a page that shows the rest itself. Every item with a
    tag has it as ``data-tag``; groups have a ``<title>``, so that browsers and screen readers can name them.
    """
    page = compose(scene, panels)
    w, h = _number(page.width), _number(page.height)
    title = f"<title>{escape(scene.title)}</title>" if scene.title else ""
    body = "\n".join(_item(item) for item in page.items)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" '
        f'font-family="{escape(FONT, quote=True)}">{title}\n{body}\n</svg>\n'
    )


def placed(scene: Scene) -> tuple[str, list[tuple[str, float, float]]]:
    """Return the parts of the drawing of ``svg`` for reuse: its ``viewBox``, and each element's text at the origin with its position.

    The tags of a group are parts of their own, at (0, 0), with the contents of the group between them.
    """
    page = compose(scene)
    title = [(f"<title>{escape(scene.title)}</title>", 0.0, 0.0)] if scene.title else []
    return f"0 0 {_number(page.width)} {_number(page.height)}", title + [part for item in page.items for part in _parts(item)]


@lru_cache(_KEPT)
def _parts(item: Item) -> tuple[tuple[str, float, float], ...]:
    if isinstance(item, Group):
        begin = _item(replace(item, items=())).removesuffix(_END)
        return (begin, 0.0, 0.0), *(part for inner in item.items for part in _parts(inner)), (_END, 0.0, 0.0)
    x, y = _anchor(item)
    return ((_item(shift(item, -x, -y)), float(_number(x)), float(_number(y))),)


def _anchor(item: Shape) -> tuple[float, float]:
    if isinstance(item, Line):
        return item.x1, item.y1
    if isinstance(item, Polygon):
        return item.points[0]
    return item.x, item.y


def drawing(items: Iterable[Item], width: float) -> str:
    """Return a few shapes, 28 units high, as a separate SVG picture."""
    return f'<svg viewBox="0 0 {_number(width)} 28" aria-hidden="true">{"".join(_item(item) for item in items)}</svg>'


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _names(item: Item) -> str:
    tag = f' data-tag="{escape(item.tag, quote=True)}"' if item.tag else ""
    return tag + (f' class="{escape(item.cls, quote=True)}"' if item.cls else "")


def _colour(name: str, colour: Colour) -> str:
    if not colour:
        return f' {name}="none"'
    if len(colour) == 9:
        return f' {name}="{colour[:7]}" {name}-opacity="{_number(int(colour[7:], 16) / 255)}"'
    return f' {name}="{colour}"'


def _paint(fill: Colour, stroke: Colour, width: float) -> str:
    return _colour("fill", fill) + (f'{_colour("stroke", stroke)} stroke-width="{_number(width)}"' if stroke else "")


@lru_cache(_KEPT)
def _item(item: Item) -> str:
    n = _number
    if isinstance(item, Group):
        title = f"<title>{escape(item.title)}</title>" if item.title else ""
        return f"<g{_names(item)}>{title}{''.join(_item(part) for part in item.items)}{_END}"
    if isinstance(item, Rect):
        radius = f' rx="{n(item.radius)}"' if item.radius else ""
        dash = f' stroke-dasharray="{n(item.dash)}"' if item.dash else ""
        place = f'x="{n(item.x)}" y="{n(item.y)}" width="{n(item.w)}" height="{n(item.h)}"'
        return f"<rect {place}{radius}{_paint(item.fill, item.stroke, item.stroke_width)}{dash}{_names(item)}/>"
    if isinstance(item, Line):
        dash = f' stroke-dasharray="{n(item.dash)}"' if item.dash else ' stroke-linecap="square"' if item.cls == "wall" else ""
        place = f'x1="{n(item.x1)}" y1="{n(item.y1)}" x2="{n(item.x2)}" y2="{n(item.y2)}"'
        return f'<line {place}{_colour("stroke", item.stroke)} stroke-width="{n(item.width)}"{dash}{_names(item)}/>'
    if isinstance(item, Polygon):
        points = " ".join(f"{n(x)},{n(y)}" for x, y in item.points)
        return f'<polygon points="{points}"{_paint(item.fill, item.stroke, item.stroke_width)} stroke-linejoin="round"{_names(item)}/>'
    if isinstance(item, Circle):
        place = f'cx="{n(item.x)}" cy="{n(item.y)}" r="{n(item.r)}"'
        return f"<circle {place}{_paint(item.fill, item.stroke, item.stroke_width)}{_names(item)}/>"
    return _text(item)


def _text(item: Text) -> str:
    anchor = f' text-anchor="{item.anchor}"' if item.anchor != "start" else ""
    weight = ' font-weight="700"' if item.bold else ""
    place = f'x="{_number(item.x)}" y="{_number(item.y)}" font-size="{_number(item.size)}"'
    return f"<text {place}{_colour('fill', item.fill)}{anchor}{weight}{_names(item)}>{escape(item.text)}</text>"

"""HTML with SVG for notebooks, which needs no server, no other file and no other library."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from html import escape
from typing import Any, Final

from ..core.scene import Scene
from .svg import placed, svg

__all__ = ["picture", "slides"]

#: Draws the frame selected by a slider. It is unpacked at the first use, and kept by the slider.
_SHOW: Final = """(async (slider) => {
  const packed = Uint8Array.from(atob(slider.dataset.film), (byte) => byte.charCodeAt(0));
  slider.film ??= new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))).json();
  const { shapes, frames } = await slider.film, { caption, box, items } = frames[slider.value];
  let drawn = '';
  for (let i = 0; i < items.length; i += 3) {
    const shape = shapes[items[i]], [x, y] = [items[i + 1], items[i + 2]];
    drawn += x || y ? `<g transform='translate(${x} ${y})'>${shape}</g>` : shape;
  }
  const picture = slider.parentNode.querySelector('svg');
  picture.setAttribute('viewBox', box);
  picture.innerHTML = drawn;
  slider.parentNode.querySelector('figcaption').textContent = slider.ariaValueText = caption;
})(this)"""


def picture(scene: Scene) -> str:
    """Return a scene as HTML, at most as wide as the notebook."""
    return f'<div style="max-width: 60em">{_fluid(svg(scene))}</div>'


def slides(scenes: Sequence[Scene], captions: Sequence[str]) -> str:
    """Return several scenes, of which a slider shows one.

    The last one is drawn, with its caption below, for pages that run no scripts (GitHub, an untrusted notebook).
    """
    last = len(scenes) - 1
    slider = (
        f'<input type="range" min="0" max="{last}" value="{last}" style="width: 100%" aria-label="position" '
        f'data-film="{_film(scenes, captions)}" oninput="{escape(_SHOW)}">'
    )
    figure = f'<figure style="margin: 0">{_fluid(svg(scenes[-1]))}<figcaption>{escape(captions[-1])}</figcaption></figure>'
    return f'<div style="max-width: 60em">{slider}{figure}</div>'


def _film(scenes: Sequence[Scene], captions: Sequence[str]) -> str:
    """Return all scenes, packed: a zombie is one shape wherever and whenever it is drawn, and a frame is a list of shapes with positions.

    ``{"shapes": [text], "frames": [{"caption": text, "box": viewBox, "items": [shape, x, y, shape, x, y, ...]}]}``
    as JSON, deflated, in base64.
    """
    shapes: dict[str, int] = {}
    frames: list[dict[str, Any]] = []
    for scene, caption in zip(scenes, captions, strict=True):
        box, items = placed(scene)
        flat = [number for text, x, y in items for number in (shapes.setdefault(text, len(shapes)), x, y)]
        frames.append({"caption": caption, "box": box, "items": flat})
    text = json.dumps({"shapes": list(shapes), "frames": frames}, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def _fluid(drawing: str) -> str:
    return drawing.replace("<svg ", '<svg style="max-width: 100%; height: auto" ', 1)

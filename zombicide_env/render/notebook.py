"""Pictures for notebooks: HTML with SVG inside, which needs no server and no other library."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from ..core.scene import Scene
from .svg import svg

__all__ = ["picture", "slides"]

_SHOW: Final = "const all = this.parentNode.querySelectorAll('figure'); all.forEach((one, i) => { one.hidden = i != this.value; })"


def picture(scene: Scene) -> str:
    """A scene as HTML, as wide as the notebook at most."""
    return f'<div style="max-width: 60em">{_fluid(svg(scene))}</div>'


def slides(scenes: Sequence[Scene], captions: Sequence[str]) -> str:
    """Several scenes, of which a slider shows one; at first the last one, with its caption below."""
    last = len(scenes) - 1
    figures = "".join(
        f'<figure style="margin: 0"{"" if i == last else " hidden"}>{_fluid(svg(scene))}<figcaption>{escape(caption)}</figcaption></figure>'
        for i, (scene, caption) in enumerate(zip(scenes, captions, strict=True))
    )
    slider = f'<input type="range" min="0" max="{last}" value="{last}" style="width: 100%" aria-label="position" oninput="{_SHOW}">'
    return f'<div style="max-width: 60em">{slider}{figures}</div>'


def _fluid(drawing: str) -> str:
    return drawing.replace("<svg ", '<svg style="max-width: 100%; height: auto" ', 1)

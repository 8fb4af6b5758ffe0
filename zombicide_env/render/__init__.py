"""Renderers: a ``core.scene.Scene`` as SVG (``svg.svg``), as pixels (``raster.rgb_array``), as text (``ansi.ansi``)."""

from __future__ import annotations

from .ansi import ansi
from .raster import png, rgb_array
from .svg import svg

__all__ = ["ansi", "png", "rgb_array", "svg"]

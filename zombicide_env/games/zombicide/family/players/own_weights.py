"""Weights that an edition adds or changes; none in the family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WEIGHTS: Final[Mapping[str, float]] = {}

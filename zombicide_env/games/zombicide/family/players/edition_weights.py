"""Weights that an edition adds or changes; none in the family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: Weights of the family with other values.
CHANGED: Final[Mapping[str, float]] = {}
#: Weights of its own.
WEIGHTS: Final[Mapping[str, float]] = {}

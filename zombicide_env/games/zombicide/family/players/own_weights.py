"""Weights that an edition adds to the family's, or sets otherwise; here nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WEIGHTS: Final[Mapping[str, float]] = {}

"""Sizes of what lines of sight are kept in."""

from __future__ import annotations

from typing import Final

EYES: Final = 3  # what one sees by: nothing special, See Through Ruins, Ghost Sight
KEPT_SIGHTS: Final = 16381  # a prime number
PATH: Final = 14  # zones on a line of sight

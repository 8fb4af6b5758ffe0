"""Sizes of the caches of lines of sight."""

from __future__ import annotations

from typing import Final

EYES: Final = 3  # kinds of sight: normal, See Through Ruins, Ghost Sight
KEPT_SIGHTS: Final = 16381  # rows of the cache, a prime number
PATH: Final = 14  # zones on a line of sight

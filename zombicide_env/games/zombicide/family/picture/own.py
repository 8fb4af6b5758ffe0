"""What only the edition has in zones, as words.  Here nothing."""

from __future__ import annotations

from typing import Any

from ..words.names import Names


def own_words(w: Any, s: Any, names: Names, zone: int) -> list[str]:
    """Further pieces of the zone, a word or two each."""
    return []

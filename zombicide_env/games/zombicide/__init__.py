"""The Zombicide family: one engine, editions as data."""

from __future__ import annotations

from typing import Final

from ..registry import GameEntry

GAMES: Final = (GameEntry("black_plague", f"{__name__}.game:BlackPlague"),)

"""Hit Z Road: a survival race with auctions, one to four players."""

from __future__ import annotations

from typing import Final

from ..registry import GameEntry

GAMES: Final = (GameEntry("hit_z_road", f"{__name__}.game:HitZRoad", place=4),)

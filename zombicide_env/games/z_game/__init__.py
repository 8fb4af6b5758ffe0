"""Z-Game: four factions in a dead city, two to four players."""

from __future__ import annotations

from typing import Final

from ..registry import GameEntry

GAMES: Final = (GameEntry("z_game", f"{__name__}.game:ZGame", title="Z-Game"),)

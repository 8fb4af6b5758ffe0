"""Playing a game with any mix of players; nothing here knows how they think or what is shown."""

from __future__ import annotations

from .session import Move, Player, Session

__all__ = ["Move", "Player", "Session"]

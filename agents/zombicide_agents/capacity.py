"""How large games are: what they use of layouts which have room for more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["largest"]


def largest(games: Sequence[Any]) -> Any:
    """Of games with the same layouts the one with the most agents, then rows in use (zones ...): an agent made for it fits the others."""
    return max(games, key=lambda game: (len(game.agents), *game.rows.values()))

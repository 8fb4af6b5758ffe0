"""Sizes of games: the number of agents and rows that they use of a layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["largest"]


def largest(games: Sequence[Any]) -> Any:
    """Return the game with the most agents, then rows in use (zones ...), of games with the same layouts: its agents fit the others too."""
    return max(games, key=lambda game: (len(game.agents), *game.rows.values()))

"""Compile everything that a game needs in advance, instead of at first use by commands, environments and players."""

from __future__ import annotations

from .batch import Batch
from .game import Game
from .players import player_of_heuristic

__all__ = ["warm"]


def warm(game: Game) -> None:
    """Compile the rules, state validation and rule-based player of a game into the cache, or load them from there."""
    batch = Batch(game, 2, seed=0)
    batch.step(batch.random_actions())
    batch.status()
    heuristic = game.heuristic()
    if heuristic is not None:
        batch.play(player_of_heuristic(heuristic), limit=1)

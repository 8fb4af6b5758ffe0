"""Everything of a game that is compiled, compiled now: what commands, environments and players would compile at their first use."""

from __future__ import annotations

from .batch import Batch
from .game import Game
from .players import player_of_heuristic

__all__ = ["warm"]


def warm(game: Game) -> None:
    """Compile the rules, the checks of states and the rule-based player of a game into the cache, or take them from there."""
    batch = Batch(game, 2, seed=0)
    batch.step(batch.random_actions())
    batch.status()
    heuristic = game.heuristic()
    if heuristic is not None:
        batch.play(player_of_heuristic(heuristic), limit=1)

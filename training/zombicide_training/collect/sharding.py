"""Split the games of a trainer into parts that are sent to workers and back."""

from __future__ import annotations

from typing import Any, Final

from numpy.typing import NDArray

from zombicide_env.core.batch import Batch

__all__ = ["Games", "parts", "put_games", "take_games"]

#: State of games between decisions, name -> array with one row per game.
Games = dict[str, NDArray[Any]]

#: Arrays of a batch that ``refresh`` does not recompute.
_KEPT: Final = ("states", "world_of", "seeds", "episodes", "_chooser")


def parts(games: int, size: int) -> list[range]:
    """Split ``games`` slots into ranges of ``size``; the last one may be smaller."""
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def take_games(batch: Batch, rows: range) -> Games:
    """Return a copy of some games of a batch."""
    return {name: getattr(batch, name)[rows.start : rows.stop].copy() for name in _KEPT}


def put_games(batch: Batch, games: Games, first: int = 0) -> None:
    """Write games into the slots starting at ``first``; call ``refresh`` of the batch after the last call."""
    for name, rows in games.items():
        getattr(batch, name)[first : first + len(rows)] = rows

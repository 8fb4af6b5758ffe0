"""Parts of the games that a trainer plays, which travel to the worker that plays them on and back."""

from __future__ import annotations

from typing import Any, Final

from numpy.typing import NDArray

from zombicide_env.core.batch import Batch

__all__ = ["Games", "parts", "put_games", "take_games"]

#: Games as they are between two decisions, name -> array with a row for each.
Games = dict[str, NDArray[Any]]

#: Everything that is not found again by looking at it.
_KEPT: Final = ("states", "world_of", "seeds", "episodes", "_chooser")


def parts(games: int, size: int) -> list[range]:
    """``games`` places in parts of ``size``, the last one of what is left."""
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def take_games(batch: Batch, rows: range) -> Games:
    """A copy of some games of a batch."""
    return {name: getattr(batch, name)[rows.start : rows.stop].copy() for name in _KEPT}


def put_games(batch: Batch, games: Games, first: int = 0) -> None:
    """Write games into the places from ``first`` on; ``refresh`` of the batch comes after the last ones."""
    for name, rows in games.items():
        getattr(batch, name)[first : first + len(rows)] = rows

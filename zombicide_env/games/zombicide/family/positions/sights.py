"""Whether a board that was written as a grid shows what the written one does.

An edition in which more than doors decides what is seen has a room of this name.
"""

from __future__ import annotations

from typing import Any

from ...table.board import Board
from ..words.names import Names

__all__ = ["alike"]


def alike(w: Any, s: Any, names: Names, read: Board, board: Board) -> bool:
    """Whether every zone sees the same on both, through the same doors."""
    return _sight(read) == _sight(board)


def _sight(board: Board) -> list[set[tuple[int, int, frozenset[tuple[int, ...]]]]]:
    """What every zone sees: zone, range, the doors between them by their zones."""
    doors = [tuple(sorted(door.zones)) for door in board.doors]
    return [{(ray.zone, ray.range, frozenset(doors[door] for door in ray.doors)) for ray in rays} for rays in board.rays]

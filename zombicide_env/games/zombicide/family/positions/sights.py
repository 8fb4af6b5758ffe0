"""Compare the lines of sight of a board with those of its grid text.

An edition in which sight depends on more than doors replaces this module.
"""

from __future__ import annotations

from typing import Any

from ...table.board import Board
from ..words.names import Names

__all__ = ["alike"]


def alike(w: Any, s: Any, names: Names, read: Board, board: Board) -> bool:
    """Return whether every zone sees the same zones on both boards, through the same doors."""
    return _sight(read) == _sight(board)


def _sight(board: Board) -> list[set[tuple[int, int, frozenset[tuple[int, ...]]]]]:
    """Return what every zone sees: zone, range, the doors between them by their zones."""
    doors = [tuple(sorted(door.zones)) for door in board.doors]
    return [{(ray.zone, ray.range, frozenset(doors[door] for door in ray.doors)) for ray in rays} for rays in board.rays]

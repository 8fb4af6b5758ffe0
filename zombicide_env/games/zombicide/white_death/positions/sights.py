"""Whether a board that was written as a grid shows what the written one does, as it is now: walls, ruins, Defile tokens (WD-5.13)."""

from __future__ import annotations

from typing import Any

from ...table.board import Board
from ..numbers.rulings import RULINGS
from ..numbers.skills import SKILL_INDEX
from ..words.describe import seen
from ..words.names import Names
from ..world.build import fill_board, new_world

__all__ = ["alike"]


def alike(w: Any, s: Any, names: Names, read: Board, board: Board) -> bool:
    """Whether every zone sees the same on both, through ruins and walls too where somebody does."""
    world = new_world()
    fill_board(world, read)
    for ruling, *_ in RULINGS:
        world[ruling] = w[ruling]
    eyes = [(False, False)]
    eyes += [(True, False)] if s["skill"][:, _columns("ghost_sight")].any() else []
    eyes += [(False, True)] if s["skill"][:, _columns("see_through_ruins")].any() else []
    return all(seen(w, s, names, z, *kind) == seen(world[0], s, names, z, *kind) for z in range(len(names.zones)) for kind in eyes)


def _columns(skill: str) -> list[int]:
    """The skill, and those that give it to others."""
    return [column for name, column in SKILL_INDEX.items() if name.endswith(skill)]

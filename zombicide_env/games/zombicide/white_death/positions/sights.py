"""Compare the lines of sight of a board with those of its grid text, in the present state: walls, ruins, Defile tokens (WD-5.13)."""

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
    """Return whether every zone sees the same zones on both boards, through ruins and walls too if a survivor can."""
    world = new_world()
    fill_board(world, read)
    for ruling, *_ in RULINGS:
        world[ruling] = w[ruling]
    eyes = [(False, False)]
    eyes += [(True, False)] if s["skill"][:, _columns("ghost_sight")].any() else []
    eyes += [(False, True)] if s["skill"][:, _columns("see_through_ruins")].any() else []
    return all(seen(w, s, names, z, *kind) == seen(world[0], s, names, z, *kind) for z in range(len(names.zones)) for kind in eyes)


def _columns(skill: str) -> list[int]:
    """Return the columns of the skill, and of the skills that give it to others."""
    return [column for name, column in SKILL_INDEX.items() if name.endswith(skill)]

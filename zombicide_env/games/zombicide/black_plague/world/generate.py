"""Generator of Black Plague quests: on the tiles of its box, see ``table.draft``, or on small boards, see ``small``."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...table.draft import Draft, first_complete
from ...table.generate import SMALL, Spec
from ...table.tiles import Tile, lay_out
from .small import small_board


def generate(spec: Spec, tiles: Mapping[str, Tile]) -> str:
    """Return the quest file of a specification (YAML text)."""
    if spec.tiles == SMALL:
        return small_board(spec)
    return first_complete(spec, lambda rng: Draft(spec, lay_out(tiles, _grid(spec, tiles, rng)), rng))


def _grid(spec: Spec, tiles: Mapping[str, Tile], rng: np.random.Generator) -> list[list[tuple[str, int]]]:
    """Lay tiles, each once (BP-1.R4), with random sides and rotations."""
    rows, columns = spec.grid
    numbers = [str(number) for number in rng.permutation(sorted({int(side[0]) for side in tiles}))[: rows * columns]]
    sides = [str(rng.choice([f"{number}R", f"{number}V"])) for number in numbers]
    return [[(sides[row * columns + column], int(rng.integers(4)) * 90) for column in range(columns)] for row in range(rows)]

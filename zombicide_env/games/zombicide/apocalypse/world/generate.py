"""Random missions of Apocalypse: boards of its tiles, doors, objectives, a car or two; the content is a house rule.

Streets are connected, every building has a door to them, keys are in front of their doors.  The Exit is a street zone at the edge, far
from the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from ...table.draft import Draft, first_complete
from ...table.generate import Spec
from ..numbers.cars import CAR_KINDS
from ..numbers.layout import Z
from .tiles import Laid, Side, lay_tiles

#: Number of cars by number of tiles.
_CARS: Final = {2: 0, 3: 1, 4: 1, 6: 2, 8: 2}


def generate(spec: Spec, tiles: Mapping[str, Side]) -> str:
    """Return the quest file of a specification (YAML text)."""
    return first_complete(spec, lambda rng: _Draft(spec, lay_tiles(tiles, _grid(spec, tiles, rng)), rng))


def _grid(spec: Spec, tiles: Mapping[str, Side], rng: np.random.Generator) -> list[list[tuple[str, int]]]:
    """Lay tile sides, each once, with random rotations."""
    rows, columns = spec.grid
    sides = [str(side) for side in rng.permutation(sorted(tiles))[: rows * columns]]
    return [[(sides[row * columns + column], int(rng.integers(4)) * 90) for column in range(columns)] for row in range(rows)]


class _Draft(Draft):
    layout: Laid
    most_zones = Z
    goals = ("objectives", "both")  # a team reaches an Exit in the streets within two rounds

    def complete(self) -> bool:
        """See Draft; cars are placed last."""
        if not super().complete():
            return False
        places = sorted({self.label(cell) for cell in self.streets} - {self.label(self.start)})
        self.cars = [
            (CAR_KINDS[1 + int(self.rng.integers(2))], places[int(k)]) for k in self.rng.permutation(len(places))[: _CARS[self.spec.tiles]]
        ]
        return True

    def _exits(self, free: list[str]) -> list[str]:
        """Return street zones at the edge, the farthest without a spawn token first."""
        return [self.label(cell) for cell in (*self.far[len(self.spawns) :], self.far[0])]

    def _tiles(self) -> list[str]:
        return []

    def _own(self) -> list[str]:
        cars = [f"    - {{kind: {kind}, zone: {zone}}}" for kind, zone in self.cars]
        holes = [f"    - {{zone: {hole}, tile: [{', '.join(zones)}]}}" for hole, zones in self.layout.manholes]
        tiles = "; ".join(", ".join(f"{side} turned by {turn}" for side, turn in row) for row in self.layout.tiles)
        return [
            "special:",
            *(("  driving: true", "  cars:", *cars) if cars else ()),
            "  manholes:",
            *holes,
            "notes:",
            "  - about: tiles",
            f"    text: {tiles}",
        ]


__all__ = ["generate"]

"""The board of Apocalypse: fires block the view (AP-5)."""

from __future__ import annotations

from collections.abc import Iterable

from tests.games.zombicide.oracle.board import Board


class Ground(Board):
    """The board with its fires, which block lines of sight into, out of, and through them (AP-5.R1)."""

    burning: Iterable[str] = ()

    def sight(self, a: str, b: str) -> int | None:
        if a != b and (a in self.burning or b in self.burning):
            return None
        return super().sight(a, b)

    def _segment(self, cell: tuple[int, int], step: tuple[int, int], goal: str) -> int | None:
        here = self.at[cell]
        r, c = cell
        while here is not None and here != goal:
            if here in self.burning and here != self.at[cell]:
                return None
            r, c = r + step[0], c + step[1]
            here = self.at.get((r, c))
        return super()._segment(cell, step, goal)

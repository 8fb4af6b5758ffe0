"""Graph distances between the rows of a map as attention weights: three tables ``[rows, rows]``.

    beside[i, j] = 1/3 where j is one step from i
    about[i, j]  = (1/2) ** steps / 3, 0 for i itself
    nearest[i, j] = 4 ** -steps

Rows name their neighbors in the observation. The tables of a map are cached under its rows' neighbors; FAR is the maximum distance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from .net import WAYS, Kind, Net, Plan
from .simd import kernel

(KIND, MOST, NAMES, MANY, SLOTS, TABLES, WORTH, STEPS, QUEUE, HERE) = range(1, 11)
FAR: Final = 20
MAPS: Final = 16
"""Number of cached maps."""
BESIDE, ABOUT, NEAREST = range(3)
_KEEP: Final = 2**55 - 1


def ways(plan: Plan, kind: Kind, names: Sequence[tuple[int, int]]) -> int:
    """Add the tables of the map of a kind to the plan; return where ``Net.marks`` holds their position in ``Net.maps``.

    ``names``: where the first row names its neighbors, and the step to the next row, for each column.
    """
    steps = np.arange(FAR + 1)
    worth = np.concatenate([(steps == 1) / 3, 0.5**steps * (steps > 0) / 3, 4.0**-steps])
    here, size = plan.marks(1), kind.most * kind.most
    for place, step in names:
        plan.reads(place, step, kind.most)
    plan.layer(
        *(WAYS, kind.number, kind.most, plan.listed([n for pair in names for n in pair]), len(names)),
        *(plan.marks(2 * MAPS), plan.maps(3 * MAPS * size), plan.fixed(worth), plan.marks(size), plan.marks(kind.most), here),
    )
    return here


@kernel
def _mark(n: Net, p: int, raw: Any, rows: int) -> int:
    """Return a number that distinguishes maps."""
    mark = rows
    for c in range(n.plan[p, MANY]):
        place, step = n.lists[n.plan[p, NAMES] + 2 * c], n.lists[n.plan[p, NAMES] + 2 * c + 1]
        for r in range(rows):
            mark = (mark * 131 + int(raw[place + r * step])) & _KEEP
    return mark


@kernel
def _walk(n: Net, p: int, raw: Any, rows: int) -> None:
    """Compute the distance from each row to each other."""
    steps, queue = n.plan[p, STEPS], n.plan[p, QUEUE]
    for i in range(rows):
        for j in range(rows):
            n.marks[steps + i * rows + j] = FAR
        n.marks[steps + i * rows + i] = 0
        n.marks[queue] = i
        head, tail = 0, 1
        while head < tail:
            here = n.marks[queue + head]
            head += 1
            there = n.marks[steps + i * rows + here] + 1
            for c in range(n.plan[p, MANY]):
                place, step = n.lists[n.plan[p, NAMES] + 2 * c], n.lists[n.plan[p, NAMES] + 2 * c + 1]
                j = int(raw[place + here * step]) - 1
                if 0 <= j < rows and there < n.marks[steps + i * rows + j]:
                    n.marks[steps + i * rows + j] = there
                    n.marks[queue + tail] = j
                    tail += 1


@kernel
def forward(n: Net, p: int, raw: Any) -> None:
    """Run the forward pass, see the module."""
    rows, most = n.marks[n.plan[p, KIND]], n.plan[p, MOST]
    mark = _mark(n, p, raw, rows)
    slot = (mark ^ (mark >> 17)) % MAPS
    known = n.plan[p, SLOTS] + 2 * slot
    tables = n.plan[p, TABLES] + 3 * slot * most * most
    n.marks[n.plan[p, HERE]] = tables
    if n.marks[known] == mark and n.marks[known + 1] == rows:
        return
    _walk(n, p, raw, rows)
    for way in range(3):
        for k in range(rows * rows):
            n.maps[tables + way * rows * rows + k] = n.weights[n.plan[p, WORTH] + way * (FAR + 1) + n.marks[n.plan[p, STEPS] + k]]
    n.marks[known] = mark
    n.marks[known + 1] = rows


__all__ = ["ABOUT", "BESIDE", "FAR", "NEAREST", "forward", "ways"]

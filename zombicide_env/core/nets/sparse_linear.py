"""Sparse linear layers over observations, most of whose numbers are 0: only nonzero ones are summed.

    y[r] = act(start[r] + sum over columns c with x = raw[r, c] > 0 of what x adds)

A quantity adds ``x / highest * T[first] + (1 - 2 ** -x) * T[fine]`` (or the first part alone), a category the row ``T[first + x - 1]``;
``T`` may be a precomputed table of an embedding and the matrix after it, for each class. On average eleven of the 39 columns of a zone are
nonzero. ``act``: identity or ReLU.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from ..memory import BITS, lowest, marked
from .net import SUMS, WHOLE, Kind, Learning, Net, Plan, Value, Weight
from .products import weighted
from .rows import add, add_share, clear, copy, rectify, rectify_back
from .simd import kernel

(KIND, MOST, GROWS, THERE, SEGMENTS, MANY, SCALES, FINELY, TABLE, WIDTH, START, STEP, OUT, ACT, PICKED, SHARES, TEMP, ENDS) = range(1, 19)
_SEGMENT: Final = 5  # position of its first row, distance between rows, columns, its first column, which of them are read: BITS in a word
_COLUMN: Final = 3  # highest value, first row of the table, the second one or:
CATEGORY: Final = -1
UNREAD: Final = -2
PLAIN: Final = -3
"""A quantity that has one row."""


@dataclass
class Columns:
    """Columns of some blocks of observations.

    Attributes:
        segments: (start, distance between rows, columns, number of the first column) of adjacent columns.
        columns: (highest value, first row of the table, second row or CATEGORY, UNREAD, PLAIN).
        scales: factors of quantities.
    """

    segments: list[tuple[int, int, int, int]] = field(default_factory=list)
    columns: list[tuple[int, int, int]] = field(default_factory=list)
    scales: list[float] = field(default_factory=list)

    def add(self, start: int, step: int, columns: Sequence[tuple[int, int, int]], scales: Sequence[float]) -> None:
        """Add columns that start at ``start``."""
        self.segments.append((start, step, len(columns), len(self.columns)))
        self.columns += columns
        self.scales += scales


def sums(plan: Plan, columns: Columns, table: Weight, start: Weight, kind: Kind | None = None, act: bool = False) -> Value:
    """Add a layer to the plan that sums the columns: of each row of a kind, or (None) of the game as a whole.

    ``start``: of all rows, or a row for each. A kind that grows has the rows up to the last whose columns are not all 0; rows whose
    columns are all 0 do not exist: they stay 0.
    """
    out = plan.value(table.width, WHOLE if kind is None else kind.number)
    most = 1 if kind is None else kind.most
    for start_of, step, size, _ in columns.segments:
        plan.reads(start_of + size - 1, step, most)
    masks = [plan.listed(_masks(columns.columns[first : first + size])) for _, _, size, first in columns.segments]
    segments = plan.listed([number for segment, mask in zip(columns.segments, masks, strict=True) for number in (*segment, mask)])
    assert plan.listed([number for column in columns.columns for number in column]) == segments + _SEGMENT * len(columns.segments)
    entries = (2 * len(columns.columns) + 2) * most
    plan.layer(
        *(SUMS, out.kind, most, kind is not None and kind.grows, -1 if kind is None else kind.there, segments, len(columns.segments)),
        *(plan.fixed(np.array(columns.scales)), plan.fixed(1 - np.exp2(-np.arange(256))), table.at, table.row),
        *(start.at, start.row if start.rows > 1 else 0, out.at, act, plan.marks(entries), plan.room(entries), plan.room(table.row)),
        plan.marks(most),
    )
    return out


def _masks(columns: Sequence[tuple[int, int, int]]) -> list[int]:
    """Return which columns are read, as bits of words."""
    read = [fine != UNREAD for *_, fine in columns]
    return [sum(bit << k for k, bit in enumerate(read[start : start + BITS])) for start in range(0, len(read), BITS)]


@kernel
def _entries(n: Net, p: int, raw: Any, r: int, end: int) -> int:
    """Write the rows of the table that a row is a sum of, and their shares, from ``end`` on; return their end, -1: its columns are all 0.

    Two parts of every column are written, and the next column overwrites the second where there is only one: a processor cannot predict
    which columns have two.
    """
    segments = n.plan[p, SEGMENTS]
    metas = segments + _SEGMENT * n.plan[p, MANY]
    picked, shares, scales, finely = n.plan[p, PICKED], n.plan[p, SHARES], n.plan[p, SCALES], n.plan[p, FINELY]
    some = 0
    for g in range(n.plan[p, MANY]):
        segment = segments + _SEGMENT * g
        first = n.lists[segment] + r * n.lists[segment + 1]
        last = first + n.lists[segment + 2]
        column = n.lists[segment + 3] - first
        start, mask = first, n.lists[segment + 4]
        while start < last:
            bits = marked(raw, int(start), int(last))
            some |= bits
            bits &= n.lists[mask]
            mask += 1
            while bits != 0:
                place = start + lowest(int(bits))
                bits &= bits - 1
                meta = metas + _COLUMN * (column + place)
                x = min(int(raw[place]), n.lists[meta])
                fine = n.lists[meta + 2]
                amount = n.weights[scales + column + place] * np.float32(x)
                n.marks[picked + end] = n.lists[meta + 1] + (x - 1 if fine == CATEGORY else 0)
                n.work[shares + end] = np.float32(1) if fine == CATEGORY else amount
                n.marks[picked + end + 1] = fine
                n.work[shares + end + 1] = n.weights[finely + x]
                end += 2 if fine >= 0 else 1
            start += BITS
    return end if some != 0 else -1


@kernel
def forward(n: Net, p: int, raw: Any) -> None:
    """Run the forward pass, see the module."""
    width, grows, there, last, end = n.plan[p, WIDTH], n.plan[p, GROWS], n.plan[p, THERE], 0, 0
    for r in range(n.plan[p, MOST]):
        out = n.plan[p, OUT] + r * width
        first, found = end, _entries(n, p, raw, r, end)
        end = max(first, found)
        n.marks[n.plan[p, ENDS] + r] = end
        known = grows == 0 or found >= 0
        if there >= 0:
            n.marks[there + r] = known
        if known:
            last = r + 1
            copy(n.work, out, n.weights, n.plan[p, START] + r * n.plan[p, STEP], width)
            shares, picked = n.plan[p, SHARES] + first, n.plan[p, PICKED] + first
            weighted(n.work, out, n.work, shares, n.marks, picked, n.weights, n.plan[p, TABLE], width, width, end - first)
            if n.plan[p, ACT] != 0:
                rectify(n.work, out, width)
        else:
            clear(n.work, out, width)
    n.marks[n.plan[p, KIND]] = last


@kernel
def backward(n: Net, g: Learning, p: int) -> None:
    """Run the backward pass: the gradient of each row goes to its start, and with its share to each row of the table."""
    width, temp, end = n.plan[p, WIDTH], n.plan[p, TEMP], 0
    for r in range(n.marks[n.plan[p, KIND]]):
        first, end = end, n.marks[n.plan[p, ENDS] + r]
        if n.plan[p, GROWS] != 0 and n.marks[n.plan[p, THERE] + r] == 0:
            continue
        out = n.plan[p, OUT] + r * width
        if n.plan[p, ACT] != 0:
            rectify_back(g.work, temp, n.work, out, g.work, out, width)
        else:
            copy(g.work, temp, g.work, out, width)
        add(g.weights, n.plan[p, START] + r * n.plan[p, STEP], g.work, temp, width)
        for e in range(first, end):
            row = n.plan[p, TABLE] + n.marks[n.plan[p, PICKED] + e] * width
            add_share(g.weights, row, n.work[n.plan[p, SHARES] + e], g.work, temp, width)


__all__ = ["CATEGORY", "PLAIN", "UNREAD", "Columns", "backward", "forward", "sums"]

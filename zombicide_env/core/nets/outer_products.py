"""Gradients of matrices that are applied to one row: sums of outer products.

    dW = sum over positions of x' dy

Adding one outer product to a matrix reads and writes all of it, which takes longer than the product itself. So pairs of rows are buffered
until there are TOGETHER of them; sums have the same order, and are the same to the bit.
"""

from __future__ import annotations

from typing import Final

from .net import Learning, Net, Plan, Weight
from .products import product
from .rows import copy
from .simd import kernel, padded

TOGETHER: Final = 8
(WEIGHT, INPUTS, ROW_X, ROW, COUNT, XS, SLOPES) = range(7)


def buffered(plan: Plan, weight: Weight) -> int:
    """Reserve the buffer of a matrix; return its position in ``Net.lists``."""
    x, row = padded(weight.rows), weight.row
    rooms = plan.room(TOGETHER * x), plan.room(TOGETHER * row)
    made = plan.listed([weight.at, weight.rows, x, row, plan.marks(1), *rooms])
    plan.outer_products.append(made)
    return made


@kernel
def push(n: Net, g: Learning, matrix: int, x: int, slopes: int) -> None:
    """Add an outer product to the gradient of a matrix: the row at ``x`` of ``Net.work`` times that at ``slopes`` of ``Learning.work``."""
    row_x, row, count = n.lists[matrix + ROW_X], n.lists[matrix + ROW], n.marks[n.lists[matrix + COUNT]]
    copy(n.work, n.lists[matrix + XS] + count * row_x, n.work, x, row_x)
    copy(g.work, n.lists[matrix + SLOPES] + count * row, g.work, slopes, row)
    n.marks[n.lists[matrix + COUNT]] = count + 1
    if count + 1 == TOGETHER:
        flush(n, g, matrix)


@kernel
def flush(n: Net, g: Learning, matrix: int) -> None:
    """Add the buffered outer products of a matrix to its gradient."""
    inputs, row_x, row, count = n.lists[matrix + INPUTS], n.lists[matrix + ROW_X], n.lists[matrix + ROW], n.lists[matrix + COUNT]
    xs, slopes = n.lists[matrix + XS], n.lists[matrix + SLOPES]
    product(g.weights, n.lists[matrix + WEIGHT], row, n.work, xs, 1, row_x, g.work, slopes, row, inputs, row, n.marks[count])
    n.marks[count] = 0


__all__ = ["buffered", "flush", "push"]

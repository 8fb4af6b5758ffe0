"""Pooling over existing rows: ``mean[k] = sum of x[r, k] / rows`` and ``best[k] = max(-10, x[r, k])``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from .net import POOL, Learning, Net, Plan, Value
from .simd import LANES, kernel, load, most, plus, splat, store, times

(KIND, X, ROW, THERE, MEAN, BEST) = range(1, 7)
_LEAST: Final = -10.0


def pool(plan: Plan, x: Value, mean: int, best: int) -> None:
    """Add mean and maximum pooling of the rows of ``x`` to the plan, written to two positions in ``Net.work``."""
    kind = plan.kinds[x.kind]
    plan.layer(POOL, x.kind, x.at, x.row, kind.there if kind.grows else -1, mean, best)


@kernel
def _known(n: Net, p: int) -> Any:
    """Return the number of existing rows."""
    rows, there = n.marks[n.plan[p, KIND]], n.plan[p, THERE]
    if there < 0:
        return rows
    known = 0
    for r in range(rows):
        known += n.marks[there + r]
    return known


@kernel
def forward(n: Net, p: int) -> None:
    """Run the forward pass, see the module."""
    rows, there, row, x = n.marks[n.plan[p, KIND]], n.plan[p, THERE], n.plan[p, ROW], n.plan[p, X]
    share = splat(np.float32(1.0) / np.float32(max(1, _known(n, p))))
    for k in range(0, row, LANES):
        mean, best = splat(np.float32(0.0)), splat(np.float32(_LEAST))
        for r in range(rows):
            if there < 0 or n.marks[there + r] != 0:
                here = load(n.work, x + r * row + k)
                mean, best = plus(mean, here), most(best, here)
        store(n.work, n.plan[p, MEAN] + k, times(mean, share))
        store(n.work, n.plan[p, BEST] + k, best)


@kernel
def backward(n: Net, g: Learning, p: int) -> None:
    """Run the backward pass: each row gets its share of the gradient of the mean, and the first maximum that of the maximum."""
    rows, there, row, x = n.marks[n.plan[p, KIND]], n.plan[p, THERE], n.plan[p, ROW], n.plan[p, X]
    share = splat(np.float32(1.0) / np.float32(max(1, _known(n, p))))
    for k in range(0, row, LANES):
        mean = times(load(g.work, n.plan[p, MEAN] + k), share)
        for r in range(rows):
            if there < 0 or n.marks[there + r] != 0:
                store(g.work, x + r * row + k, plus(load(g.work, x + r * row + k), mean))
    for k in range(row):
        best = n.work[n.plan[p, BEST] + k]
        for r in range(rows):
            here = x + r * row + k
            if n.work[here] == best and (there < 0 or n.marks[there + r] != 0):
                if best > np.float32(_LEAST):
                    g.work[here] += g.work[n.plan[p, BEST] + k]
                break


__all__ = ["backward", "forward", "pool"]

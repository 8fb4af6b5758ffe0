"""Layer normalization without gain and offset, which the following matrix includes: ``y = (x - mean(x)) / sqrt(var(x) + 1e-5)``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from .net import NORM, Learning, Net, Plan, Value
from .simd import LANES, kernel, load, minus, plus, splat, store, times, total

(KIND, X, ROW, WIDTH, OUT, SCALES) = range(1, 7)
EPS: Final = 1e-5


def norm(plan: Plan, x: Value) -> Value:
    """Add a normalization of the game as a whole, or of each row, to the plan."""
    out = plan.value(x.width, x.kind)
    plan.layer(NORM, x.kind, x.at, x.row, x.width, out.at, plan.room(plan.rows_of(x.kind)))
    return out


@kernel
def normed(x: Any, at: int, to: Any, out: int, row: int, width: int) -> Any:
    """Write a normalized row of ``width`` numbers, with the rest of its vectors 0, and return the scale."""
    summed = splat(np.float32(0.0))
    for k in range(0, row, LANES):
        summed = plus(summed, load(x, at + k))
    mean = splat(total(summed) / np.float32(width))
    for k in range(0, row, LANES):
        store(to, out + k, minus(load(x, at + k), mean))
    for k in range(width, row):
        to[out + k] = np.float32(0.0)
    squares = splat(np.float32(0.0))
    for k in range(0, row, LANES):
        here = load(to, out + k)
        squares = plus(squares, times(here, here))
    scale = np.float32(1.0) / np.sqrt(total(squares) / np.float32(width) + np.float32(EPS))
    factor = splat(scale)
    for k in range(0, row, LANES):
        store(to, out + k, times(load(to, out + k), factor))
    return scale


@kernel
def normed_back(y: Any, at: int, scale: float, gradient: Any, given: int, to: Any, out: int, row: int, width: int) -> None:
    """Add ``scale * (dy - mean(dy) - y * mean(y dy))`` to a row of gradients."""
    summed, along = splat(np.float32(0.0)), splat(np.float32(0.0))
    for k in range(0, row, LANES):
        here = load(gradient, given + k)
        summed = plus(summed, here)
        along = plus(along, times(here, load(y, at + k)))
    mean, part = splat(total(summed) / np.float32(width)), splat(total(along) / np.float32(width))
    factor = splat(np.float32(scale))
    for k in range(0, row, LANES):
        here = minus(minus(load(gradient, given + k), mean), times(part, load(y, at + k)))
        store(to, out + k, plus(load(to, out + k), times(factor, here)))
    for k in range(width, row):
        to[out + k] = np.float32(0.0)


@kernel
def forward(n: Net, p: int) -> None:
    """Run the forward pass, see the module."""
    row, width = n.plan[p, ROW], n.plan[p, WIDTH]
    for r in range(n.marks[n.plan[p, KIND]]):
        scale = normed(n.work, n.plan[p, X] + r * row, n.work, n.plan[p, OUT] + r * row, row, width)
        n.work[n.plan[p, SCALES] + r] = np.float32(scale)


@kernel
def backward(n: Net, g: Learning, p: int) -> None:
    """Run the backward pass, see ``normed_back``."""
    row, width, out, x = n.plan[p, ROW], n.plan[p, WIDTH], n.plan[p, OUT], n.plan[p, X]
    for r in range(n.marks[n.plan[p, KIND]]):
        scale = n.work[n.plan[p, SCALES] + r]
        normed_back(n.work, out + r * row, scale, g.work, out + r * row, g.work, x + r * row, row, width)


__all__ = ["EPS", "backward", "forward", "norm", "normed", "normed_back"]

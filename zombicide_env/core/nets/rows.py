"""What layers do with rows of values: copies, sums, the rectifier."""

from __future__ import annotations

from typing import Any

import numpy as np

from .simd import LANES, kernel, load, most, plus, splat, store, times, where


@kernel
def clear(to: Any, at: int, size: int) -> None:
    """Set whole vectors to 0."""
    nothing = splat(np.float32(0))
    for k in range(0, size, LANES):
        store(to, at + k, nothing)


@kernel
def copy(to: Any, at: int, of: Any, start: int, size: int) -> None:
    """Copy whole vectors."""
    for k in range(0, size, LANES):
        store(to, at + k, load(of, start + k))


@kernel
def add(to: Any, at: int, of: Any, start: int, size: int) -> None:
    """Add whole vectors."""
    for k in range(0, size, LANES):
        store(to, at + k, plus(load(to, at + k), load(of, start + k)))


@kernel
def add_share(to: Any, at: int, share: float, of: Any, start: int, size: int) -> None:
    """Add whole vectors, times a number."""
    factor = splat(np.float32(share))
    for k in range(0, size, LANES):
        store(to, at + k, plus(load(to, at + k), times(factor, load(of, start + k))))


@kernel
def spread(to: Any, at: int, of: Any, start: int, step: int, rows: int, row: int) -> None:
    """Fill rows with the row at ``start``, and that a ``step`` later, and so on; 0: all with the same."""
    for r in range(rows):
        copy(to, at + r * row, of, start + r * step, row)


@kernel
def rectify(to: Any, at: int, size: int) -> None:
    """``max(x, 0)``, in place."""
    nothing = splat(np.float32(0))
    for k in range(0, size, LANES):
        store(to, at + k, most(load(to, at + k), nothing))


@kernel
def rectify_back(to: Any, at: int, of: Any, start: int, gradient: Any, given: int, size: int) -> None:
    """``to`` becomes the gradient where ``of``, which the rectifier has made, is above 0."""
    nothing = splat(np.float32(0))
    for k in range(0, size, LANES):
        store(to, at + k, where(load(of, start + k), nothing, load(gradient, given + k)))


@kernel
def blocks(rows: int) -> int:
    """Rows, rounded up to what is computed together: there is room for them, and what lies in them is a number."""
    return (rows + 3) // 4 * 4


__all__ = ["add", "add_share", "blocks", "clear", "copy", "rectify", "rectify_back", "spread"]

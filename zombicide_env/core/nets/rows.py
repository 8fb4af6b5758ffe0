"""Operations of layers on rows of values: copies, sums, ReLU."""

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
    """Add whole vectors, times ``share``."""
    factor = splat(np.float32(share))
    for k in range(0, size, LANES):
        store(to, at + k, plus(load(to, at + k), times(factor, load(of, start + k))))


@kernel
def spread(to: Any, at: int, of: Any, start: int, step: int, rows: int, row: int) -> None:
    """Fill ``rows`` rows with the row at ``start``, the one ``step`` later, and so on; with ``step`` 0 all with the same."""
    for r in range(rows):
        copy(to, at + r * row, of, start + r * step, row)


@kernel
def rectify(to: Any, at: int, size: int) -> None:
    """Apply ``max(x, 0)`` in place."""
    nothing = splat(np.float32(0))
    for k in range(0, size, LANES):
        store(to, at + k, most(load(to, at + k), nothing))


@kernel
def rectify_back(to: Any, at: int, of: Any, start: int, gradient: Any, given: int, size: int) -> None:
    """Set ``to`` to the gradient where ``of``, the output of the ReLU, is above 0, else to 0."""
    nothing = splat(np.float32(0))
    for k in range(0, size, LANES):
        store(to, at + k, where(load(of, start + k), nothing, load(gradient, given + k)))


@kernel
def blocks(rows: int) -> int:
    """Return ``rows`` rounded up to whole blocks, for which memory is allocated; the padding holds valid numbers."""
    return (rows + 3) // 4 * 4


__all__ = ["add", "add_share", "blocks", "clear", "copy", "rectify", "rectify_back", "spread"]

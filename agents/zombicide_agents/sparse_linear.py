"""Sparse linear layers: computed as sums over the non-zero columns of observation blocks, most of which are 0.

Each non-zero column adds the weights of its features, times their values, to the constant for all-zero columns.  On average 11 of the 33
columns of a zone are not 0: adding them up costs a tenth of computing all features and multiplying matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from zombicide_env.core.jit import PYTHON_MODE, entry
from zombicide_env.core.nets.sparse_linear import CATEGORY, UNREAD

from .encoders import BlockEncoder
from .ragged_tokens import applied

__all__ = ["Sums", "extents"]

#: Description of a column: offset in the first row, stride to the next row, maximum, table row of its first feature, and table row of the
#: second one, or CATEGORY (its classes 1, 2, ... have one row each) or UNREAD.
_PLACE, _STEP, _HIGHEST, _FIRST, _FINE = range(5)
#: The fine feature of amounts, see ``BlockEncoder``.
_FINELY: Final = (1 - np.exp2(-np.arange(256))).astype(np.float32)


@entry
def _add(
    raw: NDArray[np.uint8],
    counts: NDArray[np.int64],
    columns: NDArray[np.int64],
    scales: NDArray[np.float32],
    finely: NDArray[np.float32],
    table: NDArray[np.float32],
    out: NDArray[np.float32],
    there: NDArray[np.uint8],
) -> None:
    """Add the contributions of its columns to each row of ``out``; ``counts``: number of rows of each position."""
    to = 0
    for i in range(len(counts)):
        for r in range(counts[i]):
            for c in range(len(columns)):
                value = min(raw[i, columns[c, _PLACE] + r * columns[c, _STEP]], columns[c, _HIGHEST])
                if value == 0:
                    continue
                there[to] = 1
                first, fine = columns[c, _FIRST], columns[c, _FINE]
                if fine >= 0:
                    a, b = scales[c] * np.float32(value), finely[value]
                    for k in range(table.shape[1]):
                        out[to, k] += a * table[first, k] + b * table[fine, k]
                elif fine == CATEGORY:
                    for k in range(table.shape[1]):
                        out[to, k] += table[first + value - 1, k]
            to += 1


@entry
def _add_back(
    raw: NDArray[np.uint8],
    counts: NDArray[np.int64],
    columns: NDArray[np.int64],
    scales: NDArray[np.float32],
    finely: NDArray[np.float32],
    table: NDArray[np.float32],
    out: NDArray[np.float32],
) -> None:
    """Backward pass of ``_add``: add each row of ``out`` to the table rows of which it is a sum."""
    to = 0
    for i in range(len(counts)):
        for r in range(counts[i]):
            for c in range(len(columns)):
                value = min(raw[i, columns[c, _PLACE] + r * columns[c, _STEP]], columns[c, _HIGHEST])
                if value == 0:
                    continue
                first, fine = columns[c, _FIRST], columns[c, _FINE]
                if fine >= 0:
                    a, b = scales[c] * np.float32(value), finely[value]
                    for k in range(table.shape[1]):
                        table[first, k] += a * out[to, k]
                        table[fine, k] += b * out[to, k]
                elif fine == CATEGORY:
                    for k in range(table.shape[1]):
                        table[first + value - 1, k] += out[to, k]
            to += 1


@entry
def _last(raw: NDArray[np.uint8], start: int, columns: int, found: NDArray[np.int64], rows: int) -> None:
    """Raise ``found[i]`` to the number of rows of a block, without trailing rows that are all 0."""
    for i in range(len(found)):
        r = rows
        while r > found[i]:
            some = 0
            for c in range(start + (r - 1) * columns, start + r * columns):
                some |= raw[i, c]
            if some != 0:
                found[i] = r
            r -= 1


def extents(raw: NDArray[np.uint8], blocks: Sequence[tuple[int, int, int]]) -> NDArray[np.int64]:
    """Return for each position the number of rows up to the last one that is not all 0 in every block (start, rows, columns), ``[n]``."""
    found = np.zeros(len(raw), np.int64)
    if PYTHON_MODE:
        for start, rows, columns in blocks:
            some: NDArray[np.bool_] = np.any(raw[:, start : start + rows * columns].reshape(len(raw), rows, columns) != 0, axis=2)
            found = np.maximum(found, np.where(some.any(axis=1), rows - some[:, ::-1].argmax(axis=1), 0))
        return found
    raw = np.ascontiguousarray(raw)
    for start, rows, columns in blocks:
        _last(raw, start, columns, found, rows)
    return found


class _Summed(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, table: Tensor, raw: Any, counts: Any, columns: Any, scales: Any, there: Any) -> Tensor:
        ctx.read, ctx.shape = (raw, counts, columns, scales), table.shape
        out = np.zeros((counts.sum(), table.shape[1]), np.float32)
        _add(raw, counts, columns, scales, _FINELY, table.detach().numpy(), out, there)
        return torch.from_numpy(out)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None, None, None, None]:
        found = np.zeros(ctx.shape, np.float32)
        raw, counts, columns, scales = ctx.read
        _add_back(raw, counts, columns, scales, _FINELY, found, gradients[0].contiguous().numpy())
        return torch.from_numpy(found), None, None, None, None, None


class Sums:
    """Sparse linear layer over the features of some ``fine`` blocks (see ``BlockEncoder``).

    Args:
        encoders: encoders of the blocks.
        whole: treat the rows of a table as more columns of one row: for the game as a whole.
    """

    def __init__(self, encoders: Sequence[BlockEncoder], whole: bool = False) -> None:
        columns: list[list[int]] = []
        scales: list[float] = []
        #: Embeddings, and the first features of their columns.
        self._embedded: list[tuple[Any, list[int]]] = []
        feature, after = 0, sum(e.features * (e.rows if whole else 1) for e in encoders)
        for encoder in encoders:
            first_column = len(columns)
            for row in range(encoder.rows if whole else 1):
                known = encoder.features_from(feature)
                for c in range(encoder.columns):
                    first, fine, scale = known.get(c, (0, UNREAD, 0.0))
                    columns.append([encoder.start + row * encoder.columns + c, encoder.columns, int(encoder.highest[c]), first, fine])
                    scales.append(scale)
                feature += encoder.features
            for size, group in encoder.groups:
                own = [column for i, column in enumerate(columns[first_column:]) if i % encoder.columns in group]
                self._embedded.append((encoder.tables[size], [column[_FIRST] for column in own]))
                for column in own:
                    column[_FIRST] = after
                    after += int(size) - 1
        self._columns, self._scales = np.array(columns, np.int64).reshape(-1, 5), np.array(scales, np.float32)

    def __call__(self, weight: Tensor, bias: Tensor, raw: Tensor, counts: Tensor) -> tuple[Tensor, Tensor | None]:
        """Return the outputs for the first ``counts`` rows of each position, concatenated, and which rows are present (see ``Rows``).

        ``weight``: ``[features of the layer, features]``; ``raw``: uint8 ``[n, N_OBS]``, contiguous.
        """
        table, parts = weight.t(), [weight.t()]
        for embedding, starts in self._embedded:
            size = embedding.embedding_dim
            each = torch.stack([table[start : start + size] for start in starts])
            nothing, *_ = known = embedding.weight
            bias = bias + (nothing @ each).sum(0)
            parts.append(((known[1:] - nothing) @ each).flatten(0, 1))
        there = np.zeros(int(counts.sum()), np.uint8)
        found: Tensor = applied(_Summed, torch.cat(parts), raw.numpy(), counts.numpy(), self._columns, self._scales, there)
        return found + bias, None if there.all() else torch.from_numpy(there).unsqueeze(1).float()

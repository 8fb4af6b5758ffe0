"""Tokens of the rows of wide tables, most of whose numbers are 0, as sums over the others.

A linear layer over features of single columns, all 0 where the column is 0, is a sum of rows of a table: what each value of each column
adds.  Eleven columns of a zone are not 0 on average, of 33: to add them up costs a tenth of making features and multiplying matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from zombicide_env.core.jit import PYTHON_MODE, entry

from .encoders import BlockEncoder
from .rows import applied

__all__ = ["Sums", "extents"]


@entry
def _add(
    raw: NDArray[np.uint8],
    counts: NDArray[np.int64],
    start: int,
    first: NDArray[np.int64],
    highest: NDArray[np.uint8],
    table: NDArray[np.float32],
    out: NDArray[np.float32],
    there: NDArray[np.uint8],
) -> None:
    """Add to each row of ``out`` the rows of the table that the columns of a block name; ``counts``: rows of each position."""
    columns, size, to = len(first), table.shape[1], 0
    for i in range(len(counts)):
        for r in range(counts[i]):
            at = start + r * columns
            for c in range(columns):
                value = min(raw[i, at + c], highest[c])
                if value != 0:
                    there[to] = 1
                if value != 0 and first[c] >= 0:
                    row = first[c] + value
                    for k in range(size):
                        out[to, k] += table[row, k]
            to += 1


@entry
def _add_back(
    raw: NDArray[np.uint8],
    counts: NDArray[np.int64],
    start: int,
    first: NDArray[np.int64],
    highest: NDArray[np.uint8],
    table: NDArray[np.float32],
    out: NDArray[np.float32],
) -> None:
    """Add each row of ``out`` to the rows of the table of which it is a sum."""
    columns, size, to = len(first), table.shape[1], 0
    for i in range(len(counts)):
        for r in range(counts[i]):
            at = start + r * columns
            for c in range(columns):
                value = min(raw[i, at + c], highest[c])
                if value != 0 and first[c] >= 0:
                    row = first[c] + value
                    for k in range(size):
                        table[row, k] += out[to, k]
            to += 1


@entry
def _last(raw: NDArray[np.uint8], start: int, columns: int, found: NDArray[np.int64], rows: int) -> None:
    """Raise ``found[i]`` to the number of rows of a block without those at the end which are all 0."""
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
    """Rows of tables (start, rows, columns) up to the last one that is not all 0 in each of them, ``[n]``."""
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
    def forward(ctx: Any, table: Tensor, raw: Any, counts: Any, blocks: Any, there: Any) -> Tensor:
        ctx.raw, ctx.counts, ctx.blocks, ctx.shape = raw, counts, blocks, table.shape
        out = np.zeros((counts.sum(), table.shape[1]), np.float32)
        for start, first, highest in blocks:
            _add(raw, counts, start, first, highest, table.detach().numpy(), out, there)
        return torch.from_numpy(out)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None, None, None]:
        found, given = np.zeros(ctx.shape, np.float32), gradients[0].contiguous().numpy()
        for start, first, highest in ctx.blocks:
            _add_back(ctx.raw, ctx.counts, start, first, highest, found, given)
        return torch.from_numpy(found), None, None, None, None


class Sums:
    """The blocks of a kind of row; their features depend on no weights, and are all 0 where the table is 0.

    Args:
        encoders: the blocks.
    """

    def __init__(self, encoders: Sequence[BlockEncoder]) -> None:
        self._blocks, parts, before = [], [], 0
        total = sum(encoder.features for encoder in encoders)
        at = 1  # row 0 is nothing
        for encoder in encoders:
            highest = encoder.highest
            known = [c for c in range(encoder.columns) if c not in {i for _, i in encoder.references}]
            first = np.full(encoder.columns, -1, np.int64)
            values = []
            for c in known:
                first[c] = at
                at += int(highest[c]) + 1
                values += [(c, v) for v in range(int(highest[c]) + 1)]
            raw = torch.zeros(len(values), encoder.columns, dtype=torch.uint8)
            for row, (c, v) in enumerate(values):
                raw[row, c] = v
            features = torch.zeros(len(values), total)
            features[:, before : before + encoder.features] = encoder.features_of(raw.unsqueeze(1)).squeeze(1)
            parts.append(features)
            before += encoder.features
            self._blocks.append((encoder.start, first, highest))
        self._features = torch.cat([torch.zeros(1, total), *parts])

    def __call__(self, embed: nn.Linear, raw: Tensor, counts: Tensor) -> tuple[Tensor, Tensor | None]:
        """What the layer makes of the first so many rows of each position, one after the other, and which of them there are (see ``Rows``).

        ``raw``: uint8 ``[n, N_OBS]``, contiguous.
        """
        there = np.zeros(int(counts.sum()), np.uint8)
        found: Tensor = applied(_Summed, self._features @ embed.weight.t(), raw.numpy(), counts.numpy(), self._blocks, there)
        return found + embed.bias, None if there.all() else torch.from_numpy(there).unsqueeze(1).float()

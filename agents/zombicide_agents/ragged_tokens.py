"""Ragged tokens: the rows of a table that each position has, concatenated without padding."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from zombicide_env.core.jit import PYTHON_MODE, entry

__all__ = ["Rows", "applied", "compiled"]


def applied(function: Any, *arguments: Any) -> Any:
    """Apply a ``torch.autograd.Function``, which torch has no types for."""
    return function.apply(*arguments)


def compiled(tensor: Tensor) -> bool:
    """Return whether compiled kernels can read a tensor."""
    return not PYTHON_MODE and tensor.device.type == "cpu"


@dataclass(frozen=True)
class Rows:
    """Tokens of one kind of row.

    Attributes:
        tokens: float32 ``[n, token]``, the rows of the first position, then those of the second ...
        counts: number of rows of each position, int64 ``[batch]``.
        starts: index of the first row of each position, int64 ``[batch]``.
        of: position of each row, int64 ``[n]``.
        most: maximum number of rows of a position.
        there: 1 for rows that are present, float32 ``[n, 1]``; None: all are. Tokens of absent rows are 0.
    """

    tokens: Tensor
    counts: Tensor
    starts: Tensor
    of: Tensor
    most: int
    there: Tensor | None = None

    @staticmethod
    def counted(counts: NDArray[np.int64], device: torch.device) -> Rows:
        """Create ``counts`` rows for each position, without tokens.  Indices are computed on the host, without waiting for the device."""
        of = np.repeat(np.arange(len(counts)), counts)
        first, most = np.cumsum(counts) - counts, int(counts.max(initial=0))
        counted, starts, placed = (torch.from_numpy(array).to(device) for array in (counts, first, of))
        return Rows(torch.zeros(len(of), 0, device=device), counted, starts, placed, most)

    @property
    def numbers(self) -> Tensor:
        """Index of each row within its position, int64 ``[n]``."""
        return torch.arange(len(self.of), device=self.of.device) - self.starts[self.of]

    def filled(self, tokens: Tensor) -> Rows:
        """Return a copy with other tokens, 0 for absent rows."""
        return replace(self, tokens=tokens if self.there is None else tokens * self.there)

    def found(self, named: Tensor, of: Tensor) -> tuple[Tensor, Tensor]:
        """Return indices of referenced rows ("row + 1, 0: none") of positions ``of``, and where there is none; int64 and bool ``[k]``."""
        named, counts = named.long(), self.counts[of]
        where = self.starts[of] + torch.minimum(named, counts).clamp(min=1) - 1
        return where.clamp(max=max(0, len(self.of) - 1)), (named == 0) | (counts == 0)

    def look_up(self, named: Tensor) -> Tensor:
        """Return the tokens of the referenced rows, 0 for none: ``[batch, k]`` -> ``[batch, k, token]``."""
        of = torch.arange(len(named), device=named.device).unsqueeze(1).expand_as(named)
        return self.at(named.flatten(), of.flatten()).view(*named.shape, self.tokens.shape[1])

    def at(self, named: Tensor, of: Tensor) -> Tensor:
        """Return the tokens of the referenced rows of positions ``of``, 0 for none: ``[k]`` -> ``[k, token]``."""
        if not len(self.of):  # a board without cars
            return self.tokens.new_zeros(len(named), self.tokens.shape[1])
        where, none = self.found(named, of)
        return self.tokens.index_select(0, where).masked_fill(none.unsqueeze(1), 0.0)

    def told(self, what: Tensor, named: Tensor, of: Tensor) -> Rows:
        """Return a copy with each row of ``what`` ``[k, token]`` added to the referenced row."""
        if not len(self.of):
            return self
        where, none = self.found(named, of)
        return self.filled(self.tokens.index_add(0, where, what.masked_fill(none.unsqueeze(1), 0.0)))

    def padded(self, rows: int) -> Tensor:
        """Return the first ``rows`` rows of each position, ``[batch, rows, token]``, 0 for those that it does not have."""
        numbers = torch.arange(1, rows + 1, device=self.of.device).expand(len(self.counts), rows)
        return self.look_up(torch.where(numbers <= self.counts.unsqueeze(1), numbers, 0))

    def summed_up(self) -> list[Tensor]:
        """Return mean and maximum over the rows present in each position, each ``[batch, token]``; the maximum is at least -10."""
        if compiled(self.tokens):
            known = np.ones(len(self.of), np.uint8) if self.there is None else (self.there.squeeze(1) != 0).numpy().astype(np.uint8)
            return list(applied(_Pooled, self.tokens, self.starts.numpy(), self.counts.numpy(), known))
        there = torch.ones(len(self.of), 1, device=self.of.device) if self.there is None else self.there
        rows = max(1, self.most)
        here, tokens = (replace(self, tokens=of, there=None).padded(rows) for of in (there, self.tokens))
        return [tokens.sum(1) / here.sum(1).clamp(min=1), (tokens - 100 * (1 - here)).amax(1).clamp(min=-10)]


@entry
def _pool(
    tokens: NDArray[np.float32],
    starts: NDArray[np.int64],
    counts: NDArray[np.int64],
    there: NDArray[np.uint8],
    mean: NDArray[np.float32],
    best: NDArray[np.float32],
    which: NDArray[np.int64],
) -> None:
    for i in range(len(starts)):
        known = np.float32(0)
        for r in range(starts[i], starts[i] + counts[i]):
            if there[r] != 0:
                known += np.float32(1)
                for k in range(tokens.shape[1]):
                    mean[i, k] += tokens[r, k]
                    if tokens[r, k] > best[i, k]:
                        best[i, k] = tokens[r, k]
                        which[i, k] = r
        for k in range(tokens.shape[1]):
            mean[i, k] /= max(known, np.float32(1))


@entry
def _pool_back(
    starts: NDArray[np.int64],
    counts: NDArray[np.int64],
    there: NDArray[np.uint8],
    mean: NDArray[np.float32],
    best: NDArray[np.float32],
    which: NDArray[np.int64],
    found: NDArray[np.float32],
) -> None:
    for i in range(len(starts)):
        known = np.float32(0)
        for r in range(starts[i], starts[i] + counts[i]):
            known += np.float32(there[r])
        for r in range(starts[i], starts[i] + counts[i]):
            if there[r] != 0:
                for k in range(found.shape[1]):
                    found[r, k] = mean[i, k] / known
        for k in range(found.shape[1]):
            if which[i, k] >= 0:
                found[which[i, k], k] += best[i, k]


class _Pooled(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, tokens: Tensor, starts: Any, counts: Any, there: Any) -> tuple[Tensor, Tensor]:
        shape = len(starts), tokens.shape[1]
        mean, best, which = np.zeros(shape, np.float32), np.full(shape, -10, np.float32), np.full(shape, -1, np.int64)
        _pool(tokens.detach().numpy(), starts, counts, there, mean, best, which)
        ctx.of, ctx.which, ctx.shape = (starts, counts, there), which, tokens.shape
        return torch.from_numpy(mean), torch.from_numpy(best)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None, None]:
        found = np.zeros(ctx.shape, np.float32)
        mean, best = (gradient.contiguous().numpy() for gradient in gradients)
        starts, counts, there = ctx.of
        _pool_back(starts, counts, there, mean, best, ctx.which, found)
        return torch.from_numpy(found), None, None, None

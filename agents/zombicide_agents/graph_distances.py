"""Graph distances between rows that reference their neighbors, and attention over them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from .ragged_tokens import applied

__all__ = ["Look", "Ways"]

#: Maximum distance in steps; larger distances are clipped to it.
FAR: Final = 20
#: Maximum number of maps in the cache of distances.
MAPS: Final = 4096

#: The three kernels: adjacent rows, rows nearby, and the distance to the nearest goal of a kind.
BESIDE, ABOUT, NEAREST = range(3)
#: Kernels of a map, float32 ``[3, rows, rows]``, or on a device of each position, ``[3, n, rows, rows]``, with the first row and the end of
#: the rows of the positions that use them.
Kernels = Sequence[tuple[Tensor, int, int]]


class Ways:
    """Cache of the distances between the rows of maps; not part of the network's weights."""

    def __init__(self) -> None:
        self._known: dict[tuple[float, int], Tensor] = {}

    def maps(self, neighbours: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """Return the hashes of the maps of positions, and the index of the map of each position, ``[n]``.

        Args:
            neighbours: row + 1 of the neighbors of each row, 0: none, integers ``[n, rows, columns]``.
        """
        flat = neighbours.reshape(len(neighbours), -1)
        marks = flat.astype(np.float64) @ np.random.default_rng(0).integers(1, 2**31, flat.shape[1]).astype(np.float64)
        found, of = np.unique(marks, return_inverse=True)
        return found, of

    def table(self, marks: NDArray[np.float64], neighbours: NDArray[Any]) -> Tensor:
        """Return the distances of maps, uint8 ``[maps, rows, rows]`` on the host, from ``neighbours`` ``[maps, rows, columns]``."""
        keys = [(mark, neighbours.shape[1]) for mark in marks.tolist()]
        if len(self._known) + len(keys) > MAPS:
            self._known.clear()
        new = [i for i, key in enumerate(keys) if key not in self._known]
        if new:
            steps = _steps(torch.from_numpy(np.ascontiguousarray(neighbours[new])))
            self._known |= {keys[i]: found for i, found in zip(new, steps, strict=True)}
        return torch.stack([self._known[key] for key in keys])


def _steps(neighbours: Tensor) -> Tensor:
    """Return the distance between all rows of some maps, ``[maps, rows, columns]`` -> uint8 ``[maps, rows, rows]``, at most FAR."""
    rows = neighbours.shape[1]
    beside = (neighbours.unsqueeze(3) == torch.arange(1, rows + 1)).any(dim=2).float()
    reached = torch.eye(rows).expand_as(beside)
    beside = ((beside + reached) > 0).float()
    steps = torch.zeros_like(beside)
    for _ in range(FAR):
        steps += 1 - reached
        reached = ((reached @ beside) > 0).float()
    return steps.to(torch.uint8)


class Look(nn.Module):
    """One round of attention over the map: adjacent rows, rows nearby, and the distance to the nearest goal of each of some kinds.

    The last is a soft minimum over all rows of the distance to a row plus a penalty that is smaller the more the row is such a goal, so
    that paths of any length to a goal can be compared.
    """

    worth: Tensor

    def __init__(self, token: int, kinds: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(token)
        self.about = nn.Linear(token, 2 * token)
        self.goal = nn.Linear(token, kinds)
        self.mix = nn.Linear(3 * token + kinds, token)
        self.out = nn.Linear(token, token)
        steps = torch.arange(FAR + 1).float()
        beside = (steps == 1).float() / 3
        about = 0.5**steps * (steps > 0) / 3
        nearest = torch.exp(-math.log(4) * steps)
        self.register_buffer("worth", torch.stack([beside, about, nearest]), persistent=False)

    def kernels(self, steps: Tensor) -> Tensor:
        """Return the weight of each row for each other row in the three kernels, float32 ``[3, rows, rows]``."""
        return self.worth[:, steps.long()]

    def forward(self, x: Tensor, kernels: Kernels, there: Tensor | None = None) -> Tensor:
        """Update the tokens ``[token, n]`` of rows by one round of attention; features come first, so that sums run along many rows.

        ``there``: float32 ``[n]``, 0 for absent rows, whose tokens stay 0; None: all rows are present.
        """
        # Message and mixing layers are combined into one matrix, the product of both.  Biases are one more column.
        token, goals = len(x), len(self.goal.bias)
        own, beside, about, near = torch.split(self.mix.weight, [token, token, token, goals], dim=1)
        tell = torch.cat([self.about.weight, self.about.bias.unsqueeze(1)], dim=1).view(2, token, token + 1)
        parts = [beside @ tell[0], about @ tell[1], torch.cat([own, self.mix.bias.unsqueeze(1)], dim=1)]
        weight = torch.cat([torch.cat([self.goal.weight, self.goal.bias.unsqueeze(1)], dim=1), *parts])
        plain, bias = weight[:, :token], weight[:, token] + weight[:, :token] @ self.norm.bias
        weight = torch.cat([plain * self.norm.weight, bias.unsqueeze(1)], dim=1)
        out = torch.cat([self.out.weight, self.out.bias.unsqueeze(1)], dim=1)
        seen: Tensor = applied(_Seen, x, weight, NEAR * near, out, self.norm.eps, kernels, there)
        return seen


#: Scale of log-distances relative to tokens.
NEAR: Final = 0.2
#: Minimum and maximum of a goal, and the constant that keeps the logarithm finite.
GOALS: Final = math.exp(-15 - 4), math.exp(8 - 4)
LEAST: Final = 1e-9
#: Rows per tile: their data stays in the cache of a CPU core.
ROWS: Final = 2048


def _tiles(kernels: Kernels, n: int) -> Iterator[tuple[slice, list[tuple[Tensor, int, int]]]]:
    """Yield tiles of rows that are computed together, each with the kernel, first row and end of its maps within the tile."""
    if kernels and kernels[0][0].dim() == 4:
        yield slice(0, n), list(kernels)
        return
    first = 0
    parts: list[tuple[Tensor, int, int]] = []
    for kernel, start, end in kernels:
        size = max(1, ROWS // kernel.shape[1]) * kernel.shape[1]
        for here in range(start, end, size):
            there = min(end, here + size)
            if there - first > ROWS and parts:
                yield slice(first, here), parts
                first, parts = here, []
            parts.append((kernel, here - first, there - first))
    if parts:
        yield slice(first, n), parts


def _spread(way: int, of: Tensor, parts: Sequence[tuple[Tensor, int, int]], to: Tensor, back: bool = False) -> None:
    """Multiply rows ``[features, n]`` by one of the kernels (``back``: by its transpose, for gradients) and add the result to ``to``."""
    for kernel, start, end in parts:
        which = kernel[way] if back else kernel[way].transpose(-1, -2)
        if kernel.dim() == 4:
            seen = torch.bmm(of[:, start:end].view(len(of), *which.shape[:2]).transpose(0, 1), which)
            to[:, start:end] += seen.transpose(0, 1).reshape(len(of), -1)
        elif len(parts) == 1:
            to.view(-1, len(which)).addmm_(of.view(-1, len(which)), which)
        else:
            to[:, start:end] += (of[:, start:end].reshape(-1, len(which)) @ which).view(len(of), -1)


class _Seen(torch.autograd.Function):
    """One round of attention: rows are normalized, send messages, and are updated by the messages and the distances to goals."""

    @staticmethod
    def forward(
        ctx: Any, x: Tensor, weight: Tensor, near: Tensor, out: Tensor, eps: float, kernels: Kernels, there: Tensor | None
    ) -> Tensor:
        token, goals = near.shape
        found, kept = torch.empty_like(x), []
        for tile, parts in _tiles(kernels, x.shape[1]):
            here = x[:, tile]
            plain = x.new_ones(token + 1, here.shape[1])
            normed = torch.sub(here, here.mean(0), out=plain[:-1])
            scale = normed.square().mean(0).add_(eps).rsqrt_()
            normed *= scale
            goal, beside, about, mixed = torch.split(weight @ plain, [goals, token, token, token])
            felt = torch.exp(goal.clamp_(-15, 8).sub_(4))
            far = felt.new_full(felt.shape, LEAST)
            _spread(NEAREST, felt, parts, far)
            _spread(BESIDE, beside, parts, mixed)
            _spread(ABOUT, about, parts, mixed)
            mixed.addmm_(near, far.log())
            lit = plain.new_ones(plain.shape)
            torch.clamp(mixed, min=0, out=lit[:-1])
            told = (out @ lit).add_(here)
            found[:, tile] = told if there is None else told.mul_(there[tile])
            if any(ctx.needs_input_grad):
                kept += [plain, scale, felt, far, lit]
        ctx.save_for_backward(weight, near, out, *kept)
        ctx.kernels, ctx.there = kernels, there
        return found

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        weight, near, out, *kept = ctx.saved_tensors
        gradient, (token, goals) = gradients[0], near.shape
        given = torch.empty_like(gradient)
        of_weight, of_near, of_out = (torch.zeros_like(matrix) for matrix in (weight, near, out))
        for number, (tile, parts) in enumerate(_tiles(ctx.kernels, gradient.shape[1])):
            plain, scale, felt, far, lit = kept[5 * number : 5 * number + 5]
            of_told = gradient[:, tile] if ctx.there is None else gradient[:, tile] * ctx.there[tile]
            of_out.addmm_(of_told, lit.t())
            of_all = weight.new_zeros(len(weight), len(scale))
            of_goal, of_beside, of_about, of_mixed = torch.split(of_all, [goals, token, token, token])
            torch.mm(out[:, :token].t(), of_told, out=of_mixed).mul_(lit[:-1] > 0)
            of_near.addmm_(of_mixed, far.log().t())
            _spread(NEAREST, (near.t() @ of_mixed).div_(far), parts, of_goal, back=True)
            of_goal.mul_(felt).mul_((felt > GOALS[0]) & (felt < GOALS[1]))
            _spread(BESIDE, of_mixed, parts, of_beside, back=True)
            _spread(ABOUT, of_mixed, parts, of_about, back=True)
            of_weight.addmm_(of_all, plain.t())
            of_plain, normed = weight[:, :token].t() @ of_all, plain[:-1]
            along = (normed * of_plain).mean(0)
            of_plain.sub_(of_plain.mean(0)).addcmul_(normed, along, value=-1).mul_(scale)
            torch.add(of_plain, of_told, out=given[:, tile])
        return given, of_weight, of_near, of_out, None, None, None

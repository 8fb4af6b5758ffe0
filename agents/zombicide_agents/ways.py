"""How far it is from row to row, where rows name their neighbours: what tokens learn from each other by distance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from .rows import applied

__all__ = ["Look", "Ways"]

#: Steps that are told apart; what is farther away counts as that far.
FAR: Final = 20
#: Maps whose distances are remembered.
MAPS: Final = 4096

#: Kernels of a map, float32 ``[3, rows, rows]``, and the first and the end of the rows of the positions on it.
Kernels = Sequence[tuple[Tensor, int, int]]


class Ways:
    """Steps between the rows of a map, remembered by map; no part of the network's weights."""

    def __init__(self) -> None:
        self._known: dict[tuple[float, int], Tensor] = {}

    def maps(self, neighbours: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """The marks of the maps of positions, and which of them is that of each position, ``[n]``.

        Args:
            neighbours: row + 1 of the neighbours of each row, 0: none, integers ``[n, rows, columns]``.
        """
        flat = neighbours.reshape(len(neighbours), -1)
        marks = flat.astype(np.float64) @ np.random.default_rng(0).integers(1, 2**31, flat.shape[1]).astype(np.float64)
        found, of = np.unique(marks, return_inverse=True)
        return found, of

    def steps(self, mark: float, neighbours: NDArray[Any], device: torch.device) -> Tensor:
        """Distances of a map, uint8 ``[rows, rows]``, 0 .. FAR; ``neighbours``: of its rows, ``[rows, columns]``."""
        key = mark, len(neighbours)
        if key not in self._known:
            if len(self._known) >= MAPS:
                self._known.clear()
            self._known[key] = _steps(torch.from_numpy(np.ascontiguousarray(neighbours)).to(device))
        return self._known[key].to(device)


def _steps(neighbours: Tensor) -> Tensor:
    """Steps from each row to each other of one map, ``[rows, columns]`` -> uint8 ``[rows, rows]``, at most FAR."""
    rows = len(neighbours)
    beside = (neighbours.unsqueeze(2) == torch.arange(1, rows + 1, device=neighbours.device)).any(dim=1).float()
    reached = torch.eye(rows, device=neighbours.device)
    beside = ((beside + reached) > 0).float()
    steps = torch.zeros(rows, rows, device=neighbours.device)
    for _ in range(FAR):
        steps += 1 - reached
        reached = ((reached @ beside) > 0).float()
    return steps.to(torch.uint8)


class Look(nn.Module):
    """One round of looking around: what is beside a row, what is about it, and how near the nearest thing of each of some kinds is.

    The last is a soft minimum over all rows of the number of steps to them and of how little they are such a thing: ways to a goal are
    told apart by it however long they are.
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
        """How much each row counts at each other, for the three ways to look: float32 ``[3, rows, rows]``."""
        return self.worth[:, steps.long()]

    def forward(self, x: Tensor, kernels: Kernels) -> Tensor:
        """Tokens ``[token, n]`` of rows -> as many, with what they see; features first, so that every sum runs along many rows."""
        own = applied(_Norm, x, self.norm.weight, self.norm.bias, self.norm.eps)
        goals = torch.exp(_linear(self.goal, own).clamp(-15, 8) - 4)
        seen, near = applied(_Spread, _linear(self.about, own), goals, kernels)
        mixed = _linear(self.mix, torch.cat([own, seen, torch.log(near + 1e-9) * 0.2]))
        return x + _linear(self.out, torch.relu(mixed))


def _linear(layer: nn.Linear, x: Tensor) -> Tensor:
    return torch.addmm(layer.bias.unsqueeze(1), layer.weight, x)


class _Norm(torch.autograd.Function):
    """``nn.LayerNorm`` over the first dimension."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, bias: Tensor, eps: float) -> Tensor:
        centred = x - x.mean(0)
        scale = (centred.square().mean(0) + eps).rsqrt_()
        plain = centred.mul_(scale)
        ctx.save_for_backward(plain, scale, weight)
        return torch.addcmul(bias.unsqueeze(1), plain, weight.unsqueeze(1))

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, Tensor, Tensor, None]:
        plain, scale, weight = ctx.saved_tensors
        gradient = gradients[0]
        by_row = gradient * plain
        of_plain = gradient * weight.unsqueeze(1)
        along = (plain * of_plain).mean(0)
        given = (of_plain - of_plain.mean(0)).addcmul_(plain, along, value=-1).mul_(scale)
        return given, by_row.sum(1), gradient.sum(1), None


class _Spread(torch.autograd.Function):
    """What rows see of the others: the positions on a map share its kernels."""

    @staticmethod
    def forward(ctx: Any, told: Tensor, goals: Tensor, kernels: Kernels) -> tuple[Tensor, Tensor]:
        ctx.kernels = kernels
        return _spread(told, goals, [(kernel.transpose(1, 2), start, end) for kernel, start, end in kernels])

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, Tensor, None]:
        told, goals = gradients
        return *_spread(told, goals, ctx.kernels), None


def _spread(told: Tensor, goals: Tensor, kernels: Kernels) -> tuple[Tensor, Tensor]:
    half, seen, near = len(told) // 2, torch.empty_like(told), torch.empty_like(goals)
    for kernel, start, end in kernels:
        beside, about, nearest = kernel.unbind()
        for to, of, way in ((seen[:half], told[:half], beside), (seen[half:], told[half:], about), (near, goals, nearest)):
            part = of[:, start:end].view(len(of), -1, len(way))
            to[:, start:end] = (part @ way).flatten(1)
    return seen, near

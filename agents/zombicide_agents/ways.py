"""How far it is from row to row, where rows name their neighbours: what tokens learn from each other by distance."""

from __future__ import annotations

import math
from typing import Final

import torch
from torch import Tensor, nn

__all__ = ["Look", "Ways"]

#: Steps that are told apart; what is farther away counts as that far.
FAR: Final = 20
#: Maps whose distances are remembered.
MAPS: Final = 4096


class Ways:
    """Steps between the rows of a map, remembered by map; no part of the network's weights."""

    def __init__(self) -> None:
        self._known: dict[tuple[float, int], Tensor] = {}

    def steps(self, neighbours: Tensor) -> tuple[Tensor, Tensor]:
        """Distances of the maps in a batch, uint8 ``[maps, rows, rows]``, 0 .. FAR, and the map of each position, ``[batch]``.

        Args:
            neighbours: row + 1 of the neighbours of each row, 0: none, integers ``[batch, rows, columns]``.
        """
        flat = neighbours.flatten(1)
        random = torch.Generator().manual_seed(0)
        marks = flat.double() @ torch.randint(1, 2**31, (flat.shape[1],), generator=random).double().to(flat.device)
        maps, of = torch.unique(marks, return_inverse=True)
        places = torch.arange(len(of), device=of.device)
        example = torch.zeros(len(maps), dtype=torch.long, device=of.device).scatter_(0, of, places)
        found = []
        for mark, place in zip(maps.tolist(), example.tolist(), strict=True):
            key = mark, neighbours.shape[1]
            if key not in self._known:
                if len(self._known) >= MAPS:
                    self._known.clear()
                self._known[key] = _steps(neighbours[place])
            found.append(self._known[key].to(flat.device))
        return torch.stack(found), of


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

    def kernels(self, steps: Tensor, of: Tensor) -> Tensor:
        """How much each row counts at each other, for the three ways to look: float32 ``[3, batch or 1, rows, rows]``."""
        kernels = self.worth[:, steps.long()]
        return kernels if len(steps) == 1 else kernels[:, of]

    def forward(self, x: Tensor, kernels: Tensor) -> Tensor:
        """Tokens ``[batch, rows, token]`` -> as many, with what they see."""
        own = self.norm(x)
        beside, about = self.about(own).chunk(2, dim=2)
        goals = torch.exp(self.goal(own).clamp(-15, 8) - 4)
        near = torch.log(kernels[2] @ goals + 1e-9) * 0.2
        seen = torch.cat([own, kernels[0] @ beside, kernels[1] @ about, near], dim=2)
        told: Tensor = self.out(torch.relu(self.mix(seen)))
        return x + told

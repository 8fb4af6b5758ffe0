"""Training labels from rollouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.nets.learning import Positions

__all__ = ["Labels"]


@dataclass(frozen=True)
class Labels:
    """Positions with the outcomes of their rollouts.

    Attributes:
        raw: uint8 [n, N_OBS].
        counts: int64 [n], candidates of each; 0: the position has a value only.
        actions: int64 [k].
        worth: float64 [k], mean win probability after each candidate.
        weight: float64 [n], of the differences between the candidates of a position.
        value: float64 [n], chance of winning.
    """

    raw: NDArray[np.uint8]
    counts: NDArray[np.int64]
    actions: NDArray[np.int64]
    worth: NDArray[np.float64]
    weight: NDArray[np.float64]
    value: NDArray[np.float64]

    @classmethod
    def together(cls, parts: Sequence[Self]) -> Self:
        """Several, one after the other."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))

    @classmethod
    def of_results(cls, raw: NDArray[np.uint8], won: NDArray[np.float64]) -> Self:
        """Positions labeled with the result of their game only."""
        n, nothing = len(raw), np.zeros(0, np.int64)
        return cls(raw, np.zeros(n, np.int64), nothing, nothing.astype(np.float64), np.zeros(n), won)

    def positions(self, unit: float) -> Positions:
        """As a network learns them; ``unit``: scores of a win."""
        n, k = len(self.raw), len(self.actions)
        starts = np.concatenate([[0], np.cumsum(self.counts)])
        return Positions(
            self.raw, starts, self.actions, np.zeros(k), np.zeros(n, np.int64), np.zeros(n), self.weight, self.value, unit * self.worth
        )

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
    """Positions with the results of their rollouts.

    Attributes:
        raw: observations, uint8 ``[n, N_OBS]``.
        counts: int64 ``[n]``, number of candidates; 0: the position only has a value.
        actions: candidates, int64 ``[k]``.
        worth: float64 ``[k]``, mean win probability after each candidate.
        weight: float64 ``[n]``, weight of the differences between the candidates of a position.
        value: float64 ``[n]``, chance of winning.
    """

    raw: NDArray[np.uint8]
    counts: NDArray[np.int64]
    actions: NDArray[np.int64]
    worth: NDArray[np.float64]
    weight: NDArray[np.float64]
    value: NDArray[np.float64]

    @classmethod
    def together(cls, parts: Sequence[Self]) -> Self:
        """Concatenate labels."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))

    @classmethod
    def of_results(cls, raw: NDArray[np.uint8], won: NDArray[np.float64]) -> Self:
        """Create labels that only have the result of the game as value."""
        n, nothing = len(raw), np.zeros(0, np.int64)
        return cls(raw, np.zeros(n, np.int64), nothing, nothing.astype(np.float64), np.zeros(n), won)

    def positions(self, unit: float) -> Positions:
        """Return the labels in the form that networks learn from; ``unit``: score of a win."""
        n, k = len(self.raw), len(self.actions)
        starts = np.concatenate([[0], np.cumsum(self.counts)])
        return Positions(
            self.raw, starts, self.actions, np.zeros(k), np.zeros(n, np.int64), np.zeros(n), self.weight, self.value, unit * self.worth
        )

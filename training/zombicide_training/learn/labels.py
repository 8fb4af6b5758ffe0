"""Training labels from rollouts, and how well a critic predicts them before it learns from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.nets.learning import Positions

__all__ = ["Calibration", "Labels"]


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


@dataclass(frozen=True)
class Calibration:
    """How well advantages were predicted, before anything was learned from the labels.

    Attributes:
        product: sum of predictions times outcomes, over all candidates.
        square: sum of squared predictions; ``product / square`` is the slope of the regression of outcomes on predictions.
        doubt: variance of the product.
        explained: share of the variance of true advantages that predictions explain, with the noise of the outcomes taken out.
        signal: standard deviation of true advantages, from the covariance between worlds.
        noise: standard deviation of advantages that were measured in a single world.
    """

    product: float
    square: float
    doubt: float
    explained: float
    signal: float
    noise: float

    @classmethod
    def of(cls, starts: NDArray[np.int64], predicted: NDArray[np.float64], worth: NDArray[np.float64]) -> Self:
        """Compare predictions with outcomes.

        Args:
            starts: int64 [n + 1], where the candidates of each position begin, one position at least.
            predicted: float64 [k].
            worth: float64 [k, worlds], two worlds at least.
        """
        counts = np.diff(starts)
        of = np.repeat(np.arange(len(counts)), counts)

        def centred(x: NDArray[np.float64]) -> NDArray[np.float64]:
            found: NDArray[np.float64] = x - (np.add.reduceat(x, starts[:-1]) / counts)[of]
            return found

        predicted, each = centred(predicted), np.stack([centred(column) for column in worth.T], axis=1)
        mean, worlds, degrees = each.mean(axis=1), worth.shape[1], float((counts - 1).sum())
        product, square = float((predicted * mean).sum()), float((predicted**2).sum())
        slope = product / square if square > 0 else 0.0
        misses = np.add.reduceat(predicted * (mean - slope * predicted), starts[:-1])  # positions are independent, candidates are not
        noise = float(((each - mean[:, None]) ** 2).sum()) / (worlds - 1) / degrees
        true = float((mean**2).sum()) / degrees - noise / worlds
        explained = slope * product / degrees / true if true > 0 else np.nan
        return cls(product, square, float((misses**2).sum()), explained, float(np.sqrt(max(true, 0.0))), float(np.sqrt(noise)))

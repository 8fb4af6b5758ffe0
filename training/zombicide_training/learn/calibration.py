"""Calibration of a critic: how well it predicts advantages before it learns from them, beyond what the policy already contains.

Advantages are regressed on two predictors, the critic's advantages and the logits of the policy, under the probabilities of the policy:

    advantage = a * predicted + b * logit + noise

The sum of both is the best linear prediction, and its argmax is that of ``logit + (a / b) * predicted``.  Once the logits contain the
information of the critic, ``a`` is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from zombicide_training.learn.ragged_softmax import probabilities

__all__ = ["Calibration", "Evidence"]

Floats = NDArray[np.float64]

#: Minimum of ``b``, the advantage per unit of logits, in wins: smaller values cannot be distinguished from 0.
LEAST: Final = 2e-4


@dataclass(frozen=True)
class Calibration:
    """The regression of the labels of an update.

    Attributes:
        moments: float64 ``[2, 2]``, sums of products of the predictors.
        products: float64 ``[2]``, sums of products of predictors and labels.
        doubt: float64 ``[2, 2]``, covariance of ``products``.
        explained: share of the variance of true advantages that the critic explains, corrected for the noise of the labels.
        signal: standard deviation of true advantages, from the covariance between worlds.
        noise: standard deviation of the noise of advantages measured in a single world.
    """

    moments: Floats
    products: Floats
    doubt: Floats
    explained: float
    signal: float
    noise: float

    @classmethod
    def of(cls, starts: NDArray[np.int64], predicted: Floats, logits: Floats, worth: Floats) -> Self:
        """Compare predictions with labels.

        Args:
            starts: int64 ``[n + 1]``, offsets of the candidates of each position; at least one position.
            predicted: float64 ``[k]``, advantages of the critic.
            logits: float64 ``[k]``, logits of the policy.
            worth: float64 ``[k, worlds]``, results of rollouts; at least two worlds.
        """
        counts, worlds = np.diff(starts), worth.shape[1]

        def centred(x: Floats, weights: Floats) -> Floats:
            found: Floats = x - np.repeat(np.add.reduceat(weights * x, starts[:-1]), counts)
            return found

        p, even = probabilities(starts, logits), np.repeat(1 / counts, counts)
        x = np.stack([centred(predicted, p), centred(logits, p)])
        y = centred(worth.mean(axis=1), p)
        moments, products = (p * x) @ x.T, (p * x) @ y
        misses = p * x * (y - np.linalg.lstsq(moments, products, rcond=None)[0] @ x)
        scores = np.add.reduceat(misses, starts[:-1], axis=1)  # positions are independent, candidates are not

        each, told = np.stack([centred(column, even) for column in worth.T], axis=1), centred(predicted, even)
        mean, degrees = each.mean(axis=1), max(1.0, float((counts - 1).sum()))
        noise = float(((each - mean[:, None]) ** 2).sum()) / (worlds - 1) / degrees
        true, square = float((mean**2).sum()) / degrees - noise / worlds, float((told**2).sum())
        explained = float((told * mean).sum()) ** 2 / square / degrees / true if true > 0 and square > 0 else 0.0
        return cls(moments, products, scores @ scores.T, explained, float(np.sqrt(max(true, 0.0))), float(np.sqrt(noise)))


class Evidence:
    """Recent calibrations, with exponential decay.

    Attributes:
        sums: float64 ``[5, 2]``, moments, products and doubt.
    """

    def __init__(self) -> None:
        self.sums: NDArray[Any] = np.zeros((5, 2))

    def add(self, found: Calibration, decay: float) -> None:
        """Add a calibration; ``decay``: factor of the earlier ones."""
        self.sums = decay * self.sums + np.concatenate([found.moments, found.products[None], found.doubt])

    @property
    def coefficients(self) -> tuple[float, float, float]:
        """The coefficient of the critic, its standard error, and that of the logits; zeros without evidence."""
        moments, products, doubt = self.sums[:2], self.sums[2], self.sums[3:]
        if not np.linalg.det(moments) > 0:
            return 0.0, 0.0, 0.0
        inverse = np.linalg.inv(moments)
        a, b = inverse @ products
        return float(a), float(np.sqrt((inverse @ doubt @ inverse)[0, 0])), float(b)

    @property
    def step(self) -> float:
        """Change of logits per unit of predicted advantage; 0 within one standard error of 0."""
        a, error, b = self.coefficients
        return max(0.0, a - error) / max(b, LEAST)

"""Confidence intervals for evaluations, and measures of how well predictions separate and explain results."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Z95: Final = 1.959963984540054


class Interval(NamedTuple):
    """An estimate with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def percent(self) -> str:
        """Return the interval as ``62.5 % (48.4-74.8)``."""
        return f"{100 * self.value:.1f} % ({100 * self.low:.1f}-{100 * self.high:.1f})"

    def plain(self, digits: int = 1) -> str:
        """Return the interval as ``7.3 ±0.4``; "-" without a value."""
        if math.isnan(self.value):
            return "-"
        return f"{self.value:.{digits}f} ±{(self.high - self.low) / 2:.{digits}f}"


def together(estimates: Sequence[Interval]) -> Interval:
    """Return the mean of independent estimates."""
    n = len(estimates)
    value = sum(e.value for e in estimates) / n
    below = math.sqrt(sum((e.value - e.low) ** 2 for e in estimates)) / n
    above = math.sqrt(sum((e.high - e.value) ** 2 for e in estimates)) / n
    return Interval(value, value - below, value + above)


def wilson(successes: float, trials: int) -> Interval:
    """Return the Wilson score interval of a rate, which is valid for few trials and for rates near 0 and 1.

    Partial successes (shared wins) are allowed; the interval is then wider than necessary.

    Raises:
        ValueError: there is no trial, or there are more successes than trials.
    """
    if trials < 1 or not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials is not a rate")
    rate = successes / trials
    scale = 1 + Z95**2 / trials
    centre = (rate + Z95**2 / (2 * trials)) / scale
    reach = Z95 / scale * math.sqrt(rate * (1 - rate) / trials + Z95**2 / (4 * trials**2))
    # At rates 0 and 1 the formula gives the rate itself up to rounding.
    low = 0.0 if successes == 0 else max(0.0, centre - reach)
    high = 1.0 if successes == trials else min(1.0, centre + reach)
    return Interval(rate, low, high)


def mean(values: ArrayLike) -> Interval:
    """Return the mean with a normal interval (NaN without values, zero width for a single value)."""
    x = np.asarray(values, np.float64)
    if not len(x):
        return Interval(math.nan, math.nan, math.nan)
    middle = float(x.mean())
    reach = Z95 * float(x.std(ddof=1)) / math.sqrt(len(x)) if len(x) > 1 else 0.0
    return Interval(middle, middle - reach, middle + reach)


def paired_difference(a: ArrayLike, b: ArrayLike) -> Interval:
    """Return the mean of ``a - b`` over pairs (the same seed played by both) of values in [0, 1], with its interval.

    Raises:
        ValueError: the lengths differ.
    """
    x, y = np.asarray(a, np.float64), np.asarray(b, np.float64)
    if x.shape != y.shape:
        raise ValueError(f"{len(x)} and {len(y)} games cannot be paired: play the same seeds")
    found = mean(x - y)
    return Interval(found.value, max(-1.0, found.low), min(1.0, found.high))


def bootstrap_ratio(
    above: Sequence[NDArray[np.float64]], below: Sequence[NDArray[np.float64]], resamples: int = 2000, seed: int = 0
) -> Interval:
    """Return the sum of the means of ``above`` divided by that of ``below``, series of paired games, with a 95 % bootstrap interval.

    Games are sampled with replacement within each series, the same games for both.  NaN if ``below`` has won nothing.

    Raises:
        ValueError: the series cannot be paired.
    """
    if [len(series) for series in above] != [len(series) for series in below]:
        raise ValueError("series of different games cannot be paired: play the same seeds")
    random = np.random.default_rng(seed)
    sums = np.zeros((2, resamples))
    for first, second in zip(above, below, strict=True):
        drawn = random.integers(len(first), size=(resamples, len(first)))
        sums += first[drawn].mean(axis=1), second[drawn].mean(axis=1)
    whole = sum(float(series.mean()) for series in above), sum(float(series.mean()) for series in below)
    if not whole[1]:
        return Interval(math.nan, math.nan, math.nan)
    ratios = sums[0][sums[1] > 0] / sums[1][sums[1] > 0]
    low, high = np.percentile(ratios, [2.5, 97.5])
    return Interval(whole[0] / whole[1], float(low), float(high))


def evenly(values: NDArray[Any], groups: NDArray[Any]) -> float:
    """Return the mean over groups of their means, so that a board with short games, which finishes more of them, has no larger weight."""
    counts = np.bincount(groups)
    sums = np.bincount(groups, weights=np.asarray(values, np.float64))
    return float((sums[counts > 0] / counts[counts > 0]).mean())


def auc(values: NDArray[Any], won: ArrayLike) -> float:
    """Return the area under the ROC curve: probability that a won position has a higher value than a lost one; ties count half.

    NaN without positions of both kinds.  ``won``: 1 or 0, or the share of games won from the position.
    """
    came = np.asarray(won, np.float64)
    group = np.unique(values, return_inverse=True)[1]
    above, lost = np.bincount(group, came), np.bincount(group, 1 - came)
    pairs = above.sum() * lost.sum()
    below = np.cumsum(lost) - lost
    return float((above * (below + lost / 2)).sum() / pairs) if pairs > 0 else math.nan


def explained(told: NDArray[np.float64], came: NDArray[np.float64]) -> float:
    """Return the share of the variance of ``came`` explained by predictions, 1 - mean squared error / variance; NaN without variance."""
    spread = float(np.mean((came - came.mean()) ** 2))
    return 1 - float(np.mean((came - told) ** 2)) / spread if spread else math.nan

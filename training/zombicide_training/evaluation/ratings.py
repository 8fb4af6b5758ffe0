"""Ratings of agents from their places in games."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, TypeVar

import numpy as np

from zombicide_training.evaluation.statistics import Interval

__all__ = ["Result", "ratings"]

#: One game: the entrants (indices into the agents), and the place of each.
Result = tuple[tuple[int, ...], tuple[int, ...]]
K = TypeVar("K", bound=Hashable)


def ratings(names: Sequence[K], results: Sequence[Result], resamples: int, seed: int = 0) -> dict[K, Interval]:
    """Return openskill ratings: mean and 95 % interval over bootstrap samples of the games, in random order.

    A rating depends on the order of the games, and on which games happened to be played; the interval covers both.
    """
    if resamples < 2:
        raise ValueError(f"resamples={resamples}: at least 2 are needed for an interval")
    random = np.random.default_rng(seed)
    samples = np.array(
        [_rate(len(names), [results[i] for i in random.integers(len(results), size=len(results))]) for _ in range(resamples)]
    )
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    return {name: Interval(float(samples[:, i].mean()), float(low[i]), float(high[i])) for i, name in enumerate(names)}


def _rate(count: int, results: Sequence[Result]) -> list[float]:
    """Return the ratings after all games.  An agent with several seats at a table gets the mean of the updates of its seats."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    now = [model.rating() for _ in range(count)]
    for entrants, places in results:
        rated = model.rate([[now[i]] for i in entrants], ranks=[float(place) for place in places])
        moved: dict[int, list[Any]] = {}
        for i, (new,) in zip(entrants, rated, strict=True):
            moved.setdefault(i, []).append(new)
        for i, each in moved.items():
            now[i] = model.rating(mu=sum(r.mu for r in each) / len(each), sigma=sum(r.sigma for r in each) / len(each))
    return [rating.mu for rating in now]

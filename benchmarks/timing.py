"""Rates: how often something happens in a second, measured for long enough and several times."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    """A measured rate.

    Attributes:
        median, best: of the repetitions, per second.
        repeats: number of repetitions.
        seconds: length of a repetition, about.
    """

    median: float
    best: float
    repeats: int
    seconds: float

    @property
    def nanoseconds(self) -> float:
        """Time for one, by the median."""
        return 1e9 / self.median

    def as_dict(self) -> dict[str, float]:
        """Plain values for JSON."""
        return {
            "per_second": round(self.median, 1),
            "best_per_second": round(self.best, 1),
            "nanoseconds": round(self.nanoseconds, 1),
            "repeats": self.repeats,
            "seconds": round(self.seconds, 2),
        }


def rate(work: Callable[[int], int], *, seconds: float, repeats: int) -> Rate:
    """Measure ``work(n)``, which does about ``n`` things and returns how many it did.

    The first calls warm up and find the ``n`` that takes about ``seconds``; then it is measured ``repeats`` times.
    """
    n = 1
    while True:
        start = time.perf_counter()
        done = work(n)
        took = time.perf_counter() - start
        if took >= seconds / 4:
            break
        n *= 4
    n = max(1, round(n * seconds / took))
    rates, spent = [], 0.0
    for _ in range(repeats):
        start = time.perf_counter()
        done = work(n)
        took = time.perf_counter() - start
        spent += took
        rates.append(done / took)
    return Rate(statistics.median(rates), max(rates), repeats, spent / repeats)

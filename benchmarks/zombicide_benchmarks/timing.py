"""Rates per second, measured repeatedly over sufficient time."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

TOLERANCE: Final = 0.10
"""Default tolerance for the slow-down in a comparison of two versions."""
Work = Callable[[int], int]
"""Does about ``n`` items and returns how many."""


@dataclass(frozen=True)
class Rate:
    """A measured rate.

    Attributes:
        median, best: of the repetitions, per second.
        repeats: number of repetitions.
        seconds: approximate length of a repetition.
        processor: CPU seconds per second; less than the number of threads means that other processes used the cores.
    """

    median: float
    best: float
    repeats: int
    seconds: float
    processor: float = 1.0

    @property
    def nanoseconds(self) -> float:
        """Nanoseconds per item, by the median."""
        return 1e9 / self.median

    def as_dict(self) -> dict[str, float]:
        """Return plain values for JSON."""
        return {
            "per_second": round(self.median, 1),
            "best_per_second": round(self.best, 1),
            "nanoseconds": round(self.nanoseconds, 1),
            "repeats": self.repeats,
            "seconds": round(self.seconds, 2),
            "processor": round(self.processor, 2),
        }


def once(work: Work, n: int) -> tuple[int, float]:
    """Return the number of items of ``work(n)``, and the seconds it took."""
    start = time.perf_counter()
    done = work(n)
    return done, time.perf_counter() - start


def enough(work: Work, seconds: float) -> int:
    """Return the ``n`` for which ``work(n)`` takes about ``seconds``; finding it warms up."""
    n = 1
    while True:
        _, took = once(work, n)
        if took >= seconds / 4:
            return max(1, round(n * seconds / took))
        n *= 4


def rate(work: Work, *, seconds: float, repeats: int) -> Rate:
    """Measure ``work`` ``repeats`` times for about ``seconds``."""
    return interleaved({"": work}, seconds=seconds, repeats=repeats)[""]


def interleaved(works: Mapping[str, Work], *, seconds: float, repeats: int) -> dict[str, Rate]:
    """Measure several works alternately, ``repeats`` rounds, so that a temporary slowdown of the machine affects all of them."""
    sizes = {name: enough(work, seconds) for name, work in works.items()}
    rates: dict[str, list[float]] = {name: [] for name in works}
    spent, busy = dict.fromkeys(works, 0.0), dict.fromkeys(works, 0.0)
    for _ in range(repeats):
        for name, work in works.items():
            before = time.process_time()
            done, took = once(work, sizes[name])
            busy[name] += time.process_time() - before
            spent[name] += took
            rates[name].append(done / took)
    return {
        name: Rate(statistics.median(found), max(found), repeats, spent[name] / repeats, busy[name] / spent[name])
        for name, found in rates.items()
    }

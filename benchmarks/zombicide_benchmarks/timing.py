"""Rates per second, measured for long enough and several times."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

TOLERANCE: Final = 0.10
"""Slow-down that a comparison of two versions lets pass, where nothing else is said."""
Work = Callable[[int], int]
"""Does about ``n`` things and returns how many it did."""


@dataclass(frozen=True)
class Rate:
    """A measured rate.

    Attributes:
        median, best: of the repetitions, per second.
        repeats: number of repetitions.
        seconds: length of a repetition, about.
        processor: processor seconds for each second: less than the threads at work means that others had the cores.
    """

    median: float
    best: float
    repeats: int
    seconds: float
    processor: float = 1.0

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
            "processor": round(self.processor, 2),
        }


def once(work: Work, n: int) -> tuple[int, float]:
    """How many things ``work(n)`` did, and the seconds it took."""
    start = time.perf_counter()
    done = work(n)
    return done, time.perf_counter() - start


def enough(work: Work, seconds: float) -> int:
    """The ``n`` for which ``work(n)`` takes about ``seconds``; finding it warms up."""
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
    """Measure several works in turn, ``repeats`` rounds: a machine that slows down for a while slows all of them."""
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

"""Where the time of training goes: seconds by phase, of the clock and of the processor."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["PHASES", "Timers"]

PHASES: Final = ("engine", "teacher", "encode", "forward", "backward")
"""The engine steps and observes, compiled players included; a teacher comments, or the player judges on whom
the policy leans; arrays are gathered and become tensors; the network
computes, while playing and while learning; gradients and the optimiser."""


class Timers:
    """A stopwatch for each phase; one that begins within another stops that meanwhile.

    Attributes:
        wall, cpu: phase -> seconds of the clock; of the processor, all threads together.
    """

    def __init__(self) -> None:
        self.clear()
        self._within: list[str] = []
        self._since = self._now()

    def clear(self) -> None:
        """Count from here."""
        self.wall, self.cpu = dict.fromkeys(PHASES, 0.0), dict.fromkeys(PHASES, 0.0)

    @staticmethod
    def _now() -> tuple[float, float]:
        return time.perf_counter(), time.process_time()

    def _turn(self) -> None:
        now = self._now()
        if self._within:
            self.wall[self._within[-1]] += now[0] - self._since[0]
            self.cpu[self._within[-1]] += now[1] - self._since[1]
        self._since = now

    @contextmanager
    def __call__(self, phase: str) -> Iterator[None]:
        """What happens in the block counts for the phase."""
        self._turn()
        self._within.append(phase)
        try:
            yield
        finally:
            self._turn()
            self._within.pop()

"""Timers of training: wall and CPU seconds by phase."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["PHASES", "Timers"]

PHASES: Final = ("engine", "teacher", "encode", "forward", "backward")
"""Steps and observations of the engine, including compiled players; labels of a teacher, or scores of the base; gathering arrays and
converting them to tensors; forward passes, for playing and learning; gradients and optimizer."""


class Timers:
    """A stopwatch for each phase; a nested phase pauses the outer one.

    Attributes:
        wall, cpu: phase -> wall-clock seconds; CPU seconds of all threads.
    """

    def __init__(self) -> None:
        self.clear()
        self._within: list[str] = []
        self._since = self._now()

    def clear(self) -> None:
        """Reset all times to 0."""
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
        """Context manager that attributes the time of the block to the phase."""
        self._turn()
        self._within.append(phase)
        try:
            yield
        finally:
            self._turn()
            self._within.pop()

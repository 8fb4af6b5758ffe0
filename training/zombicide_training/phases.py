"""Where the time of training goes: seconds by phase, of the clock and of the processor."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["PHASES", "Phases"]

PHASES = ("engine", "teacher", "encode", "forward", "backward")
"""The engine steps and observes; a teacher comments; arrays are gathered and become tensors; the network computes, while playing and
while learning; gradients and the optimiser."""


class Phases:
    """A stopwatch for each phase.

    Attributes:
        wall, cpu: phase -> seconds of the clock; of the processor, all threads together.
    """

    def __init__(self) -> None:
        self.wall, self.cpu = dict.fromkeys(PHASES, 0.0), dict.fromkeys(PHASES, 0.0)

    @contextmanager
    def __call__(self, phase: str) -> Iterator[None]:
        """What happens in the block counts for the phase."""
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            yield
        finally:
            self.wall[phase] += time.perf_counter() - wall
            self.cpu[phase] += time.process_time() - cpu

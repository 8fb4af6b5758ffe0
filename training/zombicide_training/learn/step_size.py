"""The step size of a schedule."""

from __future__ import annotations

import math

__all__ = ["LEAST", "cosine"]

#: Share of the step size that is left at the end.
LEAST = 0.03


def cosine(share: float) -> float:
    """Factor of the step size after a share of the schedule, 0 .. 1: a half cosine from 1 to ``LEAST``."""
    return LEAST + (1 - LEAST) * 0.5 * (1 + math.cos(math.pi * share))

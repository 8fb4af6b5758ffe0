"""Learning rate schedule."""

from __future__ import annotations

import math

__all__ = ["LEAST", "cosine"]

#: Final learning rate as a share of the initial one.
LEAST = 0.03


def cosine(share: float) -> float:
    """Return the factor of the learning rate after a share of the schedule, in [0, 1]: a half cosine from 1 to ``LEAST``."""
    return LEAST + (1 - LEAST) * 0.5 * (1 + math.cos(math.pi * share))

"""Residual networks: the scores of a network are added to those of a rule-based player.

    score = trust * (own - worse)

``worse``: how much lower the player scores an action than its best one, 0 .. 1, in 126 steps: 0 is its choice, the others range from 1/126
to 1 with the square root of the difference, so that small differences between good actions are kept; 1 is an action that it scores a whole
unit lower, or does not score. Such an action is excluded, -inf: the network has not learned to score it.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..jit import jit

STEPS: Final = 126
#: ``worse`` of an action that ties with the choice is at most this.
TIED: Final = 1.5 / STEPS**2


@jit
def worse(behind: float) -> Any:
    """Return ``worse`` of an action whose score is ``behind`` below the best."""
    step = (1 + np.rint((STEPS - 1) * np.sqrt(min(1.0, behind)))) / STEPS
    return step * step


@jit
def leant(opinions: Any, listed: Any, count: int, trust: float, thoughts: Any) -> None:
    """Convert a network's ``thoughts`` of the first ``count`` of ``listed`` actions to scores; ``opinions``: the player's scores of all."""
    best = -np.inf
    choice = 0
    for k in range(count):
        if opinions[listed[k]] > best:
            best = opinions[listed[k]]
            choice = k
    for k in range(count):
        score = opinions[listed[k]]
        behind = 0.0 if k == choice else worse(best - score) if score > -np.inf else 1.0
        thoughts[k] = trust * (thoughts[k] - behind) if behind < 1 else -np.inf


__all__ = ["STEPS", "TIED", "leant", "worse"]

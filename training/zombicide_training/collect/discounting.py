"""Discounting of rewards in games that are played step by step on a batch.

The discount applies per round.  With a discount per decision, delaying a defeat paid off: passing cards back and forth a thousand times
before the zombies come made a lost game worth 0 instead of -1, and reinforcement learning found that out.

A shaped reward adds the change of a potential.  This keeps the optimal policy only if the potential after the step is discounted too:
``fading * potential(after) - potential(before)``.  Games return the undiscounted change; ``step`` computes the correction.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.game import ONGOING

__all__ = ["By", "Discounting"]

By = Literal["round", "decision"]


class Discounting:
    """Tracks the rounds of a batch of cooperative games with automatic resets.

    Args:
        batch: the games; ``autoreset="same_step"``.
        discount: discount per round, or per decision.
        by: unit of the discount.
    """

    def __init__(self, batch: Batch, discount: float, by: By) -> None:
        self._batch, self._discount, self._by = batch, np.float32(discount), by
        self.begin()

    def begin(self) -> None:
        """Start counting from the current rounds."""
        self._rounds = self._batch.states["round"].copy()

    def step(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the discount of the last step, and the correction of its shaped reward; both float32 ``[n]``."""
        batch = self._batch
        over = batch.dones != ONGOING
        rounds = np.where(over, batch.final_states["round"], batch.states["round"])
        if self._by == "round":
            fading = self._discount ** (rounds.astype(np.int64) - self._rounds)
        else:
            fading = np.full(batch.n, self._discount)
        of = batch.games[0]
        potential: NDArray[Any] = np.where(over, of.potential(batch.final_states), of.potential(batch.states))
        self.begin()
        return fading.astype(np.float32), ((fading - 1) * potential).astype(np.float32)

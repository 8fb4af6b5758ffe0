"""How much what comes later is worth now, in games that are played step by step on a batch.

Time passes by rounds.  Where it passed by decisions, putting off a defeat paid: to give cards to and fro a thousand times before the
zombies come made a lost game worth nothing instead of -1, and reinforcement found that out.

A shaped reward adds the change of a potential.  That leaves the best policy what it is only if the potential after the step fades as
everything else does: ``fading * potential(after) - potential(before)``.  Games give the change without it; ``step`` sets that right.
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
    """Watches the clock of a batch that plays cooperative games and begins new ones by itself.

    Args:
        batch: the games; ``autoreset="same_step"``.
        discount: worth of a reward one round, or one decision, later.
        by: what time is counted by.
    """

    def __init__(self, batch: Batch, discount: float, by: By) -> None:
        self._batch, self._discount, self._by = batch, np.float32(discount), by
        self.begin()

    def begin(self) -> None:
        """Look at the clock: what follows is played from here."""
        self._rounds = self._batch.states["round"].copy()

    def step(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """After a step: worth, before it, of a reward after it, and what its reward lacks; both float32 ``[n]``."""
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

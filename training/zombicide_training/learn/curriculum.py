"""Curriculum over the rungs of the ladder: distributes games according to the win rate of each rung.

``uncertain``: in proportion to 4p(1 - p), as the learning progress that a success rate p allows (Florensa et al. 2018, "goals of
intermediate difficulty").  ``promotion``: most games are of one rung until the share ``PROMOTED`` of them is won, then of the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch

__all__ = ["Curriculum", "Order"]

Order = Literal["even", "uncertain", "promotion"]
#: Minimum share of games of each rung, relative to an even share: so that easy rungs are not forgotten, and hard ones are tried.
LEAST: Final = 0.2
PROMOTED: Final = 0.7  # win rate at which the next rung follows
LATEST: Final = 200  # number of games of a rung after which an earlier one has weight 1/e


class Curriculum:
    """Assigns the slots of a batch to rungs.

    Args:
        rung_of: index of the rung of each world of the batch, easiest first.
        order: how games are distributed.

    Attributes:
        state: float64 ``[rungs + 1]``, recent win rate of each rung, and the rung that is played most (``promotion``).
    """

    def __init__(self, rung_of: Sequence[int], order: Order) -> None:
        self.rung_of, self.order = np.array(rung_of), order
        self.n = int(self.rung_of.max()) + 1
        self.state = np.append(np.full(self.n, 0.5), 0.0)

    @property
    def rates(self) -> NDArray[np.float64]:
        """Recent win rate of each rung; initially 0.5."""
        found: NDArray[np.float64] = self.state[:-1]
        return found

    def note(self, won: NDArray[np.bool_], worlds: NDArray[Any]) -> None:
        """Update the win rates with finished games."""
        rungs = self.rung_of[worlds]
        for number in np.unique(rungs).tolist():
            results = won[rungs == number]
            fresh = 1 - np.exp(-len(results) / LATEST)
            self.rates[number] += fresh * (results.mean() - self.rates[number])
        if self.order == "promotion" and self.rates[self._at] >= PROMOTED:
            self.state[-1] = min(self._at + 1, self.n - 1)

    @property
    def _at(self) -> int:
        return int(self.state[-1])

    def shares(self) -> NDArray[np.float64]:
        """Return the share of games for each rung."""
        if self.order == "uncertain":
            wanted = 4 * self.rates * (1 - self.rates)
        else:
            wanted = np.ones(self.n) if self.order == "even" else (np.arange(self.n) == self._at).astype(np.float64)
        even = np.full(self.n, 1 / self.n)
        if wanted.sum() == 0:
            return even
        found: NDArray[np.float64] = LEAST * even + (1 - LEAST) * wanted / wanted.sum()
        return found

    def deal(self, batch: Batch, random: np.random.Generator) -> NDArray[np.bool_]:
        """Reassign slots of a batch where shares have changed; return which slots these are, bool ``[n]``: they need new games."""
        playing = self.rung_of[batch.world_of]
        counts = np.bincount(playing, minlength=self.n)
        wanted = self.shares() * batch.n
        free = np.zeros(batch.n, bool)
        for rung in np.flatnonzero(counts > np.ceil(wanted)).tolist():
            own = np.flatnonzero(playing == rung)
            free[random.permutation(own)[: counts[rung] - int(np.ceil(wanted[rung]))]] = True
        lacking = np.maximum(0, wanted - counts)
        if lacking.sum() == 0:
            free[:] = False
        for place in np.flatnonzero(free):
            rung = random.choice(self.n, p=lacking / lacking.sum())
            batch.world_of[place] = random.choice(np.flatnonzero(self.rung_of == rung))
        return free

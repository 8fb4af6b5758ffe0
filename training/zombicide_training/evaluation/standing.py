"""Results of a competitive evaluation: by agent, by seat and by role."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zombicide_training.evaluation.statistics import Interval, mean, wilson

__all__ = ["Standing"]


@dataclass(frozen=True)
class Standing:
    """Results of a competitive evaluation.

    Attributes:
        seat: int64 ``[games, entrants]``, seat of each entrant.
        share, score, place: ``[games, entrants]``, see ``final_results``; entrant i is ``Evaluation.seats[i]``.
    """

    seat: NDArray[np.int64]
    share: NDArray[np.float64]
    score: NDArray[np.float64]
    place: NDArray[np.int64]

    @staticmethod
    def of(seat: NDArray[np.int64], share: NDArray[Any], score: NDArray[Any], place: NDArray[Any]) -> Standing:
        """Create a standing from results by seat."""
        return Standing(seat, *(np.take_along_axis(a, seat, axis=1) for a in (share, score, place)))

    def select(self, who: NDArray[np.bool_]) -> dict[str, Interval]:
        """Return means over games with intervals, for the entrants marked in ``who`` (bool ``[games, entrants]``, at least one per game).

        ``win_share``: wins per seat, with shared wins counted by their share; ``shared_wins``: share of games with a shared win;
        ``score`` and ``place``: means per seat.
        """
        count = who.sum(axis=1)

        def per_game(values: NDArray[Any]) -> NDArray[np.float64]:
            means: NDArray[np.float64] = np.where(who, values, 0).sum(axis=1) / count
            return means

        won = per_game(self.share)
        shared: NDArray[np.bool_] = np.any(who & (self.share > 0) & (self.share < 1), axis=1)
        return {
            "win_share": wilson(min(float(won.sum()), len(won)), len(won)),
            "shared_wins": wilson(int(shared.sum()), len(shared)),
            "score": mean(per_game(self.score)),
            "place": mean(per_game(self.place)),
        }

    def by_agent(self, names: Sequence[str]) -> dict[str, dict[str, Interval]]:
        """Return agent -> its results, over all its seats."""
        found = {}
        for name in dict.fromkeys(names):
            mine = np.array([other == name for other in names])
            found[name] = self.select(np.broadcast_to(mine, self.seat.shape))
        return found

    def by_seat(self) -> list[dict[str, Interval]]:
        """Return the results of each seat over all agents, which show the advantage of moving first."""
        return [self.select(self.seat == seat) for seat in range(self.seat.shape[1])]

    def by_role(self, roles: Mapping[str, Sequence[int]]) -> dict[str, dict[str, Interval]]:
        """Return role -> its results over all agents; ``roles``: role -> its seats."""
        return {role: self.select(np.isin(self.seat, seats)) for role, seats in roles.items()}

    @property
    def drawn(self) -> NDArray[np.bool_]:
        """Whether each game has no winner, bool ``[games]``."""
        return self.share.sum(axis=1) == 0

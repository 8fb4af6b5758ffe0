"""Who won a competitive game, seat by seat: win shares, scores and places, from what the state says when the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zombicide_training.statistics import Interval, mean, wilson

__all__ = ["Standing", "competitive", "final_results", "seat_of"]


def competitive(game: Any) -> bool:
    """Do the players of the game play against each other?"""
    return bool(game.type.kind != "cooperative")


def final_results(game: Any, states: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Results of finished games, each ``[games, seats]``.

    Returns:
        share: 1 for the winner, 1/k for each of k winners, 0 for the others (for all, if nobody has won).
        score: points at the end (NaN if the game has none).
        place: 1 for the winners, 2 for the best of the others ...; players with equal scores share the better place, and
            those who were out before the end share the last one.
    """
    n = len(game.agents)
    winner = game.winners(states).astype(np.float64)
    share = winner / np.maximum(1.0, winner.sum(axis=1, keepdims=True))
    active = np.array([game.active(states[i : i + 1]) for i in range(len(states))], np.float64).reshape(len(states), n)
    scores = [game.outcome(states[i : i + 1]).scores for i in range(len(states))]
    score = np.array([given or [np.nan] * n for given in scores], np.float64).reshape(len(states), n)
    known = np.where(active > 0, np.nan_to_num(score), 0.0)
    merit = np.stack([winner, active, known], axis=2)  # the first difference decides
    order = np.unique(merit.reshape(-1, 3), axis=0, return_inverse=True)[1].reshape(winner.shape)
    place = 1 + (order[:, None, :] > order[:, :, None]).sum(axis=2)
    return share, score, place


def seat_of(episodes: int, seats: int, rotate: bool) -> NDArray[np.int64]:
    """Seat of entrant i in game e, ``[episodes, seats]``: all move one seat further after each game, or stay."""
    moved = np.arange(episodes)[:, None] if rotate else 0
    seat: NDArray[np.int64] = (np.arange(seats)[None, :] + moved) % seats
    return np.broadcast_to(seat, (episodes, seats)).astype(np.int64)


@dataclass(frozen=True)
class Standing:
    """Results of a competitive evaluation.

    Attributes:
        seat: int64 ``[games, entrants]``, where each entrant sat.
        share, score, place: ``[games, entrants]``, see ``final_results``; entrant i is ``Evaluation.seats[i]``.
    """

    seat: NDArray[np.int64]
    share: NDArray[np.float64]
    score: NDArray[np.float64]
    place: NDArray[np.int64]

    @staticmethod
    def of(seat: NDArray[np.int64], share: NDArray[Any], score: NDArray[Any], place: NDArray[Any]) -> Standing:
        """From results by seat."""
        return Standing(seat, *(np.take_along_axis(a, seat, axis=1) for a in (share, score, place)))

    def select(self, who: NDArray[np.bool_]) -> dict[str, Interval]:
        """Means over the games with their intervals, for the players marked in ``who`` (bool ``[games, entrants]``, some in each game).

        ``win_share``: wins per seat, a shared win counted by its share; ``shared_wins``: rate of games in which they shared the win;
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
        """Agent -> its results, over all seats that it had."""
        found = {}
        for name in dict.fromkeys(names):
            mine = np.array([other == name for other in names])
            found[name] = self.select(np.broadcast_to(mine, self.seat.shape))
        return found

    def by_seat(self) -> list[dict[str, Interval]]:
        """Results of each seat, whoever sat there: what it is worth to begin."""
        return [self.select(self.seat == seat) for seat in range(self.seat.shape[1])]

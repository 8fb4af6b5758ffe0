"""Results of finished competitive games by seat: win shares, scores and places."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.game_type import GameType

__all__ = ["NOBODY", "Ended", "competitive", "final_results", "seat_of"]

#: Value for "no seat".
NOBODY: Final = -1
#: Outcomes, final states and worlds of finished games.
Ended = tuple[NDArray[np.uint8], NDArray[Any], NDArray[np.int32]]


def competitive(game: Any) -> bool:
    """Return whether agents of the game play against each other."""
    return bool(game.type.n_sides > 1)


def final_results(
    game: Any, states: NDArray[Any], gave_up: NDArray[np.int64] | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Return the results of finished games, each ``[games, seats]``; agents of a side share the results of the side.

    Args:
        game: the game.
        states: final states of the games.
        gave_up: seat that has forfeited each game, NOBODY if none.  Its side is last, and all other active sides have won.

    Returns:
        share: 1 for the winners, 1/k where k sides win together, 0 for the others (for all, if there is no winner).
        score: final score of each agent (NaN if the game has none).
        place: 1 for the winners, 2 for the best of the others ...; sides with equal scores share the better place, and sides
            eliminated before the end share the last one.
    """
    n, sides = len(game.agents), game.type.seats
    winner = game.winners(states)[:, [seats[0] for seats in sides]].astype(np.float64)
    side_of = np.array(game.type.sides)
    active = np.array([game.active(states[i : i + 1]) for i in range(len(states))], np.float64).reshape(len(states), n)
    scores = [game.outcome(states[i : i + 1]).scores for i in range(len(states))]
    score = np.array([given or [np.nan] * n for given in scores], np.float64).reshape(len(states), n)
    still_in = np.stack([active[:, seats].max(axis=1) for seats in sides], axis=1)
    if gave_up is not None:
        rows = np.flatnonzero(gave_up != NOBODY)
        still_in[rows, side_of[gave_up[rows]]] = 0
        winner[rows] = still_in[rows]
    share = winner / np.maximum(1.0, winner.sum(axis=1, keepdims=True))
    known = np.stack([np.nan_to_num(score[:, seats]).mean(axis=1) for seats in sides], axis=1) * still_in
    merit = np.stack([winner, still_in, known], axis=2)  # the first difference decides
    order = np.unique(merit.reshape(-1, 3), axis=0, return_inverse=True)[1].reshape(winner.shape)
    place = 1 + (order[:, None, :] > order[:, :, None]).sum(axis=2)
    return share[:, side_of], score, place[:, side_of]


def seat_of(episodes: int, kind: GameType, rotate: bool) -> NDArray[np.int64]:
    """Return the seat of entrant i in game e, ``[episodes, seats]``: fixed, or rotated after each game within the role.

    Equal sides are rotated first, by one after each game; after a full cycle, the agents of each side move to the next seat within their
    side.
    """
    seat = np.tile(np.arange(len(kind.sides)), (episodes, 1))
    if not rotate:
        return seat
    game = np.arange(episodes)
    for role in kind.parts:
        sides = [kind.seats[side] for side, name in enumerate(kind.roles) if name == role]
        alike = len({len(seats) for seats in sides}) == 1
        for group in [sides] if alike else [[seats] for seats in sides]:
            table, k, size = np.array(group), len(group), len(group[0])
            for a in range(k):
                for j in range(size):
                    seat[:, table[a, j]] = table[(a + game) % k, (j + game // k) % size]
    return seat

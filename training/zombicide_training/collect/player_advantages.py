"""Credit assignment: advantages of every player along its own decisions.

Where players take turns, what follows a decision is mostly caused by others.  A player's trajectory is therefore the sequence of its own
decisions only; rewards between two of them (also at the end of a game that another player has ended, or after elimination) belong to
the earlier one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch

__all__ = ["Credit", "Sides", "credit"]


class Sides:
    """Map seats to sides: the trajectory of a decision is that of its side, whose agents share rewards and policy.

    Args:
        batch: the games.  Slots may change to another of them between calls, as a curriculum does.

    Attributes:
        n: maximum number of sides of a game.
    """

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        kinds = [game.type for game in batch.games]
        self.n = max(kind.n_sides for kind in kinds)
        self._of = np.zeros((len(kinds), batch.n_agents), np.int16)
        self._weights = np.zeros((len(kinds), self.n, batch.n_agents), np.float32)
        for world, kind in enumerate(kinds):
            self._of[world, : len(kind.sides)] = kind.sides
            for side, own in enumerate(kind.seats):
                self._weights[world, side, list(own)] = 1 / len(own)

    def of(self, seats: NDArray[Any]) -> NDArray[np.int16]:
        """Return the side of a seat in each slot, ``[n]``; -1 stays -1."""
        sides: NDArray[np.int16] = np.where(seats >= 0, self._of[self._batch.world_of, seats], -1).astype(np.int16)
        return sides

    def paid(self, rewards: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return rewards ``[n, seats]`` averaged over the seats of each side, ``[n, sides]``."""
        means: NDArray[np.float32] = np.einsum("nks,ns->nk", self._weights[self._batch.world_of], rewards)
        return means


@dataclass(frozen=True)
class Credit:
    """Result of ``credit``.

    Attributes:
        advantages: float32 ``[t, n]``; 0 for decisions that are not learned from or whose outcome is not yet known.
        known: bool ``[t, n]``, decisions to learn from: followed by another decision of the same player or by the end of the game.
        waiting: int64 ``[n, players]``, row of the decision of each player whose outcome is not yet known, -1 if none.
        owed: float32 ``[n, players]``, rewards since that decision.
    """

    advantages: NDArray[np.float32]
    known: NDArray[np.bool_]
    waiting: NDArray[np.int64]
    owed: NDArray[np.float32]


def credit(
    rewards: NDArray[np.float32],
    deciders: NDArray[np.int16],
    values: NDArray[np.float32],
    ends: NDArray[np.bool_],
    discount: float,
    gae: float,
) -> Credit:
    """Compute generalized advantage estimates along each player's own decisions.

    Args:
        rewards: ``[t, n, players]``, rewards of all players in the step after each decision.
        deciders: ``[t, n]``, player of each decision, -1 for decisions that are not learned from.
        values: ``[t, n]``, predicted value at each decision.
        ends: ``[t, n]``, whether the game ended with this step; the next row belongs to another game.
        discount: discount per decision of the same player.
        gae: lambda of generalized advantage estimation.
    """
    steps, n, players = rewards.shape
    advantages, known = np.zeros((steps, n), np.float32), np.zeros((steps, n), bool)
    waiting, owed = np.full((n, players), -1), np.zeros((n, players), np.float32)
    # For each player, going backward: rewards up to its next decision, and the advantage and value of that decision.
    earned, ahead = np.zeros((n, players), np.float32), np.zeros((n, players), np.float32)
    value, settled = np.zeros((n, players), np.float32), np.zeros((n, players), bool)
    for k in range(steps - 1, -1, -1):
        over = ends[k]
        earned[over], ahead[over], value[over], settled[over] = 0.0, 0.0, 0.0, True
        earned += rewards[k]
        games = np.flatnonzero(deciders[k] >= 0)
        who = deciders[k, games]
        open_ = ~settled[games, who]
        waiting[games[open_], who[open_]] = k
        owed[games[open_], who[open_]] = earned[games[open_], who[open_]]
        surprise = earned[games, who] + discount * value[games, who] - values[k, games]
        found = np.where(open_, 0.0, surprise + discount * gae * ahead[games, who]).astype(np.float32)
        advantages[k, games], known[k, games] = found, ~open_
        earned[games, who], ahead[games, who], value[games, who], settled[games, who] = 0.0, found, values[k, games], True
    return Credit(advantages, known, waiting, owed)

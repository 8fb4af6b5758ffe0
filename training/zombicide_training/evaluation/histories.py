"""Histories for agents that read them: the moves since the agent's last decision, see ``Agent.reads_history``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.history import History

__all__ = ["Histories"]


class Histories:
    """The histories of the games of a batch, each starting with the first move.

    Args:
        tables: the batch.
    """

    def __init__(self, tables: Batch) -> None:
        self._tables = tables
        self._games: dict[int, tuple[int, History]] = {}  # slot -> (episode, its history)

    def add(self, actions: NDArray[np.int64], places: NDArray[np.intp], episode: NDArray[np.int64]) -> None:
        """Record the actions that will be played next in some slots, which play these episodes."""
        tables = self._tables
        for i in places.tolist():
            game: Any = tables.games[tables.world_of[i]]
            before, action = tables.states[i : i + 1], int(actions[i])
            events, after = game.tried(before, action)
            history = self._of(i, int(episode[i]))
            history.add(int(tables.deciders[i]), game.notation(before, action), before, after, events)

    def told(self, places: NDArray[np.intp], episode: NDArray[np.int64]) -> list[list[str]]:
        """Return the history for the deciding seat of each slot."""
        return [self._of(i, int(episode[i])).of(int(self._tables.deciders[i])) for i in places.tolist()]

    def _of(self, place: int, episode: int) -> History:
        known, history = self._games.get(place, (-1, None))
        if history is None or known != episode:
            history = History(self._tables.games[self._tables.world_of[place]])
            self._games[place] = episode, history
        return history

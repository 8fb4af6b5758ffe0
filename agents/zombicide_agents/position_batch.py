"""Positions laid out in batches, for agents that are compiled players and are asked for single decisions."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch

from .base import AgentError, NoLegalAction

__all__ = ["Boards"]

#: Places of the batches in which positions are judged.
SIZES: Final = (1, 16, 256)


class Boards:
    """Batches of each thread that hold positions in their first places.

    Args:
        game: the game to be played, where a caller names no other.
        name: of the agent, for errors.
    """

    def __init__(self, game: Any, name: str) -> None:
        self._game, self._name = game, name
        self._own = threading.local()

    def __getstate__(self) -> dict[str, Any]:
        return {"game": self._game, "name": self._name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Boards.__init__(self, state["game"], state["name"])

    def of(self, masks: NDArray[Any], game: Any, states: NDArray[Any] | None) -> Iterator[tuple[Batch, NDArray[np.intp]]]:
        """Batches that hold some of the states ``[n]`` in their first places, and which rows these are.

        ``game``: that of all rows, or a sequence with one for each.

        Raises:
            AgentError: there are no states.
            NoLegalAction: a mask is all zero.
        """
        if states is None:
            raise AgentError(f"{self._name} plays from the state of the game: call act(observation, mask, game, state)")
        if not np.any(masks, axis=1).all():
            raise NoLegalAction(f"{self._name} was asked to act, but the mask offers no action: the game is over or another seat decides")
        for one, rows in _by_game(game, len(states)):
            yield self._laid(one, states[rows]), rows

    def _laid(self, game: Any, states: NDArray[Any]) -> Batch:
        game = self._game if game is None else game
        size = next(size for size in SIZES if size >= len(states))
        tables: dict[tuple[int, int], Batch] = self._own.__dict__.setdefault("tables", {})
        table = tables.get((id(game), size))
        if table is None or table.games[0] is not game:
            table = tables[id(game), size] = Batch(game, size, seed=0, autoreset="disabled", observation_dtype="uint8")
        table.put(np.concatenate([states, np.repeat(states[-1:], size - len(states))]) if len(states) < size else states, trusted=True)
        return table


def _by_game(game: Any, n: int) -> Iterator[tuple[Any, NDArray[np.intp]]]:
    """Which of ``n`` rows are of the same game, in parts that a table holds; ``game``: that of all, or a sequence with one for each."""
    several = isinstance(game, Sequence)
    worlds = np.array([id(one) for one in game]) if several else np.zeros(n, np.int64)
    for world in np.unique(worlds).tolist():
        rows = np.flatnonzero(worlds == world)
        for start in range(0, len(rows), SIZES[-1]):
            yield game[rows[0]] if several else game, rows[start : start + SIZES[-1]]

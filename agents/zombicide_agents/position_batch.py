"""Put single positions into batches, for agents that are compiled players."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch

from .base import AgentError, NoLegalAction

__all__ = ["Boards"]

#: Sizes of the batches that hold positions.
SIZES: Final = (1, 16, 256)


class Boards:
    """Per-thread batches that hold positions in their first slots.

    Args:
        game: the game to be played, unless a call names another.
        name: name of the agent, for error messages.
    """

    def __init__(self, game: Any, name: str) -> None:
        self._game, self._name = game, name
        self._own = threading.local()

    def __getstate__(self) -> dict[str, Any]:
        return {"game": self._game, "name": self._name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Boards.__init__(self, state["game"], state["name"])

    def of(self, masks: NDArray[Any], game: Any, states: NDArray[Any] | None) -> Iterator[tuple[Batch, NDArray[np.intp]]]:
        """Yield batches that hold some of the states ``[n]`` in their first slots, and the rows of these states.

        ``game``: one game for all rows, or a sequence with one per row.

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
    """Yield each game with its rows among ``n``, in parts that fit a batch; ``game``: one for all rows, or a sequence with one per row."""
    several = isinstance(game, Sequence)
    worlds = np.array([id(one) for one in game]) if several else np.zeros(n, np.int64)
    for world in np.unique(worlds).tolist():
        rows = np.flatnonzero(worlds == world)
        for start in range(0, len(rows), SIZES[-1]):
            yield game[rows[0]] if several else game, rows[start : start + SIZES[-1]]

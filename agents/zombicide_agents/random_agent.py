"""``random``: every legal action is equally likely.  The floor that every other agent is measured against."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.players import Player, random_player

from .base import Agent, NoLegalAction, legal_actions


class RandomAgent(Agent):
    """Uniform over the legal actions, from a generator of its own."""

    name = "random"
    reads_observation = False

    def __init__(self, game: Any = None, *, seed: int | None = None) -> None:
        """``seed``: makes the choices repeatable (as does :meth:`reset` with a seed)."""
        self._random = np.random.default_rng(seed)

    def reset(self, seed: int | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)

    def player(self, game: Any) -> Player:
        """See Agent; drawn by the generators of the batch."""
        return random_player()

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        actions = legal_actions(mask, self.name)
        return int(actions[self._random.integers(len(actions))])

    def act_batch(
        self, observations: NDArray[Any] | None, masks: NDArray[Any], game: Any = None, states: NDArray[Any] | None = None
    ) -> NDArray[np.int64]:
        # The k-th legal action of each row, k drawn uniformly: one pass over the whole table of masks.
        ranks = np.cumsum(masks != 0, axis=1, dtype=np.int32)
        counts = ranks[:, -1]
        if (counts == 0).any():
            raise NoLegalAction(f"{self.name}: row {int(np.argmin(counts))} of the masks offers no action")
        wanted = self._random.integers(counts) + 1
        chosen: NDArray[np.int64] = np.argmax(ranks == wanted[:, None], axis=1).astype(np.int64)
        return chosen

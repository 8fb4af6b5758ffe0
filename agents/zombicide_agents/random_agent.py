"""``random``: every legal action is equally likely.  The baseline for all other agents.

With action weights (``random:move=3,end=0.1``) the probability of an action is proportional to the weight of its block.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.players import Player, player_of_action_weights, random_player

from .base import Agent, AgentError, NoLegalAction, legal_actions


class RandomAgent(Agent):
    """Samples legal actions with its own random generator.

    Args:
        game: the game to be played; only needed with action weights.
        seed: makes the choices reproducible (as does :meth:`reset` with a seed).
        action_weights: action block -> weight of each of its actions; actions of other blocks have weight 1.

    Raises:
        AgentError: the game has no action block of that name, or action weights are given without a game.
    """

    name = "random"
    reads_observation = False

    def __init__(self, game: Any = None, *, seed: int | None = None, action_weights: Mapping[str, float] | None = None) -> None:
        self._random = np.random.default_rng(seed)
        self._player = random_player()
        if action_weights:
            if game is None:
                raise AgentError("action weights belong to one game: pass the game, agents.make('random:move=3', game)")
            try:
                self._player = player_of_action_weights(game.action_codec, action_weights)
            except ValueError as error:
                raise AgentError(f"random: {error}") from error

    def reset(self, seed: int | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)

    def player(self, game: Any) -> Player:
        """See Agent; its actions are sampled by the generators of the batch."""
        return self._player

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        actions = legal_actions(mask, self.name)
        if len(self._player.action_weights):
            return int(self.act_batch(None, np.asarray(mask)[None])[0])
        return int(actions[self._random.integers(len(actions))])

    def act_batch(
        self, observations: NDArray[Any] | None, masks: NDArray[Any], game: Any = None, states: NDArray[Any] | None = None
    ) -> NDArray[np.int64]:
        if len(self._player.action_weights):
            return self._by_habit(masks != 0)
        # The k-th legal action of each row, with k sampled uniformly: one pass over all masks.
        ranks = np.cumsum(masks != 0, axis=1, dtype=np.int32)
        counts = ranks[:, -1]
        if (counts == 0).any():
            raise NoLegalAction(f"{self.name}: row {int(np.argmin(counts))} of the masks offers no action")
        wanted = self._random.integers(counts) + 1
        chosen: NDArray[np.int64] = np.argmax(ranks == wanted[:, None], axis=1).astype(np.int64)
        return chosen

    def _by_habit(self, legal: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Sample as ``Batch.play`` does: where all legal actions have weight 0, they are equally likely."""
        for row in np.flatnonzero(~legal.any(axis=1)).tolist():
            raise NoLegalAction(f"{self.name}: row {row} of the masks offers no action")
        likely = legal * self._player.action_weights
        likely = np.cumsum(np.where(likely.any(axis=1, keepdims=True), likely, legal), axis=1)
        wanted = self._random.random(len(likely)) * likely[:, -1]
        chosen: NDArray[np.int64] = np.argmax(likely > wanted[:, None], axis=1).astype(np.int64)
        return chosen

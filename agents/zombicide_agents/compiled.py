"""``checkpoint:PATH`` as a compiled player, without torch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.nets.network import Network
from zombicide_env.core.players import Player, player_of_network

from .base import Agent, NoLegalAction, as_raw, check_shown, check_temperature
from .checkpoint_reader import Kept, Thought, check_policy, check_shapes, read
from .compiled_network import COMPILED, assemble
from .position_batch import Boards
from .provenance import unlike
from .residual import Residual

__all__ = ["CompiledAgent", "compiles", "network_of"]


def compiles(kept: Kept) -> bool:
    """Return whether the network of a checkpoint can be compiled."""
    return kept.config.kind in COMPILED


def network_of(kept: Kept) -> Network:
    """Return the compiled network of a checkpoint.

    Raises:
        CheckpointError: the weights file does not hold the network that the header describes, or the checkpoint is a value network.
    """
    check_policy(kept)
    made = assemble(kept.layout, kept.config)
    leans = bool(kept.config.lean)
    wanted = made.shapes | ({"trust": ()} if leans else {})
    check_shapes(kept.folder, {name: values.shape for name, values in kept.parameters.items()}, wanted)
    return Network(made.plan, made.matrices(kept.parameters), float(kept.parameters["trust"]) if leans else 0.0)


class CompiledAgent(Agent):
    """Plays the policy of a checkpoint: the most probable legal action, or with ``temperature`` above 0 a sampled one.

    A residual policy over a rule-based player (``NetworkConfig.lean``) also reads the state, because its base does.

    Args:
        game: the game to be played.
        path: folder of the checkpoint.
        temperature: see above.
        seed: makes random choices reproducible.

    Attributes:
        compiled: the same player for ``Batch.play``.
        header: header of the checkpoint.
        unlike: how the game differs from the training games.

    Raises:
        AgentError: a temperature below 0; a checkpoint that is missing, damaged, or made for another game.
    """

    name = "checkpoint"
    observation_dtype = "uint8"

    def __init__(self, game: Any, path: str | Path | Kept, *, temperature: float = 0.0, seed: int | None = None) -> None:
        check_temperature(temperature)
        kept = path if isinstance(path, Kept) else read(path, game)
        self.header, self.temperature = kept.header, temperature
        self.unlike = unlike(kept.header, game)
        self.network = network_of(kept)
        lean = Residual(kept.config.lean, game).player.compiled if kept.config.lean else None
        self.compiled = player_of_network(self.network, lean, temperature=temperature, name=self.name)
        self.reads_state = lean is not None
        self._game, self._boards = game, Boards(game, self.name)
        self._known = np.zeros(game.action_codec.size, bool)
        self._known[kept.layout.actions] = True
        self._random = np.random.default_rng(seed)

    def reset(self, seed: int | None = None) -> None:
        """Seed the random generator, which is used if the temperature is above 0."""
        if seed is not None:
            self._random = np.random.default_rng(seed)

    def player(self, game: Any) -> Player | None:
        """See Agent; with a temperature above 0, actions are sampled by the generators of the batch."""
        fits = self._game.action_codec.layout_hash, self._game.observation_codec.layout_hash
        if (game.action_codec.layout_hash, game.observation_codec.layout_hash) != fits:
            return None
        return self.compiled if self.compiled.heuristic in (None, game.heuristic()) else None

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """See Agent; the observation may be raw or scaled."""
        return int(self.act_batch(None if observation is None else observation[None], np.asarray(mask)[None], game, state)[0])

    def act_batch(
        self, observations: NDArray[Any] | None, masks: NDArray[Any], game: Any = None, states: NDArray[Any] | None = None
    ) -> NDArray[np.int64]:
        """See Agent."""
        log, _ = self._opinion(observations, masks, game, states)
        if self.temperature > 0:
            log = np.where(np.isfinite(log), log / self.temperature + self._random.gumbel(size=log.shape), -np.inf)
        chosen: NDArray[np.int64] = log.argmax(axis=1).astype(np.int64)
        return chosen

    def scores(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """See Agent.  Returns the legal actions that the policy has logits for, and their log-probabilities."""
        log, _ = self._opinion(None if observation is None else observation[None], np.asarray(mask)[None], game, state)
        actions = np.flatnonzero(np.isfinite(log[0])).astype(np.int64)
        return actions, log[0, actions]

    def explain(self, observation: NDArray[Any], mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> Thought:
        """Return the probabilities and the value that the policy assigns to one decision; the arguments are those of ``act``.

        Raises:
            NoLegalAction: the mask offers no action that the policy knows.
        """
        log, values = self._opinion(observation[None], np.asarray(mask)[None], game, state)
        return Thought(np.exp(log[0]).astype(np.float32), float(values[0]))

    def _opinion(
        self, observations: NDArray[Any] | None, masks: NDArray[Any], game: Any, states: NDArray[Any] | None
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the log-probabilities of all actions, -inf for those that are illegal or unknown to the policy, and values."""
        raw = None
        if self.compiled.heuristic is None:
            raw = as_raw(self.name, check_shown(self.name, observations), masks, self._game)
        if not masks[:, self._known].any(axis=1).all():
            raise NoLegalAction(f"{self.name}: a mask offers no action that this policy knows")
        if raw is not None:
            scores, values = self.network.evaluate(raw, masks)
        else:
            scores, values = np.full(masks.shape, -np.inf), np.zeros(len(masks))
            for board, rows in self._boards.of(masks, game, states):
                scores[rows] = board.judge(self.compiled)[: len(rows)]
                values[rows] = board.expect(self.compiled)[: len(rows)]
        best = scores.max(axis=1, initial=-np.inf, keepdims=True)
        return scores - best - np.log(np.exp(scores - best).sum(axis=1, keepdims=True)), values

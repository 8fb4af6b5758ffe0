"""Base class of policies of other libraries: turns scores of all actions into a legal action."""

from __future__ import annotations

import abc
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.agent_inputs import shown_as

from ..base import Agent, AgentError, as_raw, check_shown, check_temperature, legal_actions
from ..provenance import Difference, unlike
from . import origin

__all__ = ["ScoredPolicy"]


class ScoredPolicy(Agent):
    """Plays the legal action with the highest score, or with ``temperature`` above 0 samples one from the softmax of the scores.

    Subclasses implement :meth:`rate`.  A policy may have one more action than the game, the last one, with which agents that are not to
    move wait (``parallel_env``): it is never legal here.

    Args:
        game: the game to be played.
        path: file of the policy; the note of ``origin.note_game`` next to it is checked.
        decisions: decisions of its training, see ``origin.check``.
        temperature: see above.
        seed: makes random choices reproducible.

    Attributes:
        actions: number of actions of the policy, the game's or one more.
        unlike: options of the game that the policy has not met in training, according to the note; [] without one.

    Raises:
        AgentError: the policy was trained on another game, layout or set of decisions.
    """

    name = "policy"
    reads_observation: ClassVar[bool] = True

    def __init__(self, game: Any, path: str | Path, *, decisions: str = "", temperature: float = 0.0, seed: int | None = None) -> None:
        check_temperature(temperature)
        if not Path(path).is_file():
            raise AgentError(f"there is no file {str(path)!r} in {Path.cwd()}")
        header = origin.check(path, game, decisions)
        self.path, self.temperature = str(path), temperature
        self.unlike: list[Difference] = unlike(header, game) if header else []
        self.actions: int = game.action_codec.size
        self._game = game
        self._random = np.random.default_rng(seed)

    @abc.abstractmethod
    def rate(self, observations: NDArray[Any], masks: NDArray[np.int8]) -> NDArray[np.floating[Any]]:
        """Return scores ``[n, actions]``: logits, or action values.

        Args:
            observations: ``[n, N_OBS]`` of ``observation_dtype``.
            masks: int8 ``[n, actions]``, 1 where an action is legal.
        """

    def reset(self, seed: int | None = None) -> None:
        """Seed the random generator, which is used if the temperature is above 0."""
        if seed is not None:
            self._random = np.random.default_rng(seed)

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """See Agent; the observation may be raw or scaled."""
        return int(self.act_batch(None if observation is None else observation[None], np.asarray(mask)[None], game, state)[0])

    def act_batch(
        self, observations: NDArray[Any] | None, masks: NDArray[Any], game: Any = None, states: NDArray[Any] | None = None
    ) -> NDArray[np.int64]:
        """See Agent.  Calls the policy once for all rows."""
        log = self._log(observations, masks)
        if self.temperature > 0:
            log = log / self.temperature + self._random.gumbel(size=log.shape)
        chosen: NDArray[np.int64] = log.argmax(axis=1).astype(np.int64)
        return chosen

    def scores(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """See Agent.  Returns the legal actions and the log-softmax of their scores."""
        log = self._log(None if observation is None else observation[None], np.asarray(mask)[None])
        actions = np.flatnonzero(mask).astype(np.int64)
        return actions, log[0, actions]

    def fits(self, actions: int) -> None:
        """Set the policy's number of actions; raise AgentError if it does not fit the game."""
        size = self._game.action_codec.size
        if actions not in (size, size + 1):
            raise AgentError(
                f"{self.path} knows {actions} actions, {self._game.id} with these options has {size}: it was trained on another game"
            )
        self.actions = actions

    def sees(self, columns: int) -> None:
        """Raise AgentError if the policy's observations do not have the length of the game's."""
        size = self._game.observation_codec.size
        if columns != size:
            raise AgentError(
                f"{self.path} reads {columns} numbers, observations of {self._game.id} with these options have {size}: "
                "it was trained on another game, or on observations that a wrapper has changed"
            )

    def _log(self, observations: NDArray[Any] | None, masks: NDArray[Any]) -> NDArray[np.float64]:
        """Return the log-softmax over the legal actions, -inf for the others, ``[n, N_ACTIONS]``."""
        observations = check_shown(self.name, observations)
        for mask in masks:
            legal_actions(mask, self.name)
        if observations.dtype != self.observation_dtype:
            raw = as_raw(self.name, observations, masks, self._game)
            observations = shown_as(self.observation_dtype, raw, self._game.observation_codec)
        more = self.actions - masks.shape[1]
        found = np.asarray(self.rate(observations, np.pad(masks, ((0, 0), (0, more))).astype(np.int8)))
        if found.shape != (len(masks), self.actions):
            raise AgentError(
                f"{self.path} has answered with scores of shape {found.shape} for {len(masks)} decisions; "
                f"one for each action is expected, ({len(masks)}, {self.actions})"
            )
        scores = np.where(masks != 0, found[:, : masks.shape[1]].astype(np.float64), -np.inf)
        best = scores.max(axis=1, keepdims=True)
        if not np.isfinite(best).all():
            raise AgentError(f"{self.path} has answered with scores that are no numbers, or with -inf for every legal action")
        log: NDArray[np.float64] = scores - best - np.log(np.exp(scores - best).sum(axis=1, keepdims=True))
        return log

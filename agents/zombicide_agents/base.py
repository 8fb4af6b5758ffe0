"""Base class of agents, and the errors they raise.

An agent picks a legal action for the seat that is to move.  It acts on what that seat may see: ``observation`` and ``mask`` and, if it
declares ``reads_state``, a game state in which all information hidden from the seat has been resampled.  One agent object may play any
number of seats and games at once: apart from its random generator it keeps no state between calls.
"""

from __future__ import annotations

import abc
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Self

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.answers import AgentQuit, chosen
from zombicide_env.core.players import Player
from zombicide_env.core.wishes import Intention, Reply, Wish
from zombicide_env.core.words import OneLineError, one_line

__all__ = ["Agent", "AgentError", "AgentQuit", "NoLegalAction"]


class AgentError(OneLineError):
    """An agent cannot be created or cannot play this game; the message says why and what to do."""


class NoLegalAction(AgentError):
    """An agent was asked to act although its mask offers no action."""


class Agent(abc.ABC):
    """Base class of all agents.  Subclasses implement :meth:`act`; fast ones override :meth:`act_batch` as well.

    Attributes:
        name: name in tables and logs, usually the spec that created the agent.
        observation_dtype: dtype of its observations: "float32", scaled to [0, 1] (the default of the environments), or "uint8", raw.
        reads_state: whether the agent needs ``state``; if False, ``state`` is None.
        reads_observation: whether the agent needs ``observation``; if False, ``observation`` is None.
        reads_history: whether the agent also takes the events since the last decision of its seat, as text: ``act(..., history=lines)`` and
            ``act_batch(..., histories=lines of each row)``.  Drivers that do not support it omit the argument.
        true_state: whether ``state`` is the true state, hidden information included.  Classes do not set it: the option ``true_state=yes``
            of a spec does, so that it is part of the agent's name and results are marked.
        counts: counters since the agent was created, name -> whole number that only grows, ``{"requests": 7, "failed": 1}``.
            Evaluations and leagues sum the increases over their games and report them by agent, in tables and JSON.
        marking: names of the counters that mark a result where they are not 0, because not all of its decisions were then the agent's own.
    """

    name: str = "agent"
    observation_dtype: str = "float32"
    reads_state: bool = False
    reads_observation: ClassVar[bool] = True
    reads_history: ClassVar[bool] = False
    true_state: bool = False
    counts: dict[str, int]
    marking: ClassVar[tuple[str, ...]] = ()

    def __new__(cls, *_: Any, **__: Any) -> Self:
        """Create ``counts`` for each agent, also where the ``__init__`` of a subclass does not call ``super().__init__``."""
        agent = super().__new__(cls)
        agent.counts = {}
        return agent

    def reset(self, seed: int | None = None) -> None:
        """Start a new game.  With a ``seed`` random choices are reproducible, without one they are not; deterministic agents ignore it."""

    def check(self) -> None:
        """Check that the agent can play; called before the first game of an evaluation or a league.

        Raises:
            AgentError: the agent cannot play, for instance because a server refuses it.
        """

    @abc.abstractmethod
    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """Return the action for one decision.

        Args:
            observation: ``[N_OBS]`` of ``observation_dtype``, from the deciding seat; None if ``reads_observation`` is False.
            mask: int8 ``[N_ACTIONS]``, 1 where the action is legal.
            game: the game (``zombicide_env.core.game.Game``).
            state: structured array of shape ``(1,)`` if ``reads_state``, else None.  It is a copy in which hidden information and
                future dice have been resampled; what the seat can see is unchanged.

        Returns:
            The index of a legal action.

        Raises:
            NoLegalAction: the mask is all zero.
        """

    def scores(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the legal actions, ascending, int64 ``[k]``, and their scores, float64 ``[k]``.

        A difference of 0.1 is a slight preference, a difference of 1 a clear one.  :meth:`act` returns the first of the actions with the
        highest score.  By default only the chosen action is listed, with score 0.
        """
        return np.array([chosen(self.act(observation, mask, game, state), self.name)], np.int64), np.zeros(1)

    def act_batch(
        self,
        observations: NDArray[Any] | None,
        masks: NDArray[Any],
        game: Any = None,
        states: NDArray[Any] | None = None,
    ) -> NDArray[np.int64]:
        """Return one action per row: ``observations [n, N_OBS]``, ``masks [n, N_ACTIONS]``, ``states [n]`` -> ``[n]`` int64.

        ``game`` is one game for all rows or a sequence with one game per row.
        """
        n = len(masks)
        actions = np.empty(n, np.int64)
        for i in range(n):
            answer = self.act(
                None if observations is None else observations[i],
                masks[i],
                game[i] if isinstance(game, Sequence) else game,
                None if states is None else states[i : i + 1],
            )
            actions[i] = chosen(answer, self.name)
        return actions

    def wish(self, wish: Wish, game: Any, state: NDArray[Any]) -> Reply:
        """Return whether the agent grants a teammate's wish in this round; by default decided by simulated rounds (``wishes.answer``).

        Args:
            wish: the request; ``wish.to`` is the agent that this object plays for.
            game: the game.
            state: the position, shape ``(1,)``, without information hidden from the agent; also given to agents that do not read the state.
        """
        from .wishes import answer

        return answer(self, wish, game, state)

    def heed(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any, state: NDArray[Any], wishes: Sequence[Wish]) -> int:
        """Return the action of an agent that has accepted wishes; by default wishes add a bonus to its scores (``wishes.heed``).

        The arguments are those of ``act``; the state is given to every agent.
        """
        from .wishes import heed

        return heed(self, observation, mask, game, state, wishes)

    def intend(self, name: str, game: Any, state: NDArray[Any], wishes: Sequence[Wish] = ()) -> Intention | None:
        """Return what the agent is about to do in the seat of ``name``, or None if that is not known (``wishes.intention``).

        Args:
            name: an agent of the game.
            game: the game.
            state: as in ``wish``.
            wishes: wishes that it has accepted in this round.
        """
        from .wishes import intention

        return intention(self, name, game, state, wishes)

    def player(self, game: Any) -> Player | None:
        """Return the agent as a compiled player of ``game`` (see ``Batch.play``), or None if it has to be called for each decision."""
        return None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"


def counts_of(agent: Agent) -> dict[str, int]:
    """Return a copy of an agent's counters.

    Raises:
        AgentError: they are not whole numbers by name.
    """
    counts: Any = agent.counts
    if isinstance(counts, dict) and all(isinstance(name, str) and isinstance(n, int | np.integer) for name, n in counts.items()):
        return {name: int(n) for name, n in counts.items()}
    raise AgentError(f"{agent.name} has counts={one_line(repr(counts), 80)}; they are whole numbers by name, such as {{'guessed': 0}}")


#: Maximum length of a reason, in characters.
LONGEST: Final = 200


def reason_of(error: BaseException) -> str:
    """Return an error of user code as one line: its type, its message, and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return one_line(f"{type(error).__name__}: {error}", LONGEST) + where


def check_temperature(temperature: float) -> None:
    """Raise AgentError for a temperature that is negative or not finite."""
    if not 0 <= temperature < np.inf:
        raise AgentError(f"temperature {temperature} is negative or no number; 0 plays the most probable action, 1 samples")


def check_shown(who: str, observations: NDArray[Any] | None) -> NDArray[Any]:
    """Return the observations; raise AgentError if they are None."""
    if observations is None:
        raise AgentError(f"{who} plays from the observations of its seats; none were given")
    return observations


def as_raw(who: str, observations: NDArray[Any], masks: NDArray[Any], game: Any) -> NDArray[np.uint8]:
    """Return raw uint8 observations ``[n, N_OBS]``, as networks read them, from raw or scaled ones.

    Raises:
        AgentError: the observations are neither raw (uint8) nor scaled (floats in [0, 1]), or the masks are not ``[n, N_ACTIONS]``.
    """
    high, size = game.observation_codec.high, game.action_codec.size
    if masks.shape != (len(observations), size):
        raise AgentError(f"{who} was given masks of shape {masks.shape}; ({len(observations)}, {size}) is expected")
    if observations.shape[1:] == high.shape:
        if observations.dtype == np.uint8:
            return observations
        if np.issubdtype(observations.dtype, np.floating) and np.all((observations >= 0) & (observations <= 1)):
            raw: NDArray[np.uint8] = np.rint(observations * high.astype(np.float32)).astype(np.uint8)
            return raw
    raise AgentError(
        f"{who} was given observations of {observations.dtype} and shape {observations.shape}, in which it can see nothing: "
        f"{len(high)} numbers for each decision are expected, raw (uint8) or scaled (floats in [0, 1])"
    )


def legal_actions(mask: NDArray[Any], who: str = "the agent") -> NDArray[np.intp]:
    """Return the indices of the legal actions of a mask.

    Raises:
        NoLegalAction: the mask has no legal action.
    """
    actions = np.flatnonzero(mask)
    if not len(actions):
        raise NoLegalAction(f"{who} was asked to act, but the mask offers no action: the game is over or another seat decides")
    return actions

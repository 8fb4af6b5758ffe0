"""What an agent is: anything that picks a legal action for the seat whose turn it is.

An agent acts on what its seat may see: ``observation`` and ``mask`` and, if it declares ``reads_state``, a state of the game in which
everything that is hidden from the seat has been drawn again.  The same object may sit in any number of seats and play any number of
games at once: it keeps nothing of a game between two calls, except its own generator.
"""

from __future__ import annotations

import abc
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Self

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.answers import chosen
from zombicide_env.core.players import Player
from zombicide_env.core.wishes import Intention, Reply, Wish
from zombicide_env.core.words import OneLineError, one_line

__all__ = ["Agent", "AgentError", "AgentQuit", "NoLegalAction"]


class AgentError(OneLineError):
    """An agent cannot be made or cannot play this game; the message says why and what to do."""


class NoLegalAction(AgentError):
    """An agent was asked to act although its mask offers no action."""


class AgentQuit(Exception):
    """A person at the terminal has asked to leave the game."""


class Agent(abc.ABC):
    """Picks actions.  Subclasses implement :meth:`act`; fast ones override :meth:`act_batch` as well.

    Attributes:
        name: how tables and logs call it, usually the spec that made it.
        observation_dtype: what its observations are: "float32", scaled to [0, 1] as the environments show them by default, or "uint8", raw.
        reads_state: the agent needs ``state``; without this it is handed None.
        reads_observation: the agent looks at the observation; without this it is handed None.
        reads_history: the agent also takes what has happened since its seat decided last, in words: ``act(..., history=lines)`` and
            ``act_batch(..., histories=lines of each row)``.  A driver that does not know it leaves it out.
        true_state: the state that it is handed is the true one.  No class says so: the option ``true_state=yes`` of a spec does, so that it
            stands in the agent's name, and results are marked.
        counts: what has happened since the agent was made, name -> whole number that only grows, ``{"requests": 7, "failed": 1}``.
            Evaluations and leagues add up what came in their games and show it by agent, in tables and JSON.
        marking: names of those counts that mark a result where they are not 0, because it is then not all the agent's own.
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
        """Gives each agent counts of its own, also where a subclass has an ``__init__`` that calls no other."""
        agent = super().__new__(cls)
        agent.counts = {}
        return agent

    def reset(self, seed: int | None = None) -> None:
        """Start a new game: with a ``seed`` the agent's own choices repeat, without one they do not.  Deterministic agents ignore it."""

    def check(self) -> None:
        """Called before the first game of an evaluation or a league.

        Raises:
            AgentError: the agent cannot play, for instance because a server refuses it.
        """

    @abc.abstractmethod
    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """The action for one decision.

        Args:
            observation: ``[N_OBS]`` of ``observation_dtype``, from the deciding seat; None if ``reads_observation`` is False.
            mask: int8 ``[N_ACTIONS]``, 1 where the action is legal.
            game: the game (``zombicide_env.core.game.Game``).
            state: structured array of shape ``(1,)`` if ``reads_state``, else None.  It is a copy, in which what is hidden from the seat
                and the dice to come have been drawn again; what the seat sees is the same in it.

        Returns:
            The index of a legal action.

        Raises:
            NoLegalAction: the mask is all zero.
        """

    def scores(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Legal actions, ascending, int64 ``[k]``, and what the agent thinks of them, float64 ``[k]``.

        A difference of a tenth is a matter of taste, one of a whole unit is not.  :meth:`act` answers with the first of the
        best.  An agent that only knows its choice lists that alone, which is the default.
        """
        return np.array([chosen(self.act(observation, mask, game, state), self.name)], np.int64), np.zeros(1)

    def act_batch(
        self,
        observations: NDArray[Any] | None,
        masks: NDArray[Any],
        game: Any = None,
        states: NDArray[Any] | None = None,
    ) -> NDArray[np.int64]:
        """One action per row: ``observations [n, N_OBS]``, ``masks [n, N_ACTIONS]``, ``states [n]`` -> ``[n]`` int64.

        ``game`` is the game of all rows or a sequence with one game per row.
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
        """Whether the agent does what a teammate asks it for in this round; by default imagined rounds tell (``wishes.answer``).

        Args:
            wish: ``wish.to`` is the agent that it plays for.
            game: the game.
            state: the position, shape ``(1,)``, with nothing hidden in it that the agent may not know; also of agents that read none.
        """
        from .wishes import answer

        return answer(self, wish, game, state)

    def heed(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any, state: NDArray[Any], wishes: Sequence[Wish]) -> int:
        """``act`` for an agent that has accepted wishes; by default they are a bonus on what it thinks of its actions (``wishes.heed``).

        The arguments are those of ``act``; the state is given to every agent.
        """
        from .wishes import heed

        return heed(self, observation, mask, game, state, wishes)

    def intend(self, name: str, game: Any, state: NDArray[Any], wishes: Sequence[Wish] = ()) -> Intention | None:
        """What the agent is about to do in the seat of ``name``; None: that is not known (``wishes.intention``).

        Args:
            name: an agent of the game.
            game: the game.
            state: as in ``wish``.
            wishes: that it has accepted in this round.
        """
        from .wishes import intention

        return intention(self, name, game, state, wishes)

    def player(self, game: Any) -> Player | None:
        """The agent as a compiled player of ``game`` (see ``Batch.play``), None: it has to be asked for every decision."""
        return None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"


#: Letters of a reason.
LONGEST: Final = 200


def reason_of(error: BaseException) -> str:
    """An error of somebody's code in a line: its kind, what it says, and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return one_line(f"{type(error).__name__}: {error}", LONGEST) + where


def check_temperature(temperature: float) -> None:
    """Raise AgentError for a temperature that is negative or not finite."""
    if not 0 <= temperature < np.inf:
        raise AgentError(f"temperature {temperature} is negative or no number; 0 plays the most probable action, 1 samples")


def check_shown(who: str, observations: NDArray[Any] | None) -> NDArray[Any]:
    """Observations that were given.  AgentError: none were."""
    if observations is None:
        raise AgentError(f"{who} plays from the observations of its seats; none were given")
    return observations


def as_raw(who: str, observations: NDArray[Any], masks: NDArray[Any], game: Any) -> NDArray[np.uint8]:
    """Observations ``[n, N_OBS]`` as networks read them, from raw or scaled ones.

    Raises:
        AgentError: they are neither raw ones, uint8, nor scaled ones, floats in [0, 1], or the masks are not ``[n, N_ACTIONS]``.
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
    """Indices of the legal actions of a mask.

    Raises:
        NoLegalAction: there is none.
    """
    actions = np.flatnonzero(mask)
    if not len(actions):
        raise NoLegalAction(f"{who} was asked to act, but the mask offers no action: the game is over or another seat decides")
    return actions

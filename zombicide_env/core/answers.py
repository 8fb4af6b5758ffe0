"""Validation of players' answers: the index of a legal action, or an error that names the player and its answer."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from .codec import ActionCodec
from .game import IllegalAction
from .words import one_line

__all__ = ["AgentQuit", "chosen", "chosen_by_all", "failure", "judged", "refuse_class", "refuse_other"]


class AgentQuit(Exception):
    """A person at the terminal has asked to leave the game."""


def refuse_class(player: object, what: str = "player") -> None:
    """Raise TypeError if the class of a player was given instead of an instance."""
    if isinstance(player, type):
        raise TypeError(f"{what} {player.__name__} is a class: make one of it, {player.__name__}(...), and pass that")


def refuse_other(player: object) -> None:
    """Raise TypeError for what is not a player: the class of one, a spec, an object without ``act``."""
    refuse_class(player)
    if isinstance(player, str):
        raise TypeError(
            f"{one_line(repr(player), 80)} is the spec of a player: make one of it, zombicide_agents.make(spec, game), and pass that"
        )
    if not hasattr(player, "act"):
        raise TypeError(f"{one_line(repr(player), 80)} cannot play: it has no act(observation, mask, game, state)")


def failure(who: str, error: Exception | SystemExit) -> RuntimeError:
    """Return the error of an environment in which the player of another seat has failed with ``error``."""
    if isinstance(error, IllegalAction):
        return RuntimeError(f"{who} does not play by the rules: {error}")
    return RuntimeError(f"{who} has failed with {type(error).__name__}: {one_line(error)}")


def chosen(answer: object, who: str) -> int:
    """Return a player's answer as an action index.

    Raises:
        IllegalAction: it is not an integer.
    """
    if not isinstance(answer, bool):
        try:
            return operator.index(answer)  # type: ignore[arg-type]  # anything else is told below
        except TypeError:
            pass  # reported below, like a bool
    hint = "; does its act() end without `return`?" if answer is None else ""
    raise IllegalAction(f"{who} has answered with {answer!r}, which is not the index of an action{hint}")


def chosen_by_all(answers: object, masks: npt.NDArray[Any], codec: ActionCodec, who: str) -> npt.NDArray[np.int64]:
    """Return a player's answers as one legal action for each row of ``masks`` (``[n, N_ACTIONS]``), int64 ``[n]``.

    Raises:
        IllegalAction: the answer is not a row of integers, or one of them is not legal.
    """
    if answers is None:
        raise IllegalAction(
            f"{who} has answered with None, which is not the index of an action; does its act_batch() end without `return`?"
        )
    given = np.asarray(answers)
    if given.shape != (len(masks),) or not np.issubdtype(given.dtype, np.integer):
        raise IllegalAction(
            f"{who} has answered with {given.dtype} values of shape {given.shape} for {len(masks)} decisions; "
            f"one whole number for each was asked for, shape ({len(masks)},)"
        )
    known = (given >= 0) & (given < codec.size)
    wrong = np.flatnonzero(~known | (masks[np.arange(len(masks)), np.where(known, given, 0)] == 0))
    if len(wrong):
        action = int(given[wrong[0]])
        label = f" ({codec.label(action)})" if known[wrong[0]] else ""
        raise IllegalAction(f"{who} has answered with action {action}{label}, which is not legal")
    return given.astype(np.int64)


def judged(answer: Any, mask: npt.NDArray[Any], codec: ActionCodec, who: str) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Return the result of ``Agent.scores`` as legal actions int64 ``[k]``, at least one, and their scores float64 ``[k]``.

    Raises:
        IllegalAction: an action is not legal, or its score is not a number.
    """
    actions, scores = (np.asarray(part) for part in answer)
    chosen_by_all(actions, np.broadcast_to(mask, (len(actions), len(mask))), codec, who)
    if scores.shape != actions.shape or not len(actions) or np.isnan(scores.astype(np.float64)).any():
        raise IllegalAction(
            f"{who} has answered with the scores {one_line(scores, 80)} for {len(actions)} actions: a number for each is needed"
        )
    return actions.astype(np.int64), scores.astype(np.float64)

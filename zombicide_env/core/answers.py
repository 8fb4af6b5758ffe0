"""What players answer with: the index of a legal action, or an error that says who has answered what."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from .codec import ActionCodec
from .game import IllegalAction
from .words import one_line

__all__ = ["chosen", "chosen_by_all", "judged", "refuse_class"]


def refuse_class(player: object, what: str = "player") -> None:
    """TypeError if somebody has given the class of a player instead of a player."""
    if isinstance(player, type):
        raise TypeError(f"{what} {player.__name__} is a class: make one of it, {player.__name__}(...), and pass that")


def chosen(answer: object, who: str) -> int:
    """The index of an action with which a player has answered.

    Raises:
        IllegalAction: it is not a whole number.
    """
    if not isinstance(answer, bool):
        try:
            return operator.index(answer)  # type: ignore[arg-type]  # anything else is told below
        except TypeError:
            pass  # reported below, as a bool is
    hint = "; does its act() end without `return`?" if answer is None else ""
    raise IllegalAction(f"{who} has answered with {answer!r}, which is not the index of an action{hint}")


def chosen_by_all(answers: object, masks: npt.NDArray[Any], codec: ActionCodec, who: str) -> npt.NDArray[np.int64]:
    """One legal action for each row of ``masks`` (``[n, N_ACTIONS]``), int64 ``[n]``.

    Raises:
        IllegalAction: it is not a row of whole numbers, or one of them is not legal.
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
    """Legal actions int64 ``[k]``, one at least, and their scores float64 ``[k]``: what ``Agent.scores`` has answered.

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

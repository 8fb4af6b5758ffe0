"""Illegal actions: the text of the error, and their replacement where they are not an error."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from . import tasks
from .game import Array, Game, IllegalAction

if TYPE_CHECKING:
    from .batch import Batch

Illegal = Literal["raise", "random", "lose"]
ILLEGAL: Final = ("raise", "random", "lose")
_SHOWN: Final = 12  # maximum number of legal actions in an error


def legal_actions(masks: Array) -> tuple[Array, Array]:
    """Return positions int64 [k] and their legal actions int64 [k], like ``np.nonzero(masks)``, which takes five times as long.

    Args:
        masks: [n, N_ACTIONS], non-zero = legal.
    """
    legal = masks != 0
    found = np.flatnonzero(legal)
    positions = np.repeat(np.arange(len(masks)), np.count_nonzero(legal, axis=1))
    return positions, found - positions * masks.shape[1]


def refusal(game: Game, state: Array, mask: Array, seat: int, action: Any) -> IllegalAction:
    """Return the error about an illegal action of ``seat`` (-1: none) in ``state``, with the legal ones in notation and index."""
    codec = game.action_codec
    try:
        index = operator.index(action)
        about = f" ({codec.label(index)})" if 0 <= index < codec.size else f" (there are 0 .. {codec.size - 1})"
    except TypeError:
        about = f" of type {type(action).__name__} (an action is an integer)"
    if seat < 0:
        return IllegalAction(f"action {action!r}{about} cannot be played: the game is over or has not begun; call reset()")
    legal = np.flatnonzero(mask).tolist()
    texts = ", ".join(f"{game.notation(state, one)} ({one})" for one in legal[:_SHOWN])
    more = f" and {len(legal) - _SHOWN} more" if len(legal) > _SHOWN else ""
    return IllegalAction(f"action {action}{about} is not legal for {game.agents[seat]}; nothing has changed. Legal now: {texts}{more}")


def wrong_rows(batch: Batch) -> Array:
    """Return the indices of unfinished games whose input is not a legal action."""
    inputs = batch._inputs
    known = (inputs >= 0) & (inputs < batch.action_codec.size)
    legal = batch._legal[np.arange(batch.n), np.where(known, inputs, 0)] == 1
    return np.flatnonzero((batch.states["outcome"] == 0) & ~(known & legal))


def settle(batch: Batch, rows: Array) -> None:
    """Replace the inputs of ``rows`` according to ``batch.illegal``.

    "random": a legal action, from the generators of ``random_actions``. "lose": the engine's code for a game that ends now, with
    the rewards of ``Game.forfeit``.
    """
    if batch.illegal == "random":
        for lo, hi in runs(rows):
            batch._call(tasks.CHOOSE, 0, 1, lo, hi)
        return
    for number in np.unique(batch.world_of[rows]).tolist():
        game, mine = batch.games[number], rows[batch.world_of[rows] == number]
        outcomes, rewards = game.forfeit(batch.states[mine], batch.deciders[mine])
        batch._inputs[mine] = -outcomes.astype(np.int64)
        batch.states["reward"][mine, : rewards.shape[1]] = rewards


def runs(rows: Array) -> Iterator[tuple[int, int]]:
    """Yield runs of consecutive indices in ascending rows: the first, and one past the last."""
    if len(rows):
        for run in np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1):
            yield int(run[0]), int(run[-1]) + 1


__all__ = ["ILLEGAL", "Illegal", "legal_actions", "refusal", "runs", "settle", "wrong_rows"]

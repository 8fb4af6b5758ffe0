"""Residual policies over a compiled player, whose scores are encoded in the action mask.

A residual policy adds learned scores to those of a rule-based player, its base (residual policy learning: Silver et al. 2018, Johannink et
al. 2018).  It reads judged masks: 0 is an illegal action and 127 the base's choice.  Other legal actions have values from 126 down to 1,
by the square root of how much lower the base scores them, so that fine differences between good actions are kept.  1 is an action that
the base scores a whole unit lower, or does not score; the policy never takes it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.legality import legal_actions
from zombicide_env.core.players import FINAL, player_of_heuristic, weights_in
from zombicide_env.games import GAMES

from .base import AgentError
from .greedy import Greedy
from .registry import make, parse_spec

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["CHOICE", "Residual", "fingerprint", "judged", "worse"]

#: Value of the player's own choice in a judged mask.
CHOICE: Final = 127
_LEVELS: Final = CHOICE - 1


class Residual:
    """The base of a residual policy: a rule-based player.

    Args:
        spec: ``greedy``, optionally with other weights.
        game: a game that the policy plays.

    Raises:
        AgentError: the spec does not name ``greedy``, or ``greedy`` does not support the game.
    """

    def __init__(self, spec: str, game: Any) -> None:
        name = parse_spec(spec).name
        if name != Greedy.name:  # checkpoints contain the spec: no other code may be imported or called because a file says so
            raise AgentError(
                f"{name!r} cannot be the base of a residual policy: name greedy, perhaps with weights, 'greedy:weights=quests'"
            )
        player = make(spec, game)
        assert isinstance(player, Greedy)
        self.player = player

    def masks(self, batch: Batch) -> NDArray[np.int8]:
        """Return the judged masks of all games of a batch, int8 ``[n, N_ACTIONS]``."""
        games, actions, scores = batch.opinions(self.player.compiled)
        found = np.zeros(batch.masks.shape, np.int8)
        if len(games):
            first = np.flatnonzero(np.diff(games, prepend=-1))
            counts = np.diff(first, append=len(games))
            best = np.repeat(np.maximum.reduceat(scores, first), counts)
            found[games, actions] = _places(best - scores)
            chosen = np.flatnonzero(scores == best)
            chosen = chosen[np.flatnonzero(np.diff(games[chosen], prepend=-1))]  # the first of the best actions of each game
            found[games[chosen], actions[chosen]] = CHOICE
        return found

    def masks_of(self, masks: NDArray[Any], game: Any, states: NDArray[Any]) -> NDArray[np.int8]:
        """Return the judged masks ``[n, N_ACTIONS]`` of states ``[n]``; ``game``: one game for all rows, or a sequence with one per row."""
        return judged(masks, self.player.judgements(masks, game, states))


def judged(masks: NDArray[Any], scores: NDArray[np.float64]) -> NDArray[np.int8]:
    """Return judged masks from masks and scores ``[n, N_ACTIONS]``; scores are -inf for actions that are illegal or not scored."""
    rows, actions = legal_actions(masks)
    found = np.zeros(masks.shape, np.int8)
    best = scores.max(axis=1)
    found[rows, actions] = _places(best[rows] - scores[rows, actions])
    some = np.unique(rows)
    found[some, scores[some].argmax(axis=1)] = CHOICE
    return found


def is_final(spec: str, game: Any, quests: Iterable[str]) -> bool:
    """Return whether a policy over this base plays as its base does in all these quests (``final``); ``spec``: "" without a base."""
    if not spec:
        return False
    weights = Residual(spec, game).player.weights
    return all(weights_in(quest, weights).get(FINAL, 0.0) > 0 for quest in quests)


def without_final(spec: str, game: Any, quests: Iterable[str]) -> str:
    """Return the spec of a base without ``final`` in some quests, where a policy over it could not learn anything.

    Args:
        spec: spec of the base.
        game: a game that it plays.
        quests: the quests; generated boards and quest files have no weights of their own: they share those of all quests.
    """
    weights = Residual(spec, game).player.weights
    final = [quest for quest in quests if is_final(spec, game, [quest])]
    free = {f"{quest}.{FINAL}" if quest.isidentifier() else FINAL: 0.0 for quest in final}
    return f"greedy:{','.join(f'{name}={value:.12g}' for name, value in (weights | free).items())}" if free else spec


@lru_cache(maxsize=64)
def fingerprint(spec: str, game: str) -> str:
    """Return a hash (16 hex digits) of a rule-based player's scores in about a hundred positions, or "" if it does not support the game.

    A residual policy was trained over the scores of one player; if a later version scores differently, the policy plays differently.  The
    positions are from random games with the default options; scores are rounded to 3 decimals.

    Args:
        spec: spec of the player, as in ``NetworkConfig.lean``.
        game: id of the game.
    """
    if game not in GAMES:
        return ""
    try:
        made: Any = GAMES[game]()
        found = Residual(spec, made).player
        scored = {
            name: value for name, value in found.weights.items() if name.rpartition(".")[2] != FINAL
        }  # the scores behind its choice too
        player = player_of_heuristic(made.heuristic(), scored)
    except (ValueError, TypeError):  # the game requires options, or has no such player
        return ""
    batch, digest = Batch(made, 16, seed=0, observation_dtype="uint8"), hashlib.sha256()
    for _ in range(8):
        batch.step_random(12, observe=False)
        games, actions, scores = batch.opinions(player)
        for column in (games, actions, np.round(scores, 3) + 0.0):
            digest.update(np.ascontiguousarray(column).tobytes())
    batch.close()
    return digest.hexdigest()[:16]


def _places(behind: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the values in judged masks of actions that score ``behind`` less than the best."""
    placed: NDArray[np.float64] = _LEVELS - np.rint((_LEVELS - 1) * np.sqrt(behind.clip(0.0, 1.0)))
    return placed


def worse(masks: Tensor) -> Tensor:
    """Return how much lower than its choice the player scores actions, in [0, 1], from the values in judged masks."""
    return ((CHOICE - masks.float()) / _LEVELS).square()

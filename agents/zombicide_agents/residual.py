"""Residual policies over a compiled player, whose scores of actions come with the mask.

Such a policy adds what it has learned to the scores of a rule-based player (residual policy learning: Silver et al. 2018, Johannink et
al. 2018).  The masks that it reads say of legal actions not only that they are: 127 is the player's own choice, the others fall from 126
to 1 with the square root of how much lower it scores them, so that fine differences between good actions are kept; 1 is an action that it
scores a whole unit lower, or does not score, which the policy never takes.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.legality import legal_actions
from zombicide_env.games import GAMES

from .base import AgentError
from .greedy import Greedy
from .registry import make, parse_spec

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["CHOICE", "Residual", "fingerprint", "judged", "worse"]

#: What a judged mask says of the player's own choice.
CHOICE: Final = 127
_LEVELS: Final = CHOICE - 1


class Residual:
    """The rule-based player of a residual policy.

    Args:
        spec: ``greedy``, with other weights where they are named.
        game: a game that the policy plays.

    Raises:
        AgentError: it is not a compiled player that scores actions, or does not know the game.
    """

    def __init__(self, spec: str, game: Any) -> None:
        name = parse_spec(spec).name
        if name != Greedy.name:  # a checkpoint names it: nothing else may be made, imported or called because a file says so
            raise AgentError(f"a policy cannot lean on {spec!r}: only on greedy, perhaps with other weights, 'greedy:weights=quests'")
        player = make(spec, game)
        assert isinstance(player, Greedy)
        self.player = player

    def masks(self, batch: Batch) -> NDArray[np.int8]:
        """Judged masks of all games of a batch, ``[n, N_ACTIONS]``."""
        games, actions, scores = batch.opinions(self.player.compiled)
        found = np.zeros(batch.masks.shape, np.int8)
        if len(games):
            first = np.flatnonzero(np.diff(games, prepend=-1))
            counts = np.diff(first, append=len(games))
            best = np.repeat(np.maximum.reduceat(scores, first), counts)
            found[games, actions] = _places(best - scores)
            chosen = np.flatnonzero(scores == best)
            chosen = chosen[np.flatnonzero(np.diff(games[chosen], prepend=-1))]  # the first of the best of each game
            found[games[chosen], actions[chosen]] = CHOICE
        return found

    def masks_of(self, masks: NDArray[Any], game: Any, states: NDArray[Any]) -> NDArray[np.int8]:
        """Judged masks ``[n, N_ACTIONS]`` of states ``[n]``; ``game``: that of all rows, or a sequence with one for each."""
        return judged(masks, self.player.judgements(masks, game, states))


def judged(masks: NDArray[Any], scores: NDArray[np.float64]) -> NDArray[np.int8]:
    """Judged masks from masks and scores ``[n, N_ACTIONS]``, -inf for what is not judged or not legal."""
    rows, actions = legal_actions(masks)
    found = np.zeros(masks.shape, np.int8)
    best = scores.max(axis=1)
    found[rows, actions] = _places(best[rows] - scores[rows, actions])
    some = np.unique(rows)
    found[some, scores[some].argmax(axis=1)] = CHOICE
    return found


@lru_cache(maxsize=64)
def fingerprint(spec: str, game: str) -> str:
    """What a rule-based player thinks of the actions of some hundred positions, as a hash of 16 digits; "" where it does not know the game.

    A residual policy was trained over the scores of one player; where a later version scores otherwise, the policy is another one.  The
    positions are those of random games of the game with its usual options, scores count to a thousandth.

    Args:
        spec: the player, as in ``NetworkConfig.lean``.
        game: id.
    """
    if game not in GAMES:
        return ""
    try:
        made: Any = GAMES[game]()
        player = Residual(spec, made).player.compiled
    except (ValueError, TypeError):  # it wants options, or has no such player
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
    """The places in judged masks of actions that are so far behind the best."""
    placed: NDArray[np.float64] = _LEVELS - np.rint((_LEVELS - 1) * np.sqrt(behind.clip(0.0, 1.0)))
    return placed


def worse(masks: Tensor) -> Tensor:
    """How much lower than its choice the player scores actions, 0 .. 1, from their places in judged masks."""
    return ((CHOICE - masks.float()) / _LEVELS).square()

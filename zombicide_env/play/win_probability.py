"""Estimates of win probabilities: a position is played many times by the compiled players of the game, and the outcomes are counted.

Hidden cards and future dice are resampled for every game, from what the deciding seat may know, so that the estimates are
calibrated: of positions with an estimate of 7 in 10, 7 of 10 are won if the same players continue.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np

from ..core.batch import Batch
from ..core.game import WON, Game
from ..core.players import Player, usual_player

__all__ = ["GAMES", "MOVES", "Rollouts", "compared", "ends"]

GAMES: Final = 100  # maximum number of games played from a position
MOVES: Final = 12  # maximum number of moves that are compared
_AT_ONCE: Final = 400  # decisions of each game between two checks for cancellation
_MOST: Final = 40_000


class Rollouts:
    """Plays positions of a game to their ends, many times.

    Args:
        game: the game.
        n: number of games.
        player: plays every seat; None: the compiled player of the game.
    """

    def __init__(self, game: Game, n: int, player: Player | None = None) -> None:
        self.game = game
        self.player = usual_player(game) if player is None else player
        self.batch = Batch(game, n, seed=0, autoreset="disabled", observation_dtype="uint8")

    def liked(self, state: Any) -> list[int]:
        """Return the legal actions of a position, sorted by the player's preference."""
        self.batch.put(state, trusted=True)
        legal = np.flatnonzero(self.batch.masks[0])
        judged = np.zeros(len(legal)) if self.player.heuristic is None else self.batch.judge(self.player)[0, legal]
        return [int(action) for action in legal[np.argsort(-judged, kind="stable")]]

    def play(self, state: Any, seed: int, actions: Any = None) -> np.ndarray[Any, Any]:
        """Return the states in which games from a position end, shape (n,), valid until the next call; a finished game is unchanged.

        Args:
            state: the position, shape (1,).
            seed: seed of the sampling.
            actions: int64 (n,), the first actions of the games.
        """
        batch = self.batch
        batch.put(state, trusted=True)
        if batch.deciders[0] < 0:
            return batch.states
        batch.seed_actions(seed)
        batch.resample()
        if actions is not None:
            batch.step(actions)
        played = 0
        while (batch.deciders >= 0).any() and played < _MOST:
            batch.play(self.player, limit=_AT_ONCE, observe=False)
            played += _AT_ONCE
        return batch.states


def ends(game: Game, state: Any, games: int, seed: int) -> dict[str, Any]:
    """Return how often games from a position end in each way.

    Args:
        game: the game of the position.
        state: the position, shape (1,).
        games: number of games, at most ``GAMES``.
        seed: seed of the sampling.

    Returns:
        ``games``, ``won`` (by the first side; in a competitive game by each seat), ``ends`` ([outcome, detail, count], the most
        frequent first), ``measures`` (means of the figures in ``Game.measures``), ``by`` (the player).
    """
    rollouts = Rollouts(game, min(games, GAMES))
    states = rollouts.play(state, seed)
    counted = Counter((found.name, found.detail) for k in range(len(states)) for found in [game.outcome(states[k : k + 1])])
    means = {name: round(float(np.mean(values)), 2) for name, values in game.measures(states).items()}
    return {
        "games": len(states),
        "won": [int(n) for n in game.winners(states).sum(axis=0)],
        "ends": [[name, detail, n] for (name, detail), n in counted.most_common()],
        "measures": means,
        "by": rollouts.player.name,
    }


def compared(game: Game, state: Any, games: int, seed: int, seat: int, played: int | None = None) -> dict[str, Any]:
    """Return the win rates of the moves of a position, in the same simulated games.

    Args:
        game: the game of the position.
        state: the position, shape (1,).
        games: number of games after each move, at most ``GAMES``.
        seed: seed of the sampling.
        seat: seat whose side is counted as winner.
        played: a move that is compared in any case.

    Returns:
        ``moves`` ([action, share of games won], the best first) and ``legal`` (their total number). If there are more than ``MOVES``,
        the ones that the player prefers are compared.
    """
    rollouts = Rollouts(game, min(games, GAMES))
    liked = rollouts.liked(state)
    chosen = liked if played is None else [played, *(action for action in liked if action != played)]
    found = []
    for action in chosen[:MOVES]:
        states = rollouts.play(state, seed, np.full(len(rollouts.batch.states), action))
        won = game.winners(states)[:, seat] if game.type.kind != "cooperative" else states["outcome"] == WON
        found.append([action, float(np.mean(won))])
    return {"moves": sorted(found, key=lambda pair: -pair[1]), "legal": len(liked)}

"""How a position ends: it is played on many times by the compiled players of the game, and the ends are counted.

Hidden cards and future dice are resampled for every game, from what the deciding seat may know, so that the share of games that are won is
a frequency: of positions that are said to be won in 7 of 10 games, 7 of 10 are won where the same players go on.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np

from ..core.batch import Batch
from ..core.game import WON, Game
from ..core.players import Player, usual_player

__all__ = ["GAMES", "MOVES", "Rollouts", "compared", "ends"]

GAMES: Final = 100  # that are played from a position at most
MOVES: Final = 12  # moves that are compared at most
_AT_ONCE: Final = 400  # decisions of each game between two chances to be stopped
_MOST: Final = 40_000


class Rollouts:
    """Plays positions of a game to their ends, many times.

    Args:
        game: the game.
        n: how many times.
        player: holds every seat; None: the compiled player of the game.
    """

    def __init__(self, game: Game, n: int, player: Player | None = None) -> None:
        self.game = game
        self.player = usual_player(game) if player is None else player
        self.batch = Batch(game, n, seed=0, autoreset="disabled", observation_dtype="uint8")

    def liked(self, state: Any) -> list[int]:
        """The legal actions of a position, those first that the player likes best."""
        self.batch.put(state, trusted=True)
        legal = np.flatnonzero(self.batch.masks[0])
        judged = np.zeros(len(legal)) if self.player.heuristic is None else self.batch.judge(self.player)[0, legal]
        return [int(action) for action in legal[np.argsort(-judged, kind="stable")]]

    def play(self, state: Any, seed: int, actions: Any = None) -> np.ndarray[Any, Any]:
        """The states in which games from a position end, shape (n,), valid until the next call; a game that is over stays as it is.

        Args:
            state: the position, shape (1,).
            seed: fixes what is drawn.
            actions: int64 (n,), begin the games.
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
    """How many games end in which way.

    Args:
        game: the game of the position.
        state: the position, shape (1,).
        games: how many are played, at most ``GAMES``.
        seed: fixes what is drawn.

    Returns:
        ``games``, ``won`` (by the first side, in a game against each other by each seat), ``ends`` ([outcome, detail, how many], the most
        frequent first), ``measures`` (means of what ``Game.measures`` tells), ``by`` (who has played).
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
    """What the moves of a position come to, in the same imagined games.

    Args:
        game: the game of the position.
        state: the position, shape (1,).
        games: how many are played after each move, at most ``GAMES``.
        seed: fixes what is drawn.
        seat: whose side wins.
        played: a move that is compared in any case.

    Returns:
        ``moves`` ([action, share of games won], the best first) and ``legal`` (how many there are). Of more than ``MOVES`` those are
        compared that the player likes best.
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

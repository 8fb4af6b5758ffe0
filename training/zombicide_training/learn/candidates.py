"""Play the games of a candidate in a weight search, and return wins and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_env.core.batch import Batch
from zombicide_env.core.players import Player, player_of_heuristic

__all__ = ["compiled", "play_candidate"]


def compiled(spec: str, game: Any) -> Player:
    """Return the compiled player of a spec.

    Raises:
        AgentError: the agent is not compiled.
    """
    player = agents.make(spec, game).player(game)
    if player is None:
        raise agents.AgentError(f"{spec} is not a compiled player: name greedy, with any weights, random or a checkpoint")
    return player


def play_candidate(
    games: Sequence[Any],
    weights: Mapping[str, float],
    others: Sequence[Player],
    cast: NDArray[np.int64],
    *,
    first: int,
    threads: int,
    reached: float,
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Play games with the seeds ``first``, ``first + 1``, ...

    Args:
        games: games, played in equal parts: episode ``i`` plays ``games[i % len(games)]``.
        weights: weights of the candidate, the rule-based player of the game.
        others: players of the other seats.
        cast: player of each seat, int64 ``[n, n_agents]``: 0 is the candidate, 1, 2, ... the others.
        first: seed of the first game.
        threads: number of threads of the batch; results do not depend on it.
        reached: factor of the progress in a game that is not won; a won game scores 1.

    Returns:
        Which games the candidate has won, bool ``[n]``, and the score of each, float64 ``[n]``, in [0, 1].
    """
    batch = Batch(games, len(cast), seed=first, threads=threads, autoreset="disabled", observation_dtype="uint8")
    player = player_of_heuristic(games[0].heuristic(), weights)
    batch.play([player, *others], cast[:, : batch.n_agents], observe=False)
    seat, won = cast.argmin(axis=1), np.zeros(batch.n, bool)
    for world, game in enumerate(games):
        rows = np.flatnonzero(batch.world_of == world)
        won[rows] = game.winners(batch.states[rows])[np.arange(len(rows)), seat[rows]]
    worth = won.astype(np.float64)
    if reached and player.heuristic is not None and player.heuristic.promise is not None:
        first_side = np.array([games[world].type.sides[own] == 0 for world, own in zip(batch.world_of, seat, strict=True)])
        progress = batch.promise(player)  # progress of the first side
        worth = np.where(won, 1.0, reached * np.where(first_side, progress, 1 - progress))
    batch.close()
    return won, worth

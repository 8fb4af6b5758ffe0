"""Whole games of a policy, and the decisions with a choice that are met in them now and then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.game import ONGOING, WON
from zombicide_env.core.players import Player
from zombicide_training.collect.choices import candidates

__all__ = ["Visits", "visit"]


@dataclass(frozen=True)
class Visits:
    """Decisions with a choice.

    Attributes:
        raw: observations, uint8 [n, N_OBS].
        starts: int64 [n + 1], where the candidates of each begin.
        actions: int64 [k], the candidates.
        worse: float64 [k], how much worse the base thinks of them.
        games: int64 [n], which game of the batch.
        ahead: float64 [n], sum of the rewards from then on.
        keep: int64 [m], ascending: decisions whose states were kept.
        states: structured array [m].
        won: bool [games].
        played: decisions of all games.
    """

    raw: NDArray[np.uint8]
    starts: NDArray[np.int64]
    actions: NDArray[np.int64]
    worse: NDArray[np.float64]
    games: NDArray[np.int64]
    ahead: NDArray[np.float64]
    keep: NDArray[np.int64]
    states: NDArray[Any]
    won: NDArray[np.bool_]
    played: int


def visit(batch: Batch, player: Player, base: Player | None, *, every: int, share: float, most: int, random: np.random.Generator) -> Visits:
    """Play the games of a batch to their end and look at decisions on the way.

    Args:
        batch: the games, ``autoreset="disabled"``.
        player: who plays, in all seats.
        base: on whom the policy leans.
        every: decisions of a game between two looks, on average.
        share: of the decisions with a choice, whose states are kept.
        most: decisions of a game after which it is left as it is (and not won).
        random: by which it looks.
    """
    parts: list[tuple[NDArray[Any], ...]] = []
    played, paid = np.zeros(batch.n, np.int64), np.zeros(batch.n)
    while (batch.deciders >= 0).any() and played.max() < most:
        played += batch.play(player, limit=int(random.integers(1, 2 * every)))
        paid += batch.rewards[:, 0]  # all of a team are paid the same
        found = candidates(batch, base)
        games = np.flatnonzero(found.counts > 1)
        starts, actions, worse = found.of(games)
        kept = random.random(len(games)) < share
        parts.append((batch.raw_observations[games], np.diff(starts), actions, worse, games, paid[games], kept, batch.states[games[kept]]))
    raw, counts, actions, worse, games, before, kept, states = (np.concatenate(column) for column in zip(*parts, strict=True))
    won = batch.states["outcome"] == WON
    assert played.max() >= most or (batch.states["outcome"] != ONGOING).all()
    starts = np.concatenate([[0], np.cumsum(counts)])
    return Visits(raw, starts, actions, worse, games, paid[games] - before, np.flatnonzero(kept), states, won, int(played.sum()))

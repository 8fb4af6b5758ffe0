"""Play whole games of a policy, and sample decisions with a choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.game import ONGOING
from zombicide_env.core.players import Player
from zombicide_training.collect.choices import candidates

__all__ = ["Visits", "visit"]


@dataclass(frozen=True)
class Visits:
    """Sampled decisions with a choice.

    Attributes:
        raw: observations, uint8 ``[n, N_OBS]``.
        starts: int64 ``[n + 1]``, offsets of the candidates of each decision.
        actions: int64 ``[k]``, the candidates.
        worse: float64 ``[k]``, how much lower the base scores them than its best action.
        games: int64 ``[n]``, index of the game in the batch.
        ahead: float64 ``[n]``, sum of the later rewards of the side.
        keep: int64 ``[m]``, ascending: decisions whose states are stored.
        states: structured array ``[m]``.
        won: bool ``[games]``, whether the side has won.
        played: number of decisions of all games.
        opinions: float64 ``[k]``, scores of the candidates by ``judge``, -inf for those without a score; empty without a judge.
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
    opinions: NDArray[np.float64]


def visit(
    batch: Batch,
    player: Player,
    base: Player | None,
    *,
    every: int,
    share: float,
    most: int,
    random: np.random.Generator,
    judge: Player | None = None,
    seats: Sequence[int] | None = None,
    opponent: Player | None = None,
) -> Visits:
    """Play the games of a batch to their end and sample decisions of one side.

    Args:
        batch: the games, ``autoreset="disabled"``.
        player: plays ``seats``.
        base: the rule-based player under a residual policy.
        every: decisions of a game between samples, on average.
        share: probability with which the state of a decision is stored.
        most: decisions after which a game is stopped (and not won).
        random: samples decisions.
        judge: scores the candidates of the sampled decisions.
        seats: the seats of the side; default: all.
        opponent: plays the other seats.
    """
    own = np.zeros(batch.n_agents, bool)
    own[slice(None) if seats is None else list(seats)] = True
    first = int(own.argmax())  # all seats of a side have the same reward
    players, cast = (player, None) if opponent is None else ([player, opponent], np.where(own, 0, 1))
    parts: list[tuple[NDArray[Any], ...]] = []
    played, paid = np.zeros(batch.n, np.int64), np.zeros(batch.n)
    while (batch.deciders >= 0).any() and played.max() < most:
        played += batch.play(players, cast, limit=int(random.integers(1, 2 * every)))
        paid += batch.rewards[:, first]
        found = candidates(batch, base)
        games = np.flatnonzero((found.counts > 1) & own[batch.deciders])
        starts, actions, worse = found.of(games)
        kept = random.random(len(games)) < share
        said = np.zeros(0) if judge is None else _opinions(batch, judge, np.repeat(games, np.diff(starts)), actions)
        states = batch.states[games[kept]]
        parts.append((batch.raw_observations[games], np.diff(starts), actions, worse, games, paid[games], kept, states, said))
    raw, counts, actions, worse, games, before, kept, states, said = (np.concatenate(column) for column in zip(*parts, strict=True))
    won = batch.games[0].winners(batch.states)[:, first]
    assert played.max() >= most or (batch.states["outcome"] != ONGOING).all()
    starts = np.concatenate([[0], np.cumsum(counts)])
    return Visits(raw, starts, actions, worse, games, paid[games] - before, np.flatnonzero(kept), states, won, int(played.sum()), said)


def _opinions(batch: Batch, judge: Player, games: NDArray[np.intp], actions: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return a player's scores of these legal actions of these games."""
    of, legal, scores = batch.opinions(judge)
    size = batch.action_codec.size
    found: NDArray[np.float64] = scores[np.searchsorted(of * size + legal, games * size + actions)]
    return found

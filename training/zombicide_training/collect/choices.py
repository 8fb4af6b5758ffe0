"""Rollouts of a team's policy: the decisions in which it has a choice, and what followed each of them.

A residual policy chooses among the actions that its base scores within a unit of its best one.  In about half of the decisions there is one
such action: it is taken, and no network is asked.  What is paid between two decisions with a choice belongs to the first of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.game import ONGOING, TRUNCATED
from zombicide_env.core.nets.leaning import STEPS
from zombicide_env.core.nets.learning import Learner, Positions
from zombicide_env.core.players import Player
from zombicide_training.teammates import TeamVecEnv

__all__ = ["Candidates", "Rollout", "candidates", "collect"]

#: In ``Rollout.following``: nothing follows; what follows is worth ``Rollout.beyond``.
END: Final = -1
BEYOND: Final = -2

Array = NDArray[Any]


@dataclass(frozen=True)
class Candidates:
    """The actions that come into question in the games of a batch.

    Attributes:
        counts: int64 [n], how many of each game.
        actions: int64 [k], game after game.
        worse: float64 [k], how much worse the base thinks of them, 0 .. 1; 0 without a base.
    """

    counts: NDArray[np.int64]
    actions: NDArray[np.int64]
    worse: NDArray[np.float64]

    def of(self, games: NDArray[np.intp]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Where those of some games begin (``[m + 1]``), and their actions and ``worse``."""
        keep = np.zeros(len(self.counts), bool)
        keep[games] = True
        wide = np.repeat(keep, self.counts)
        return np.concatenate([[0], np.cumsum(self.counts[games])]), self.actions[wide], self.worse[wide]


def candidates(batch: Batch, base: Player | None) -> Candidates:
    """What comes into question: legal actions that the base scores less than a unit below its best one, or all legal ones."""
    if base is None:
        games, actions = np.nonzero(batch.masks)
        return Candidates(np.bincount(games, minlength=batch.n), actions, np.zeros(len(actions)))
    games, actions, scores = batch.opinions(base)
    first = np.concatenate([[0], np.cumsum(np.bincount(games, minlength=batch.n))])[:-1]
    best = np.maximum.reduceat(scores, first)
    behind = np.minimum(1.0, best[games] - scores)
    worse = ((1 + np.rint((STEPS - 1) * np.sqrt(behind))) / STEPS) ** 2
    top = np.flatnonzero(behind == 0)
    worse[top[np.unique(games[top], return_index=True)[1]]] = 0.0  # its own choice, the first of equals
    near = worse < 1
    return Candidates(np.bincount(games[near], minlength=batch.n), actions[near], worse[near])


@dataclass(frozen=True)
class Rollout:
    """Decisions with a choice.

    Attributes:
        positions: the decisions in the order in which they were taken; advantages and returns are still to be found.
        values: float64 [n], what the network expected.
        rewards: float64 [n], discounted, from the decision to the next one of the same game.
        discounts: float64 [n], worth of a reward at the next decision.
        rounds: int64 [n], rounds that passed until then.
        following: int64 [n], index of the next decision, END, or BEYOND: it lies after the rollout.
        beyond: float64 [n], worth of what lies after the rollout.
        worlds: int32 [n], which of the games of the run.
        steps: int64 [horizon + 1], where the decisions of each step begin.
        decisions: all decisions that were played, those without a choice included.
    """

    positions: Positions
    values: NDArray[np.float64]
    rewards: NDArray[np.float64]
    discounts: NDArray[np.float64]
    rounds: NDArray[np.int64]
    following: NDArray[np.int64]
    beyond: NDArray[np.float64]
    worlds: NDArray[np.int32]
    steps: NDArray[np.int64]
    decisions: int


class _Open:
    """Of each game the last decision with a choice, and what has been paid since."""

    def __init__(self, n: int) -> None:
        self.last = np.full(n, END)
        self.earned, self.discount, self.rounds = np.zeros(n), np.ones(n), np.zeros(n, np.int64)

    def pay(self, rewards: Array, fading: Array, passed: Array) -> None:
        """After a step: what it paid, and how much later it is now."""
        self.earned += self.discount * rewards
        self.discount *= fading
        self.rounds += passed

    def take(self, games: NDArray[np.intp], kept: _Columns) -> None:
        """The decisions of these games are over: write down what followed, and forget them."""
        open_ = games[self.last[games] >= 0]
        rows = self.last[open_]
        kept.rewards[rows], kept.discounts[rows], kept.rounds[rows] = self.earned[open_], self.discount[open_], self.rounds[open_]
        self.last[games], self.earned[games], self.discount[games], self.rounds[games] = END, 0.0, 1.0, 0


class _Columns:
    """What is known of each decision when the next one comes; rows for as many as there can be."""

    def __init__(self, most: int) -> None:
        self.rewards, self.discounts, self.rounds = np.zeros(most), np.ones(most), np.zeros(most, np.int64)
        self.following, self.beyond = np.full(most, END), np.zeros(most)


def collect(
    env: TeamVecEnv,
    learner: Learner,
    base: Player | None,
    *,
    horizon: int,
    discount: float,
    trust: float,
    random: np.random.Generator,
    watch: Any,
) -> Rollout:
    """Play on in all games.

    Args:
        env: the games.
        learner: draws the actions.
        base: the player whose scores are added to those of the network.
        horizon: decisions of each game.
        discount: worth of a reward one round later.
        trust: what a unit of scores counts for.
        random: by which actions are drawn.
        watch: called with the batch after each step.
    """
    batch = env.batch
    open_, kept = _Open(batch.n), _Columns(horizon * batch.n)
    parts: list[tuple[Array, ...]] = []
    total, begins = 0, [0]
    for _ in range(horizon):
        found = candidates(batch, base)
        games = np.flatnonzero(found.counts > 1)
        starts, actions, worse = found.of(games)
        raw = batch.raw_observations[games]
        chosen, logs, values = learner.draw(raw, starts, actions, worse, random.random(len(games)), trust)
        first = np.cumsum(found.counts) - found.counts
        taken = found.actions[np.minimum(first, len(found.actions) - 1)]
        taken[games] = actions[starts[:-1] + chosen]
        here = total + np.arange(len(games))
        before = open_.last[games]
        kept.following[before[before >= 0]] = here[before >= 0]
        open_.take(games, kept)
        open_.last[games] = here
        parts.append((raw, np.diff(starts), actions, worse, chosen, logs, values, batch.world_of[games].copy()))
        total += len(games)
        begins.append(total)
        _step(env, learner, taken, discount, open_, kept, watch)
    _close(batch, learner, open_, kept)
    raw, counts, actions, worse, chosen, logs, values, worlds = (np.concatenate(column) for column in zip(*parts, strict=True))
    unknown = np.zeros(total)
    starts = np.concatenate([[0], np.cumsum(counts)])
    positions = Positions(raw, starts, actions, worse, chosen, logs, unknown, unknown, np.zeros(len(actions)))
    columns = {name: getattr(kept, name)[:total] for name in ("rewards", "discounts", "rounds", "following", "beyond")}
    return Rollout(positions, values, **columns, worlds=worlds, steps=np.array(begins), decisions=horizon * batch.n)


def _step(env: TeamVecEnv, learner: Learner, actions: Array, discount: float, open_: _Open, kept: _Columns, watch: Any) -> None:
    """One decision of every game, and what it pays: a shaped reward fades as everything else does."""
    batch, game = env.batch, env.batch.games[0]
    before = batch.states["round"].astype(np.int64)
    env.advance(actions)
    watch(batch)
    over = batch.dones != ONGOING
    now = np.where(over, batch.final_states["round"], batch.states["round"]).astype(np.int64)
    fading = discount ** (now - before)
    potential = np.where(over, game.potential(batch.final_states), game.potential(batch.states))
    open_.pay(batch.rewards.mean(axis=1) + (fading - 1) * potential, fading, now - before)
    cut = np.flatnonzero(batch.dones == TRUNCATED)
    if len(cut):
        rows = open_.last[cut]
        kept.following[rows[rows >= 0]] = BEYOND
        kept.beyond[rows[rows >= 0]] = _values(learner, batch.final_observations[cut])[rows >= 0]
    open_.take(np.flatnonzero(over), kept)


def _close(batch: Batch, learner: Learner, open_: _Open, kept: _Columns) -> None:
    """The rollout ends: the worth of what follows is what the network expects."""
    games = np.flatnonzero(open_.last >= 0)
    rows = open_.last[games]
    kept.following[rows], kept.beyond[rows] = BEYOND, _values(learner, batch.raw_observations[games])
    open_.take(games, kept)


def _values(learner: Learner, raw: Array) -> NDArray[np.float64]:
    """What the network expects of positions."""
    nothing = np.zeros(0, np.int64), np.zeros(0)
    found: NDArray[np.float64] = learner.draw(np.ascontiguousarray(raw), np.zeros(len(raw) + 1, np.int64), *nothing, np.zeros(len(raw)))[2]
    return found

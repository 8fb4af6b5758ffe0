"""Rollouts of a policy: the decisions in which it has a choice, and the outcome of each.

A residual policy chooses among the actions that its base scores within a unit of its best one.  In about half of the decisions there is
only one such action: it is taken without evaluating the network.  The rewards of a side between two of its decisions with a choice belong
to the first of them, also if other seats played in between.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_agents.residual import Residual
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import ONGOING, TRUNCATED, WON
from zombicide_env.core.legality import legal_actions
from zombicide_env.core.nets.learning import Learner, Positions
from zombicide_env.core.nets.residual import STEPS
from zombicide_env.core.players import Player
from zombicide_training.collect.discounting import By
from zombicide_training.collect.mixed_games import SharedGames
from zombicide_training.collect.player_advantages import Sides

__all__ = ["Candidates", "Collector", "Rollout", "Waiting", "base_player", "candidates"]

#: In ``Rollout.following``: nothing follows; the rest is bootstrapped from ``Rollout.beyond``; known only in the next rollout.
END: Final = -1
BEYOND: Final = -2
UNKNOWN: Final = -3

Array = NDArray[Any]


@dataclass(frozen=True)
class Candidates:
    """Candidate actions in the games of a batch.

    Attributes:
        counts: int64 ``[n]``, number of candidates of each game.
        actions: int64 ``[k]``, game by game.
        worse: float64 ``[k]``, how much lower the base scores them than its best action, in [0, 1]; 0 without a base.
    """

    counts: NDArray[np.int64]
    actions: NDArray[np.int64]
    worse: NDArray[np.float64]

    def of(self, games: NDArray[np.intp]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Return the offsets (``[m + 1]``), actions and ``worse`` of the candidates of some games."""
        keep = np.zeros(len(self.counts), bool)
        keep[games] = True
        wide = np.repeat(keep, self.counts)
        return np.concatenate([[0], np.cumsum(self.counts[games])]), self.actions[wide], self.worse[wide]


def base_player(spec: str, game: Any) -> Player | None:
    """Return the compiled base of a residual policy (``NetworkConfig.lean``), or None."""
    return Residual(spec, game).player.compiled if spec else None


def candidates(batch: Batch, base: Player | None) -> Candidates:
    """Return the candidates: legal actions that the base scores less than a unit below its best one; without a base all legal actions."""
    if base is None:
        games, actions = legal_actions(batch.masks)
        return Candidates(np.bincount(games, minlength=batch.n), actions, np.zeros(len(actions)))
    games, actions, scores = batch.opinions(base)
    if not len(games):  # all games are over
        return Candidates(np.zeros(batch.n, np.int64), actions, scores)
    first = np.flatnonzero(np.diff(games, prepend=-1))
    best = np.repeat(np.maximum.reduceat(scores, first), np.diff(first, append=len(games)))
    behind = np.minimum(1.0, best - scores)
    worse = ((1 + np.rint((STEPS - 1) * np.sqrt(behind))) / STEPS) ** 2
    top = np.flatnonzero(behind == 0)
    worse[top[np.unique(games[top], return_index=True)[1]]] = 0.0  # its own choice, the first in case of a tie
    near = worse < 1
    return Candidates(np.bincount(games[near], minlength=batch.n), actions[near], worse[near])


@dataclass(frozen=True)
class Rollout:
    """Decisions with a choice, and their outcomes.

    Attributes:
        positions: the decisions in chronological order; advantages and returns are not yet computed.
        values: float64 ``[n]``, values predicted by the network.
        rewards: float64 ``[n]``, discounted rewards until the next decision of the same side of the same game.
        discounts: float64 ``[n]``, discount of a reward at the next decision.
        rounds: int64 ``[n]``, rounds that passed until then.
        following: int64 ``[n]``, index of the next decision; END; BEYOND if it is after the rollout; or UNKNOWN if the other sides were
            still playing: the decision is then part of the next rollout too, and is learned from there.
        beyond: float64 ``[n]``, bootstrapped value of what follows the rollout.
        won: float64 ``[n]``, for the last decision of a side in a finished game, whether the side has won, 1 or 0; NaN for others.
        worlds: int32 ``[n]``, index of the game of the run.
        steps: int64 ``[horizon + 2]``, offsets of the decisions of each step; the first step holds those of earlier rollouts.
        decisions: number of all decisions played, including those without a choice.
    """

    positions: Positions
    values: NDArray[np.float64]
    rewards: NDArray[np.float64]
    discounts: NDArray[np.float64]
    rounds: NDArray[np.int64]
    following: NDArray[np.int64]
    beyond: NDArray[np.float64]
    won: NDArray[np.float64]
    worlds: NDArray[np.int32]
    steps: NDArray[np.int64]
    decisions: int

    @property
    def known(self) -> NDArray[np.int64]:
        """Indices of the decisions that can be learned from."""
        return np.flatnonzero(self.following != UNKNOWN)


@dataclass(frozen=True)
class Waiting:
    """Open decisions, whose sides have not decided again, and the rewards since then.

    Attributes:
        games: int64 ``[n]``, slots of the batch.
        sides: int64 ``[n]``.
        raw, counts, actions, worse, chosen, logs, values, worlds: see ``Positions`` and ``Rollout``; ``counts``: number of candidates.
        rewards, discounts, rounds: accumulated so far.
    """

    games: NDArray[np.int64]
    sides: NDArray[np.int64]
    raw: NDArray[np.uint8]
    counts: NDArray[np.int64]
    actions: NDArray[np.int64]
    worse: NDArray[np.float64]
    chosen: NDArray[np.int64]
    logs: NDArray[np.float64]
    values: NDArray[np.float64]
    worlds: NDArray[np.int32]
    rewards: NDArray[np.float64]
    discounts: NDArray[np.float64]
    rounds: NDArray[np.int64]

    @staticmethod
    def nothing(columns: int) -> Waiting:
        """Return an instance without decisions; ``columns``: length of an observation."""
        i, f = np.zeros(0, np.int64), np.zeros(0)
        return Waiting(i, i, np.zeros((0, columns), np.uint8), i, i, f, i, f, f, np.zeros(0, np.int32), f, f, i)

    def arrays(self) -> dict[str, Array]:
        """Return the arrays for a checkpoint."""
        return {f"waiting_{field.name}": getattr(self, field.name) for field in fields(self)}

    @staticmethod
    def of(arrays: Mapping[str, Any], batch: Batch, sides: int) -> Waiting:
        """Restore the decisions of a checkpoint; raise ValueError if they are invalid."""
        found = Waiting(**{field.name: arrays[f"waiting_{field.name}"] for field in fields(Waiting)})
        like, n = Waiting.nothing(batch.observation_codec.size), len(found.games)
        for field in fields(Waiting):
            array, wanted = getattr(found, field.name), getattr(like, field.name)
            long = int(found.counts.sum()) if field.name in ("actions", "worse") else n
            if array.dtype != wanted.dtype or array.shape != (long, *wanted.shape[1:]):
                raise ValueError(f"waiting_{field.name} has another shape")
            if array.dtype.kind == "f" and not np.isfinite(array).all():
                raise ValueError(f"waiting_{field.name} holds what is not a finite number")
        ends = {"games": batch.n, "sides": sides, "actions": batch.action_codec.size, "worlds": len(batch.games)}
        for name, end in ends.items():
            if not ((getattr(found, name) >= 0) & (getattr(found, name) < end)).all():
                raise ValueError(f"waiting_{name} has a number outside 0 .. {end - 1}")
        if not ((found.chosen >= 0) & (found.chosen < found.counts)).all():
            raise ValueError("waiting_chosen names no candidate")
        return found


class _Open:
    """The last decision with a choice of each side of each game, and the rewards of the side since then."""

    def __init__(self, n: int, sides: int) -> None:
        self.last = np.full((n, sides), END)
        self.earned, self.discount, self.rounds = np.zeros((n, sides)), np.ones((n, sides)), np.zeros((n, sides), np.int64)

    def pay(self, rewards: Array, fading: Array, passed: Array) -> None:
        """Add the rewards of a step ``[n, sides]``, the discount of later rewards, and the rounds that passed ``[n]``."""
        self.earned += self.discount * rewards
        self.discount *= fading
        self.rounds += passed[:, None]

    def take(self, games: NDArray[np.intp], sides: NDArray[np.intp], kept: _Columns) -> None:
        """Close the decisions of these sides: store their outcomes, and reset the accumulators."""
        rows = self.last[games, sides]
        open_ = rows >= 0
        for column, known in ((kept.rewards, self.earned), (kept.discounts, self.discount), (kept.rounds, self.rounds)):
            column[rows[open_]] = known[games, sides][open_]
        self.last[games, sides], self.earned[games, sides], self.discount[games, sides], self.rounds[games, sides] = END, 0.0, 1.0, 0


class _Columns:
    """Outcomes of decisions, with ``most`` preallocated rows."""

    def __init__(self, most: int) -> None:
        self.rewards, self.discounts, self.rounds = np.zeros(most), np.ones(most), np.zeros(most, np.int64)
        self.following, self.beyond, self.won = np.full(most, END), np.zeros(most), np.full(most, np.nan)


class Collector:
    """Advances the games of a policy and collects its decisions with a choice.

    Args:
        games: games whose steps are the policy's decisions.
        learner: samples the actions.
        base: player whose scores are added to those of the network.
        discount: discount per round, or per decision of the same side.
        by: unit of the discount.
        rollouts: number of rollouts in use at the same time.

    Attributes:
        waiting: open decisions that become part of the next rollout, because other sides are still playing.
    """

    def __init__(
        self, games: SharedGames, learner: Learner, base: Player | None, discount: float, by: By = "round", rollouts: int = 1
    ) -> None:
        self.games, self.batch, self.learner, self.base = games, games.batch, learner, base
        self.discount, self.by = discount, by
        self.sides = Sides(self.batch)
        self.waiting = Waiting.nothing(self.batch.observation_codec.size)
        self._rooms: deque[NDArray[np.uint8]] = deque([np.zeros((0, self.batch.observation_codec.size), np.uint8)] * rollouts)

    def _room(self, decisions: int) -> NDArray[np.uint8]:
        """Return the buffer for the observations of a rollout; buffers are reused, because allocating memory costs more than filling it."""
        self._rooms.rotate()
        if len(self._rooms[0]) < decisions:
            self._rooms[0] = np.empty((decisions, self._rooms[0].shape[1]), np.uint8)
        return self._rooms[0]

    def collect(self, horizon: int, trust: float, random: np.random.Generator, watch: Callable[[], None]) -> Rollout:
        """Advance every game by ``horizon`` decisions of the policy.

        Args:
            horizon: decisions per game.
            trust: factor of the scores of a residual policy.
            random: random generator for sampling actions.
            watch: called after each step.

        Returns:
            The decisions.  Their memory is reused by the ``rollouts``-th call after this one.
        """
        batch, w = self.batch, self.waiting
        self.games.play_on()
        total, steps = len(w.games), [0, len(w.games)]
        open_, kept = _Open(batch.n, self.sides.n), _Columns(horizon * batch.n + total)
        open_.last[w.games, w.sides] = np.arange(total)
        for column, known in ((open_.earned, w.rewards), (open_.discount, w.discounts), (open_.rounds, w.rounds)):
            column[w.games, w.sides] = known
        room = self._room(horizon * batch.n + total)
        room[:total] = w.raw
        parts: list[tuple[Array, ...]] = [(w.counts, w.actions, w.worse, w.chosen, w.logs, w.values, w.worlds)]
        for _ in range(horizon):
            found = candidates(batch, self.base)
            games = np.flatnonzero(found.counts > 1)
            sides = self.sides.of(batch.deciders)[games].astype(np.intp)
            starts, actions, worse = found.of(games)
            raw = room[total : total + len(games)]
            np.take(batch.raw_observations, games, axis=0, out=raw, mode="clip")  # other modes write to a copy first
            chosen, logs, values = self.learner.draw(raw, starts, actions, worse, random.random(len(games)), trust)
            first = np.cumsum(found.counts) - found.counts
            taken = found.actions[np.minimum(first, len(found.actions) - 1)]
            taken[games] = actions[starts[:-1] + chosen]
            here = total + np.arange(len(games))
            before = open_.last[games, sides]
            kept.following[before[before >= 0]] = here[before >= 0]
            open_.take(games, sides, kept)
            open_.last[games, sides] = here
            parts.append((np.diff(starts), actions, worse, chosen, logs, values, batch.world_of[games].copy()))
            total += len(games)
            steps.append(total)
            self._step(taken, open_, kept)
            watch()
        self._close(open_, kept)
        counts, actions, worse, chosen, logs, values, worlds = (np.concatenate(column) for column in zip(*parts, strict=True))
        unknown = np.zeros(total)
        starts = np.concatenate([[0], np.cumsum(counts)])
        positions = Positions(room[:total], starts, actions, worse, chosen, logs, unknown, unknown, np.zeros(len(actions)))
        columns = {name: getattr(kept, name)[:total] for name in ("rewards", "discounts", "rounds", "following", "beyond", "won")}
        made = Rollout(positions, values, **columns, worlds=worlds, steps=np.array(steps), decisions=horizon * batch.n)
        self.waiting = _left(made, open_)
        return made

    def _step(self, actions: Array, open_: _Open, kept: _Columns) -> None:
        """Play one decision of every game and add its rewards; the potential of shaped rewards is discounted like everything else."""
        batch, game = self.batch, self.batch.games[0]
        before = batch.states["round"].astype(np.int64)
        fading = np.ones((batch.n, self.sides.n))
        decided = self.sides.of(batch.deciders)
        self.games.advance(actions)
        over = batch.dones != ONGOING
        passed = np.where(over, batch.final_states["round"], batch.states["round"]).astype(np.int64) - before
        if self.by == "round":
            fading *= (self.discount**passed)[:, None]
        else:
            fading[np.arange(batch.n), decided] = self.discount
        paid = self.sides.paid(batch.rewards).astype(np.float64)
        if self.sides.n == 1:
            potential = np.where(over, game.potential(batch.final_states), game.potential(batch.states))
            paid += (fading - 1) * potential[:, None]
        open_.pay(paid, fading, passed)
        if self.sides.n == 1:  # in competitive games a truncated game is a draw
            cut = np.flatnonzero(batch.dones == TRUNCATED)
            self._beyond(open_, kept, cut, np.zeros(len(cut), np.intp), batch.final_observations[cut])
        ended = np.flatnonzero(over)
        won = self._won(ended)
        for side in range(self.sides.n):
            rows = open_.last[ended, side]
            kept.won[rows[rows >= 0]] = won[rows >= 0, side]
            open_.take(ended, np.full(len(ended), side), kept)

    def _won(self, ended: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return which sides have won these games, ``[len(ended), sides]``."""
        batch = self.batch
        if self.sides.n == 1:
            return (batch.dones[ended] == WON)[:, None].astype(np.float64)
        found = np.zeros((len(ended), self.sides.n))
        for world in np.unique(batch.world_of[ended]).tolist():
            game, rows = batch.games[world], batch.world_of[ended] == world
            first = [seats[0] for seats in game.type.seats]
            found[rows, : len(first)] = game.winners(batch.final_states[ended[rows]])[:, first]
        return found

    def _close(self, open_: _Open, kept: _Columns) -> None:
        """End the rollout: bootstrap the sides that are to move from the network's values; the decisions of other sides stay open."""
        batch = self.batch
        self._beyond(open_, kept, np.arange(batch.n), self.sides.of(batch.deciders).astype(np.intp), batch.raw_observations)
        games, sides = np.nonzero(open_.last >= 0)
        kept.following[open_.last[games, sides]] = UNKNOWN

    def _beyond(self, open_: _Open, kept: _Columns, games: Array, sides: Array, raw: Array) -> None:
        """Bootstrap the last decisions of these sides with the network's values of these positions."""
        rows = open_.last[games, sides]
        asked = rows >= 0
        if asked.any():
            kept.following[rows[asked]], kept.beyond[rows[asked]] = BEYOND, self.learner.values(raw[asked])
        open_.take(games, sides, kept)


def _left(rollout: Rollout, open_: _Open) -> Waiting:
    """Return the decisions of a rollout that are still open."""
    games, sides = np.nonzero(open_.last >= 0)
    order = np.argsort(open_.last[games, sides])  # candidates are stored in the order of decisions
    games, sides = games[order], sides[order]
    rows, p = open_.last[games, sides], rollout.positions
    counts = np.diff(p.starts)
    wide = np.repeat(np.isin(np.arange(len(counts)), rows), counts)
    return Waiting(
        games,
        sides,
        p.raw[rows],
        counts[rows],
        p.actions[wide],
        p.worse[wide],
        p.chosen[rows],
        p.logs[rows],
        rollout.values[rows],
        rollout.worlds[rows],
        open_.earned[games, sides],
        open_.discount[games, sides],
        open_.rounds[games, sides],
    )

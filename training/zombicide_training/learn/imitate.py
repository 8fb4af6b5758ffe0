"""Warm start: imitate a teacher, at first in the teacher's games, then in positions that the student itself reaches.

The teacher labels every decision of a batch of games (dataset aggregation).  At first it also plays them; later the student plays most of
them, so that the teacher also labels positions after the student's mistakes.  A teacher that scores several actions is imitated by the
softmax of its scores, so that almost equally good actions have almost equal targets.  The value is learned from the same games: from all
rewards in a cooperative game, from the rewards after the player's own decisions in a competitive one.

A compiled student learns from a round while the next one is played, with the weights from before.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zombicide_agents import Agent
from zombicide_agents.checkpoint import PolicyAgent
from zombicide_agents.faults import named
from zombicide_agents.network import PolicyNetwork
from zombicide_env.core.agent_inputs import inputs
from zombicide_env.core.answers import judged
from zombicide_env.core.batch import Batch
from zombicide_env.core.cores import usable_cores
from zombicide_env.core.game import WON
from zombicide_env.core.legality import legal_actions
from zombicide_training.collect.discounting import Discounting
from zombicide_training.collect.game_results import competitive
from zombicide_training.collect.player_advantages import Sides, credit
from zombicide_training.collect.sharding import Games, parts, put_games, take_games
from zombicide_training.collect.threads import short_turns
from zombicide_training.collect.timers import Timers
from zombicide_training.collect.workers import Here, Workers
from zombicide_training.evaluation.statistics import evenly
from zombicide_training.learn.imitators import CHOICES, ImitationConfig, Pupil, Reader, Rows, pupil_of
from zombicide_training.learn.step_size import cosine

__all__ = ["ImitationStep", "imitate", "shares"]


@dataclass(frozen=True)
class ImitationStep:
    """Progress of the warm start."""

    decisions: int
    loss: float
    agreement: float
    value_loss: float
    win_rate: float
    seconds: float


@dataclass(frozen=True)
class Comments:
    """Labels of a teacher for several decisions.

    Attributes:
        choices: legal actions, int16 ``[n, CHOICES]``, -1: none.
        weights: target probability of each of them, float32 ``[n, CHOICES]``, rows sum to 1.
        best: the teacher's choice, int64 ``[n]``.
    """

    choices: NDArray[np.int16]
    weights: NDArray[np.float32]
    best: NDArray[np.int64]


def comments(teacher: Agent, games: Batch, temperature: float) -> Comments:
    """Label the current decision of every game, all at once if the teacher is a compiled rule-based player."""
    player = teacher.player(games.games[0])
    if player is not None and player.heuristic is not None:
        return shares(games.n, *games.opinions(player), temperature)
    rows, actions = legal_actions(games.masks)
    scores = np.full(games.masks.shape, -np.inf)
    for i in range(games.n):
        given = inputs(teacher, games, [i])
        seen = None if given.observations is None else given.observations[0]
        with named(teacher):
            answer = teacher.scores(seen, given.masks[0], games.games[games.world_of[i]], given.states)
        which, said = judged(answer, games.masks[i], games.action_codec, teacher.name)
        scores[i, which] = said
    return shares(games.n, rows, actions, scores[rows, actions], temperature)


def shares(n: int, rows: NDArray[Any], actions: NDArray[Any], scores: NDArray[np.float64], temperature: float) -> Comments:
    """Return the legal actions of ``n`` decisions with their target probabilities.

    Args:
        n: number of decisions.
        rows: decision of each action, ascending; each decision has at least one.
        actions: legal actions, ascending within a decision.
        scores: scores of the teacher, -inf for actions without a score.
        temperature: see ``ImitationConfig``.
    """
    count = np.bincount(rows, minlength=n)
    first = np.cumsum(count) - count
    behind = scores - np.maximum.reduceat(scores, first)[rows]
    top = np.flatnonzero(behind == 0)
    best = actions[top[np.searchsorted(rows[top], np.arange(n))]]  # the first in case of a tie
    share = np.exp(behind / temperature)
    if count.max() > CHOICES:  # the best come first; rows with fewer actions keep their order
        order = np.lexsort((-share * (count > CHOICES)[rows], rows))
        actions, share = actions[order], share[order]
    place = np.arange(len(rows)) - first[rows]
    kept = place < CHOICES
    choices, weights = np.full((n, CHOICES), -1, np.int16), np.zeros((n, CHOICES), np.float32)
    choices[rows[kept], place[kept]], weights[rows[kept], place[kept]] = actions[kept], share[kept]
    return Comments(choices, weights / weights.sum(axis=1, keepdims=True), best)


def imitate(
    game: Any | Sequence[Any],
    network: PolicyNetwork,
    teacher: Agent,
    config: ImitationConfig,
    *,
    seed: int = 0,
    start: int = 0,
    seats: Sequence[int] | None = None,
    report: Callable[[ImitationStep], bool] | None = None,
    timers: Timers | None = None,
    workers: Workers | None = None,
    part: int = 16,
) -> None:
    """Train ``network`` in place until ``config.decisions`` decisions have been labeled, or ``report`` returns False.

    Args:
        game: game with the rewards from which the value is learned; several are played in equal parts.
        network: the student.
        teacher: any agent.
        config: amount of data and hyperparameters.
        seed: seed of the games, and of the choice between teacher and student as their player.
        start: number of decisions already done, when a run is resumed.
        seats: seats whose decisions are learned and played by the student, in games with roles; None: all.  A compiled teacher plays the
            others without labeling them, so that rare decisions are collected as quickly as frequent ones.
        report: called after every round of play and learning.
        timers: record the time spent; rounds are then played and learned in turn.
        workers: processes that play; default: this process.
        part: games that a worker plays at a time.
    """
    games = Batch(game, config.games, seed=seed + start, threads=usable_cores(), autoreset="same_step", observation_dtype="uint8")
    choose = np.random.default_rng((seed, start))
    agent = PolicyAgent(games.games[0], network, seed=seed + start)
    pupil = pupil_of(network, agent, config, Timers() if timers is None else timers, usable_cores())
    beside = timers is None and pupil.aside and (workers is None or isinstance(workers, Here))
    done, began = start, time.perf_counter()

    def begin() -> tuple[float, Callable[[], tuple[Rows, float]]]:
        """Begin a round; return the share of the schedule, and a function that returns what was played."""
        share = done / config.decisions
        if config.seconds is not None:
            share = min(1.0, max(share, (config.spent + time.perf_counter() - began) / config.seconds))
        by_pupil = choose.random(config.games) < (config.pupil_share if share > config.teacher_share else 0.0)
        pupil.follow()
        play = partial(_round, games, teacher, pupil, by_pupil, seats, workers, part, seed + done)
        return share, aside.submit(play).result if beside else play

    with short_turns(), ThreadPoolExecutor(1) as aside:
        following = begin()
        while done < config.decisions:
            share, play = following
            rows, win_rate = play()
            pupil.window.add(rows)
            done += len(rows.best)
            if done < config.decisions:
                following = begin()
            losses = pupil.learn(len(rows.best), config.learning_rate * cosine(share), choose)
            step = ImitationStep(done, *losses, win_rate=win_rate, seconds=time.perf_counter() - began)
            if report is not None and not report(step):
                break
    games.close()
    network.eval()


#: Training data, and for finished games whether they were won, and their worlds.
_Played = tuple[Rows, NDArray[np.bool_], NDArray[np.int32]]


@dataclass(frozen=True)
class _Order:
    """Data shared by all parts of a round; ``seed`` is for a teacher with random choices."""

    games: list[Any]
    network: PolicyNetwork
    teacher: Agent
    config: ImitationConfig
    seats: Sequence[int] | None
    seed: int


def _round(
    games: Batch,
    teacher: Agent,
    pupil: Pupil,
    by_pupil: NDArray[np.bool_],
    seats: Sequence[int] | None,
    workers: Workers | None,
    part: int,
    seed: int,
) -> tuple[Rows, float]:
    """Play one horizon of all games, here or in parts by workers; return the training data and the win rate of finished games."""
    if workers is None or isinstance(workers, Here):
        return _together([_play(games, teacher, pupil, by_pupil, seats)])
    order = _Order(list(games.games), copy.deepcopy(pupil.network).cpu(), teacher, pupil.config, seats, seed)
    cut = [(rows, take_games(games, rows), by_pupil[rows.start : rows.stop]) for rows in parts(games.n, part)]
    told = workers.all(_play_part, order, cut)
    for (where, _, _), (_, after) in zip(cut, told, strict=True):
        put_games(games, after, where.start)
    return _together([played for played, _ in told])


def _play_part(order: _Order, part: tuple[range, Games, NDArray[np.bool_]]) -> tuple[_Played, Games]:
    """Advance the games of a part by one horizon in a worker; return the labeled decisions and the games."""
    rows, given, by_pupil = part
    batch = Batch(order.games, len(rows), seed=0, autoreset="same_step", observation_dtype="uint8")
    put_games(batch, given)
    batch.refresh()
    order.teacher.reset(order.seed + rows.start)
    reader = Reader(order.network, PolicyAgent(order.games[0], order.network), order.config, Timers())
    played = _play(batch, order.teacher, reader, by_pupil, order.seats)
    after = take_games(batch, range(batch.n))
    batch.close()
    return played, after


def _together(played: Sequence[_Played]) -> tuple[Rows, float]:
    """Concatenate the training data; also return the win rate of finished games, evenly over their worlds."""
    rows = played[0][0]
    if len(played) > 1:
        rows = Rows(*(np.concatenate(column) for column in zip(*(rows.arrays() for rows, _, _ in played), strict=True)))
    won, worlds = (np.concatenate(column) for column in zip(*(ended for _, *ended in played), strict=True))
    return rows, evenly(won, worlds) if len(won) else float("nan")


def _play(games: Batch, teacher: Agent, pupil: Reader, by_pupil: NDArray[np.bool_], seats: Sequence[int] | None) -> _Played:
    """Play one horizon of all games, with labels of the teacher for every decision."""
    config, timers = pupil.config, pupil.timers
    t, n = config.horizon, games.n
    observations, kept = pupil.room(t * n), 0
    choices, weights = np.zeros((t, n, CHOICES), np.int16), np.zeros((t, n, CHOICES), np.float32)
    offered, best = np.zeros((t, n, CHOICES), np.int8), np.zeros((t, n), np.int64)
    sides, rivals = Sides(games), competitive(games.games[0])
    estimates = np.zeros((t, n), np.float32)
    rewards, ends, mine = np.zeros((t, n, sides.n), np.float32), np.zeros((t, n), bool), np.ones((t, n), bool)
    fading, lacks = np.zeros((t, n), np.float32), np.zeros((t, n), np.float32)
    clock = Discounting(games, config.discount, config.discount_by)
    deciders = np.zeros((t, n), np.int16)
    ended: list[tuple[NDArray[Any], NDArray[Any]]] = []
    pupil.network.eval()
    others = _Others(games, teacher, seats)
    for k in range(t):
        with timers("engine"):
            for over in others.play_on():  # the rewards belong to the previous decision
                if k:
                    rewards[k - 1] += np.where(ends[k - 1, :, None], 0, sides.paid(games.rewards))
                    ends[k - 1] |= over
                ended.append((games.dones[over] == WON, games.world_of[over].copy()))
        deciders[k] = sides.of(games.deciders)
        if seats is not None:
            mine[k] = np.isin(games.deciders, seats)
        with timers("teacher"):
            said = comments(teacher, games, config.temperature)
            masks = games.masks if pupil.agent.lean is None else pupil.agent.lean.masks(games)
        choices[k], weights[k], best[k] = said.choices, said.weights, said.best
        offered[k] = np.take_along_axis(masks, said.choices.astype(np.int64), axis=1) * (said.choices >= 0)
        with timers("encode"):
            new = kept + int(np.count_nonzero(mine[k]))
            read = pupil.read(games.observations)
            observations[kept:new] = read if new - kept == n else read[mine[k]]
            kept = new
        if rivals:
            with timers("forward"):
                estimates[k] = pupil.values(games.observations)
        actions = said.best.copy()
        pupils = by_pupil & mine[k]
        if pupils.any():
            with timers("forward"):
                actions[pupils] = pupil.choose(games.observations[pupils], masks[pupils])
        with timers("engine"):
            games.step(actions)
        rewards[k], ends[k] = sides.paid(games.rewards), games.dones != 0
        fading[k], lacks[k] = clock.step()
        ended.append((games.dones[ends[k]] == WON, games.world_of[ends[k]].copy()))
    with timers("forward"):
        if rivals:
            returns = _own_returns(estimates, rewards, deciders, ends, config.discount)
        else:
            values = np.zeros((t + 1, n), np.float32)
            values[t] = pupil.values(games.observations)
            returns = lambda_returns(rewards[:, :, 0] + lacks, values, ends, fading, 1.0)
    with timers("encode"):
        labels: list[NDArray[Any]] = [choices, offered, weights, best, returns]
        every = kept == t * n  # selecting them all would copy them
        rows = Rows(observations[:kept], *(label.reshape(kept, *label.shape[2:]) if every else label[mine] for label in labels))
    won, worlds = (np.concatenate(column) for column in zip(*ended, strict=True))
    return rows, won, worlds


class _Others:
    """A compiled teacher in the seats that the student does not learn: their decisions are played without labels."""

    def __init__(self, games: Batch, teacher: Agent, seats: Sequence[int] | None) -> None:
        self.games = games
        self.player = None if seats is None else teacher.player(games.games[0])
        self.cast = np.array([-1 if seats is None or seat in seats else 0 for seat in range(games.n_agents)])

    def play_on(self) -> Iterator[NDArray[np.bool_]]:
        """Play until the student's seats are to move; yield which games have ended, each time some have, bool ``[n]``."""
        over = np.full(self.games.n, self.player is not None)
        while over.any():
            self.games.play([self.player], self.cast)
            over = self.games.dones != 0
            yield over


def _own_returns(
    estimates: NDArray[np.float32],
    rewards: NDArray[np.float32],
    deciders: NDArray[np.int16],
    ends: NDArray[np.bool_],
    discount: float,
) -> NDArray[np.float32]:
    """Return the return of each decision for its player, ``[t, n]``: known rewards, plus an estimate only of what follows them."""
    found: NDArray[np.float32] = credit(rewards, deciders, estimates, ends, discount, 1.0).advantages + estimates
    return found


def lambda_returns(
    rewards: NDArray[np.float32], values: NDArray[np.float32], ends: NDArray[np.bool_], fading: NDArray[np.float32] | float, gae: float
) -> NDArray[np.float32]:
    """Return the lambda-returns of ``[t, n]`` rewards, without crossing the end of a game.

    ``values`` has one row more; ``fading`` is the discount of each step, or of all steps.
    """
    discounts = np.broadcast_to(np.asarray(fading, np.float32), rewards.shape)
    returns = np.zeros_like(rewards)
    ahead = values[-1]
    for k in range(len(rewards) - 1, -1, -1):
        alive = ~ends[k]
        ahead = rewards[k] + discounts[k] * alive * ((1 - gae) * values[k + 1] + gae * ahead)
        returns[k] = ahead
    return returns

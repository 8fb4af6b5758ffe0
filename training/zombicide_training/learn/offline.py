"""Imitation of a dataset instead of a teacher: its actions are the labels, its returns the targets of the value."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from zombicide_agents.checkpoint import PolicyAgent
from zombicide_agents.network import PolicyNetwork
from zombicide_env.core.cores import usable_cores
from zombicide_env.core.legality import legal_actions
from zombicide_training.collect.dataset.read import Dataset, Decisions
from zombicide_training.collect.timers import Timers
from zombicide_training.learn.imitate import ImitationStep, shares
from zombicide_training.learn.imitators import ImitationConfig, Pupil, Rows, pupil_of
from zombicide_training.learn.step_size import cosine

__all__ = ["learn_from"]


def learn_from(
    data: Dataset,
    game: Any,
    network: PolicyNetwork,
    config: ImitationConfig,
    *,
    seed: int = 0,
    start: int = 0,
    seats: Sequence[int] | None = None,
    report: Callable[[ImitationStep], bool] | None = None,
    timers: Timers | None = None,
) -> None:
    """Train ``network`` in place until all decisions or ``config.decisions`` have been read, or ``report`` returns False.

    Each decision is learned from ``config.passes`` times on average.  The buffer is filled before the first update, so that minibatches
    mix many games.

    Args:
        data: the dataset.
        game: a game with the layouts of the dataset.
        network: the student; residual policies are not supported, because they need states, which datasets do not contain.
        config: amount of data and hyperparameters.
        seed: seed of the minibatches.
        start: number of decisions already done, when a run is resumed.
        seats: seats whose decisions are learned; None: all.
        report: called after every round of learning.
        timers: record the time spent.

    Raises:
        ValueError: the dataset is of another game or other rules, or is empty, or the network needs states.
    """
    data.check(game)
    if network.config.lean:
        raise ValueError(
            f"a residual policy over {network.config.lean} reads states, which datasets do not hold: train it with --base none"
        )
    agent = PolicyAgent(game, network, seed=seed)
    pupil = pupil_of(network, agent, config, Timers() if timers is None else timers, usable_cores())
    choose, began = np.random.default_rng((seed, start)), time.perf_counter()
    step, lessons, read = config.games * config.horizon, _lessons(data, pupil, config.games * config.horizon, seats), 0
    for rows in islice(lessons, start // step + max(1, config.window // step)):  # a resumed run has the buffer that it had
        pupil.window.add(rows)
        read += len(rows.best)
    if not read:
        raise ValueError(f"{data.path} holds no decisions of these seats")
    done, total = start, min(config.decisions, data.count())
    while done < total:
        fresh = min(step, total - done)
        share = done / total
        losses = pupil.learn(fresh, config.learning_rate * cosine(share), choose)
        done += fresh
        told = ImitationStep(done, *losses, win_rate=float("nan"), seconds=time.perf_counter() - began)
        if report is not None and not report(told):
            break
        for rows in islice(lessons, 1):
            pupil.window.add(rows)
    network.eval()


def _lessons(data: Dataset, pupil: Pupil, size: int, seats: Sequence[int] | None) -> Iterator[Rows]:
    """Yield the decisions of some seats as rows to learn from, at most ``size`` at a time."""
    for found in data.decisions():
        mine = np.ones(len(found.actions), bool) if seats is None else np.isin(found.seats, seats)
        own = found.part(mine)
        for first in range(0, len(own.actions), size):
            yield _rows(own.part(slice(first, first + size)), pupil)


def _rows(decisions: Decisions, pupil: Pupil) -> Rows:
    """Convert decisions to rows; the chosen action has target probability 1, other legal actions 0."""
    rows, legal = legal_actions(decisions.masks)
    said = shares(len(decisions.actions), rows, legal, np.where(legal == decisions.actions[rows], 0.0, -np.inf), 1.0)
    offered = np.take_along_axis(decisions.masks, said.choices.astype(np.int64), axis=1) * (said.choices >= 0)
    return Rows(pupil.read(decisions.observations), said.choices, offered, said.weights, said.best, decisions.returns)

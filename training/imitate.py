"""Warm start: learn what a teacher would do, in positions that the pupil itself reaches (dataset aggregation).

The teacher comments on every decision of a batch of games.  At first it plays them too; more and more of them are
then played by the pupil, so that the teacher also says what to do after the pupil's mistakes.  The value is learned
from the same games.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from agents import Agent
from agents.checkpoint import PolicyAgent
from agents.network import PolicyNetwork
from zombicide_env.core.batch import Batch

__all__ = ["ImitationConfig", "ImitationStep", "imitate"]


@dataclass(frozen=True)
class ImitationConfig:
    """How to learn from a teacher."""

    decisions: int
    games: int = 128
    horizon: int = 32
    batch: int = 1024
    window: int = 80_000
    """decisions that are kept for learning"""
    passes: float = 3.0
    """how often a decision is learned from, on average"""
    learning_rate: float = 1e-3
    discount: float = 0.999
    gae: float = 0.95
    value: float = 0.25
    teacher_share: float = 0.25
    """share of the decisions during which the teacher plays all games"""
    pupil_share: float = 0.7
    """share of the games that the pupil plays at the end"""


@dataclass(frozen=True)
class ImitationStep:
    """Progress of the warm start."""

    decisions: int
    loss: float
    agreement: float
    value_loss: float
    win_rate: float
    seconds: float


class _Window:
    """The latest decisions: observations, masks, the teacher's actions and the returns, in a ring."""

    def __init__(self, size: int, n_obs: int, n_actions: int) -> None:
        self.observations = np.zeros((size, n_obs), np.uint8)
        self.masks = np.zeros((size, n_actions), np.int8)
        self.actions = np.zeros(size, np.int64)
        self.returns = np.zeros(size, np.float32)
        self.size, self.at, self.filled = size, 0, 0

    def add(self, observations: NDArray[Any], masks: NDArray[Any], actions: NDArray[Any], returns: NDArray[Any]) -> None:
        n = len(actions)
        where = (self.at + np.arange(n)) % self.size
        self.observations[where], self.masks[where] = observations, masks
        self.actions[where], self.returns[where] = actions, returns
        self.at = (self.at + n) % self.size
        self.filled = min(self.size, self.filled + n)


def imitate(
    game: Any,
    network: PolicyNetwork,
    teacher: Agent,
    config: ImitationConfig,
    *,
    seed: int = 0,
    start: int = 0,
    report: Callable[[ImitationStep], bool] | None = None,
) -> None:
    """Train ``network`` in place until ``config.decisions`` have been commented on, or ``report`` returns False.

    Args:
        game: the game with the rewards from which the value is learned.
        network: the pupil.
        teacher: any agent.
        config: how much and how fast.
        seed: of the games and of who plays them.
        start: decisions done already, when a run is resumed.
        report: called after every round of play and learning.
    """
    device = network.used.device
    games = Batch(game, config.games, seed=seed + start, autoreset="same_step", observation_dtype="uint8")
    choose = np.random.default_rng((seed, start))
    pupil = PolicyAgent(game, network, temperature=1.0, seed=seed + start)
    optimizer = torch.optim.Adam(network.parameters(), lr=config.learning_rate)
    window = _Window(config.window, game.observation_codec.size, game.action_codec.size)
    done, began = start, time.perf_counter()
    while done < config.decisions:
        share = done / config.decisions
        rest = max(0.0, share - config.teacher_share) / max(1e-9, 1 - config.teacher_share)
        by_pupil = choose.random(config.games) < config.pupil_share * min(1.0, 2 * rest) if rest > 0 else np.zeros(config.games, bool)
        played = _play(games, game, network, teacher, pupil, by_pupil, config)
        window.add(*played.rows)
        done += len(played.rows[2])
        for group in optimizer.param_groups:
            group["lr"] = config.learning_rate * max(0.05, 1 - share)
        losses = _learn(network, optimizer, window, len(played.rows[2]), config, choose, device)
        step = ImitationStep(done, *losses, win_rate=played.win_rate, seconds=time.perf_counter() - began)
        if report is not None and not report(step):
            break
    games.close()
    network.eval()


@dataclass(frozen=True)
class _Played:
    rows: tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]
    win_rate: float


def _play(
    games: Batch, game: Any, network: PolicyNetwork, teacher: Agent, pupil: Agent, by_pupil: NDArray[np.bool_], config: ImitationConfig
) -> _Played:
    """One horizon of all games, with the teacher's comment on every decision."""
    t, n = config.horizon, games.n
    observations = np.zeros((t, *games.observations.shape), np.uint8)
    masks = np.zeros((t, *games.masks.shape), np.int8)
    labels = np.zeros((t, n), np.int64)
    rewards, ends = np.zeros((t, n), np.float32), np.zeros((t, n), bool)
    values = np.zeros((t + 1, n), np.float32)
    won = over = 0
    network.eval()
    for k in range(t):
        observations[k], masks[k] = games.observations, games.masks
        values[k] = _values(network, games.observations)
        labels[k] = teacher.act_batch(games.observations, games.masks, game, games.states)
        actions = labels[k].copy()
        if by_pupil.any():
            actions[by_pupil] = pupil.act_batch(games.observations[by_pupil], games.masks[by_pupil])
        games.step(actions)
        rewards[k], ends[k] = games.rewards.mean(axis=1), games.dones != 0
        over += int(ends[k].sum())
        won += int((games.dones == 1).sum())
    values[t] = _values(network, games.observations)
    returns = lambda_returns(rewards, values, ends, config.discount, config.gae)
    rows = (observations.reshape(t * n, -1), masks.reshape(t * n, -1), labels.ravel(), returns.ravel())
    return _Played(rows, won / over if over else float("nan"))


def _values(network: PolicyNetwork, observations: NDArray[Any]) -> NDArray[np.float32]:
    with torch.inference_mode():
        values: NDArray[np.float32] = network(torch.from_numpy(observations).to(network.used.device))[1].cpu().numpy()
    return values


def lambda_returns(
    rewards: NDArray[np.float32], values: NDArray[np.float32], ends: NDArray[np.bool_], discount: float, gae: float
) -> NDArray[np.float32]:
    """Lambda-returns of ``[t, n]`` rewards; ``values`` has one row more; nothing is carried over the end of a game."""
    returns = np.zeros_like(rewards)
    ahead = values[-1]
    for k in range(len(rewards) - 1, -1, -1):
        alive = ~ends[k]
        ahead = rewards[k] + discount * alive * ((1 - gae) * values[k + 1] + gae * ahead)
        returns[k] = ahead
    return returns


def _learn(
    network: PolicyNetwork,
    optimizer: torch.optim.Optimizer,
    window: _Window,
    fresh: int,
    config: ImitationConfig,
    choose: np.random.Generator,
    device: torch.device,
) -> tuple[float, float, float]:
    """Minibatches from the window; mean cross-entropy, agreement with the teacher and value loss."""
    network.train()
    sums = np.zeros(3)
    updates = max(1, round(config.passes * fresh / config.batch))

    def tensor(array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(array).to(device)

    for _ in range(updates):
        rows = choose.integers(window.filled, size=min(config.batch, window.filled))
        log, values = network.policy(tensor(window.observations[rows]), tensor(window.masks[rows]))
        target = network.place[tensor(window.actions[rows])]
        cross = -log.gather(1, target.unsqueeze(1)).mean()
        value_loss = torch.nn.functional.mse_loss(values, tensor(window.returns[rows]))
        optimizer.zero_grad()
        (cross + config.value * value_loss).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        agreement = (log.argmax(dim=1) == target).float().mean()
        sums += (cross.item(), agreement.item(), value_loss.item())
    loss, agreed, value = (sums / updates).tolist()
    return loss, agreed, value

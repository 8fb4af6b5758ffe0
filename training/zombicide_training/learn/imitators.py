"""Students of imitation learning: their inputs, replay buffer and updates.

Networks that can be compiled play and learn in compiled code, others in torch; training data, minibatches and optimizer are the same.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
import torch
from numpy.typing import NDArray

from zombicide_agents.checkpoint import PolicyAgent
from zombicide_agents.network import PolicyNetwork
from zombicide_agents.policy import FORBIDDEN
from zombicide_env.core.nets.learning import IMITATE, Learner, Positions
from zombicide_training.collect.discounting import By
from zombicide_training.collect.timers import Timers
from zombicide_training.learn.updates import Updates, compiles

__all__ = ["CHOICES", "CompiledPupil", "ImitationConfig", "Pupil", "Reader", "Rows", "TorchPupil", "pupil_of"]

#: Maximum number of legal actions stored per decision; of more, the best ones are stored.
CHOICES: Final = 48


@dataclass(frozen=True)
class ImitationConfig:
    """Hyperparameters of imitation learning."""

    decisions: int
    seconds: float | None = None
    """total time limit: the schedule follows decisions or time, whichever is used up faster"""
    spent: float = 0.0
    """seconds already used, when a run is resumed"""
    games: int = 64
    horizon: int = 32
    batch: int = 512
    window: int = 300_000
    """size of the replay buffer, in decisions"""
    passes: float = 4.0
    """passes over each decision, on average"""
    learning_rate: float = 1e-3
    temperature: float = 0.1
    """the teacher's scores divided by this are the target logits"""
    discount: float = 0.99
    discount_by: By = "round"
    """unit of the discount in cooperative games; in competitive games it is the player's own decisions"""
    value: float = 0.1
    teacher_share: float = 0.7
    """share of the schedule during which the teacher plays all games"""
    pupil_share: float = 0.7
    """share of the games that the student plays after that"""


@dataclass(frozen=True)
class Rows:
    """Decisions to learn from: the observation columns that the network reads, the labels, their mask values, and the returns."""

    observations: NDArray[np.uint8]
    choices: NDArray[np.int16]
    offered: NDArray[np.int8]
    weights: NDArray[np.float32]
    best: NDArray[np.int64]
    returns: NDArray[np.float32]

    def arrays(self) -> tuple[NDArray[Any], ...]:
        return (self.observations, self.choices, self.offered, self.weights, self.best, self.returns)


class Window:
    """Replay buffer of the latest decisions, a ring buffer."""

    def __init__(self, size: int, columns: int) -> None:
        self.rows = Rows(
            np.zeros((size, columns), np.uint8),
            np.zeros((size, CHOICES), np.int16),
            np.zeros((size, CHOICES), np.int8),
            np.zeros((size, CHOICES), np.float32),
            np.zeros(size, np.int64),
            np.zeros(size, np.float32),
        )
        self.size, self.at, self.filled = size, 0, 0

    def add(self, rows: Rows) -> None:
        n = len(rows.best)
        for first in range(0, n, self.size):  # there may be more new rows than the buffer holds
            last = min(n, first + self.size)
            at, left = (self.at + first) % self.size, self.size - (self.at + first) % self.size
            for kept, new in zip(self.rows.arrays(), rows.arrays(), strict=True):
                kept[at : at + last - first] = new[first : min(last, first + left)]
                kept[: max(0, last - first - left)] = new[first + left : last]
        self.at = (self.at + n) % self.size
        self.filled = min(self.size, self.filled + n)

    def draw(self, size: int, choose: np.random.Generator) -> Rows:
        """Sample a minibatch of random decisions."""
        where = choose.integers(self.filled, size=min(size, self.filled))
        return Rows(*(kept[where] for kept in self.rows.arrays()))


class Reader:
    """A network that plays some of the games, with its observation columns.

    Attributes:
        aside: whether it plays with a copy of the network, so that the network may learn at the same time.
    """

    aside: ClassVar[bool] = False

    def __init__(self, network: PolicyNetwork, agent: PolicyAgent, config: ImitationConfig, timers: Timers) -> None:
        self.network, self.agent, self.config, self.timers = network, agent, config, timers
        self.spans = network.layout.spans(network.config.left_out)
        self.columns = sum(span.stop - span.start for span in self.spans)
        self.whole = self.columns == network.layout.observation_codec.size
        self._room = np.empty((0, self.columns), np.uint8)

    def room(self, decisions: int) -> NDArray[np.uint8]:
        """Return a buffer for the inputs of ``decisions``, the same each time: allocating new memory would take as long as learning."""
        if len(self._room) < decisions:
            self._room = np.empty((decisions, self.columns), np.uint8)
        return self._room

    def read(self, observations: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the columns that the network reads."""
        if self.whole:
            return observations
        return np.concatenate([observations[:, span] for span in self.spans], axis=1)  # by index it would take fifty times as long

    def raw(self, read: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return full observations from the columns that the network reads; other columns are 0."""
        if self.whole:
            return read
        raw, at = np.zeros((len(read), self.network.layout.observation_codec.size), np.uint8), 0
        for span in self.spans:
            raw[:, span] = read[:, at : at + span.stop - span.start]
            at += span.stop - span.start
        return raw

    def follow(self) -> None:
        """Play with the current weights from now on, where it plays with a copy of the network."""

    def choose(self, observations: NDArray[np.uint8], masks: NDArray[Any]) -> NDArray[np.int64]:
        """Return the best actions; masks as the network reads them."""
        return self.agent.choose(observations, masks)

    def values(self, observations: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the values of positions, ``[n]``."""
        with torch.inference_mode():
            values: NDArray[np.float32] = self.network(torch.from_numpy(observations))[1].cpu().numpy()
        return values


class Pupil(Reader, ABC):
    """A student: a network that learns from a replay buffer."""

    optimizer: torch.optim.Optimizer

    def __init__(self, network: PolicyNetwork, agent: PolicyAgent, config: ImitationConfig, timers: Timers) -> None:
        super().__init__(network, agent, config, timers)
        self.window = Window(config.window, self.columns)

    def _set_rate(self, rate: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = rate

    def _updates(self, fresh: int) -> int:
        """Return the number of minibatches after ``fresh`` new decisions."""
        return max(1, round(self.config.passes * fresh / self.config.batch))

    @abstractmethod
    def learn(self, fresh: int, rate: float, choose: np.random.Generator) -> tuple[float, float, float]:
        """Learn from minibatches of the buffer; return mean cross-entropy, agreement with the teacher and value loss."""


class TorchPupil(Pupil):
    """A student that plays and learns in torch: any network, with or without a base."""

    def __init__(self, network: PolicyNetwork, agent: PolicyAgent, config: ImitationConfig, timers: Timers) -> None:
        super().__init__(network, agent, config, timers)
        self.optimizer = torch.optim.Adam(network.parameters(), lr=config.learning_rate, fused=True)

    def learn(self, fresh: int, rate: float, choose: np.random.Generator) -> tuple[float, float, float]:
        """See Pupil."""
        network, config, device = self.network, self.config, self.network.used.device
        network.train()
        self._set_rate(rate)
        sums = torch.zeros(3, device=device)
        updates = self._updates(fresh)
        for _ in range(updates):
            with self.timers("encode"):
                rows = self.window.draw(config.batch, choose)
                arrays = (self.raw(rows.observations), rows.choices.astype(np.int64), *rows.arrays()[2:])
                said = (rows.choices >= 0).nonzero()
                places = network.host_place[rows.choices[said]]
                raw, (choices, offered, weights, best, returns) = arrays[0], (torch.from_numpy(array).to(device) for array in arrays[1:])
            with self.timers("forward"):
                logits, values = network.scored(torch.from_numpy(raw), torch.from_numpy(said[0]), torch.from_numpy(places))
                of, at = map(network.sent, said)
                scores = torch.full(choices.shape, FORBIDDEN, device=device).index_put((of, at), network.leaning(logits, offered[of, at]))
                taught = weights * (scores > FORBIDDEN)  # a residual policy never takes actions that its base excludes
                cross = -(torch.log_softmax(scores, dim=1) * taught).sum(dim=1).mean()
                value_loss = torch.nn.functional.mse_loss(values, returns)
                chosen = choices.gather(1, scores.detach().argmax(dim=1, keepdim=True)).squeeze(1)
                sums += torch.stack([cross.detach(), (chosen == best).float().mean(), value_loss.detach()])
            with self.timers("backward"):
                self.optimizer.zero_grad()
                (cross + config.value * value_loss).backward()
                torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
                self.optimizer.step()
        loss, agreed, value = (sums / updates).tolist()
        return loss, agreed, value


class CompiledPupil(Pupil):
    """A student that plays and learns in compiled code; its policy has no base."""

    aside = True

    def __init__(self, network: PolicyNetwork, agent: PolicyAgent, config: ImitationConfig, timers: Timers, threads: int) -> None:
        super().__init__(network, agent, config, timers)
        self.twin = Updates(network, None, network.layout.action_codec.size, threads)
        self.optimizer = self.twin.optimizer
        self._player = Learner(copy.deepcopy(self.twin.compiled), network.layout.action_codec.size, threads)

    def follow(self) -> None:
        """See Reader."""
        self._player.network.weights[:] = self.twin.compiled.weights

    def choose(self, observations: NDArray[np.uint8], masks: NDArray[Any]) -> NDArray[np.int64]:
        """See Reader."""
        return self._player.network.evaluate(observations, masks)[0].argmax(axis=1)

    def values(self, observations: NDArray[np.uint8]) -> NDArray[np.float32]:
        """See Reader."""
        values: NDArray[np.float32] = self._player.values(observations).astype(np.float32)
        return values

    def learn(self, fresh: int, rate: float, choose: np.random.Generator) -> tuple[float, float, float]:
        """See Pupil."""
        self._set_rate(rate)
        found = []
        for _ in range(self._updates(fresh)):
            with self.timers("encode"):
                positions = self._positions(self.window.draw(self.config.batch, choose))
            with self.timers("backward"):
                order = np.arange(len(positions.chosen))
                found.append(self.twin.step(IMITATE, positions, order, most=1.0, value=self.config.value))
        loss, agreed, value = (float(np.mean([row[name] for row in found])) for name in ("policy_loss", "agreement", "value_loss"))
        return loss, agreed, value

    def _positions(self, rows: Rows) -> Positions:
        """Convert a minibatch to the form of the compiled code."""
        said, n = rows.choices >= 0, len(rows.best)
        actions, target = rows.choices[said].astype(np.int64), rows.weights[said].astype(np.float64)
        starts = np.concatenate([[0], np.cumsum(said.sum(axis=1))])
        unknown, returns = np.zeros(n), rows.returns.astype(np.float64)
        nothing = np.zeros(n, np.int64)
        return Positions(self.raw(rows.observations), starts, actions, np.zeros(len(actions)), nothing, unknown, unknown, returns, target)


def pupil_of(network: PolicyNetwork, agent: PolicyAgent, config: ImitationConfig, timers: Timers, threads: int) -> Pupil:
    """Create the student for a network, compiled if possible; residual policies learn in torch, which also learns the score factor."""
    if compiles(network) and network.trust is None:
        return CompiledPupil(network, agent, config, timers, threads)
    return TorchPupil(network, agent, config, timers)

"""The own loop of reinforcement learning: compiled PPO on all cores, on the decisions in which a policy has a choice.

An update advances every game by ``horizon`` decisions, computes advantages, and passes over the decisions with a choice in minibatches.
Playing and learning alternate, each on all threads: rollouts are then on-policy, and results do not depend on the number of threads.

A GPU learns while the CPU plays the next rollout.  The policy of that rollout is one update older; the probability ratios of PPO account
for the difference.

A step of the optimizer changes scores, and the logits of a residual policy are scores times a factor that changes during training.
Therefore the step size is adapted to how much an update has changed the policy.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.cores import usable_cores
from zombicide_env.core.nets.learning import PPO
from zombicide_training.collect.checks import check_array
from zombicide_training.collect.choices import Collector, Rollout, base_player
from zombicide_training.collect.discounting import By
from zombicide_training.collect.mixed_games import SharedGames
from zombicide_training.collect.threads import short_turns
from zombicide_training.learn.advantages import advantages, by_quest
from zombicide_training.learn.updates import TRUSTS, GpuUpdates, Updates
from zombicide_training.learn.value_auc import auc_by_quest, results
from zombicide_training.run.config import RunConfig
from zombicide_training.run.results import TeamResults

__all__ = ["Loop", "Results"]

#: Change of the logarithm of the score factor per update.
TURN: Final = 0.1
_SEED: Final = re.compile(r"\bseed=\d+,?")  # in the name of a generated quest
STEP: Final = 1.2  # factor by which the step size is increased or reduced
LEAST: Final = 0.3  # share of `step_kl` below which it is increased
STRIDES: Final = 0.02, 4.0


class Results(Protocol):
    """Results of the finished games of a run."""

    def see(self, games: SharedGames) -> None:
        """Record games that have ended in the last step."""

    def take(self) -> dict[str, float]:
        """Return the curves of the games that have ended since the last call."""


class _Played(NamedTuple):
    """A rollout, the random generator for its minibatches, and its duration in seconds."""

    rollout: Rollout
    random: np.random.Generator
    seconds: float


class Loop:
    """Play and learn in turn, for one run.

    Args:
        config: configuration of the run.
        games: games whose steps are decisions of the policy.
        network: network to train.
        optimizer: optimizer of the network.
        results: records finished games; default: ``TeamResults``.
        discount_by: unit of the discount.

    Attributes:
        collector: plays rollouts.
        updates: updates the network.
    """

    def __init__(
        self,
        config: RunConfig,
        games: SharedGames,
        network: Any,
        optimizer: Any,
        results: Results | None = None,
        discount_by: By = "round",
    ) -> None:
        self.config = config
        kind = GpuUpdates if network.used.device.type != "cpu" else Updates
        self.updates = kind(network, optimizer, games.batch.action_codec.size, usable_cores())
        base = base_player(config.network.lean, games.batch.games[0])
        self.collector = Collector(games, self.updates.learner, base, config.discount, discount_by, rollouts=1 + self.updates.aside)
        #: With a learning thread: the rollout for the next update.
        self._played: _Played | None = None
        #: Step size of the optimizer as a factor of the learning rate, float64 ``[1]``; stored in checkpoints.
        self.stride = np.ones(1)
        self._results = TeamResults() if results is None else results
        names = [_SEED.sub("", str(game.options.get("quest", ""))) for game in games.batch.games]
        #: Index of the quest of each world: a quest has a world for each team, setting of `decisions` and generated board.
        self._quests = np.unique(names, return_inverse=True)[1].astype(np.int32)

    def update(self, number: int, left: float) -> dict[str, float]:
        """Play a rollout and learn from it.

        Args:
            number: index of the update, which seeds all its random choices.
            left: remaining share of the run.

        Returns:
            Values for the curves.
        """
        began = time.perf_counter()
        played = self._played or self._play(number)
        if self.updates.aside:
            self.updates.refresh()
            with short_turns(), ThreadPoolExecutor(1) as aside:
                learned = aside.submit(self._learn, played, number, left)
                self._played = self._play(number + 1)
                curves = learned.result()
        else:
            curves = self._learn(played, number, left)
        seconds, rollout = time.perf_counter() - began, played.rollout
        curves["time/decisions_per_second"] = rollout.decisions / seconds
        curves["time/share_of_play"] = played.seconds / seconds
        curves["rollout/share_with_a_choice"] = len(rollout.values) / rollout.decisions
        return curves | self._results.take()

    def arrays(self) -> dict[str, Any]:
        """Return the state for checkpoints."""
        return {"stride": self.stride}

    def take_back(self, arrays: Mapping[str, Any]) -> None:
        """Restore the state of a checkpoint; raise ValueError if it is invalid.

        Checkpoints written before steps had adaptive lengths lack ``stride``.
        """
        if "stride" in arrays:
            check_array("stride", arrays["stride"], self.stride)
            self.stride[:] = np.clip(arrays["stride"], *STRIDES)

    def _play(self, number: int) -> _Played:
        """Play the rollout of an update."""
        began, random = time.perf_counter(), np.random.default_rng((self.config.seed, number))
        if number == 0 and self.collector.base is not None:
            self.collector.games.spread(self.collector.base)
        watch = partial(self._results.see, self.collector.games)
        rollout = self.collector.collect(self.config.horizon, self.updates.trust, random, watch)
        return _Played(rollout, random, time.perf_counter() - began)

    def _learn(self, played: _Played, number: int, left: float) -> dict[str, float]:
        rollout, random, _ = played
        c, known = self.config, rollout.known
        n = len(known)
        found = advantages(rollout, c.gae, c.gae_by == "round")
        returns = found + rollout.values
        spread = np.zeros(len(found))
        spread[known] = by_quest(found[known], self._quests[rollout.worlds[known]])
        positions = rollout.positions._replace(advantages=spread, returns=returns)
        begun = bool(c.network.lean or c.imitates or c.start)  # the policy is good and the value is not
        value_alone = begun and number < c.value_updates
        rate = c.learning_rate * c.decay(left) * float(self.stride[0])
        for group in self.updates.optimizer.param_groups:
            group["lr"] = rate
        if value_alone:
            positions = positions._replace(advantages=np.zeros(len(found)))
        rows: list[dict[str, Any]] = []
        for _ in range(c.epochs):
            order = known[random.permutation(n)]
            for start in range(0, n, c.batch):
                part = order[start : start + c.batch]
                if len(part) * 2 < min(c.batch, n):  # a small last minibatch would be a noisy step
                    continue
                entropy = 0.0 if value_alone or (c.exploration and self.updates.trust) else c.entropy
                rows.append(self.updates.step(PPO, positions, part, clip=c.clip, entropy=entropy, value=c.value))
            latest = [float(row["approx_kl"]) for row in rows[-max(1, n // c.batch) :]]  # none if there was no choice
            if c.target_kl is not None and latest and np.mean(latest) > 1.5 * c.target_kl:
                break
        means = {f"train/{name}": float(np.mean([float(row[name]) for row in rows])) for name in rows[0]} if rows else {}
        if means and not value_alone and self.updates.trust and c.step_kl:
            self._lengthen(means["train/approx_kl"], c.divergence(left))
        if c.exploration and self.updates.trust and means:
            turn = TURN * np.sign(means["train/exploration"] - c.exploration)
            self.updates.trust_in(float(np.clip(self.updates.trust * np.exp(turn), *TRUSTS)))
        return means | self._value(rollout, found) | {"train/trust": self.updates.trust, "train/learning_rate": rate}

    def _lengthen(self, divergence: float, most: float) -> None:
        """Reduce the step size if this update has changed the policy by more than ``most``, increase it if it has hardly changed it."""
        least = LEAST * most
        if divergence < least or divergence > most:
            self.stride[:] = np.clip(self.stride * (STEP if divergence < least else 1 / STEP), *STRIDES)

    def _value(self, rollout: Rollout, found: NDArray[np.float64]) -> dict[str, float]:
        """Return the curves of the value; ``found``: advantages."""
        missed, expected = found[rollout.known], rollout.values[rollout.known]
        if not len(missed):
            return {}
        curves = {"train/explained_variance": 1 - float(missed.var() / max((missed + expected).var(), 1e-12))}
        curves["value/bias"] = -float(missed.mean())  # expected minus observed returns
        told = auc_by_quest(rollout.values, results(rollout), self._quests[rollout.worlds])
        return curves if np.isnan(told) else curves | {"value/auc": told}

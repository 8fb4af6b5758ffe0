"""Our own loop of reinforcement learning: PPO on the decisions in which a policy has a choice, compiled, on all cores.

An update plays every game on by ``horizon`` decisions, finds advantages, and goes over the decisions with a choice in minibatches.  Playing
and learning take turns, each on all threads: what is learned from is then of the policy as it is, and results do not depend on the threads.
A GPU learns while the CPU plays the next rollout.  The policy of that one is an update older, and PPO weighs by how much it differs.

A step of the optimizer changes scores, and the logits of a residual policy are scores times a factor that rises and falls.  Therefore how
much an update has changed the policy decides how long the next steps are.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
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
from zombicide_training.learn.advantages import advantages, by_quest
from zombicide_training.learn.updates import TRUSTS, GpuUpdates, Updates
from zombicide_training.learn.value_auc import auc_by_quest, results
from zombicide_training.run.config import RunConfig
from zombicide_training.run.results import TeamResults

__all__ = ["Loop", "Results"]

#: How far the factor of scores moves in an update.
TURN: Final = 0.1
_SEED: Final = re.compile(r"\bseed=\d+,?")  # in the name of a quest that was generated
STEP: Final = 1.2  # factor by which steps become longer or shorter
LEAST: Final = 0.3  # share of `step_kl` below which they become longer
STRIDES: Final = 0.02, 4.0
LAST_RATE: Final = 0.1  # share of the learning rate that is left at the end of the run


class Results(Protocol):
    """What came of the games of a run that have ended."""

    def see(self, games: SharedGames) -> None:
        """Look at the games after a step."""

    def take(self) -> dict[str, float]:
        """Curves of the games that have ended since the last call."""


class _Played(NamedTuple):
    """A rollout, the generator by which its minibatches are drawn, and the seconds that it took."""

    rollout: Rollout
    random: np.random.Generator
    seconds: float


@contextmanager
def _short_turns() -> Iterator[None]:
    """Threads of Python wait for each other a tenth of a millisecond at most: those that play wait often for the one that learns."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


class Loop:
    """The loop of a run.

    Args:
        config: the run.
        games: whose steps are the policy's decisions.
        network: what learns.
        optimizer: takes the steps.
        results: watches the games; default: as those of a team.
        discount_by: what the discount counts.

    Attributes:
        collector: plays the games on.
        updates: learns from them.
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
        #: Where updates are made aside: what is learned from next.
        self._played: _Played | None = None
        #: Length of the optimizer's steps, as a share of the learning rate: a number in an array, as checkpoints keep it.
        self.stride = np.ones(1)
        self._results = TeamResults() if results is None else results
        names = [_SEED.sub("", str(game.options.get("quest", ""))) for game in games.batch.games]
        #: Of each world the number of its quest: teams, settings of `decisions` and drawn boards make many worlds of one.
        self._quests = np.unique(names, return_inverse=True)[1].astype(np.int32)

    def update(self, number: int, left: float) -> dict[str, float]:
        """Play and learn once.

        Args:
            number: of the update, from which everything random follows.
            left: share of the run that lies ahead.

        Returns:
            What curves show.
        """
        began = time.perf_counter()
        played = self._played or self._play(number)
        if self.updates.aside:
            self.updates.refresh()
            with _short_turns(), ThreadPoolExecutor(1) as aside:
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
        """What a checkpoint keeps."""
        return {"stride": self.stride}

    def take_back(self, arrays: Mapping[str, Any]) -> None:
        """As at a checkpoint; one of before steps had lengths of their own has none.  ValueError for what cannot be of one."""
        if "stride" in arrays:
            check_array("stride", arrays["stride"], self.stride)
            self.stride[:] = np.clip(arrays["stride"], *STRIDES)

    def _play(self, number: int) -> _Played:
        """The rollout of an update."""
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
        begun = bool(c.network.lean or c.imitates or c.start)  # the policy is good and the value rough
        value_alone = begun and number < c.value_updates
        rate = c.learning_rate * (LAST_RATE + (1 - LAST_RATE) * left) * float(self.stride[0])
        for group in self.updates.optimizer.param_groups:
            group["lr"] = rate
        if value_alone:
            positions = positions._replace(advantages=np.zeros(len(found)))
        rows: list[dict[str, Any]] = []
        for _ in range(c.epochs):
            order = known[random.permutation(n)]
            for start in range(0, n, c.batch):
                part = order[start : start + c.batch]
                if len(part) * 2 < min(c.batch, n):  # a rest that is small would be a noisy step
                    continue
                entropy = 0.0 if value_alone or (c.target_entropy and self.updates.trust) else c.entropy
                rows.append(self.updates.step(PPO, positions, part, clip=c.clip, entropy=entropy, value=c.value))
            if c.target_kl is not None and np.mean([float(row["approx_kl"]) for row in rows[-max(1, n // c.batch) :]]) > 1.5 * c.target_kl:
                break
        means = {f"train/{name}": float(np.mean([float(row[name]) for row in rows])) for name in rows[0]} if rows else {}
        if means and not value_alone and self.updates.trust and c.step_kl:
            self._lengthen(means["train/approx_kl"])
        if c.target_entropy and self.updates.trust and means:
            turn = TURN * np.sign(means["train/entropy"] - c.target_entropy)
            self.updates.trust_in(float(np.clip(self.updates.trust * np.exp(turn), *TRUSTS)))
        return means | self._value(rollout, found) | {"train/trust": self.updates.trust, "train/learning_rate": rate}

    def _lengthen(self, divergence: float) -> None:
        """Take longer steps from now on if this update has hardly changed the policy, shorter ones if it has changed it much."""
        least, most = LEAST * self.config.step_kl, self.config.step_kl
        if divergence < least or divergence > most:
            self.stride[:] = np.clip(self.stride * (STEP if divergence < least else 1 / STEP), *STRIDES)

    def _value(self, rollout: Rollout, found: NDArray[np.float64]) -> dict[str, float]:
        """Curves of the value; ``found``: advantages."""
        missed, expected = found[rollout.known], rollout.values[rollout.known]
        if not len(missed):
            return {}
        curves = {"train/explained_variance": 1 - float(missed.var() / max((missed + expected).var(), 1e-12))}
        curves["value/bias"] = -float(missed.mean())  # what it expected above what followed
        told = auc_by_quest(rollout.values, results(rollout), self._quests[rollout.worlds])
        return curves if np.isnan(told) else curves | {"value/auc": told}

"""Policy iteration runs: updates, gates that accept or reject the policy, and their history."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, TypedDict

import numpy as np
import torch
from numpy.typing import NDArray

from zombicide_agents.value import Value, sigmoid
from zombicide_env.core.batch import Batch
from zombicide_env.core.cores import usable_cores
from zombicide_env.core.game import WON
from zombicide_env.core.players import Player
from zombicide_training.collect.checks import check_array
from zombicide_training.collect.choices import base_player
from zombicide_training.collect.siblings import Worth
from zombicide_training.evaluation.statistics import paired_difference
from zombicide_training.run.folder import TrainerState
from zombicide_training.run.improve import Improver
from zombicide_training.run.iterate_config import IterateConfig
from zombicide_training.run.session import EVALUATION_SEED, TrainResult
from zombicide_training.run.trainer import Trainer, train_with

__all__ = ["Gate", "Iterate", "iterate"]

#: First seed of gates, and the distance between the seeds of gates after consecutive updates.
GATES: Final = 4_000_000_000
APART: Final = 1_000_000
#: Games of a gate played in parallel.
TABLES: Final = 512
ACCEPTED: Final = "accepted."


class Gate(TypedDict):
    """Result of a gate.

    ``updates`` and ``decisions`` so far, ``hours`` in CPU hours; ``rate`` and ``before``: win rates of the policy and of the previously
    accepted policy; ``difference``: their difference with its interval; ``verdict``: accepted, rejected, or undecided; ``by_quest``:
    differences by quest.
    """

    updates: int
    decisions: int
    hours: float
    rate: float
    before: float
    difference: list[float]
    verdict: str
    by_quest: dict[str, float]


class Iterate(Trainer):
    """One session of a run; :func:`iterate` is the convenience function.

    Args:
        config: configuration of the run.
    """

    config: IterateConfig

    def __init__(self, config: IterateConfig) -> None:
        super().__init__(config, places=len(config.game_options()))  # updates use their own batch
        self.gates: list[Gate] = []
        self._hours, self._clock = 0.0, time.process_time()
        self.improver = Improver(
            self.config, self.games, self.game, self.network, self.model.policy.optimizer, self.run.folder, self._value()
        )
        self._accepted = self._weights()
        self._needed: list[int] = []  # for each checkpoint, the first update whose labels it needs

    def _value(self) -> Worth | None:
        """Return the evaluation of final positions of rollouts by a value network, or None if none is given."""
        if not self.config.leaf_value:
            return None
        value = Value(self.game, self.config.leaf_value)
        return lambda batch: sigmoid(batch.expect(value.player))

    def _weights(self) -> dict[str, torch.Tensor]:
        return {name: tensor.clone() for name, tensor in self.network.state_dict().items()}

    @property
    def hours(self) -> float:
        """CPU hours of the run so far."""
        return self._hours + (time.process_time() - self._clock) / 3600

    # ---- Session ---------------------------------------------------------------------------------------------
    def stand_on(self, base: str) -> None:
        """See Session."""
        super().stand_on(base)
        self.improver.base = base_player(base, self.game)

    def summary(self) -> dict[str, Any]:
        """See Session; includes the history of gates."""
        return super().summary() | {"gates": self.gates, "core_hours": round(self.hours, 3)}

    def trainer_state(self) -> TrainerState:
        """See Session."""
        accepted = {ACCEPTED + name: tensor.numpy() for name, tensor in self._accepted.items()}
        history = {"gates": np.array(json.dumps(self.gates)), "hours": np.array(self.hours)}
        return TrainerState(self.model.policy.optimizer, self.env.batch, self.improver.arrays() | accepted | history)

    def take_back(self, arrays: dict[str, Any]) -> None:
        """See Session."""
        for name, now in (self.improver.arrays() | {ACCEPTED + name: tensor.numpy() for name, tensor in self._accepted.items()}).items():
            check_array(name, arrays[name], now)
        self.improver.take_back(arrays, self.progress.updates)
        for name, tensor in self._accepted.items():
            tensor.copy_(torch.from_numpy(arrays[ACCEPTED + name]))
        self.gates, self._hours, self._clock = json.loads(str(arrays["gates"])), float(arrays["hours"]), time.process_time()
        self.env.seat_all()

    def learning(self) -> Iterator[None]:
        """See Session.  Updates until decisions or time are used up."""
        p, logger = self.progress, self.model.logger
        if not p.updates:
            self._keep_accepted(self._rate(self.improver.player(), EVALUATION_SEED))
        while p.steps < self.config.most_steps and not self.out_of_time():
            for name, value in self.improver.update(p.updates).items():
                logger.record(name, value)
            self.model.check()
            p.updates += 1
            p.steps = self.improver.decisions
            if (p.updates - self.improver.first) % self.config.gate_updates == 0 and p.updates > self.improver.first:
                self.gate()
            logger.record("time/core_hours", self.hours)
            logger.dump(p.total)
            self.display.reach(p.steps)
            if self.save_due() or self.stop.asked:
                self._save()
            self.stop.obey()
        if p.updates > self.improver.first and (not self.gates or self.gates[-1]["updates"] < p.updates):
            self.gate()
            logger.dump(p.total)
        self._save()
        yield

    def _save(self) -> None:
        """Write a checkpoint and remove labels that no checkpoint needs."""
        self.save(self.trainer_state())
        self._needed = [*self._needed, self.improver.store.oldest][-max(1, self.config.keep) :]
        if len(self._needed) == max(1, self.config.keep):
            self.improver.store.sweep(self._needed[0])

    def judge(self) -> None:
        """See Session.  Does nothing: policies are evaluated at gates."""

    # ---- gates -----------------------------------------------------------------------------------------------
    def _rate(self, player: Player, seed: int) -> NDArray[np.bool_]:
        """Return which of the games of a gate this player wins, bool ``[gate_games]``."""
        c, games = self.config, self.plain_games
        won = np.zeros(c.gate_games, bool)
        for first in range(0, c.gate_games, TABLES):
            rows = np.arange(first, min(first + TABLES, c.gate_games))
            batch = Batch(
                games,
                len(rows),
                seed=seed + rows,
                threads=usable_cores(),
                autoreset="disabled",
                observation_dtype="uint8",
                world_of=rows % len(games),
            )
            batch.play(player, observe=False)
            won[rows] = batch.states["outcome"] == WON
            batch.close()
        return won

    def gate(self) -> None:
        """Play the same games with the policy and the accepted policy; then accept the policy, return to the accepted one, or continue."""
        seed, policy = GATES + APART * self.progress.updates, self._weights()
        new = self._rate(self.improver.player(), seed)
        self._become(self._accepted)
        old = self._rate(self.improver.player(), seed)
        difference = paired_difference(new, old)
        verdict = "accepted" if difference.low > 0 else "rejected" if difference.high < 0 else "undecided"
        kinds = np.arange(len(new)) % len(self.plain_games)
        names = [str(game.options.get("quest", game.id)) for game in self.plain_games]
        found: Gate = {
            "updates": self.progress.updates,
            "decisions": self.improver.decisions,
            "hours": round(self.hours, 3),
            "rate": round(float(new.mean()), 4),
            "before": round(float(old.mean()), 4),
            "difference": [round(end, 4) for end in difference],
            "verdict": verdict,
            "by_quest": {name: round(float(new[kinds == k].mean() - old[kinds == k].mean()), 4) for k, name in enumerate(names)},
        }
        self.gates.append(found)
        for name in ("rate", "before"):
            self.model.logger.record(f"gate/{name}", found[name])
        for name, value in zip(("difference", "low", "high"), found["difference"], strict=True):
            self.model.logger.record(f"gate/{name}", value)
        self.display.say(self._in_words(found))
        if verdict == "rejected":
            self.model.policy.optimizer.state.clear()
            return
        self._become(policy)
        if verdict == "accepted":
            self._keep_accepted(new)

    def _become(self, weights: dict[str, torch.Tensor]) -> None:
        """Load these weights into the policy."""
        self.network.load_state_dict(weights)
        self.improver.updates.refresh()

    def _keep_accepted(self, won: NDArray[np.bool_]) -> None:
        """Accept the current policy."""
        self._accepted = self._weights()
        self._keep_best(float(won.mean()))

    def _in_words(self, gate: Gate) -> str:
        difference = " to ".join(f"{100 * end:+.1f}" for end in gate["difference"][1:])
        return (
            f"gate after {gate['updates']} updates, {gate['hours']:.2f} core hours: {100 * gate['rate']:.1f} % won, "
            f"{100 * gate['before']:.1f} % by the accepted policy ({difference} points): {gate['verdict']}"
        )

    # ---- the end ---------------------------------------------------------------------------------------------
    def restore_best(self) -> str:
        """See Session.  Restores the accepted policy."""
        self._become(self._accepted)
        taken = sum(gate["verdict"] == "accepted" for gate in self.gates)
        return f"final is the accepted policy, {100 * self.progress.best:.1f} % won, after {taken} of {len(self.gates)} gates"


def iterate(config: IterateConfig, report: Callable[[str, int, int], None] | None = None) -> TrainResult:
    """Improve a policy by policy iteration; the result is in ``config.out``, see ``zombicide_training.run.trainer.train``.

    Raises:
        ConfigError: an option is invalid, the folder already contains a run, or contains none to resume.
        AgentError: a baseline's spec is unknown.
    """
    return train_with(Iterate, config, report)

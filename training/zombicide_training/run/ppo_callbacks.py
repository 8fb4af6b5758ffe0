"""Callbacks of MaskablePPO for team training: discounts of steps, finished games, curves, checkpoints and evaluations."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.callbacks import BaseCallback

from zombicide_training.collect.discounting import Discounting
from zombicide_training.collect.game_results import Ended
from zombicide_training.learn.value_auc import auc_by_quest, results_of_steps
from zombicide_training.run.results import team_curves

if TYPE_CHECKING:
    from zombicide_training.run.trainer import Trainer

__all__ = ["PPOCurves", "Watch"]


class Watch(BaseCallback):
    """Passes the discount of each step to the buffer, and records finished games.

    Attributes:
        ended: outcomes, final states and worlds of finished games, one entry per step.
    """

    def __init__(self, trainer: Trainer) -> None:
        super().__init__()
        self.trainer = trainer
        self.ended: list[Ended] = []
        #: Outcome of each game of the rollout, one entry per step; 0: not over.
        self.dones: list[NDArray[np.uint8]] = []
        self.clock = Discounting(trainer.env.batch, trainer.config.discount, trainer.discounts_by())

    def _on_rollout_start(self) -> None:
        self.dones.clear()
        self.clock.begin()

    def _on_step(self) -> bool:
        buffer: Any = self.locals["rollout_buffer"]
        buffer.fading, buffer.lacks = self.clock.step()
        batch = self.trainer.env.batch
        self.dones.append(batch.dones.copy())
        over = np.flatnonzero(batch.dones)
        if len(over):
            self.ended.append((batch.dones[over].copy(), batch.final_states[over].copy(), batch.world_of[over].copy()))
        return True


class PPOCurves(Watch):
    """Logs the curves of an update, saves and evaluates when due, and stops when the time is used up."""

    def __init__(self, trainer: Trainer) -> None:
        super().__init__(trainer)
        self.stop = False
        self.since = time.perf_counter()

    def _on_rollout_start(self) -> None:
        # The previous update is complete and the next one has not begun: runs stop and resume here.
        self.trainer.progress.steps = self.model.num_timesteps
        self.stop = self.trainer.between_updates()
        if not self.stop:
            self.trainer.change_teammates()
        super()._on_rollout_start()

    def _on_step(self) -> bool:
        return not self.stop and super()._on_step()

    def _on_rollout_end(self) -> None:
        t = self.trainer
        t.model.remain(t.left())
        t.progress.updates += 1
        now = time.perf_counter()
        count = t.config.horizon * t.config.envs
        self.logger.record("time/decisions_per_second", count / max(1e-9, now - self.since))
        for phase, spent in t.timers.cpu.items():
            self.logger.record(f"time/{phase}", spent)
        self.since = now
        self._judge_value()
        if self.ended:
            for name, value in team_curves(t.games, self.ended).items():
                self.logger.record(name, value)
            self.ended.clear()
        self.logger.dump(t.progress.imitated + self.model.num_timesteps)
        t.display.reach(self.model.num_timesteps)

    def _judge_value(self) -> None:
        """Log how well the value separates won from lost games; not available with workers, which do not report when games end."""
        if not self.dones:
            return
        values: Any = self.trainer.model.rollout_buffer.values
        worlds = np.broadcast_to(self.trainer.env.batch.world_of, values.shape)
        told = auc_by_quest(values.ravel().astype(np.float64), results_of_steps(np.stack(self.dones)).ravel(), worlds.ravel())
        if not np.isnan(told):
            self.logger.record("value/auc", told)

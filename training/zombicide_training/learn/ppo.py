"""MaskablePPO with rollouts collected by workers, and initial updates that only train the value."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import explained_variance

from zombicide_agents.checkpoint import not_finite
from zombicide_env.core.words import OneLineError
from zombicide_training.learn.sb3_policy import ByteRolloutBuffer

__all__ = ["Diverged", "MaskedPPO"]


class Diverged(OneLineError):
    """Learning has diverged: weights, optimizer state or the loss are not finite."""


class MaskedPPO(MaskablePPO):
    """MaskablePPO whose first ``value_updates`` updates only train the value.

    After a warm start the policy is good and the value is not: its policy gradients would make the policy forget what it has learned.
    """

    value_updates: int = 0

    def remain(self, share: float) -> None:
        """Set the remaining share of the run, by decisions or time, on which the learning rate depends."""
        self._current_progress_remaining = share

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        """Do nothing: MaskablePPO would count decisions alone, see ``remain``."""

    def _setup_model(self) -> None:
        """See MaskablePPO.  Observations stay on the host; networks transfer what they need (``PolicyNetwork``)."""
        super()._setup_model()
        self.device = torch.device("cpu")

    #: Fills the rollout buffer if workers play; returns False to stop training.
    elsewhere: Callable[[ByteRolloutBuffer], bool] | None = None

    def collect_rollouts(self, env: Any, callback: Any, rollout_buffer: Any, n_rollout_steps: int, use_masking: bool = True) -> bool:
        """See MaskablePPO."""
        if self.elsewhere is None:
            return bool(super().collect_rollouts(env, callback, rollout_buffer, n_rollout_steps, use_masking))
        callback.on_rollout_start()
        rollout_buffer.reset()
        if not self.elsewhere(rollout_buffer):
            return False
        self.num_timesteps += n_rollout_steps * env.num_envs
        callback.on_rollout_end()
        return True

    def train(self) -> None:
        """Run one update."""
        policy: Any = self.policy
        policy.rescale(self.rollout_buffer)
        with policy.timers("backward"):  # paused by the timers of forward passes
            self._train()
        self.check()

    def check(self) -> None:
        """Raise Diverged if learning has diverged."""
        policy: Any = self.policy
        logger = getattr(self, "_logger", None)  # not set before the curves are opened
        loss = 0.0 if logger is None else logger.name_to_value.get("train/loss", 0.0)
        broken = not_finite(policy.state_dict()) or next(filter(None, map(not_finite, policy.optimizer.state.values())), "")
        if broken or not math.isfinite(loss):
            what = f"not all values of {broken} are finite numbers" if broken else f"the loss is {loss}"
            raise Diverged(f"learning has diverged: {what}")

    def _train(self) -> None:
        if self.value_updates <= 0:
            super().train()
            return
        policy: Any = self.policy
        self.value_updates -= 1
        self.policy.set_training_mode(True)
        for _ in range(self.n_epochs):
            for data in self.rollout_buffer.get(self.batch_size):
                loss = torch.nn.functional.mse_loss(policy.learned_values(data.observations), data.returns)
                self.policy.optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
                self.policy.optimizer.step()
        self._n_updates += self.n_epochs
        explained = explained_variance(self.rollout_buffer.values.flatten(), self.rollout_buffer.returns.flatten())
        self.logger.record("train/explained_variance", explained)
        self.logger.record("train/value_loss", loss.item())

"""One session of a training run, whatever is trained: time, records, warm start, going on after a kill."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat
from stable_baselines3.common.utils import explained_variance
from tqdm import tqdm

import zombicide_agents as agents
from zombicide_agents import checkpoint
from zombicide_agents.network import PolicyNetwork
from zombicide_agents.sizes import largest
from zombicide_training.config import ConfigError, RunConfig
from zombicide_training.evaluate import Comparison, Evaluation
from zombicide_training.imitate import ImitationConfig, ImitationStep, imitate
from zombicide_training.policy import ByteRolloutBuffer
from zombicide_training.runs import Progress, Run, TrainerState

__all__ = ["EVALUATION_SEED", "MaskedPPO", "Session", "TrainResult", "stored_or_new"]

#: Seeds of evaluations lie far from those of training games.
EVALUATION_SEED: Final = 1_000_000_000

C = TypeVar("C", bound=RunConfig)


@dataclass(frozen=True)
class TrainResult:
    """What a run has brought.

    Attributes:
        policy: folder of the policy to play, for ``checkpoint:PATH``.
        progress: how far the run came.
        evaluations: of a team the policy first, then the baselines, on the same seeds; of a competitor the policy against each baseline
            (empty if ``final_games`` is 0).
        comparisons: baseline -> the policy against it, game by game (teams only).
    """

    policy: Path
    progress: Progress
    evaluations: list[Evaluation]
    comparisons: dict[str, Comparison]


class MaskedPPO(MaskablePPO):
    """MaskablePPO whose first ``value_updates`` updates train the value only.

    After a warm start the policy is good and the value rough: policy gradients from it would unlearn what was learned.
    """

    value_updates: int = 0

    def train(self) -> None:
        """One update."""
        if self.value_updates <= 0:
            super().train()
            return
        self.value_updates -= 1
        self.policy.set_training_mode(True)
        for _ in range(self.n_epochs):
            for data in self.rollout_buffer.get(self.batch_size):
                loss = torch.nn.functional.mse_loss(self.policy.predict_values(data.observations).flatten(), data.returns)
                self.policy.optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
                self.policy.optimizer.step()
        self._n_updates += self.n_epochs
        explained = explained_variance(self.rollout_buffer.values.flatten(), self.rollout_buffer.returns.flatten())
        self.logger.record("train/explained_variance", explained)
        self.logger.record("train/value_loss", loss.item())


class Session(Generic[C]):
    """What every trainer does.  Subclasses make the model, collect decisions, and judge the policy.

    Attributes:
        games: the games to learn, with the same layouts.
        game: the one of them for which the network is made, which then fits all.
    """

    def __init__(self, config: C, games: Sequence[Any]) -> None:
        self.config, self.games, self.game = config, list(games), largest(games)
        try:
            checkpoint.usable_device(config.device)
        except agents.AgentError as error:
            raise ConfigError(str(error)) from error
        if config.torch_threads is not None:
            torch.set_num_threads(config.torch_threads)
        torch.manual_seed(config.seed)
        self.run = Run(config, self.game)
        self.progress = Progress(phase="imitate" if config.warm_start else "reinforce")
        self.model = self.make_model()
        self.model.set_logger(Logger(str(config.out), [TensorBoardOutputFormat(str(Path(config.out) / "tensorboard"))]))
        policy: Any = self.model.policy
        self.network: PolicyNetwork = policy.network
        if config.start is not None:
            self._begin_with(config.start)
        self.began = time.perf_counter()
        self.spent_before = 0.0
        self.saved = self.evaluated = time.perf_counter()
        self.shown: tqdm[Any] = tqdm(disable=not config.progress, unit=" decisions", smoothing=0.1, dynamic_ncols=True)

    def _begin_with(self, path: str) -> None:
        """Take over the weights of a checkpoint.

        Raises:
            CheckpointError: there is none, or it is for another game.
            ConfigError: its network has another shape.
        """
        network, _ = checkpoint.load(path, self.game, self.config.device)
        if network.config != self.network.config:
            raise ConfigError(
                f"start={path}: its network is {network.config}, this run's is {self.network.config}; give network options that fit"
            )
        try:
            self.network.load_state_dict(network.state_dict())
        except RuntimeError as error:
            raise ConfigError(f"start={path}: it was made for a board or a team of another size ({error})") from error

    def ppo_options(self) -> dict[str, Any]:
        """Arguments of MaskablePPO that do not depend on how its decisions are collected."""
        c = self.config
        return {
            "learning_rate": c.learning_rate,
            "batch_size": c.batch,
            "n_epochs": c.epochs,
            "gamma": c.discount,
            "gae_lambda": c.gae,
            "clip_range": c.clip,
            "ent_coef": c.entropy,
            "vf_coef": c.value,
            "target_kl": c.target_kl,
            "rollout_buffer_class": ByteRolloutBuffer,
            "policy_kwargs": {"game": self.game, "network": c.network},
            "device": c.device,
        }

    # ---- what subclasses do -------------------------------------------------------------------------------------
    def make_model(self) -> MaskedPPO:
        """Policy, optimiser and loss."""
        raise NotImplementedError

    def judge(self) -> None:
        """Evaluate, draw the curves, keep the policy if it is the best so far."""
        raise NotImplementedError

    def collect_and_learn(self) -> None:
        """Reinforcement learning until steps or time are used up."""
        raise NotImplementedError

    def trainer_state(self) -> TrainerState:
        """What a checkpoint needs for going on exactly here; valid between two updates."""
        raise NotImplementedError

    def take_back(self, arrays: dict[str, Any]) -> None:
        """The trainer's own arrays of a checkpoint, see ``trainer_state``."""
        raise NotImplementedError

    # ---- time and records ---------------------------------------------------------------------------------------
    def seconds(self) -> float:
        """Time spent in this run, all sessions together."""
        return self.spent_before + time.perf_counter() - self.began

    def out_of_time(self, share: float = 1.0) -> bool:
        """Is that share of the time budget used up?"""
        return self.config.minutes is not None and self.seconds() > 60 * self.config.minutes * share

    def summary(self) -> dict[str, Any]:
        """What a checkpoint says about its training."""
        p = self.progress
        c = self.config
        return {
            "phase": p.phase,
            "warm_start": c.warm_start,
            "imitated_decisions": p.imitated,
            "reinforced_decisions": p.steps,
            "seconds": round(self.seconds(), 1),
            "seed": c.seed,
            "best": None if p.best < 0 else round(p.best, 4),
        }

    def save(self, trainer: TrainerState | None = None) -> None:
        """Write a checkpoint."""
        self.progress.seconds = self.seconds()
        self.run.save(self.network, self.progress, self.summary(), trainer)
        self.saved = time.perf_counter()

    def save_due(self) -> bool:
        """Is it time for a checkpoint?"""
        return time.perf_counter() - self.saved > 60 * self.config.save_minutes

    def judge_due(self) -> bool:
        """Is it time for an evaluation?"""
        return time.perf_counter() - self.evaluated > 60 * self.config.evaluate_minutes

    def keep_best(self, strength: float) -> None:
        """An evaluation has found this strength: keep the policy if it is the best so far."""
        if strength > self.progress.best:
            self.progress.best = strength
            self.run.save_policy("best", self.network, self.summary())
        self.evaluated = time.perf_counter()

    # ---- phases ---------------------------------------------------------------------------------------------------
    def play_phases(self) -> None:
        """Begin the run or go on with it, and bring all its phases to their end."""
        if self.config.resume:
            self.resume()
        else:
            self.run.begin()
        if self.progress.phase == "imitate":
            self.imitate()
        self.reinforce()

    def resume(self) -> None:
        """Go on from the newest checkpoint of the folder."""
        folder = self.run.newest()
        if folder is None:
            return
        network, _ = checkpoint.load(folder, self.game, self.config.device)
        self.network.load_state_dict(network.state_dict())
        self.progress = self.run.load_progress(folder)
        self.spent_before = self.progress.seconds
        if TrainerState.stored(folder):
            self.take_back(self.trainer_state().load(folder))
            self.model.num_timesteps = self.progress.steps

    def imitate(self) -> None:
        """The warm start."""
        c = self.config
        teacher = agents.make(str(c.warm_start), self.game)
        size = ImitationConfig(
            decisions=c.warm_decisions,
            seconds=None if c.minutes is None else 60 * c.minutes * c.warm_share,
            spent=self.seconds(),
            games=min(c.envs, max(64, len(self.games))),
            horizon=c.lesson,
            discount=c.discount,
        )
        self.shown.reset(total=c.warm_decisions)
        self.shown.set_description(f"learning from {c.warm_start}")

        def report(step: ImitationStep) -> bool:
            self.progress.imitated = step.decisions
            for name in ("loss", "agreement", "value_loss", "win_rate"):
                if not np.isnan(getattr(step, name)):
                    self.model.logger.record(f"imitation/{name}", getattr(step, name))
            self.model.logger.dump(self.progress.total)
            self.shown.update(step.decisions - self.shown.n)
            if self.save_due():
                self.save()
            return not self.out_of_time(c.warm_share)

        imitate(self.games, self.network, teacher, size, seed=c.seed, start=self.progress.imitated, report=report)
        self.progress.phase = "reinforce"
        self.judge()
        self.save()

    def reinforce(self) -> None:
        """Reinforcement learning until steps or time are used up; the policy that it ends with is saved and judged."""
        c = self.config
        if c.warm_start and self.progress.updates < c.value_updates:
            self.model.value_updates = c.value_updates - self.progress.updates
        self.shown.reset(total=c.steps)
        self.shown.set_description("reinforcement")
        self.shown.update(self.progress.steps)
        if self.progress.steps < c.steps and not self.out_of_time():
            self.collect_and_learn()
            self.judge()
        if self.progress.best < 0:
            self.judge()

    def between_updates(self) -> bool:
        """Judge and save when it is due; True: the time is used up, stop here."""
        stop = self.out_of_time()
        if self.judge_due():
            self.judge()
        if self.save_due() or stop:
            self.save(self.trainer_state())
        return stop

    def restore_best(self) -> None:
        """The network becomes the best policy of the run."""
        best, _ = checkpoint.load(self.run.folder / "best", self.game, self.config.device)
        self.network.load_state_dict(best.state_dict())


def stored_or_new(config: C) -> C:
    """The configuration to run: with ``resume`` the stored one, except for what may be given anew.

    Raises:
        ConfigError: there is no run to resume.
    """
    if not config.resume:
        return config
    stored = Run.stored_config(config.out, type(config))
    fresh = {name: getattr(config, name) for name in ("steps", "minutes", "progress", "final_games", "baselines", "out")}
    return replace(stored, resume=True, **fresh)

"""Training: warm start, reinforcement learning, evaluation, in one resumable run.

from training import TrainConfig, train
result = train(TrainConfig(out="runs/tutorial", minutes=10, warm_start="greedy"))
result.policy            # the folder for agents.make("checkpoint:...")
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat
from stable_baselines3.common.utils import explained_variance
from tqdm import tqdm

import agents
from agents import checkpoint
from agents.checkpoint import PolicyAgent
from agents.network import PolicyNetwork
from training.config import TrainConfig
from training.evaluate import MEASURES, Comparison, Evaluation, compare, evaluate
from training.imitate import ImitationConfig, ImitationStep, imitate
from training.policy import ByteRolloutBuffer, CodecPolicy
from training.runs import Progress, Run, TrainerState
from zombicide_env import make_game
from zombicide_env.adapters.sb3 import ZombicideVecEnv
from zombicide_env.core.game import WON

__all__ = ["TeamPPO", "TrainResult", "train"]

#: SB3's own table of values is left out: the curves have more, and are written after every update.
NEVER = 1 << 62
#: Seeds of evaluations lie far from those of training games.
_EVALUATION_SEED = 1_000_000_000


@dataclass(frozen=True)
class TrainResult:
    """What a run has brought.

    Attributes:
        policy: folder of the policy to play, for ``checkpoint:PATH``.
        progress: how far the run came.
        evaluations: the policy first, then the baselines, on the same seeds (empty if ``final_games`` is 0).
        comparisons: baseline -> the policy against it.
    """

    policy: Path
    progress: Progress
    evaluations: list[Evaluation]
    comparisons: dict[str, Comparison]


class TeamPPO(MaskablePPO):
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


class Trainer:
    """One session of a run; :func:`train` is the short way."""

    def __init__(self, config: TrainConfig) -> None:
        self.config = config
        config.check()
        if config.torch_threads is not None:
            torch.set_num_threads(config.torch_threads)
        torch.manual_seed(config.seed)
        self.game = make_game(config.game, **config.game_options())
        self.plain_game = make_game(config.game, **config.plain_options())
        self.run = Run(config, self.game)
        self.progress = Progress(phase="imitate" if config.warm_start else "reinforce")
        self.model = self._model()
        policy: Any = self.model.policy
        self.network: PolicyNetwork = policy.network
        self.session = time.perf_counter()
        self.spent_before = 0.0
        self.saved = self.evaluated = time.perf_counter()
        self.shown: tqdm[Any] = tqdm(disable=not config.progress, unit=" decisions", smoothing=0.1, dynamic_ncols=True)

    def _model(self) -> TeamPPO:
        c = self.config
        env = ZombicideVecEnv(self.game, num_envs=c.envs, seed=c.seed, observation_dtype="uint8")
        model = TeamPPO(
            CodecPolicy,
            env,
            learning_rate=c.learning_rate,
            n_steps=c.horizon,
            batch_size=c.batch,
            n_epochs=c.epochs,
            gamma=c.discount,
            gae_lambda=c.gae,
            clip_range=c.clip,
            ent_coef=c.entropy,
            vf_coef=c.value,
            target_kl=c.target_kl,
            rollout_buffer_class=ByteRolloutBuffer,
            policy_kwargs={"game": self.game, "network": c.network},
            device=c.device,
        )
        model.set_logger(Logger(str(c.out), [TensorBoardOutputFormat(str(Path(c.out) / "tensorboard"))]))
        return model

    # ---- time and records ---------------------------------------------------------------------------------------
    def seconds(self) -> float:
        """Time spent in this run, all sessions together."""
        return self.spent_before + time.perf_counter() - self.session

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
            "best_win_rate": None if p.best < 0 else round(p.best, 4),
        }

    def save(self, trainer: TrainerState | None = None) -> None:
        """Write a checkpoint."""
        self.progress.seconds = self.seconds()
        self.run.save(self.network, self.progress, self.summary(), trainer)
        self.saved = time.perf_counter()

    def save_due(self) -> bool:
        """Is it time for a checkpoint?"""
        return time.perf_counter() - self.saved > 60 * self.config.save_minutes

    def evaluate_policy(self, games: int, seed: int) -> Evaluation:
        """The policy as it is, on the plain game."""
        self.network.eval()
        agent = PolicyAgent(self.plain_game, self.network)
        return evaluate(self.plain_game, agent, games, seed, label="policy")

    def judge(self) -> None:
        """Evaluate, draw the curves, keep the policy if it is the best so far."""
        result = self.evaluate_policy(self.config.evaluate_games, _EVALUATION_SEED)
        logger = self.model.logger
        logger.record("evaluation/win_rate", result.win_rate.value)
        for name in result.measures:
            logger.record(f"evaluation/{name}", result.mean(name).value)
        logger.dump(self.progress.total)
        if result.win_rate.value > self.progress.best:
            self.progress.best = result.win_rate.value
            self.run.save_policy("best", self.network, self.summary())
        self.shown.set_postfix_str(f"evaluated {100 * result.win_rate.value:.0f} % won, best {100 * self.progress.best:.0f} %")
        self.evaluated = time.perf_counter()

    def judge_due(self) -> bool:
        """Is it time for an evaluation?"""
        return time.perf_counter() - self.evaluated > 60 * self.config.evaluate_minutes

    # ---- phases ---------------------------------------------------------------------------------------------------
    def resume(self) -> None:
        """Go on from the newest checkpoint of the folder."""
        folder = self.run.newest()
        if folder is None:
            return
        network, _ = checkpoint.load(folder, self.game, self.config.device)
        self.network.load_state_dict(network.state_dict())
        self.progress = self.run.load_progress(folder)
        self.spent_before = self.progress.seconds
        if (folder / "games.npz").is_file():
            self.model._last_obs, self.model._last_episode_starts = self.trainer_state().load(folder)
            self.model.num_timesteps = self.progress.steps

    def imitate(self) -> None:
        """The warm start."""
        c = self.config
        teacher = agents.make(str(c.warm_start), self.game)
        size = ImitationConfig(
            decisions=c.warm_decisions,
            seconds=None if c.minutes is None else 60 * c.minutes * c.warm_share,
            spent=self.seconds(),
            games=min(c.envs, 64),
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

        imitate(self.game, self.network, teacher, size, seed=c.seed, start=self.progress.imitated, report=report)
        self.progress.phase = "reinforce"
        self.judge()
        self.save()

    def reinforce(self) -> None:
        """MaskablePPO until steps or time are used up."""
        c = self.config
        if c.warm_start and self.progress.updates < c.value_updates:
            self.model.value_updates = c.value_updates - self.progress.updates
        self.shown.reset(total=c.steps)
        self.shown.set_description("reinforcement")
        self.shown.update(self.progress.steps)
        ahead = c.steps - self.progress.steps
        if ahead > 0 and not self.out_of_time():
            curves = _Curves(self)
            self.model.learn(ahead, callback=curves, log_interval=NEVER, reset_num_timesteps=False)
            if not curves.stop:  # else the last update is saved already
                self.progress.steps = self.model.num_timesteps
                self.save(self.trainer_state())
            self.judge()
        if self.progress.best < 0:
            self.judge()

    def trainer_state(self) -> TrainerState:
        """What a checkpoint needs for going on exactly here; valid between two updates."""
        env = self.model.get_env()
        assert env is not None
        return TrainerState(self.model.policy.optimizer, env.batch, self.model._last_obs, self.model._last_episode_starts)  # type: ignore[attr-defined]

    def finish(self, report: Callable[[str, int, int], None] | None = None) -> TrainResult:
        """Publish the best policy as ``final`` and compare it with the baselines."""
        self.shown.close()
        best, _ = checkpoint.load(self.run.folder / "best", self.game, self.config.device)
        self.network.load_state_dict(best.state_dict())
        evaluations, comparisons = self._compare(report)
        summary = self.summary()
        if evaluations:
            summary["evaluation"] = {"games": len(evaluations[0].outcomes), "win_rate": evaluations[0].win_rate._asdict()}
            summary["baselines"] = {e.label: e.win_rate._asdict() for e in evaluations[1:]}
        return TrainResult(self.run.save_policy("final", self.network, summary), self.progress, evaluations, comparisons)

    def _compare(self, report: Callable[[str, int, int], None] | None) -> tuple[list[Evaluation], dict[str, Comparison]]:
        c = self.config
        if c.final_games < 1:
            return [], {}
        # Other seeds than those by which the best policy was chosen.
        seed = _EVALUATION_SEED + 1_000_000
        found = [self.evaluate_policy(c.final_games, seed)]
        for name in c.baselines:
            found.append(evaluate(self.plain_game, name, c.final_games, seed, progress=None if report is None else _named(report, name)))
        return found, {e.label: compare(found[0], e) for e in found[1:]}


def _named(report: Callable[[str, int, int], None], name: str) -> Callable[[int, int], None]:
    return lambda done, won: report(name, done, won)


class _Curves(BaseCallback):
    """Draws the curves of an update, saves and evaluates when it is time, stops when the time is used up."""

    def __init__(self, trainer: Trainer) -> None:
        super().__init__()
        self.trainer = trainer
        self.ended: list[Any] = []
        self.stop = False
        self.since = time.perf_counter()

    def _on_rollout_start(self) -> None:
        # Here an update is complete and nothing of the next one has begun: the place to stop and to go on.
        t = self.trainer
        t.progress.steps = self.model.num_timesteps
        self.stop = t.out_of_time()
        if t.judge_due():
            t.judge()
        if t.save_due() or self.stop:
            t.save(t.trainer_state())

    def _on_step(self) -> bool:
        if self.stop:
            return False
        batch = self.training_env.batch  # type: ignore[attr-defined]
        over = np.flatnonzero(batch.dones)
        if len(over):
            self.ended.append((batch.dones[over].copy(), batch.final_states[over].copy()))
        return True

    def _on_rollout_end(self) -> None:
        t = self.trainer
        t.progress.updates += 1
        now = time.perf_counter()
        count = t.config.horizon * t.config.envs
        self.logger.record("time/decisions_per_second", count / max(1e-9, now - self.since))
        self.since = now
        if self.ended:
            outcomes = np.concatenate([o for o, _ in self.ended])
            states = np.concatenate([s for _, s in self.ended])
            self.logger.record("rollout/win_rate", float((outcomes == WON).mean()))
            for name, measure in MEASURES.items():
                self.logger.record(f"rollout/{name}", float(measure(states, len(t.game.agents)).mean()))
            self.ended.clear()
        self.logger.dump(t.progress.imitated + self.model.num_timesteps)
        t.shown.update(count)


def train(config: TrainConfig, report: Callable[[str, int, int], None] | None = None) -> TrainResult:
    """Train, evaluate, and leave everything in ``config.out``.

    With ``config.resume`` the stored configuration is used, except for ``steps``, ``minutes``, ``progress`` and the
    final evaluation, which may be given anew; the run goes on from its newest checkpoint as if it had not stopped.

    Args:
        config: the run.
        report: called with (baseline, games finished, games won) during the final evaluation.

    Raises:
        ConfigError: an impossible option, a folder that holds a run already, or none to resume.
        AgentError: the warm start's or a baseline's spec is unknown.
    """
    config.check()
    if config.resume:
        stored = Run.stored_config(config.out)
        fresh = {name: getattr(config, name) for name in ("steps", "minutes", "progress", "final_games", "baselines", "out")}
        config = replace(stored, resume=True, **fresh)
    game = make_game(config.game, **config.game_options())
    for spec in (*config.baselines, *([config.warm_start] if config.warm_start else [])):
        agents.make(spec, game)  # a wrong spec is found now, not after the training
    trainer = Trainer(config)
    if config.resume:
        trainer.resume()
    else:
        trainer.run.begin()
    if trainer.progress.phase == "imitate":
        trainer.imitate()
    trainer.reinforce()
    return trainer.finish(report)

"""Base class of the sessions of training runs: time, checkpoints, warm start, resuming after a kill."""

from __future__ import annotations

import copy
import shlex
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import torch
from stable_baselines3.common.logger import KVWriter, Logger

import zombicide_agents as agents
from zombicide_agents import checkpoint
from zombicide_agents.capacity import largest
from zombicide_agents.checkpoint_folder import CheckpointError
from zombicide_agents.greedy import rule_based
from zombicide_agents.network import NetworkConfig, PolicyNetwork
from zombicide_agents.provenance import BEFORE, known
from zombicide_agents.residual import is_final
from zombicide_env.core.words import differing
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.dataset.read import Dataset
from zombicide_training.collect.discounting import By
from zombicide_training.collect.provenance import record
from zombicide_training.collect.snapshots import Versions
from zombicide_training.collect.timers import Timers
from zombicide_training.collect.workers import Here, Workers
from zombicide_training.evaluation.curves import Curves
from zombicide_training.evaluation.evaluate import Comparison, Evaluation, table
from zombicide_training.evaluation.statistics import Interval
from zombicide_training.learn.average import Average
from zombicide_training.learn.ppo import Diverged, MaskedPPO
from zombicide_training.learn.sb3_policy import ByteRolloutBuffer
from zombicide_training.run.config import RunConfig
from zombicide_training.run.folder import Progress, Run, TrainerState
from zombicide_training.run.progress import display
from zombicide_training.run.stopping import Stop
from zombicide_training.run.trackers import tracker
from zombicide_training.run.warm_up import BASE, fit, learn_from_teacher

__all__ = ["EVALUATION_SEED", "Session", "TrainResult"]

#: First seed of evaluations, far from those of training games.
EVALUATION_SEED: Final = 1_000_000_000
#: First seed of the runoff.
RUNOFF_SEED: Final = EVALUATION_SEED + 500_000
#: Strength up to which a policy has learned next to nothing, if its teacher or base is significantly stronger.
HOPELESS: Final = 0.01
#: Folder of earlier versions in the folder of the run.
POOL: Final = "pool"

C = TypeVar("C", bound=RunConfig)


@dataclass(frozen=True)
class TrainResult:
    """Result of a training run.

    Attributes:
        policy: folder of the resulting policy, for ``checkpoint:PATH``.
        said: a sentence that says which policy of the run it is.
        command: shell command to play with it.
        progress: progress of the run.
        evaluations: for a team, the policy first, then the baselines, on the same seeds; for competitive games, the policy against each
            baseline (empty if ``final_games`` is 0).
        comparisons: baseline -> paired comparison of the policy with it (teams only).
    """

    policy: Path
    said: str
    command: str
    progress: Progress
    evaluations: list[Evaluation]
    comparisons: dict[str, Comparison]

    def report(self) -> str:
        """Return a report as text: the evaluations, which policy it is, how to play with it."""
        shown = [table(self.evaluations)] if self.evaluations else []
        return "\n".join([*shown, self.said, f"policy in {self.policy}; play it with: {self.command}"])


class Session(Generic[C]):
    """Base class of all trainers.  Subclasses create the model, collect decisions, and evaluate the policy.

    Attributes:
        games: the training games, with the same layouts.
        quests: their quests; "" in games without quests.
        game: the one that the network is built for, so that it fits all of them.
    """

    def __init__(self, config: C, games: Sequence[Any]) -> None:
        self.games, self.game = list(games), largest(games)
        self.quests = list(dict.fromkeys(str(game.options.get("quest", "")) for game in games))
        #: The configuration as given; ``config`` also has the base of the policy.
        self.asked, self.config = config, config.on_base(self.game, self.quests)
        if config.from_dataset is not None:
            Dataset(config.from_dataset).check(self.game)
        try:
            checkpoint.usable_device(config.device)
        except agents.AgentError as error:
            raise ConfigError(str(error)) from error
        if config.torch_threads is not None:
            torch.set_num_threads(config.torch_threads)
        torch.manual_seed(config.seed)
        self.display = display(config.progress)
        self.run = Run(config, self.game, self.display.say)
        #: Pool of earlier versions of the policy.
        self.versions = Versions(self.run.folder / POOL, self.game, config.pool, config.device)
        self.timers = Timers()
        wanted = config.base != "none" and config.base_share > 0 and config.base_generations > 0
        fits = bool(self.config.network.lean) and wanted and config.start is None
        self.progress = Progress(phase="fit" if fits else "imitate" if config.imitates else "reinforce")
        self.model = self.make_model()
        policy: Any = self.model.policy
        self.network: PolicyNetwork = policy.network
        #: Average of the weights over the updates of the own loop.
        self.average = Average(self.network)
        if config.start is not None and not (config.resume and self.run.newest()):
            self._begin_with(config.start)
        self.record = record(self.games, config.seed)
        self.began = time.perf_counter()
        self.spent_before = 0.0
        #: Shares of the time at which fitting the base and imitation end.
        self.base_end, self.warm_end = config.base_share, config.warm_share
        self.saved = self.evaluated = time.perf_counter()
        #: Active while the run learns. Runs of several roles share one.
        self.stop = Stop()
        #: When learning diverged, for messages; "": it has not.
        self.diverged = ""
        #: Workers that play; created when the run starts, so that an impossible run starts none.
        self.workers: Workers = Here()

    def _begin_with(self, path: str) -> None:
        """Load the weights of a checkpoint.

        Raises:
            CheckpointError: there is no checkpoint, or it is for another game.
            ConfigError: its network has another architecture.
        """
        network, header = checkpoint.load(path, self.game, self.config.device)
        self.progress.before = known(header)
        shape = replace(network.config, lean=self.network.config.lean or network.config.lean)
        if shape != self.network.config:
            differ = differing(shape.dump(), self.network.config.dump())
            raise ConfigError(f"start={path}: its network has another shape, {differ}; give network options that fit")
        settled = is_final(network.config.lean, self.game, self.quests)  # the policy is its base in all of these quests
        alone = [quest for quest in self.quests if is_final(self.config.network.lean, self.game, [quest])]
        if alone:
            what = ", ".join(alone[:3]) + (f" and {len(alone) - 3} more" if alone[3:] else "")
            self.display.say(f"in {what} the policy plays as its base and learns nothing (final); in a run of these alone it would")
        try:
            if bool(network.config.lean) == bool(shape.lean) and not settled:  # also with another base: keep what it has learned
                self.network.load_state_dict(network.state_dict())
            else:  # keep the features, but start from the scores of the base
                self.network.load_state_dict(network.state_dict(), strict=False)
                self.network.lean_alone()
        except RuntimeError as error:
            raise ConfigError(f"start={path}: it was made for a board or a team of another size ({error})") from error

    def ppo_options(self) -> dict[str, Any]:
        """Return the arguments of MaskablePPO that do not depend on how decisions are collected."""
        c = self.config
        return {
            "learning_rate": lambda left: c.learning_rate * c.decay(left),  # saved with the model, so it must not hold the session
            "batch_size": c.batch,
            "n_epochs": c.epochs,
            "gamma": c.discount,
            "gae_lambda": c.gae,
            "clip_range": c.clip,
            "ent_coef": c.entropy,
            "vf_coef": c.value,
            "target_kl": c.target_kl,
            "rollout_buffer_class": ByteRolloutBuffer,
            "policy_kwargs": {"game": self.game, "network": self.network_config(), "timers": self.timers, **self.critic_options()},
            "device": c.device,
        }

    def critic_options(self) -> dict[str, Any]:
        """Return the arguments of the policy that configure the critic."""
        return {}

    def stand_on(self, base: str) -> None:
        """Make this player the base of the policy; the network keeps its weights."""
        self.config = replace(self.config, network=replace(self.config.network, lean=base))
        self.network.config = replace(self.network.config, lean=base)

    def rivals_of_base(self) -> tuple[str, ...]:
        """Return the compiled opponents of the base while its weights are fitted."""
        return ()

    def own_seats(self) -> Sequence[int] | None:
        """Return the seats whose decisions are learned; None: all."""
        return None

    def network_config(self) -> NetworkConfig:
        """Return the configuration of the network.  With several quests, the board differs between games and must be an input."""
        shape = self.config.network
        if len({game.options.get("quest") for game in self.games}) < 2:
            return shape
        return replace(shape, left_out=tuple(name for name in shape.left_out if name != "board"))

    def discounts_by(self) -> By:
        """Return the unit of the discount."""
        return "decision"

    # ---- implemented by subclasses ------------------------------------------------------------------------------
    def make_model(self) -> MaskedPPO:
        """Create policy, optimizer and loss."""
        raise NotImplementedError

    def judge(self) -> None:
        """Evaluate the policy, log the curves, and keep the policy if it is the best so far."""
        raise NotImplementedError

    def learning(self) -> Iterator[None]:
        """Run reinforcement learning until steps or time are used up; yields where another run may continue in between."""
        raise NotImplementedError

    def in_words(self, strength: float) -> str:
        """Return a strength as text."""
        raise NotImplementedError

    def trainer_state(self) -> TrainerState:
        """Return the state that a checkpoint needs to resume exactly here; valid between updates."""
        raise NotImplementedError

    def take_back(self, arrays: dict[str, Any]) -> None:
        """Restore the trainer's arrays from a checkpoint, see ``trainer_state``."""
        raise NotImplementedError

    def shown_network(self) -> PolicyNetwork:
        """Return the network for playing; with workers, which may not have the device, a copy on the CPU."""
        self.network.eval()
        return self.network if isinstance(self.workers, Here) else copy.deepcopy(self.network).cpu()

    # ---- time and records ---------------------------------------------------------------------------------------
    def seconds(self) -> float:
        """Return the time spent in this run, over all sessions."""
        return self.spent_before + time.perf_counter() - self.began

    def out_of_time(self, share: float = 1.0) -> bool:
        """Return whether this share of the time budget is used up."""
        return self.config.minutes is not None and self.seconds() > 60 * self.config.minutes * share

    def summary(self) -> dict[str, Any]:
        """Return the training metadata for the header of a checkpoint."""
        p = self.progress
        c = self.config
        return {
            "phase": p.phase,
            "warm_start": c.imitated_agent,
            "imitated_decisions": p.imitated,
            "reinforced_decisions": p.steps,
            "seconds": round(self.seconds(), 1),
            "seed": c.seed,
            "best": None if p.best < 0 else p.best,
            "config": self.asked.record(),
            "record": self.record,
            BEFORE: p.before,
            **({"diverged": self.diverged} if self.diverged else {}),
        }

    def save(self, trainer: TrainerState | None = None) -> None:
        """Write a checkpoint; if writing fails, the run continues and tries again when the next one is due.

        Raises:
            Diverged: learning has diverged, so that ``--resume`` could not use the checkpoint.
        """
        self.model.check()
        self.progress.seconds = self.seconds()
        self.saved = time.perf_counter()
        try:
            self.run.save(self.network, self.progress, self.summary(), trainer)
        except OSError as error:
            newest = self.run.newest()
            kept = f"the newest one is {newest.name}" if newest is not None else "there is none yet"
            self.display.say(f"no checkpoint could be written in {self.run.folder} ({error}); {kept}, training goes on and tries again")

    def left(self) -> float:
        """Return the remaining share of reinforcement learning, by decisions or time, whichever is used up faster."""
        share = self.progress.steps / max(1, self.config.most_steps)  # steps=0: only the warm start learns
        if self.config.minutes is not None:
            before = self.progress.prepared
            share = max(share, (self.seconds() - before) / max(1e-9, 60 * self.config.minutes - before))
        return max(0.0, 1.0 - share)

    def save_due(self) -> bool:
        """Return whether a checkpoint is due."""
        return time.perf_counter() - self.saved > 60 * self.config.save_minutes

    def judge_due(self) -> bool:
        """Return whether an evaluation is due."""
        return time.perf_counter() - self.evaluated > 60 * self.config.evaluate_minutes

    def judged(self, strength: Interval) -> None:
        """Process the strength found by an evaluation: keep the best policy so far, and count evaluations below the warm start."""
        self.evaluated = time.perf_counter()
        p = self.progress
        self._warn_of_nothing_learned(strength)
        if p.phase == "imitate":
            p.warm = strength.low
        elif strength.high < p.warm:
            p.fallen += 1
            patience = f"{p.fallen} such evaluations of {self.config.patience}" if self.config.patience else "it goes on (patience=0)"
            self.display.say(f"reinforcement has made the policy weaker than the warm start: {self.in_words(strength.value)}; {patience}")
        else:
            p.fallen = 0
        if strength.value > p.best:
            self._keep_best(strength.value)

    def _warn_of_nothing_learned(self, strength: Interval) -> None:
        """Warn if the policy wins next to nothing compared with its base or teacher, or the player that could be its base."""
        name = self.config.network.lean or self.config.imitated_agent or next(iter(rule_based(self.game)), "")
        if not name or strength.value > HOPELESS or self.progress.phase == "fit":
            return
        example = self.strength_of(name)
        if example is None or strength.high >= example.low:
            return
        advice = f"with --base {name} in place of --warm-start and --base none a policy begins as strong as that"
        if self.config.network.lean:
            name, rate = "its base", self.config.learning_rate  # whose spec may have hundreds of weights
            advice = f"learning has made it worse than its base; begin again with a smaller --learning-rate (it is {rate:g})"
        self.display.say(
            f"THE POLICY WINS NEXT TO NOTHING: {self.in_words(strength.value)}, {name} {self.in_words(example.value)}; {advice}"
        )

    def strength_of(self, spec: str) -> Interval | None:
        """Return the strength of this agent in the evaluations of the run; None if it is unknown, or would take long to measure."""
        return None

    def _keep_best(self, strength: float) -> None:
        try:
            self.run.save_policy("best", self.network, self.summary() | {"best": strength})
        except OSError as error:
            self.display.say(f"the best policy so far could not be written in {self.run.folder} ({error}); training goes on")
        else:
            self.progress.best = strength

    def keep_version(self) -> None:
        """Add the current policy to the pool; if it cannot be written, training continues without this version.

        Raises:
            OSError: it would be the first version, without which there is nobody to play with.
        """
        try:
            self.versions.add(self.progress.total, self.network, self.summary())
        except OSError as error:
            if not self.versions.kept:
                raise
            self.display.say(
                f"this version of the policy could not be put into {self.versions.folder} ({error}); training goes on without it"
            )

    def given_up(self) -> bool:
        """Return whether learning stops because the policy has been below the warm start for too long, or learning has diverged."""
        return bool(self.diverged) or 0 < self.config.patience <= self.progress.fallen

    @contextmanager
    def falling_back(self) -> Iterator[None]:
        """Context manager: if learning diverges, return to the last valid checkpoint and stop learning.

        Raises:
            Diverged: there is no checkpoint.
        """
        try:
            yield
        except Diverged as error:
            p = self.progress
            when = f"{p.imitated:,} decisions of imitation" if p.phase == "imitate" else f"{p.steps:,} decisions of reinforcement"
            rate = "warm_rate" if p.phase == "imitate" else "learning_rate"
            remedy = f"try again with a smaller {rate} (it is {getattr(self.config, rate):g})"
            folder = self.run.soundest()
            if folder is None:
                raise Diverged(f"{error}, after {when} and before the first checkpoint; {remedy}") from error
            network, _ = checkpoint.load(folder, self.game, self.config.device)
            self.network.load_state_dict(network.state_dict())
            self.progress = replace(self.run.load_progress(folder), best=p.best, seconds=self.seconds())
            self.diverged = f"learning diverged after {when}"
            self.display.say(f"{error}, after {when}; the run falls back to {folder.name} and learns no more; {remedy}, --start {folder}")

    # ---- phases ---------------------------------------------------------------------------------------------------
    def play_phases(self) -> None:
        """Begin or resume the run, and complete all its phases."""
        self.enter()
        self.warm_up()
        with self.stop:
            self.reinforce()
            self.stop.obey()

    def warm_up(self) -> None:
        """Run the phases before reinforcement learning that are not done yet."""
        if self.progress.phase == "fit":
            fit(self)
        if self.progress.phase == "imitate":
            learn_from_teacher(self)

    def enter(self) -> None:
        """Begin or resume the run."""
        self.workers = self.config.open()
        if self.config.resume:
            self.resume()
        else:
            self.begin()

    def begin(self) -> None:
        """Create the folder of the run."""
        self.run.begin()
        try:
            self._keep_start()
            self._open_curves()
        except (ModuleNotFoundError, ValueError, OSError):
            self.run.take_back()  # so that the same command can be tried again
            raise

    def resume(self) -> None:
        """Resume from the newest valid checkpoint in the folder, or from the start if there is none."""
        folder = self.run.go_on()
        if folder is None:
            self.versions.forget_after(-1)
            self._keep_start()
            self._open_curves()
            return
        network, _ = checkpoint.load(folder, self.game, self.config.device)
        self.network.load_state_dict(network.state_dict())
        self.progress = self.run.load_progress(folder)
        self.versions.forget_after(self.progress.total)
        if self.progress.base:
            self.stand_on(self.progress.base)
        self.progress.best = self._strength_of_best()
        self.spent_before = self.progress.seconds
        self._open_curves()
        if TrainerState.stored(folder):
            self.trainer_state().load(folder, self.take_back)
            self.model.num_timesteps = self.progress.steps

    def _keep_start(self) -> None:
        """Save the policy of ``start``, which takes part in the runoff: a run does not end with less than it began with."""
        if self.config.start is not None:
            self.run.save_policy(BASE, self.network, self.summary())

    def _strength_of_best(self) -> float:
        """Return the strength of the stored best policy, which may be newer than the checkpoint; -1 if it is missing or damaged."""
        folder = self.run.folder / "best"
        try:
            strength = checkpoint.check(folder).training.get("best")
        except CheckpointError as error:
            if folder.exists() or self.progress.best >= 0:
                self.display.say(f"the best policy is lost ({error}); the run looks for another one")
            return -1.0
        return float(strength) if isinstance(strength, int | float) else -1.0

    def _open_curves(self) -> None:
        formats: list[KVWriter] = [Curves(self.run.folder, self.progress.total, self.display.say)]
        if self.config.track is not None:
            facts = self.config.record() | {"record": self.record}
            formats.append(tracker(self.config.track, self.run.folder, facts, self.display.say))
        self.model.set_logger(Logger(None, formats))

    def close(self) -> None:
        """End the session, so that another one can resume the run."""
        try:
            self.display.close()
            self.workers.close()
            if getattr(self.model, "_logger", None) is not None:
                self.model.logger.close()
        finally:
            self.run.close()

    def reinforce(self) -> None:
        """Run reinforcement learning until steps or time are used up; save and evaluate the last policy."""
        for _ in self.reinforcing():
            pass

    def reinforcing(self) -> Iterator[None]:
        """Like ``reinforce``, but yields where ``learning`` does, so that runs of several roles can alternate."""
        c = self.config
        if not self.progress.updates:
            self.progress.prepared = self.seconds()
        if (c.imitates or c.start) and self.progress.updates < c.value_updates:
            self.model.value_updates = c.value_updates - self.progress.updates
        if c.own_loop and c.torch_threads is None:  # torch only runs short optimizer steps, for which more threads wait for each other
            torch.set_num_threads(1)
        self.display.begin("reinforcement", c.most_steps, self.progress.steps, left=None if c.minutes is None else self.left)
        if self.progress.steps < c.most_steps and not self.out_of_time() and not self.given_up():
            with self.falling_back():
                yield from self.learning()
            if self.diverged or not self.given_up():
                self.judge()
        if self.progress.best < 0:
            self.judge()

    def between_updates(self) -> bool:
        """Evaluate and save if due; return True if the run ends here, because time is used up or learning has stopped.

        Raises:
            Stopped: the run was asked to stop, and is saved.
        """
        if self.judge_due() and self.stop.asked is None:
            self.judge()
        end = self.out_of_time() or self.given_up()
        if self.save_due() or end or self.stop.asked:
            self.save(self.trainer_state())
        self.stop.obey()
        return end

    def strength(self, games: int, seed: int) -> Interval:
        """Return the strength of the current network in ``games`` games, starting with ``seed``."""
        raise NotImplementedError

    def restore_best(self) -> str:
        """Load the best policy of the run into the network; return a sentence that says which one it is."""
        last = {name: tensor.clone() for name, tensor in self.network.state_dict().items()}
        found: dict[str, tuple[dict[str, torch.Tensor], dict[str, Any]]] = {}
        for name in ("best", BASE):
            try:
                network, header = checkpoint.load(self.run.folder / name, self.game, self.config.device)
            except CheckpointError as error:
                if name == "best":
                    self.display.say(f"the best policy is lost ({error}); the one that training has ended with takes its place")
                elif (self.run.folder / BASE).exists():
                    self.display.say(f"the policy before any learning is lost ({error}); the runoff is without it")
            else:
                found[name] = network.state_dict(), header.training
        lost = "best" not in found
        found["last"] = last, self.summary()
        if self.average.updates:
            found["average"] = last | self.average.weights(), self.summary()
        name, strength = self._run_off({name: weights for name, (weights, _) in found.items()})
        weights, training = found[name]
        self.network.load_state_dict(weights)
        if name == "last" and lost:
            return "final is the policy that training has ended with: the best one was lost"
        parts = [(training["imitated_decisions"], "imitation"), (training["reinforced_decisions"], "reinforcement")]
        learned = " and ".join(f"{count:,} decisions of {what}" for count, what in parts if count)
        how = f"{self.in_words(training['best'])} while training" if strength is None else f"{self.in_words(strength.value)} in the runoff"
        if not learned:
            return f"final is the policy before any learning, which none that learned surpassed ({how})"
        which = "average of the weights over the run" if name == "average" else "best policy of the run"
        return f"final is the {which}, after {learned} ({how})"

    def _run_off(self, weights: dict[str, dict[str, torch.Tensor]]) -> tuple[str, Interval | None]:
        """Return the policy with the highest strength in the runoff, and its strength; without a runoff the best so far, and None."""
        if self.config.runoff_games < 1 or len(weights) < 2:
            return "best" if "best" in weights else "last", None
        found = {}
        for name, own in weights.items():
            self.network.load_state_dict(own)
            found[name] = self.strength(self.config.runoff_games, RUNOFF_SEED)
        best = max(found, key=lambda name: found[name].value)
        return best, found[best]

    def result(self, said: str, evaluations: list[Evaluation], comparisons: dict[str, Comparison], more: dict[str, Any]) -> TrainResult:
        """Save the current policy as ``final``; ``said``: which policy it is, ``more``: additional entries of its header.

        Raises:
            OSError: the policy cannot be written; the message says how to continue.
        """
        said = f"{said}; {self.diverged}" if self.diverged else said
        try:
            policy = self.run.save_policy("final", self.network, {**self.summary(), **more, "policy": said})
        except OSError as error:
            out = shlex.quote(str(self.run.folder))
            again = f"zombicide train --resume --out {out}"
            reason = f"the policy could not be written ({error.strerror or error}); make room, then write it with: {again}"
            raise OSError(error.errno, reason) from error
        c = self.config
        command = ["zombicide", "play", "--game", self.game.id, *c.play_words(), "--seats", "human", f"checkpoint:{policy}"]
        return TrainResult(policy, said, shlex.join(command), self.progress, evaluations, comparisons)

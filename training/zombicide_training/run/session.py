"""One session of a training run, whatever is trained: time, records, warm start, going on after a kill."""

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
from zombicide_env.core.words import differing
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.dataset.read import Dataset
from zombicide_training.collect.discounting import By
from zombicide_training.collect.provenance import record
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

__all__ = ["EVALUATION_SEED", "POOL", "Session", "TrainResult"]

#: Seeds of evaluations lie far from those of training games.
EVALUATION_SEED: Final = 1_000_000_000
#: Those of the runoff are others.
RUNOFF_SEED: Final = EVALUATION_SEED + 500_000
#: Strength up to which a policy has learned next to nothing, where its example is surely stronger.
HOPELESS: Final = 0.01
#: Folder of earlier versions in that of the run.
POOL: Final = "pool"

C = TypeVar("C", bound=RunConfig)


@dataclass(frozen=True)
class TrainResult:
    """What a run has brought.

    Attributes:
        policy: folder of the policy to play, for ``checkpoint:PATH``.
        said: in a sentence, which policy of the run that is.
        command: for people to play together with it.
        progress: how far the run came.
        evaluations: of a team the policy first, then the baselines, on the same seeds; of a competitor the policy against each baseline
            (empty if ``final_games`` is 0).
        comparisons: baseline -> the policy against it, game by game (teams only).
    """

    policy: Path
    said: str
    command: str
    progress: Progress
    evaluations: list[Evaluation]
    comparisons: dict[str, Comparison]

    def report(self) -> str:
        """Lines for people: the evaluations, which policy it is, how to play with it."""
        shown = [table(self.evaluations)] if self.evaluations else []
        return "\n".join([*shown, self.said, f"policy in {self.policy}; play it with: {self.command}"])


class Session(Generic[C]):
    """What every trainer does.  Subclasses make the model, collect decisions, and judge the policy.

    Attributes:
        games: the games to learn, with the same layouts.
        game: the one of them for which the network is made, which then fits all.
    """

    def __init__(self, config: C, games: Sequence[Any]) -> None:
        self.games, self.game = list(games), largest(games)
        #: As it was asked for; ``config`` has the base of the policy besides.
        self.asked, self.config = config, config.on_base(self.game)
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
        self.timers = Timers()
        wanted = config.base != "none" and config.base_share > 0 and config.base_generations > 0
        fits = bool(self.config.network.lean) and wanted and config.start is None
        self.progress = Progress(phase="fit" if fits else "imitate" if config.imitates else "reinforce")
        self.model = self.make_model()
        policy: Any = self.model.policy
        self.network: PolicyNetwork = policy.network
        #: Of its weights in our own loop.
        self.average = Average(self.network)
        if config.start is not None and not (config.resume and self.run.newest()):
            self._begin_with(config.start)
        self.record = record(self.games, config.seed)
        self.began = time.perf_counter()
        self.spent_before = 0.0
        #: Shares of the time at which the search for the base and imitation end.
        self.base_end, self.warm_end = config.base_share, config.warm_share
        self.saved = self.evaluated = time.perf_counter()
        #: Entered while the run learns. Runs of several roles share one.
        self.stop = Stop()
        #: When learning has diverged, in words; "": it has not.
        self.diverged = ""
        #: Who plays: found when the run begins, so that nobody is called for one that cannot.
        self.workers: Workers = Here()

    def _begin_with(self, path: str) -> None:
        """Take over the weights of a checkpoint.

        Raises:
            CheckpointError: there is none, or it is for another game.
            ConfigError: its network has another shape.
        """
        network, header = checkpoint.load(path, self.game, self.config.device)
        self.progress.before = known(header)
        shape = replace(network.config, lean=self.network.config.lean or network.config.lean)
        if shape != self.network.config:
            differ = differing(shape.dump(), self.network.config.dump())
            raise ConfigError(f"start={path}: its network has another shape, {differ}; give network options that fit")
        try:
            if bool(network.config.lean) == bool(shape.lean):  # also over another base: what it has learned stays
                self.network.load_state_dict(network.state_dict())
            else:  # what it knows stays, what is to be done is left to whom it leans on now
                self.network.load_state_dict(network.state_dict(), strict=False)
                self.network.lean_alone()
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
            "policy_kwargs": {"game": self.game, "network": self.network_config(), "timers": self.timers, **self.critic_options()},
            "device": c.device,
        }

    def critic_options(self) -> dict[str, Any]:
        """Arguments of the policy that say where values come from."""
        return {}

    def stand_on(self, base: str) -> None:
        """Make this player the base of the policy; what the network has learned stays."""
        self.config = replace(self.config, network=replace(self.config.network, lean=base))
        self.network.config = replace(self.network.config, lean=base)

    def rivals_of_base(self) -> tuple[str, ...]:
        """Compiled players opposite the base while its weights are fitted."""
        return ()

    def own_seats(self) -> Sequence[int] | None:
        """The seats whose decisions are learned; None: all."""
        return None

    def network_config(self) -> NetworkConfig:
        """Shape of the network."""
        return self.config.network

    def discounts_by(self) -> By:
        """What the discount counts."""
        return "decision"

    # ---- what subclasses do -------------------------------------------------------------------------------------
    def make_model(self) -> MaskedPPO:
        """Policy, optimiser and loss."""
        raise NotImplementedError

    def judge(self) -> None:
        """Evaluate, draw the curves, keep the policy if it is the best so far."""
        raise NotImplementedError

    def learning(self) -> Iterator[None]:
        """Reinforcement learning until steps or time are used up; it may pause where another run can do something meanwhile."""
        raise NotImplementedError

    def in_words(self, strength: float) -> str:
        """A strength for people."""
        raise NotImplementedError

    def trainer_state(self) -> TrainerState:
        """What a checkpoint needs for going on exactly here; valid between two updates."""
        raise NotImplementedError

    def take_back(self, arrays: dict[str, Any]) -> None:
        """The trainer's own arrays of a checkpoint, see ``trainer_state``."""
        raise NotImplementedError

    def shown_network(self) -> PolicyNetwork:
        """The network as it plays; a copy on the CPU where others play with it who have no other device."""
        self.network.eval()
        return self.network if isinstance(self.workers, Here) else copy.deepcopy(self.network).cpu()

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
            "best": None if p.best < 0 else p.best,
            "config": self.asked.record(),
            "record": self.record,
            BEFORE: p.before,
            **({"diverged": self.diverged} if self.diverged else {}),
        }

    def save(self, trainer: TrainerState | None = None) -> None:
        """Write a checkpoint; if that cannot be done now, the run goes on and tries again when the next one is due.

        Raises:
            Diverged: there is nothing that ``--resume`` could go on with.
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
        """Share of the run that lies ahead, by decisions or time, whichever is used up faster."""
        share = self.progress.steps / self.config.most_steps
        if self.config.minutes is not None:
            share = max(share, self.seconds() / (60 * self.config.minutes))
        return max(0.0, 1.0 - share)

    def save_due(self) -> bool:
        """Is it time for a checkpoint?"""
        return time.perf_counter() - self.saved > 60 * self.config.save_minutes

    def judge_due(self) -> bool:
        """Is it time for an evaluation?"""
        return time.perf_counter() - self.evaluated > 60 * self.config.evaluate_minutes

    def judged(self, strength: Interval) -> None:
        """An evaluation has found this strength: keep the policy if it is the best so far, notice if it has been unlearning."""
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
        """Say so where the policy wins next to nothing beside whom it learns from, or what could be its base."""
        name = self.config.network.lean or self.config.warm_start or next(iter(rule_based(self.game)), "")
        if not name or strength.value > HOPELESS or self.progress.phase == "fit":
            return
        example = self.strength_of(name)
        if example is None or strength.high >= example.low:
            return
        advice = f"with --base {name} in place of --warm-start and --base none a policy begins as strong as that"
        if self.config.network.lean:
            rate = self.config.learning_rate
            advice = f"learning has made it worse than its base; begin again with a smaller --learning-rate (it is {rate:g})"
        self.display.say(
            f"THE POLICY WINS NEXT TO NOTHING: {self.in_words(strength.value)}, {name} {self.in_words(example.value)}; {advice}"
        )

    def strength_of(self, spec: str) -> Interval | None:
        """How strong this agent is in the evaluations of the run; None: that is not known, or would take long."""
        return None

    def _keep_best(self, strength: float) -> None:
        try:
            self.run.save_policy("best", self.network, self.summary() | {"best": strength})
        except OSError as error:
            self.display.say(f"the best policy so far could not be written in {self.run.folder} ({error}); training goes on")
        else:
            self.progress.best = strength

    def given_up(self) -> bool:
        """Has reinforcement made the policy worse for so long that it is given up, or has learning diverged?"""
        return bool(self.diverged) or 0 < self.config.patience <= self.progress.fallen

    @contextmanager
    def falling_back(self) -> Iterator[None]:
        """Where learning diverges within the block, the run goes back to its last sound checkpoint, and learns no more.

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
        """Begin the run or go on with it, and bring all its phases to their end."""
        self.enter()
        self.warm_up()
        with self.stop:
            self.reinforce()
            self.stop.obey()

    def warm_up(self) -> None:
        """What comes before reinforcement learning, as far as it is not done."""
        if self.progress.phase == "fit":
            fit(self)
        if self.progress.phase == "imitate":
            learn_from_teacher(self)

    def enter(self) -> None:
        """Begin the run, or go on with it."""
        self.workers = self.config.open()
        if self.config.resume:
            self.resume()
        else:
            self.begin()

    def begin(self) -> None:
        """Make the folder of the run."""
        self.run.begin()
        try:
            self._open_curves()
        except (ModuleNotFoundError, ValueError, OSError):
            self.run.take_back()  # the same command may be tried again
            raise

    def resume(self) -> None:
        """Go on from the newest whole checkpoint of the folder, or from the beginning where there is none."""
        folder = self.run.go_on()
        if folder is None:
            self._open_curves()
            self.forget()
            return
        network, _ = checkpoint.load(folder, self.game, self.config.device)
        self.network.load_state_dict(network.state_dict())
        self.progress = self.run.load_progress(folder)
        if self.progress.base:
            self.stand_on(self.progress.base)
        self.progress.best = self._strength_of_best()
        self.spent_before = self.progress.seconds
        self._open_curves()
        if TrainerState.stored(folder):
            self.trainer_state().load(folder, self.take_back)
            self.model.num_timesteps = self.progress.steps

    def forget(self) -> None:
        """The run was stopped before its first checkpoint: what it has left must not matter."""

    def _strength_of_best(self) -> float:
        """The best policy may be newer than the checkpoint; -1 if it is not there or damaged, so that another one takes its place."""
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
        """End the session: whatever has happened, another one may go on with the run."""
        try:
            self.display.close()
            self.workers.close()
            if getattr(self.model, "_logger", None) is not None:
                self.model.logger.close()
        finally:
            self.run.close()

    def reinforce(self) -> None:
        """Reinforcement learning until steps or time are used up; the policy that it ends with is saved and judged."""
        for _ in self.reinforcing():
            pass

    def reinforcing(self) -> Iterator[None]:
        """``reinforce`` with the pauses of ``learning``: runs of several roles take turns."""
        c = self.config
        if (c.imitates or c.start) and self.progress.updates < c.value_updates:
            self.model.value_updates = c.value_updates - self.progress.updates
        if c.own_loop and c.torch_threads is None:  # short steps of the optimizer alone: more threads wait for each other
            torch.set_num_threads(1)
        self.display.begin("reinforcement", c.most_steps, self.progress.steps)
        if self.progress.steps < c.most_steps and not self.out_of_time() and not self.given_up():
            with self.falling_back():
                yield from self.learning()
            if self.diverged or not self.given_up():
                self.judge()
        if self.progress.best < 0:
            self.judge()

    def between_updates(self) -> bool:
        """Judge and save when it is due; True: end here, the time is used up or reinforcement given up.

        Raises:
            Stopped: the run was asked to, and is saved.
        """
        if self.judge_due() and self.stop.asked is None:
            self.judge()
        end = self.out_of_time() or self.given_up()
        if self.save_due() or end or self.stop.asked:
            self.save(self.trainer_state())
        self.stop.obey()
        return end

    def strength(self, games: int, seed: int) -> Interval:
        """How strong the network is as it is now, in so many games from a seed on."""
        raise NotImplementedError

    def restore_best(self) -> str:
        """The network becomes the best policy of the run; which one that is, in a sentence."""
        last = {name: tensor.clone() for name, tensor in self.network.state_dict().items()}
        found: dict[str, tuple[dict[str, torch.Tensor], dict[str, Any]]] = {}
        for name in ("best", BASE):
            try:
                network, header = checkpoint.load(self.run.folder / name, self.game, self.config.device)
            except CheckpointError as error:
                if name == "best":
                    self.display.say(f"the best policy is lost ({error}); the one that training has ended with takes its place")
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
        """Which of these policies wins most of the games of the runoff, and how many; without a runoff the first."""
        if self.config.runoff_games < 1 or len(weights) < 2:
            return next(iter(weights)), None
        found = {}
        for name, own in weights.items():
            self.network.load_state_dict(own)
            found[name] = self.strength(self.config.runoff_games, RUNOFF_SEED)
        best = max(found, key=lambda name: found[name].value)
        return best, found[best]

    def result(self, said: str, evaluations: list[Evaluation], comparisons: dict[str, Comparison], more: dict[str, Any]) -> TrainResult:
        """Write the policy as it is now as ``final``; ``said``: which one it is, ``more``: further entries of its header.

        Raises:
            OSError: it cannot be written; the message says how to go on.
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

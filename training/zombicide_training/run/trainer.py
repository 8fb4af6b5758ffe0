"""Cooperative training of a team: warm start, reinforcement learning, evaluation, in one resumable run.

from zombicide_training import TrainConfig, train
result = train(TrainConfig(out="runs/tutorial", minutes=10, warm_start="greedy"))
result.policy            # the folder for agents.make("checkpoint:...")
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any, TypeVar

import numpy as np
import torch

import zombicide_agents as agents
from zombicide_agents.checkpoint import agent_of
from zombicide_env import make_game
from zombicide_env.core.cores import usable_cores
from zombicide_env.core.game import UnfitOption
from zombicide_training.collect.checks import check_array
from zombicide_training.collect.discounting import By
from zombicide_training.collect.sharding import parts, put_games, take_games
from zombicide_training.collect.team_shards import COLUMNS, Lesson, Order, Part, seeded, weights_of, without_place
from zombicide_training.collect.teammates import PAST, Past, TeamVecEnv
from zombicide_training.collect.workers import Here
from zombicide_training.evaluation.evaluate import Comparison, Evaluation, compare, evaluate
from zombicide_training.evaluation.statistics import Interval
from zombicide_training.learn.curriculum import Curriculum
from zombicide_training.learn.ppo import MaskedPPO
from zombicide_training.learn.sb3_policy import ByteRolloutBuffer, CodecPolicy
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.folder import TrainerState, stored_or_new
from zombicide_training.run.loop import Loop
from zombicide_training.run.ppo_callbacks import PPOCurves, Watch
from zombicide_training.run.results import LadderResults
from zombicide_training.run.session import EVALUATION_SEED, Session, TrainResult

__all__ = ["TrainResult", "Trainer", "check_agents", "game_for", "train", "train_with"]

C = TypeVar("C", bound=TrainConfig)

#: Log interval that disables SB3's own logging: the curves contain more, and are written after every update.
NEVER = 1 << 62


class Trainer(Session[TrainConfig]):
    """One session of a run; :func:`train` is the convenience function.

    Args:
        config: configuration of the run.
        places: number of games that this trainer plays itself; default: all.
    """

    def __init__(self, config: TrainConfig, places: int | None = None) -> None:
        config.check()
        self.places = config.envs if places is None else places
        dealt = len(config.ladder) > 1 and config.curriculum != "even"
        self.curriculum = Curriculum(config.rung_of(), config.curriculum) if dealt else None
        super().__init__(config, [game_for(config.game, options) for options in config.game_options()])
        self.plain_games = [game_for(config.game, options) for options in config.plain_options()]
        self._strengths: dict[str, Interval] = {}

    def stand_on(self, base: str) -> None:
        """See Session."""
        super().stand_on(base)
        self.env.lean_on(base)

    def discounts_by(self) -> By:
        """See Session."""
        return self.config.discount_by

    def make_model(self) -> MaskedPPO:
        """Create MaskablePPO, with the batch as its vector environment."""
        c = self.config
        lean = self.network_config().lean
        mates = [Past(self.versions, bool(lean)) if spec == PAST else spec for spec in c.teammates]
        threads = usable_cores() if c.own_loop else 1
        env = self.env = TeamVecEnv(
            self.games, self.places, c.seed, mates, c.teammate_share, c.critic == "team", self.timers, lean, threads
        )
        steps = 2 if c.own_loop else c.horizon  # the own loop does not use the model's buffer
        model = MaskedPPO(CodecPolicy, env, n_steps=steps, **self.ppo_options())
        buffer: Any = model.rollout_buffer
        buffer.timers = self.timers
        return model

    def critic_options(self) -> dict[str, Any]:
        """See Session."""
        return {"critic": self.config.critic == "team", "normalise": self.config.normalise_value}

    def trainer_state(self) -> TrainerState:
        """See Session."""
        last = {"observations": self.model._last_obs, "starts": self.model._last_episode_starts}
        arrays = ({} if self.config.own_loop else last) | self._values()
        if self.curriculum is not None:
            arrays["curriculum"] = self.curriculum.state
        if self.config.own_loop:
            arrays |= self.average.arrays() | self.loop.arrays()
        return TrainerState(self.model.policy.optimizer, self.env.batch, arrays)

    def _values(self) -> dict[str, Any]:
        """Return the state of the centralized critic and of the value normalization, as arrays that share its memory."""
        policy: Any = self.model.policy
        found: dict[str, Any] = {}
        for name in ("critic", "scale"):
            part = getattr(policy, name)
            found |= {f"{name}.{key}": tensor.cpu().numpy() for key, tensor in (part.state_dict() if part is not None else {}).items()}
        return found

    def take_back(self, arrays: dict[str, Any]) -> None:
        """See Session."""
        policy: Any = self.model.policy
        for name, now in self._values().items():
            check_array(name, arrays[name], now)
            part, _, key = name.partition(".")
            getattr(policy, part).state_dict()[key].copy_(torch.from_numpy(arrays[name]))
        if self.curriculum is not None:
            check_array("curriculum", arrays["curriculum"], self.curriculum.state)
            self.curriculum.state[:] = arrays["curriculum"]
        env = self.env
        env.seat_all()
        if self.config.own_loop:
            self.average.take_back(arrays)
            self.loop.take_back(arrays)
            return
        check_array("observations", arrays["observations"], np.zeros((env.num_envs, *(env.observation_space.shape or ())), np.uint8))
        check_array("starts", arrays["starts"], env.batch.dones != 0)
        self.model._last_obs, self.model._last_episode_starts = arrays["observations"], arrays["starts"]
        env.resume()

    def evaluate_policy(self, games: int, seed: int) -> Evaluation:
        """Evaluate the current policy on the evaluation games."""
        agent = agent_of(self.plain_games[0], self.shown_network())
        return evaluate(self.plain_games, agent, games, seed, label="policy", workers=self.workers)

    def strength(self, games: int, seed: int) -> Interval:
        """See Session.  Returns the win rate."""
        return self.evaluate_policy(games, seed).win_rate

    def strength_of(self, spec: str) -> Interval | None:
        """See Session.  Only compiled players are evaluated."""
        if agents.make(spec, self.plain_games[0]).player(self.plain_games[0]) is None:
            return None
        if spec not in self._strengths:
            games = self.config.evaluate_games
            self._strengths[spec] = evaluate(self.plain_games, spec, games, EVALUATION_SEED, workers=self.workers).win_rate
        return self._strengths[spec]

    def judge(self) -> None:
        """See Session.  The strength is the win rate."""
        result = self.evaluate_policy(self.config.evaluate_games, EVALUATION_SEED)
        logger = self.model.logger
        logger.record("evaluation/win_rate", result.win_rate.value)
        for name in result.measures:
            logger.record(f"evaluation/{name}", result.mean(name).value)
        logger.dump(self.progress.total)
        self.judged(result.win_rate)
        self.display.note(f"evaluated {self.in_words(result.win_rate.value)}, best {self.in_words(self.progress.best)}")

    def in_words(self, strength: float) -> str:
        """See Session."""
        return f"{100 * strength:.0f} % won"

    def learning(self) -> Iterator[None]:
        """Run the own loop or MaskablePPO until steps or time are used up."""
        if self.config.own_loop:
            yield from self._loop()
            return
        curves = PPOCurves(self)
        self.change_teammates()  # games begin before the first update
        if not isinstance(self.workers, Here):
            self.model.elsewhere = lambda buffer: not curves.stop and self._gather(buffer, curves)
        ahead = self.config.most_steps - self.progress.steps
        self.model.learn(int(min(ahead, 1 << 40)), callback=curves, log_interval=NEVER, reset_num_timesteps=False)
        if not curves.stop:  # otherwise the last update is already saved
            self.progress.steps = self.model.num_timesteps
            self.save(self.trainer_state())
        yield

    @cached_property
    def loop(self) -> Loop:
        """The own loop, created when the base of the policy is known."""
        results = None if self.curriculum is None else LadderResults(self.curriculum, self.config.ladder)
        return Loop(self.config, self.env.shared, self.network, self.model.policy.optimizer, results, self.discounts_by())

    def _loop(self) -> Iterator[None]:
        """Run the updates of the own loop."""
        c, games, loop = self.config, self.env.shared, self.loop
        p, logger = self.progress, self.model.logger
        while p.steps < self.config.most_steps:
            if self.between_updates():
                return
            self.change_teammates()
            if self.curriculum is not None:
                games.begin_again(self.curriculum.deal(games.batch, np.random.default_rng((c.seed, p.updates, len(c.ladder)))))
            for name, value in loop.update(p.updates, self.left()).items():
                logger.record(name, value)
            self.model.check()
            self.average.see()
            p.updates += 1
            p.steps += self.config.horizon * self.places
            self.model.num_timesteps = p.steps
            logger.dump(p.total)
            self.display.reach(p.steps)
        self.save(self.trainer_state())
        yield

    def change_teammates(self) -> None:
        """Prepare an update: add the current policy to the pool if due, and change teammates."""
        c = self.config
        if PAST in c.teammates and (self.progress.updates % c.snapshot_updates == 0 or not self.versions.kept):
            self.keep_version()
        self.env.change(self.progress.updates)

    def _gather(self, buffer: ByteRolloutBuffer, curves: Watch) -> bool:
        """Collect the rollout from workers, in parts."""
        env, model = self.env, self.model
        assert model._last_episode_starts is not None
        starts = model._last_episode_starts
        order = Order(self.config, weights_of(model.policy), self.progress.updates, env.mates())
        cut = [Part(rows, take_games(env.batch, rows), starts[rows.start : rows.stop]) for rows in parts(self.places, self.config.part)]
        lessons = self.workers.all(play_part, order, cut)
        for lesson in lessons:
            rows = lesson.part.rows
            for name, column in lesson.columns.items():
                getattr(buffer, name)[:, rows.start : rows.stop] = column
            put_games(env.batch, lesson.part.games, rows.start)
            curves.ended += lesson.ended
        buffer.pos, buffer.full = buffer.buffer_size, True
        model._last_obs, model._last_episode_starts = env.go_on(), np.concatenate([lesson.part.starts for lesson in lessons])
        return True

    def finish(self, report: Callable[[str, int, int], None] | None = None) -> TrainResult:
        """Save the best policy as ``final`` and compare it with the baselines."""
        said = self.restore_best()
        evaluations, comparisons = self._compare(report)
        more: dict[str, Any] = {}
        if evaluations:
            own, *others = evaluations
            more["evaluation"] = {"games": len(own.outcomes), "win_rate": own.win_rate._asdict(), **own.apart()}
            more["baselines"] = {e.label: {**e.win_rate._asdict(), **e.apart()} for e in others}
        return self.result(said, evaluations, comparisons, more)

    def _compare(self, report: Callable[[str, int, int], None] | None) -> tuple[list[Evaluation], dict[str, Comparison]]:
        c = self.config
        if c.final_games < 1:
            return [], {}
        # Other seeds than those with which the best policy was chosen.
        seed = EVALUATION_SEED + 1_000_000
        found = [self.evaluate_policy(c.final_games, seed)]
        for name in c.baselines:
            told = None if report is None else _named(report, name)
            found.append(evaluate(self.plain_games, name, c.final_games, seed, progress=told, workers=self.workers))
        return found, {e.label: compare(found[0], e) for e in found[1:]}


# ---- workers ---------------------------------------------------------------------------------------------------


def play_part(order: Order, part: Part) -> Lesson:
    """Advance the games of a part by one horizon."""
    with torch.random.fork_rng(devices=[]):
        trainer = _trainer(replace(without_place(order.config), trainer="sb3").dump(), len(part.rows))
        torch.manual_seed(seeded(order.config.seed, order.update, part.rows.start))
        trainer.model.policy.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in order.weights.items()})
        trainer.env.sit_down(order.mates, order.update, part.rows.start)
        return _played(trainer, part)


def _played(trainer: Trainer, part: Part) -> Lesson:
    model, env = trainer.model, trainer.env
    put_games(env.batch, part.games)
    model._last_obs, model._last_episode_starts = env.go_on(), part.starts
    watch = Watch(trainer)
    _, callback = model._setup_learn(1, watch, reset_num_timesteps=False)
    buffer: Any = model.rollout_buffer
    model.collect_rollouts(env, callback, buffer, model.n_steps)
    columns = {name: getattr(buffer, name) for name in COLUMNS}
    assert model._last_episode_starts is not None
    after = Part(part.rows, take_games(env.batch, range(env.num_envs)), model._last_episode_starts.copy())
    return Lesson(columns, after, watch.ended)


@lru_cache(maxsize=2)
def _trainer(config: str, games: int) -> Trainer:
    """Return the trainer of a worker: the run with as many slots as a part has."""
    return Trainer(TrainConfig.load(config), games)


def _named(report: Callable[[str, int, int], None], name: str) -> Callable[[int, int], None]:
    return lambda done, won: report(name, done, won)


def game_for(name: str, choices: Sequence[dict[str, Any]]) -> Any:
    """Create the game with the first of the options that its quest allows; quests do not allow every number of survivors."""
    for options in choices[:-1]:
        try:
            return make_game(name, **options)
        except UnfitOption:
            raise
        except ValueError:
            continue  # the quest does not allow this team: try the next size
    return make_game(name, **choices[-1])


def check_agents(config: TrainConfig) -> None:
    """Create all agents of the run, so that an invalid spec fails now, not after the training.

    Raises:
        AgentError: the spec of the warm start, of a teammate or of a baseline is unknown.
    """
    game = game_for(config.game, config.game_options()[0])
    teachers = [config.imitated_agent] if config.imitated_agent else []
    for spec in (*config.baselines, *teachers, *(mate for mate in config.teammates if mate != PAST)):
        agents.make(spec, game)


def train(config: TrainConfig, report: Callable[[str, int, int], None] | None = None) -> TrainResult:
    """Train and evaluate a policy for a team; all results are in ``config.out``.

    With ``config.resume`` the stored configuration is used, except for ``steps``, ``minutes``, ``progress`` and the
    final evaluation, which may change; the run continues from its newest checkpoint as if it had not been stopped.

    Args:
        config: configuration of the run.
        report: called with (baseline, games finished, games won) during the final evaluation.

    Raises:
        ConfigError: an option is invalid, the folder already contains a run, or contains none to resume.
        AgentError: the warm start's or a baseline's spec is unknown.
    """
    return train_with(Trainer, config, report)


def train_with(kind: Callable[[C], Trainer], config: C, report: Callable[[str, int, int], None] | None = None) -> TrainResult:
    """Like ``train``, with the trainer class of a recipe."""
    config.check()
    config = stored_or_new(config)
    check_agents(config)
    trainer = kind(config)
    try:
        trainer.play_phases()
        return trainer.finish(report)
    finally:
        trainer.close()

"""Distillation runs: one policy of a team, or of a role, learns from a teacher for each quest.  Missing teachers are trained first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

import zombicide_agents as agents
from zombicide_agents.checkpoint_folder import HEADER
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.cores import usable_cores
from zombicide_env.core.nets.learning import IMITATE, Positions
from zombicide_env.core.players import FINAL, Player, player_of_network
from zombicide_env.core.words import spread
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.choices import base_player
from zombicide_training.collect.visits import Visits, visit
from zombicide_training.learn.ragged_softmax import probabilities
from zombicide_training.learn.updates import Updates
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.distill_config import DistillConfig, RoleDistillConfig
from zombicide_training.run.folder import Run, stored_game, stored_or_new
from zombicide_training.run.progress import display
from zombicide_training.run.selfplay import SelfPlay, seats_of, train_selfplay
from zombicide_training.run.selfplay_config import SelfPlayConfig
from zombicide_training.run.session import Session, TrainResult
from zombicide_training.run.trainer import Trainer, game_for, train

__all__ = ["Distill", "Distillation", "RoleDistill", "distill", "lessons", "train_teachers"]

#: Maximum number of decisions per game.
MOST = 20_000


class Class(NamedTuple):
    """The games of a quest, their teacher, and the seats of its side; None: all."""

    quest: str
    batch: Batch
    teacher: Player
    seats: Sequence[int] | None


class Distillation(Session[Any]):
    """The updates of a distillation run, of a team or a role."""

    def gather(self) -> None:
        """Create the classes, and the kernels that learn."""
        threads = usable_cores()
        self.updates = Updates(self.network, self.model.policy.optimizer, self.game.action_codec.size, threads)
        self.base = base_player(self.network.config.lean, self.game)
        taught = {quest: spec for quest, spec in self.config.teachers().items() if not self._settled(quest)}
        if not taught:
            raise ConfigError("teacher: rule-based players play their quests as they are; give a policy as the teacher of another quest")
        size = max(1, self.config.envs // len(taught))
        self.classes = [self._class(quest, spec, size, threads) for quest, spec in taught.items()]
        self.opponents = [_player(spec, self.game) for spec in self.config.played_against()]

    def _games_of(self, quests: str) -> list[Any]:
        own = [name for one in quests.split("+") for name in spread(one)]
        return [game for game in self.games if str(game.options["quest"]) in own]

    def _settled(self, quests: str) -> bool:
        """Return whether the base plays these quests alone (``FINAL``), so that there is nothing to learn in them."""
        if self.base is None or FINAL not in self.game.heuristic().defaults:
            return False
        return all((self.base.weights_for(game)[FINAL] > 0).all() for game in self._games_of(quests))

    def _class(self, quest: str, spec: str, size: int, threads: int) -> Class:
        games = self._games_of(quest)
        teacher = _teacher(quest, spec, games[0])
        batch = Batch(games, size, seed=0, threads=threads, autoreset="disabled", observation_dtype="uint8")
        return Class(quest, batch, teacher, self.seats_in(games))

    def seats_in(self, games: Sequence[Any]) -> Sequence[int] | None:
        """Return the seats that learn in these games; None: all."""
        return None

    def stand_on(self, base: str) -> None:
        """See Session."""
        super().stand_on(base)
        self.base = base_player(base, self.game)

    def learning(self) -> Iterator[None]:
        """See Session.  Updates until decisions or time are used up."""
        p, logger = self.progress, self.model.logger
        self.updates.refresh()
        while p.steps < self.config.most_steps:
            if self.between_updates():
                return
            for name, value in self.study(p.updates, self.left()).items():
                logger.record(name, value)
            self.model.check()
            self.average.see()
            p.updates += 1
            self.model.num_timesteps = p.steps
            logger.dump(p.total)
            self.display.reach(p.steps)
        self.save(self.trainer_state())
        yield

    def study(self, number: int, left: float) -> dict[str, float]:
        """Play a game in every slot and learn from the sampled decisions.

        Args:
            number: index of the update, which seeds all its random choices.
            left: remaining share of the run.

        Returns:
            Values for the curves.
        """
        c, random = self.config, np.random.default_rng((self.config.seed, number))
        student = player_of_network(self.updates.compiled, self.base, temperature=1.0, name="student")
        found, curves = [], dict[str, float]()
        for each in self.classes:
            player = student if random.random() < c.student_share else each.teacher
            each.batch.reset(random.integers(2**62, size=each.batch.n))
            each.batch.seed_actions(random.integers(2**62, size=each.batch.n))
            seen = self._seen(each, player, random)
            found.append(lessons(seen, c.temperature * self._scale(each.teacher)))
            self.progress.steps += seen.played
            curves[f"rollout/won/{each.quest}"] = float(seen.won.mean())
        positions = _together(found)
        n, rate = len(positions.chosen), c.learning_rate * c.decay(left)
        for group in self.updates.optimizer.param_groups:
            group["lr"] = rate
        rows = []
        for _ in range(c.epochs):
            order = random.permutation(n)
            rows += [self.updates.step(IMITATE, positions, order[k : k + c.batch], value=0.0) for k in range(0, n, c.batch)]
        means = {f"train/{name}": float(np.mean([row[name] for row in rows])) for name in ("policy_loss", "agreement", "gradient_norm")}
        return curves | means | {"train/positions": float(n), "train/learning_rate": rate}

    def _seen(self, lesson: Class, player: Player, random: np.random.Generator) -> Visits:
        """Play the games of a class, against one of the opponents, and sample decisions."""
        against = self.opponents[int(random.integers(len(self.opponents)))] if self.opponents else None
        return visit(
            lesson.batch,
            player,
            self.base,
            every=self.config.sample_every,
            share=0.0,
            most=MOST,
            random=random,
            judge=lesson.teacher,
            seats=lesson.seats,
            opponent=against,
        )

    def _scale(self, teacher: Player) -> float:
        """Return the divisor of a teacher's logits that gives its base the same weight as the base of the student."""
        own = 1.0 if teacher.network is None else teacher.network.trust
        return own / self.updates.trust if own > 0 and self.updates.trust > 0 else 1.0


class Distill(Distillation, Trainer):
    """One session of a team's run; :func:`distill` is the convenience function."""

    def __init__(self, config: DistillConfig) -> None:
        Trainer.__init__(self, config, places=len(config.game_options()))  # updates use their own batches
        self.gather()


class RoleDistill(Distillation, SelfPlay):
    """One session of a role's run; :func:`distill` is the convenience function."""

    def __init__(self, config: RoleDistillConfig) -> None:
        SelfPlay.__init__(self, config, places=len(config.quests))  # updates use their own batches
        self.gather()

    def seats_in(self, games: Sequence[Any]) -> Sequence[int] | None:
        """See Distillation."""
        return seats_of(self.config.role, games)


def _teacher(quest: str, spec: str, game: Any) -> Player:
    teacher = agents.make(spec, game).player(game)
    if teacher is None or not teacher.judges:
        raise ConfigError(f"teacher of {quest}: {spec} is not a compiled player with scores; give a checkpoint or greedy")
    return teacher


def _player(spec: str, game: Any) -> Player:
    player = agents.make(spec, game).player(game)
    if player is None:
        raise ConfigError(f"scripted_agents: {spec} is not a compiled player; give a checkpoint, greedy or random")
    return player


def lessons(seen: Visits, temperature: float) -> Positions:
    """Return the targets of the judge of the visits, over the candidates of the student.

    Decisions in which the judge scores no candidate are left out.
    """
    counts = np.diff(seen.starts)
    row = np.repeat(np.arange(len(counts)), counts)
    known = np.zeros(len(counts), bool)
    known[row[seen.opinions > -np.inf]] = True
    wide, kept = known[row], counts[known]
    starts, n = np.concatenate([[0], np.cumsum(kept)]), int(known.sum())
    target = probabilities(starts, seen.opinions[wide] / temperature)
    nothing = np.zeros(n)
    return Positions(
        seen.raw[known], starts, seen.actions[wide], seen.worse[wide], np.zeros(n, np.int64), nothing, nothing, seen.ahead[known], target
    )


def _together(found: list[Positions]) -> Positions:
    """Concatenate positions."""
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(one, name) for one in found]) for name in Positions._fields if name != "starts"
    }
    counts = np.concatenate([np.diff(one.starts) for one in found])
    return Positions(starts=np.concatenate([[0], np.cumsum(counts)]), **columns)


def distill(config: DistillConfig | RoleDistillConfig, report: Callable[[str, int, int], None] | None = None) -> TrainResult:
    """Distill teachers into one policy; the result is in ``config.out``, see ``zombicide_training.run.trainer.train``.

    Raises:
        ConfigError: an option is invalid, a teacher cannot be used, the folder already contains a run, or contains none to resume.
        AgentError: a spec is unknown.
    """
    config.check()
    config = stored_or_new(config)
    game = _checked(config)
    if wanted := config.to_train():
        run = Run(config, game)  # no checkpoints yet, but a folder from which a run that is stopped now can be resumed
        if config.resume:
            run.go_on()
        else:
            run.begin()
        try:
            train_teachers(wanted, display(config.progress).say)
        finally:
            run.close()
        config = replace(config, resume=True)
    session: Distill | RoleDistill = Distill(config) if isinstance(config, DistillConfig) else RoleDistill(config)
    try:
        session.play_phases()
        return session.finish(report)
    finally:
        session.close()


def _checked(config: DistillConfig | RoleDistillConfig) -> Any:
    """Create all games and existing agents, so that errors are found before the first teacher is trained; return one of the games."""
    games = {str(game.options["quest"]): game for game in _games(config)}
    first = next(iter(games.values()))
    for spec in config.baselines:
        agents.make(spec, first)
    for spec in config.played_against():
        _player(spec, first)
    for quests, spec in config.teachers().items():
        if quests not in config.to_train():
            _teacher(quests, spec, games[spread(quests.split("+")[0])[0]])
    return first


def _games(config: DistillConfig | RoleDistillConfig) -> list[Any]:
    if isinstance(config, DistillConfig):
        return [game_for(config.game, options) for options in config.game_options()]
    return [make_game(config.game, **config.game_options(config.players[0], quest)) for quest in config.quests]


def train_teachers(wanted: Mapping[str, TrainConfig | SelfPlayConfig], say: Callable[[str], None]) -> None:
    """Train the missing teachers; resume those whose training was stopped."""
    for number, (quest, config) in enumerate(wanted.items(), 1):
        if (config.out / "final" / HEADER).is_file():  # the folder alone may be of a process that was killed while it wrote
            continue
        say(f"teacher {number} of {len(wanted)}: {quest}")
        resume = stored_game(config.out) is not None
        if isinstance(config, TrainConfig):
            train(replace(config, resume=resume))
        else:
            train_selfplay(replace(config, resume=resume))

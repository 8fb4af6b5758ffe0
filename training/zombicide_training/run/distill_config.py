"""The configuration of distillation, ``zombicide train --recipe distill``."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Literal

import zombicide_agents as agents
from zombicide_agents.checkpoint_folder import find, read_header
from zombicide_agents.greedy import Greedy
from zombicide_agents.network import NetworkConfig
from zombicide_agents.registry import parse_spec
from zombicide_agents.residual import without_final
from zombicide_env import GAMES, make_game
from zombicide_env.core.players import FINAL, weights_in
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.game_results import competitive
from zombicide_training.learn.base import spec_of
from zombicide_training.run.config import RunConfig, TrainConfig
from zombicide_training.run.iterate_config import EVERY, IterateConfig
from zombicide_training.run.selfplay_config import SelfPlayConfig

__all__ = ["DistillConfig", "RoleDistillConfig"]


def base_of(spec: str) -> str:
    """Return the rule-based player whose scores an agent builds on, or "" for none."""
    parsed = parse_spec(spec)
    if parsed.name == "checkpoint":
        return str(read_header(find(parsed.argument or "")).network.get("lean", ""))
    return spec if parsed.name == "greedy" else ""


def weights_of(spec: str, game: Any) -> dict[str, float]:
    """Return all weights of a rule-based player, ``NAME`` and ``QUEST.NAME``."""
    player = agents.make(spec, game)
    assert isinstance(player, Greedy)
    return {**game.heuristic().defaults, **player.weights}


@dataclass
class DistillOptions(RunConfig):
    """The options of distillation runs of a team and of a role."""

    #: Options of other recipes, which commands do not have and configurations refuse.
    UNREAD: ClassVar[tuple[str, ...]] = ()
    #: Options that come first in the help.
    FIRST: ClassVar[tuple[str, ...]] = ("game", "teacher", "teacher_minutes", "minutes", "out", "resume", "start")
    USUAL_STEPS: ClassVar[float] = math.inf

    recipe: Literal["distill"] = "distill"
    """name of the recipe"""
    quest: tuple[str, ...] = ()
    """the quests of the teachers"""
    teacher: tuple[str, ...] = ()
    """quests and their teachers, QUEST@AGENT or QUEST+QUEST@AGENT, for example the_commandry@checkpoint:runs/commandry. Teachers are
    compiled players that score actions: checkpoints and greedy. To keep the policy of `start` in a quest, use its checkpoint as the teacher
    there. For a quest without an agent this run first trains a teacher, in its folder `teachers`; `every` means all quests of the game that
    are not named otherwise. Each teacher gets the same share of the games"""
    teacher_minutes: float = 10.0
    """minutes of training for each teacher that this run trains; `minutes` is the time for distillation"""
    # ---- defaults other than those of reinforcement learning
    steps: int | None = None
    """limit of decisions; default: none"""
    envs: int = 384
    """games per update, divided evenly among the teachers"""
    epochs: int = 1
    """passes over the decisions of an update"""
    batch: int = 512
    """minibatch size, in decisions"""
    learning_rate: float = 1e-3
    """initial learning rate of Adam"""
    base_share: float = 0.0
    """largest share of `minutes` for fitting the weights of the base to the games"""
    exploration: float = 0.0
    """target entropy, as for PPO; 0 keeps the factor of the scores constant"""
    sample_every: int = 4
    """decisions of a game between sampled decisions, on average"""
    temperature: float = 1.0
    """temperature of the targets: the teacher's logits are divided by it, and scaled so that the scores of the base have the same weight as
    in the student, which then only has to learn what the teacher has learned. Rule-based teachers are their own base"""
    student_share: float = 0.5
    """share of the updates in which the student plays the games, with labels of the teacher"""

    network: NetworkConfig = field(default_factory=lambda: NetworkConfig(kind="entities", width=128, layers=2, token=16, heads=8))
    """architecture of the network"""

    def __post_init__(self) -> None:
        super().__post_init__()
        known = GAMES[self.game].quests() if EVERY in self.teacher and self.game in GAMES else []
        if known:
            named = {quest for word in self.teacher for quest in word.partition("@")[0].split("+")}
            others = tuple(quest for quest in known if quest not in named)
            self.teacher = tuple(one for word in self.teacher for one in (others if word == EVERY else (word,)))
        if self.teacher:
            self.quest = self._taught()

    def check(self) -> None:
        """See RunConfig."""
        if not self.teacher:
            raise ConfigError("teacher: give at least one QUEST or QUEST@AGENT, for example the_commandry@checkpoint:runs/commandry")
        self.refuse_unread(self.UNREAD, "recipe=distill")
        if self.quest != self._taught():
            raise ConfigError("recipe=distill learns the quests of its teachers: leave --quest out")
        super().check()
        self.need_at_least({"sample_every": 1})
        self.need_shares(("student_share",))
        self.need_above_zero(("temperature", "teacher_minutes"))
        if not self.own_loop or self.device != "cpu":
            raise ConfigError("recipe=distill plays compiled networks: network.kind=entities or flat, device=cpu")

    def _taught(self) -> tuple[str, ...]:
        return tuple(quest for named in self.teachers() for quest in named.split("+"))

    def teachers(self) -> dict[str, str]:
        """Return quests, joined by ``+`` -> spec of their teacher.

        Raises:
            ConfigError: a word is neither a QUEST nor a QUEST@AGENT, or a quest is named twice.
        """
        found: dict[str, str] = {}
        for word in self.teacher:
            quest, asked, spec = word.partition("@")
            if not quest or (asked and not spec):
                raise ConfigError(f"teacher {word!r}: give QUEST or QUEST@AGENT, for example the_commandry@checkpoint:runs/commandry")
            spec = spec or f"checkpoint:{self.trained(quest) / 'final'}"
            for one in quest.split("+"):
                other = next((agent for named, agent in found.items() if one in named.split("+")), None)
                if other is not None:
                    raise ConfigError(f"teacher: {one} has two teachers, {other} and {spec}; give it one")
            found[quest] = spec
        return found

    def trained(self, quest: str) -> Path:
        """Return the folder of the run that trains the teacher of a quest."""
        return self.out / "teachers" / re.sub(r"\W+", "_", quest)

    def to_train(self) -> dict[str, TrainConfig | SelfPlayConfig]:
        """Return quests, joined by ``+``, whose teachers this run trains -> configuration of their runs."""
        shared = ("game", "option", "seed", "torch_threads", "workers", "ray", "progress", "save_minutes")
        options = {name: getattr(self, name) for name in shared} | {"minutes": self.teacher_minutes, "final_games": 0}
        return {quest: self._trains(quest, options) for quest in self.teacher if "@" not in quest}

    def _trains(self, quest: str, options: Mapping[str, Any]) -> TrainConfig | SelfPlayConfig:
        """Return the configuration of the run that trains the teacher of a quest; ``options``: those of all such runs."""
        raise NotImplementedError

    def played_against(self) -> tuple[str, ...]:
        """Return the agents of the other side, one of which plays in each update."""
        return ()

    def usual_base(self, game: Any, quests: Sequence[str]) -> str:
        """See RunConfig.  In each quest it has the weights of the teacher's base.

        The student then only has to learn what the teacher has added to its base: nothing, if the teacher is the base.
        """
        common = super().usual_base(game, quests)
        if not common:
            return ""
        weights = weights_of(without_final(common, game, quests), game)  # the teachers say where the network is left out
        for taught, teacher in self.teachers().items():
            base = base_of(teacher)
            alone = {FINAL: 1.0} if base == teacher and FINAL in game.heuristic().defaults else {}
            for quest in taught.split("+") if base else ():
                if quest.isidentifier():  # generated boards have no weights of their own
                    own = {**weights_in(quest, weights_of(base, game)), **alone}
                    weights |= {f"{quest}.{name}": value for name, value in own.items()}
        return spec_of(game.heuristic(), weights)


@dataclass
class DistillConfig(DistillOptions, TrainConfig):
    """Distill policies of several quests into one residual policy of a team, which imitates the teacher of each quest."""

    UNREAD: ClassVar[tuple[str, ...]] = tuple(name for name in IterateConfig.UNREAD if name not in ("epochs", "final_rate"))

    game: str = "black_plague"
    """id of the game"""
    max_rounds: int = 60
    """limit of rounds, after which a game is lost"""

    def check(self) -> None:
        """See RunConfig."""
        super().check()
        if competitive(make_game(self.game)):
            raise ConfigError(f"DistillConfig is for a team, and in {self.game} players compete: use RoleDistillConfig")

    def _trains(self, quest: str, options: Mapping[str, Any]) -> TrainConfig:
        """See DistillOptions."""
        options = {"survivors": self.survivors, "max_rounds": self.max_rounds, **options}
        return TrainConfig(quest=tuple(quest.split("+")), out=self.trained(quest), **options)

    def game_options(self) -> list[list[dict[str, Any]]]:
        """See TrainConfig.  Each quest is combined with every team size."""
        numbers = list(dict.fromkeys(self.survivors))
        return [self._choices(quest, number) for quest in self.quests(self.quest) for number in numbers]

    def _choices(self, quest: str | None, number: int) -> list[dict[str, Any]]:
        rest = {"decisions": self.decisions[0], "reward": self.reward, "max_rounds": self.max_rounds}
        numbers = dict.fromkeys([number, *self.survivors])  # a quest that does not allow a size gets another one
        return [self.of_the_game({"quest": quest, "survivors": n, **rest}) for n in numbers]


@dataclass
class RoleDistillConfig(DistillOptions, SelfPlayConfig):
    """Distill policies of several quests into one residual policy of a role, which imitates the teacher of each quest.

    The other role is played by the scripted agents.
    """

    UNREAD: ClassVar[tuple[str, ...]] = (
        *(name for name in DistillConfig.UNREAD if name in SelfPlayConfig.__dataclass_fields__),
        *("players", "response_to", "past", "scripted", "rivals", "snapshot_updates", "pool"),
    )

    game: str = "apocalypse"
    """id of the game"""
    role: str = "survivors"
    """the role whose policies are distilled"""
    baselines: tuple[str, ...] = ("greedy",)
    """agents of the other role in the evaluations; the best policy is the best against the first"""

    def check(self) -> None:
        """See RunConfig."""
        super().check()
        if "quest" not in self.of_the_game({"quest": ""}):
            raise ConfigError(f"recipe=distill learns what teachers know of their quests, and {self.game} has no quests")

    def _trains(self, quest: str, options: Mapping[str, Any]) -> SelfPlayConfig:
        """See DistillOptions."""
        options = {
            "network": replace(self.network, lean=""),
            "scripted_agents": self.scripted_agents,
            "baselines": self.baselines,
            **options,
        }
        return SelfPlayConfig(role=self.role, quest=tuple(quest.split("+")), out=self.trained(quest), **options)

    def played_against(self) -> tuple[str, ...]:
        """See DistillOptions."""
        return self.scripted_agents

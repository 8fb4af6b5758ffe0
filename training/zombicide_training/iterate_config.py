"""The configuration of policy iteration, ``zombicide train --recipe iterate``."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Literal

from zombicide_agents.network import NetworkConfig
from zombicide_env import GAMES
from zombicide_env.games.registry import GameEntry
from zombicide_training.config import ConfigError, TrainConfig

__all__ = ["EVERY", "GENERATED", "IterateConfig"]

#: Stands for every quest of the game.
EVERY: Final = "every"
GENERATED: Final = "generated:"
_LEAST: Final = {
    "candidates": 2,
    "worlds": 2,
    "rounds": 1,
    "lanes": 64,
    "look": 1,
    "window": 1,
    "known_games": 0,
    "gate_updates": 1,
    "gate_games": 2,
}


@dataclass
class IterateConfig(TrainConfig):
    """Improve the policy of a team: what alternatives to its decisions come to in imagined games is measured, regressed and followed."""

    MAY_CHANGE: ClassVar[tuple[str, ...]] = (*TrainConfig.MAY_CHANGE, "gate_updates")

    recipe: Literal["iterate"] = "iterate"
    """how it learns"""
    # ---- other defaults than those of reinforcement learning
    quest: tuple[str, ...] = (EVERY, "generated:seed=0..32,tiles=2", "generated:seed=0..32,tiles=4")
    """quests to learn, `every` stands for all of the game; generated:seed=0..63,tiles=2 means 64 random ones"""
    test_quest: tuple[str, ...] = (EVERY,)
    """quests on which policies are accepted"""
    survivors: tuple[int, ...] = (6, 6, 6, 6, 4, 3, 2, 1, 12)
    """numbers of survivors; one that is named twice is played twice as often"""
    test_survivors: int = 6
    """number of survivors in the games by which policies are accepted"""
    decisions: tuple[Literal["full", "actions"], ...] = ("full", "full", "actions")
    """actions: everything but the survivors' own actions takes its documented default; several are dealt to the games"""
    max_rounds: int = 60
    """rounds after which time has run out and a game is lost"""
    steps: int = 10**12
    """decisions, imagined ones included, at most"""
    envs: int = 384
    """whole games of an update"""
    learning_rate: float = 3e-4
    """step size of Adam for the policy"""
    batch: int = 1024
    """decisions of a minibatch"""
    base_share: float = 0.0
    """share of `minutes` in which the weights of the base are fitted to the games; 0: they stay as they are"""
    runoff_games: int = 0
    """not used: policies are accepted by `gate_games`"""
    boards: float = 0.4
    """share of the games on random boards, where some are named beside quests"""

    # ---- what is imagined
    look: int = 8
    """decisions of a game between two that are looked at, on average"""
    imagined: float = 0.08
    """share of these, where there is a choice, whose candidates are played on; the policy learns from all of them"""
    candidates: int = 4
    """most candidates of a decision: the policy's own choice, others drawn without replacement by its probabilities"""
    worlds: int = 4
    """worlds in which each of them is played on, the same for all"""
    rounds: int = 2
    """rounds after which the value says what a game comes to"""
    lanes: int = 2048
    """imagined games that are played at the same time"""
    leaf: str = ""
    """folder of a value (--recipe value) that ends imagined games; default: the critic that this run trains"""

    # ---- what is learned from it
    known_games: int = 8192
    """games that are played first, to learn what positions are worth before anything is imagined"""
    window: int = 150_000
    """latest positions that the critic learns from"""
    critic_rate: float = 1e-3
    """step size of Adam for the critic"""
    critic_passes: float = 6.0
    """how often the critic learns from a position, on average"""
    result: float = 0.5
    """weight of the game's own result in what the critic's value learns; the rest is what imagined games came to"""
    stride: float = 60.0
    """by how much an update raises the logarithm of the odds of an action that is better by a whole win, for certain. What the critic says
    is multiplied before by the share of it that has come true in new games, less one standard error"""

    # ---- when a policy is accepted
    gate_updates: int = 40
    """updates between two gates"""
    gate_games: int = 4400
    """games that the policy and the accepted one play with the same seeds; it is accepted if the interval of the difference is above 0, and
    given up if it is below"""

    network: NetworkConfig = field(default_factory=lambda: NetworkConfig(kind="entities", width=128, layers=2, token=16, heads=8))
    """shape of the network"""

    def __post_init__(self) -> None:
        entry = GAMES.get(self.game)
        if entry is not None:
            self.quest, self.test_quest = (_quests(entry, named) for named in (self.quest, self.test_quest))

    def check(self) -> None:
        """See RunConfig."""
        super().check()
        for name, least in _LEAST.items():
            if not getattr(self, name) >= least:
                raise ConfigError(f"{name}={getattr(self, name)}: at least {least} is needed")
        for name in ("imagined", "boards", "result"):
            if not 0 <= getattr(self, name) <= 1:
                raise ConfigError(f"{name}={getattr(self, name)}: a share from 0 to 1")
        for name in ("critic_rate", "critic_passes"):
            if not 0 < getattr(self, name) < math.inf:
                raise ConfigError(f"{name}={getattr(self, name)}: give a number above 0")
        if self.stride < 0:
            raise ConfigError(f"stride={self.stride}: give a number from 0 on")
        if not self.own_loop:
            raise ConfigError("recipe=iterate plays compiled networks: network.kind=entities or flat, device=cpu")
        if self.warm_start or self.teammates:
            raise ConfigError("recipe=iterate begins with a base or a checkpoint (start) and has all seats: no warm_start, no teammates")

    def game_options(self) -> list[list[dict[str, Any]]]:
        """Options of the games to learn: a quest is played by every number of survivors, a random board by one."""
        numbers, found = list(dict.fromkeys(self.survivors)), []
        for turn, quest in enumerate(self.quests(self.quest)):
            generated = str(quest).startswith(GENERATED)
            for k, number in enumerate([self.survivors[turn % len(self.survivors)]] if generated else numbers):
                asked = self.decisions[(turn + k) % len(self.decisions)]
                found.append(self._choices(quest, number, asked, self.reward))
        return found

    def weights(self) -> list[tuple[str, float]]:
        """Of each of these games the group whose results are counted together, and how often it is played within it."""
        found = []
        for options in self.game_options():
            quest, number = str(options[0].get("quest", "")), options[0].get("survivors")
            generated = quest.startswith(GENERATED)
            found.append((GENERATED if generated else quest, 1.0 if generated else float(max(1, self.survivors.count(number)))))
        return found

    def plain_options(self) -> list[list[dict[str, Any]]]:
        """Options of the games by which policies are accepted: every decision, the result as the only reward."""
        return [self._choices(quest, self.test_survivors, "full", "sparse") for quest in self.quests(self.test_quest or self.quest)]

    def _choices(self, quest: str | None, number: int, asked: str, reward: str) -> list[dict[str, Any]]:
        rest = {"decisions": asked, "reward": reward, "max_rounds": self.max_rounds}
        numbers = dict.fromkeys([number, *self.survivors])  # a quest that does not take a number gets another one
        return [self.of_the_game({"quest": quest, "survivors": n, **rest}) for n in numbers]


def _quests(entry: GameEntry, named: tuple[str, ...]) -> tuple[str, ...]:
    """The names with all quests of the game in the place of EVERY."""
    known = [str(choice.value) for field in entry.form().fields if field.name == "quest" for choice in field.choices]
    return tuple(name for one in named for name in (known if one == EVERY else [one]))

"""The configuration of policy iteration, ``zombicide train --recipe iterate``."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Literal

from zombicide_agents.network import NetworkConfig
from zombicide_env import GAMES, make_game
from zombicide_env.games.registry import GameEntry
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.game_results import competitive
from zombicide_training.run.config import TrainConfig

__all__ = ["EVERY", "GENERATED", "IterateConfig"]

#: Name for all quests of the game.
EVERY: Final = "every"
GENERATED: Final = "generated:"
_LEAST: Final = {
    "candidates": 2,
    "worlds": 2,
    "rollout_rounds": 1,
    "lanes": 64,
    "sample_every": 1,
    "window": 1,
    "critic_batch": 2,
    "value_games": 0,
    "gate_updates": 1,
    "gate_games": 2,
}


@dataclass
class IterateConfig(TrainConfig):
    """Improve the policy of a team by policy iteration: rollouts of candidates, regression of advantages, gates of paired games.

    Options of evaluations during training are ignored.
    """

    MAY_CHANGE: ClassVar[tuple[str, ...]] = (*TrainConfig.MAY_CHANGE, "gate_updates")
    #: Options of other recipes, which commands do not have and configurations refuse.
    UNREAD: ClassVar[tuple[str, ...]] = (
        "horizon",
        "epochs",
        "discount",
        "discount_by",
        "gae",
        "gae_by",
        "clip",
        "entropy",
        "value",
        "target_kl",
        "value_updates",
        "step_kl",
        "final_step_kl",
        "final_rate",
        "critic",
        "normalise_value",
        "warm_start",
        "from_dataset",
        "lesson",
        "teammates",
        "teammate_share",
        "ladder",
        "curriculum",
    )

    USUAL_STEPS: ClassVar[float] = math.inf

    recipe: Literal["iterate"] = "iterate"
    """name of the recipe"""
    resume: bool = False
    """continue the run in that folder, with its options. Only these options can be changed: steps, minutes, device, torch_threads, workers,
    ray, track, progress, save_minutes, keep, evaluate_minutes, evaluate_games, patience, runoff_games, final_games, baselines,
    gate_updates"""
    # ---- defaults other than those of reinforcement learning
    quest: tuple[str, ...] = (EVERY, "generated:seed=0..32,tiles=2", "generated:seed=0..32,tiles=4")
    """training quests; `every` means all quests of the game, generated:seed=0..63,tiles=2 means 64 random boards"""
    test_quest: tuple[str, ...] = (EVERY,)
    """quests of the gates"""
    survivors: tuple[int, ...] = (6, 6, 6, 6, 4, 3, 2, 1, 12)
    """team sizes; a size that is named twice is played twice as often"""
    test_survivors: int = 6
    """team size in gates"""
    decisions: tuple[Literal["full", "actions"], ...] = ("full", "full", "actions")
    """actions: all decisions other than the survivors' own actions take their documented default; several settings are mixed"""
    max_rounds: int = 60
    """limit of rounds, after which a game is lost"""
    steps: int | None = None
    """limit of decisions, rollouts included; default: none"""
    envs: int = 384
    """games per update"""
    learning_rate: float = 3e-4
    """learning rate of Adam for the policy"""
    batch: int = 1024
    """minibatch size, in decisions"""
    base_share: float = 0.0
    """largest share of `minutes` for fitting the weights of the base to the games"""
    exploration: float = 0.1
    """target entropy of a residual policy, in nats, on average over decisions with a choice; ties with the base's choice count as one
    action. The factor of its scores is adapted, which does not change the best action. 0: the factor is constant"""
    generated_share: float = 0.4
    """share of the games on generated boards, if there are quests too"""

    # ---- rollouts
    sample_every: int = 8
    """decisions of a game between sampled decisions, on average; the policy learns from all sampled decisions with a choice"""
    rollout_share: float = 0.16
    """share of the sampled decisions whose candidates are labeled by rollouts"""
    candidates: int = 4
    """limit of candidates per decision: the most probable action, and others sampled without replacement"""
    worlds: int = 2
    """rollouts per candidate, in worlds shared by all candidates"""
    rollout_rounds: int = 2
    """length of a rollout in rounds, after which a value network evaluates the position; 60 plays to the end"""
    lanes: int = 2048
    """rollouts played in parallel"""
    leaf_value: str = ""
    """value network (--recipe value) that evaluates the ends of rollouts; default: the critic of the run"""

    # ---- learning
    value_games: int = 8192
    """games whose results train the critic's value before the first rollout"""
    window: int = 150_000
    """size of the replay buffer, in positions"""
    critic_rate: float = 1e-3
    """learning rate of Adam for the critic"""
    critic_passes: float = 8.0
    """number of times that the critic learns from a position with rollouts, on average"""
    outcome_weight: float = 0.5
    """weight of the result of the game in the target of the critic's value; the rest is the mean of the rollouts"""
    critic_batch: int = 256
    """minibatch size of the critic, in positions"""
    stride: float = 0.1
    """step size of policy improvement, as a share of the step after which the logits predict new labels best"""
    most_moved: float = 0.03
    """limit of the probability mass that an update moves between candidates, on average over the sampled decisions"""

    # ---- acceptance
    gate_updates: int = 40
    """updates between gates"""
    gate_games: int = 4400
    """games per gate, played by the policy and by the accepted policy with the same seeds. The policy is accepted if the 95 % interval of
    the difference is above 0; if it is below 0, the run returns to the accepted policy"""

    network: NetworkConfig = field(default_factory=lambda: NetworkConfig(kind="entities", width=128, layers=2, token=16, heads=8))
    """architecture of the network"""

    def __post_init__(self) -> None:
        super().__post_init__()
        entry = GAMES.get(self.game)
        if entry is not None:
            self.quest, self.test_quest = (_quests(entry, named) for named in (self.quest, self.test_quest))

    def check(self) -> None:
        """See RunConfig."""
        self.refuse_unread(self.UNREAD, "recipe=iterate")
        super().check()
        if competitive(make_game(self.game)):
            raise ConfigError(
                f"recipe=iterate improves the policy of a team, and in {self.game} players compete; leave --recipe out for self-play"
            )
        self.need_at_least(_LEAST)
        self.need_shares(("rollout_share", "generated_share", "outcome_weight", "most_moved"))
        self.need_above_zero(("critic_rate", "critic_passes"))
        if self.stride < 0:
            raise ConfigError(f"stride={self.stride}: give a number of at least 0")
        if not self.own_loop or self.device != "cpu":
            raise ConfigError("recipe=iterate plays compiled networks: network.kind=entities or flat, device=cpu")

    def game_options(self) -> list[list[dict[str, Any]]]:
        """Return the options of the training games: each quest with every team size, each generated board with one."""
        numbers, found = list(dict.fromkeys(self.survivors)), []
        for turn, quest in enumerate(self.quests(self.quest)):
            generated = str(quest).startswith(GENERATED)
            for k, number in enumerate([self.survivors[turn % len(self.survivors)]] if generated else numbers):
                asked = self.decisions[(turn + k) % len(self.decisions)]
                found.append(self._choices(quest, number, asked, self.reward))
        return found

    def weights(self) -> list[tuple[str, float]]:
        """Return for each training game the quest under which its results are counted, and its sampling weight among the quest's games."""
        found = []
        for options in self.game_options():
            quest, number = str(options[0].get("quest", "")), options[0].get("survivors")
            generated = quest.startswith(GENERATED)
            found.append((GENERATED if generated else quest, 1.0 if generated else float(max(1, self.survivors.count(number)))))
        return found

    def plain_options(self) -> list[list[dict[str, Any]]]:
        """Return the options of the games of gates: with all decisions, and only the result as reward."""
        return [self._choices(quest, self.test_survivors, "full", "sparse") for quest in self.quests(self.test_quest or self.quest)]

    def _choices(self, quest: str | None, number: int, asked: str, reward: str) -> list[dict[str, Any]]:
        rest = {"decisions": asked, "reward": reward, "max_rounds": self.max_rounds}
        numbers = dict.fromkeys([number, *self.survivors])  # a quest that does not allow a size gets another one
        return [self.of_the_game({"quest": quest, "survivors": n, **rest}) for n in numbers]


def _quests(entry: GameEntry, named: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names, with EVERY replaced by all quests of the game."""
    return tuple(name for one in named for name in (entry.quests() if one == EVERY else [one]))

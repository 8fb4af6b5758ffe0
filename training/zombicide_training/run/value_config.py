"""The configuration of the training of a value network."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Final, Literal

from zombicide_agents.compiled_network import COMPILED
from zombicide_agents.network_config import NetworkConfig
from zombicide_env import GAMES
from zombicide_env.core.words import unknown
from zombicide_training.collect.checks import ConfigError, accept_single_values
from zombicide_training.run.stored_config import StoredConfig

__all__ = ["ValueConfig"]

#: Minimum values of options.
_LEAST: Final = {"games": 1, "tables": 1, "positions": 1, "passes": 1, "batch": 1, "judge_games": 0, "threads": 0, "seed": 0}
_SHARES: Final = ("boards", "usual", "deviations")


@dataclass
class ValueConfig(StoredConfig):
    """Train a value network, which estimates the chance of winning from a position, on games of a compiled player.

    Search evaluates the end of its rollouts with it, and `zombicide replay --analyze` plots it.
    """

    MAY_CHANGE: ClassVar[tuple[str, ...]] = ("minutes", "rounds", "threads", "judge_games", "progress")
    NOT_RECORDED: ClassVar[tuple[str, ...]] = (*StoredConfig.NOT_RECORDED, "threads")

    game: str = "black_plague"
    """id of the game"""
    recipe: Literal["value"] = "value"
    """name of the recipe"""
    out: Path = Path("runs/value")
    """folder of the run"""
    resume: bool = False
    """continue the run in that folder, with its options. Only these options can be changed: minutes, rounds, threads, judge_games,
    progress"""
    minutes: float = 10.0
    """minutes of training, over all sessions; the learning rate decays over them"""
    rounds: int | None = None
    """stop after this many rounds of play and learning, which makes the result reproducible; default: stop after `minutes`"""
    seed: int = 0
    """seed of the network, its games and the order of learning"""
    threads: int = 1
    """threads for playing and learning, 0: all cores; results do not depend on their number"""
    progress: bool = True
    """show progress: a bar on a terminal, lines in a log; without it only messages are printed"""
    # ---- the games
    player: str = "auto"
    """compiled player of all seats, whose chance of winning is learned; auto: the strongest rule-based player of the game"""
    quest: tuple[str, ...] = ()
    """quests to play, in games with quests; default: all"""
    boards: float = 0.25
    """share of the tables with generated boards, in games with quests"""
    usual: float = 0.5
    """share of the tables with the default team or number of players; the others have a random one, and either setting of decisions"""
    max_rounds: int = 60
    """limit of rounds, in games with this option; a game not won by then is lost"""
    deviations: float = 0.05
    """share of random actions, in every other game: they lead to positions that the player does not reach by itself"""
    # ---- rounds of play and learning
    games: int = 1024
    """games per round"""
    tables: int = 32
    """tables per round (board, team and options), among which its games are divided"""
    positions: int = 24
    """limit of positions per game to learn from"""
    passes: int = 3
    """passes over the positions of a round"""
    batch: int = 512
    """minibatch size, in positions"""
    learning_rate: float = 2e-3
    """initial learning rate of Adam"""
    chance_weight: float = 2.0
    """weight of the error of the chance, relative to the mean error of the other predictions"""
    judge_games: int = 200
    """games per table for calibrating the value network at the end, and as many others for evaluating it; 0: neither"""
    network: NetworkConfig = field(
        default_factory=lambda: NetworkConfig(kind="entities", width=96, layers=2, token=16, heads=8, left_out=())
    )
    """architecture of the network"""

    def __post_init__(self) -> None:
        accept_single_values(self)

    def check(self) -> None:
        """See StoredConfig."""
        super().check()
        if self.game not in GAMES:
            raise ConfigError(unknown("game", self.game, GAMES))
        self.need_at_least(_LEAST)
        if self.rounds is not None:
            self.need_at_least({"rounds": 0})
        self.need_shares(_SHARES)
        self.need_above_zero(("minutes", "learning_rate", "chance_weight"))
        if self.network.kind not in COMPILED or self.network.lean:
            raise ConfigError(f"a value network is compiled and has no base: network.kind is one of {', '.join(COMPILED)}")
        if self.network.problem:
            raise ConfigError(self.network.problem)
        if self.tables > self.games:
            raise ConfigError(f"tables={self.tables} is more than games={self.games}: every table needs a game")

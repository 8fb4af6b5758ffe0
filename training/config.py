"""The configuration of a training run: a dataclass in code, options on the command line, JSON in the run's folder."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from agents.network import NetworkConfig

__all__ = ["ConfigError", "TrainConfig"]


class ConfigError(ValueError):
    """An option of a training run is impossible, or a stored configuration does not fit."""


@dataclass
class TrainConfig:
    """Train one policy for all survivors of a team."""

    # ---- the game
    game: str = "black_plague"
    """id of the game"""
    quest: str = "danse_macabre"
    """quest to learn"""
    survivors: int = 6
    """number of survivors"""
    decisions: Literal["full", "actions"] = "full"
    """actions: everything but the survivors' own actions takes its documented default"""
    reward: Literal["sparse", "shaped"] = "shaped"
    """shaped: the change of a potential is added to the result of the game"""
    max_rounds: int = 40
    """games are cut off after that many rounds"""

    # ---- the run
    out: Path = Path("runs/train")
    """folder of the run"""
    resume: bool = False
    """go on with the run in that folder from where it was stopped"""
    steps: int = 2_000_000
    """decisions of reinforcement learning, at most"""
    minutes: float | None = None
    """stop after that many minutes of training, warm start included"""
    seed: int = 0
    """seed of games, network and sampling"""
    device: str = "cpu"
    """device of the network: cpu, cuda"""
    torch_threads: int | None = None
    """threads of torch, default: its own choice"""
    progress: bool = True
    """show a progress bar"""
    save_minutes: float = 2.0
    """minutes between two checkpoints"""
    keep: int = 2
    """checkpoints that are kept beside the best one"""
    evaluate_minutes: float = 3.0
    """minutes between two evaluations"""
    evaluate_games: int = 100
    """games of each evaluation while training"""
    final_games: int = 400
    """games of the evaluation at the end, and of the agents that it is compared with; 0: none"""
    baselines: tuple[str, ...] = ("greedy", "random")
    """agents that the final evaluation compares with"""

    # ---- learning by imitation first
    warm_start: str | None = None
    """agent to imitate before reinforcement learning, for example greedy"""
    warm_decisions: int = 1_000_000
    """decisions that the teacher comments on"""
    warm_share: float = 0.9
    """share of `minutes` that the warm start may use"""

    # ---- reinforcement learning (MaskablePPO)
    envs: int = 128
    """games played at the same time"""
    horizon: int = 64
    """decisions of each game between two updates"""
    batch: int = 2048
    """decisions of a minibatch"""
    epochs: int = 2
    """passes over the decisions of an update"""
    learning_rate: float = 3e-4
    """step size of Adam"""
    discount: float = 0.999
    """worth of a reward one decision later"""
    gae: float = 0.95
    """lambda of the generalised advantage estimate"""
    clip: float = 0.15
    """clipping range of the policy's ratio"""
    entropy: float = 0.005
    """weight of the entropy bonus"""
    value: float = 0.5
    """weight of the value loss"""
    target_kl: float | None = 0.03
    """an update stops early when the policy has moved that far"""
    value_updates: int = 2
    """first updates after a warm start that train the value only"""
    network: NetworkConfig = field(default_factory=NetworkConfig)
    """shape of the network"""

    def check(self) -> None:
        """Raises ConfigError with the option, the reason and what would do."""
        for name in ("steps", "envs", "horizon", "batch", "epochs", "evaluate_games"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name}={getattr(self, name)}: at least 1 is needed")
        if self.minutes is not None and self.minutes <= 0:
            raise ConfigError(f"minutes={self.minutes}: give a positive time, or leave it out for no limit")
        if self.batch > self.envs * self.horizon:
            raise ConfigError(f"batch={self.batch} is larger than the {self.envs * self.horizon} decisions of an update (envs x horizon)")
        if not 0 <= self.warm_share < 1:
            raise ConfigError(f"warm_share={self.warm_share}: a share of the time from 0 to below 1")
        if self.network.kind == "entities" and self.network.width % self.network.heads:
            raise ConfigError(f"network.width={self.network.width} must be a multiple of network.heads={self.network.heads}")

    def game_options(self, **changes: Any) -> dict[str, Any]:
        """Options of the game to learn; ``changes`` replace some."""
        names = ("quest", "survivors", "decisions", "reward", "max_rounds")
        return {**{name: getattr(self, name) for name in names}, **changes}

    def plain_options(self) -> dict[str, Any]:
        """Options of the game on which policies are judged: every decision, the result as the only reward."""
        return self.game_options(decisions="full", reward="sparse")

    # ---- JSON ------------------------------------------------------------------------------------------------
    def dump(self) -> str:
        """The configuration as JSON."""
        data = asdict(self)
        data["out"] = str(self.out)
        return json.dumps(data, indent=2) + "\n"

    @staticmethod
    def load(text: str) -> TrainConfig:
        """From JSON written by ``dump``.

        Raises:
            ConfigError: unknown or malformed entries.
        """
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise ConfigError(f"the configuration is no JSON: {error}") from error
        unknown = sorted(set(data) - {f.name for f in fields(TrainConfig)})
        if unknown:
            raise ConfigError(f"the configuration has unknown entries: {', '.join(unknown)}; was it written by another version?")
        data["out"] = Path(data["out"])
        data["baselines"] = tuple(data["baselines"])
        data["network"] = NetworkConfig.load(data["network"])
        return TrainConfig(**data)

"""Training and evaluation of policies: cooperative training, self-play, evaluation, leagues, statistics.

``evaluate`` only needs NumPy, and ``play_league`` openskill; everything that needs torch and stable-baselines3 is imported on first use.
"""

from __future__ import annotations

from typing import Any

from zombicide_training.evaluation.evaluate import EvaluateConfig, Evaluation, compare, evaluate, table
from zombicide_training.evaluation.league import League, LeagueConfig, play_league

__all__ = [
    "EvaluateConfig",
    "Evaluation",
    "League",
    "LeagueConfig",
    "SelfPlayConfig",
    "TrainConfig",
    "ZGameConfig",
    "compare",
    "evaluate",
    "play_league",
    "table",
    "train",
    "train_selfplay",
]


def __getattr__(name: str) -> Any:
    if name == "TrainConfig":
        from zombicide_training.run.config import TrainConfig

        return TrainConfig
    if name in ("SelfPlayConfig", "ZGameConfig"):
        from zombicide_training.run import selfplay_config

        return getattr(selfplay_config, name)
    if name == "train":
        from zombicide_training.run.trainer import train

        return train
    if name == "train_selfplay":
        from zombicide_training.run.selfplay import train_selfplay

        return train_selfplay
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

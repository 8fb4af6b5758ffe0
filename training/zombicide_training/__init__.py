"""Training and evaluation of policies: cooperative training, self-play, evaluation, leagues, statistics.

``evaluate`` only needs NumPy, and ``play_league`` openskill; everything that needs torch and stable-baselines3 is imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

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


#: Names that are imported on first use -> their modules.
_ON_USE: Final = {
    "SelfPlayConfig": "selfplay_config",
    "TrainConfig": "config",
    "ZGameConfig": "selfplay_config",
    "train": "trainer",
    "train_selfplay": "selfplay",
}


def __getattr__(name: str) -> Any:
    if name in _ON_USE:
        return getattr(import_module(f"zombicide_training.run.{_ON_USE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

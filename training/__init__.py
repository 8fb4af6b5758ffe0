"""How policies are made and measured: training runs, evaluation, statistics.

``evaluate`` needs NumPy alone; what needs torch and stable-baselines3 is imported when it is asked for.
"""

from __future__ import annotations

from typing import Any

from training.evaluate import EvaluateConfig, Evaluation, compare, evaluate, table

__all__ = ["EvaluateConfig", "Evaluation", "TrainConfig", "compare", "evaluate", "table", "train"]


def __getattr__(name: str) -> Any:
    if name == "TrainConfig":
        from training.config import TrainConfig

        return TrainConfig
    if name == "train":
        from training.trainer import train

        return train
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

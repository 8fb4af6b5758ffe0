"""Curves for Weights & Biases or MLflow, through their own libraries, for whoever has them."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import KVWriter

from zombicide_training.config import Track

__all__ = ["tracker"]


def tracker(kind: Track, folder: Path, facts: dict[str, Any]) -> KVWriter:
    """What sends the curves of the run in ``folder``; ``facts`` of the run go with them.

    Raises:
        ModuleNotFoundError: the library is not installed.
    """
    return {"wandb": _Wandb, "mlflow": _Mlflow}[kind](folder, facts)


class _Wandb(KVWriter):
    def __init__(self, folder: Path, facts: dict[str, Any]) -> None:
        import wandb

        self._run: Any = wandb.init(project="zombicide-env", name=folder.name, dir=str(folder), config=facts)

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        self._run.log(_numbers(key_values), step=step)

    def close(self) -> None:
        self._run.finish()


class _Mlflow(KVWriter):
    def __init__(self, folder: Path, facts: dict[str, Any]) -> None:
        import mlflow

        self._library: Any = mlflow
        mlflow.set_experiment("zombicide-env")
        mlflow.start_run(run_name=folder.name)
        mlflow.log_params({name: value if isinstance(value, str) else json.dumps(value) for name, value in facts.items()})

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        self._library.log_metrics(_numbers(key_values), step=step)

    def close(self) -> None:
        self._library.end_run()


def _numbers(values: dict[str, Any]) -> dict[str, float]:
    return {name: float(value) for name, value in values.items() if not isinstance(value, str) and math.isfinite(value)}

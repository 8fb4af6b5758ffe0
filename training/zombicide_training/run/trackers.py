"""Experiment trackers: send curves to Weights & Biases or MLflow through their own libraries."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from stable_baselines3.common.logger import KVWriter

from zombicide_env.core.words import one_line
from zombicide_training.collect.checks import ConfigError
from zombicide_training.run.config import Track

__all__ = ["tracker"]

_REMEDIES: Final[dict[Track, str]] = {
    "wandb": "`wandb login` once, or WANDB_MODE=offline keeps them on this machine",
    "mlflow": "MLFLOW_TRACKING_URI=http://HOST:PORT names a server that takes them",
}


def tracker(kind: Track, folder: Path, facts: dict[str, Any], say: Callable[[str], None]) -> KVWriter:
    """Return a writer that sends the curves of the run in ``folder``, with ``facts`` as its configuration.

    Failures to send curves later do not stop the training: ``say`` is called, and ``curves.jsonl`` has the curves.

    Raises:
        ModuleNotFoundError: the library is not installed.
        ConfigError: the tracker cannot be used, because of a missing login or because no server answers.
    """
    try:
        return _Told(kind, {"wandb": _Wandb, "mlflow": _Mlflow}[kind](folder, facts), say)
    except Exception as error:  # libraries may raise any error
        if isinstance(error, ModuleNotFoundError) and error.name == kind:
            raise
        raise ConfigError(f"track={kind}: {one_line(error, 300)}; {_REMEDIES[kind]}") from error


class _Told(KVWriter):
    """Writes through a tracker library; reports a failure once, until writing succeeds again."""

    def __init__(self, kind: Track, writer: KVWriter, say: Callable[[str], None]) -> None:
        self._kind, self._writer, self._say = kind, writer, say
        self._failed = False

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        self._try(lambda: self._writer.write(key_values, key_excluded, step))

    def close(self) -> None:
        self._try(self._writer.close)

    def _try(self, send: Callable[[], None]) -> None:
        try:
            send()
            self._failed = False
        except Exception as error:  # libraries raise anything
            if not self._failed:
                self._say(
                    f"the curves cannot be sent to {self._kind} ({one_line(error, 300)}); training goes on, and the run's folder has them"
                )
            self._failed = True


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

"""The folder of a training run: configuration, checkpoints that survive a kill, the best policy so far.

    config.json         the configuration
    checkpoints/        step_000123456/: policy and all that is needed to go on exactly there
    best/  final/       policies without the trainer's state
    tensorboard/        curves

A checkpoint gets its name only when all its files are written, so the newest one with a name is always whole.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from zombicide_agents import checkpoint
from zombicide_env.core.batch import Batch
from zombicide_training.config import ConfigError, RunConfig

__all__ = ["Progress", "Run", "TrainerState", "stored_game"]

_TENSORS: Final = "trainer.safetensors"
_GAMES: Final = "games.npz"
_PROGRESS: Final = "trainer.json"

C = TypeVar("C", bound=RunConfig)


def stored_game(folder: str | Path) -> str | None:
    """Id of the game of the run in ``folder``, None: there is no run."""
    path = Path(folder) / "config.json"
    if not path.is_file():
        return None
    try:
        return str(json.loads(path.read_text(encoding="utf-8"))["game"])
    except (ValueError, RecursionError, TypeError, KeyError) as error:
        raise ConfigError(f"{path} is no configuration of a run ({error}); name another folder (--out)") from error


@dataclass
class Progress:
    """How far a run has come; stored with every checkpoint."""

    phase: str = "imitate"
    """imitate or reinforce"""
    imitated: int = 0
    """decisions that the teacher has commented on"""
    steps: int = 0
    """decisions of reinforcement learning"""
    updates: int = 0
    """updates of reinforcement learning"""
    seconds: float = 0.0
    """time spent, over all sessions"""
    best: float = -1.0
    """strength of the best policy so far (a team's win rate, a player's wins in fair shares), -1: not evaluated yet"""

    @property
    def total(self) -> int:
        """Decisions of both phases: names the checkpoints."""
        return self.imitated + self.steps


class Run:
    """Reads and writes the folder of one run."""

    def __init__(self, config: RunConfig, game: Any) -> None:
        self.folder = Path(config.out)
        self.config, self.game = config, game

    # ---- beginning --------------------------------------------------------------------------------------------
    def begin(self) -> None:
        """Make the folder of a new run.

        Raises:
            ConfigError: the folder holds a run already.
        """
        if (self.folder / "config.json").exists():
            raise ConfigError(f"{self.folder} holds a run already: go on with it (--resume) or choose another folder (--out)")
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "config.json").write_text(self.config.dump(), encoding="utf-8")

    @staticmethod
    def stored_config(folder: str | Path, kind: type[C]) -> C:
        """Configuration of the run in ``folder``, which is of the given kind.

        Raises:
            ConfigError: there is no run.
        """
        path = Path(folder) / "config.json"
        if not path.is_file():
            raise ConfigError(f"{folder} holds no run to resume ({path.name} is missing); start one without --resume")
        try:
            stored = kind.load(path.read_text(encoding="utf-8"))
            stored.check()
        except (ValueError, TypeError) as error:
            raise ConfigError(f"{path}: {error}") from error
        return stored

    # ---- checkpoints ---------------------------------------------------------------------------------------------
    def newest(self) -> Path | None:
        """The newest whole checkpoint."""
        steps = checkpoint.sorted_steps(self.folder / "checkpoints")
        return steps[-1] if steps else None

    def save(self, network: Any, progress: Progress, summary: Mapping[str, Any], trainer: TrainerState | None = None) -> Path:
        """Write a checkpoint; older ones go, except ``keep``."""
        parent = self.folder / "checkpoints"

        def extra(folder: Path) -> None:
            (folder / _PROGRESS).write_text(json.dumps(asdict(progress), indent=2) + "\n", encoding="utf-8")
            if trainer is not None:
                trainer.save(folder)

        made = checkpoint.save(parent / f"step_{progress.total:012d}", self.game, network, summary, replace=True, extra=extra)
        for old in checkpoint.sorted_steps(parent)[: -max(1, self.config.keep)]:
            shutil.rmtree(old)
        return made

    def load_progress(self, folder: Path) -> Progress:
        """Progress stored with a checkpoint; ConfigError if it is damaged."""
        try:
            return Progress(**json.loads((folder / _PROGRESS).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise ConfigError(f"{folder / _PROGRESS} is damaged ({error}); remove {folder}, the run goes on from the one before") from error

    def save_policy(self, name: str, network: Any, summary: Mapping[str, Any]) -> Path:
        """Write ``best`` or ``final``."""
        return checkpoint.save(self.folder / name, self.game, network, summary, replace=True)


class TrainerState:
    """What goes on exactly where it was: optimiser, generator, games, and arrays of the trainer (observations at hand ...)."""

    def __init__(self, optimizer: torch.optim.Optimizer, batch: Batch, arrays: Mapping[str, Any]) -> None:
        self.optimizer, self.batch, self.arrays = optimizer, batch, arrays

    def save(self, folder: Path) -> None:
        """Write the state beside a policy."""
        tensors: dict[str, Tensor] = {"torch": torch.get_rng_state()}
        for index, state in self.optimizer.state_dict()["state"].items():
            for name, value in state.items():
                tensors[f"adam.{index}.{name}"] = torch.as_tensor(value).detach().cpu().contiguous()
        save_file(tensors, folder / _TENSORS)
        kept = self.batch.__getstate__().items()
        games: dict[str, Any] = {f"batch.{name}": value for name, value in kept if isinstance(value, np.ndarray)}
        np.savez(folder / _GAMES, **self.arrays, **games)

    @staticmethod
    def stored(folder: Path) -> bool:
        """Does a checkpoint have such a state?  One of the warm start has none."""
        return (folder / _GAMES).is_file()

    def load(self, folder: Path) -> dict[str, Any]:
        """Bring optimiser, generator and games back; returns the trainer's arrays.

        Raises:
            ConfigError: the files do not fit this configuration.
        """
        tensors = load_file(folder / _TENSORS)
        torch.set_rng_state(tensors["torch"])
        state: dict[int, dict[str, Tensor]] = {}
        for key, value in tensors.items():
            kind, _, rest = key.partition(".")
            if kind == "adam":
                index, _, name = rest.partition(".")
                state.setdefault(int(index), {})[name] = value
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": state})
        arrays: dict[str, Any] = {}
        with np.load(folder / _GAMES) as stored:
            for key in stored.files:
                if not key.startswith("batch."):
                    arrays[key] = stored[key]
                    continue
                target = getattr(self.batch, key.removeprefix("batch."))
                if target.shape != stored[key].shape or target.dtype != stored[key].dtype:
                    raise ConfigError(f"{folder / _GAMES} was written by another version or configuration; start a new run")
                target[...] = stored[key]
        return arrays

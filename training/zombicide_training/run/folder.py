"""The folder of a training run: configuration, crash-safe checkpoints, the best policy so far.

    config.json         the configuration
    checkpoints/        step_000123456/: policy and everything needed to resume exactly there
    best/  final/       policies without the trainer state
    tensorboard/        curves

Checkpoints are written atomically, with hashes of their files (``zombicide_agents.checkpoint_folder``); one process at a time can work in
the folder (``zombicide_env.core.files.claim``).
"""

from __future__ import annotations

import io
import json
import math
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, Final, TypeVar

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load as from_bytes
from safetensors.torch import save as to_bytes
from torch import Tensor

from zombicide_agents import checkpoint, checkpoint_folder
from zombicide_agents.checkpoint_folder import CheckpointError
from zombicide_env.core import files
from zombicide_env.core.batch import MAX_SEED, Batch
from zombicide_env.core.game import ONGOING
from zombicide_env.core.numbers import whole
from zombicide_training.collect.checks import ConfigError, check_array
from zombicide_training.run.config import RunConfig
from zombicide_training.run.stored_config import StoredConfig

__all__ = ["Progress", "Run", "TrainerState", "stored_game", "stored_or_new", "stored_recipe"]

CONFIG: Final = "config.json"
_TENSORS: Final = "trainer.safetensors"
_GAMES: Final = "games.npz"
_MOST_BYTES: Final = 1 << 33  # of the unpacked games
_PROGRESS: Final = "progress.json"
_CONFIG_LIMIT: Final = 1 << 22
#: Left-overs of earlier versions that were killed: folders that were being written, or being replaced.
_LEFT_OVER: Final = re.compile(r"\.(\w+)\.\d+\.(tmp|old)")

C = TypeVar("C", bound=StoredConfig)


def stored_game(folder: str | Path) -> str | None:
    """Return the id of the game of the run in ``folder``, or None if there is no run."""
    text = _config_text(Path(folder))
    if text is None:
        return None
    try:
        return str(json.loads(text)["game"])
    except (ValueError, RecursionError, TypeError, KeyError) as error:
        raise ConfigError(f"{Path(folder) / CONFIG} is not the configuration of a run ({error}); name another folder (--out)") from error


def stored_recipe(folder: str | Path) -> str | None:
    """Return the name of the recipe of the run in ``folder``, or None if there is no run or it has no recipe."""
    if stored_game(folder) is None:
        return None
    name = json.loads(_config_text(Path(folder)) or "{}").get("recipe")
    return None if name is None else str(name)


def _config_text(folder: Path) -> str | None:
    """Return the stored configuration, or the copy in the newest checkpoint if its file is missing or damaged; None if there is none."""
    path = folder / CONFIG
    try:
        text = files.read(path, _CONFIG_LIMIT).decode().strip("\0 \r\n\t") if path.is_file() else ""  # a power cut may leave zeros
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from error
    if text:
        try:
            json.loads(text)
            return text
        except (ValueError, RecursionError):
            pass  # damaged: use the copy in a checkpoint
    for each in reversed(checkpoint_folder.steps(folder / "checkpoints")):
        try:
            kept = checkpoint_folder.read_header(each).training.get("config")
        except CheckpointError:
            continue  # damaged: earlier checkpoints have the same configuration
        if isinstance(kept, dict):
            return json.dumps({**kept, "out": str(folder)})
    return text or None


@dataclass
class Progress:
    """Progress of a run; stored with every checkpoint."""

    phase: str = "imitate"
    """fit, imitate or reinforce"""
    base: str = ""
    """the base of the policy after its weights were fitted; "": they were not"""
    imitated: int = 0
    """decisions labeled by the teacher"""
    steps: int = 0
    """decisions of reinforcement learning"""
    updates: int = 0
    """updates of reinforcement learning"""
    seconds: float = 0.0
    """time spent, over all sessions"""
    prepared: float = 0.0
    """seconds before reinforcement learning: fitting the base, imitation"""
    best: float = -1.0
    """strength of the best policy so far (a team's win rate, or a player's wins relative to the fair share), -1: not evaluated yet"""
    warm: float = -1.0
    """lower end of the confidence interval of the strength after the warm start, -1: there was none"""
    fallen: int = 0
    """number of consecutive evaluations below ``warm``"""
    before: dict[str, list[Any]] = field(default_factory=dict)
    """options that the policy had met in training before the run, see ``zombicide_agents.provenance.known``"""

    def __post_init__(self) -> None:
        """Raise ValueError if a value is invalid."""
        if self.phase not in ("fit", "imitate", "reinforce"):
            raise ValueError(f"phase={self.phase!r}")
        for name in ("imitated", "steps", "updates", "fallen"):
            whole(name, getattr(self, name), 0, MAX_SEED)
        for name in ("seconds", "prepared", "best", "warm"):
            value = getattr(self, name)
            if not isinstance(value, int | float) or not -1 <= value < math.inf:
                raise ValueError(f"{name}={value!r}")
        if not isinstance(self.base, str):
            raise ValueError(f"base={self.base!r}")
        if not isinstance(self.before, dict):
            raise ValueError(f"before={self.before!r}")

    @property
    def total(self) -> int:
        """Decisions of both phases, used in the names of checkpoints."""
        return self.imitated + self.steps


class Run:
    """Reads and writes the folder of one run.

    Args:
        config: configuration of the run.
        game: game of its policies.
        say: called with messages for the user.
    """

    def __init__(self, config: RunConfig, game: Any, say: Callable[[str], None] = lambda _: None) -> None:
        self.folder = Path(config.out)
        self.config, self.game, self.say = config, game, say
        self._claim: IO[bytes] | None = None

    # ---- start and end ----------------------------------------------------------------------------------------
    def begin(self) -> None:
        """Create the folder of a new run, and lock it for this process until ``close``.

        Raises:
            ConfigError: the folder already contains a run.
            Taken: another process works in the folder.
            OSError: the folder cannot be written.
        """
        self._take()
        try:
            if _config_text(self.folder) is not None:
                raise ConfigError(f"{self.folder} holds a run already: continue it (--resume) or choose another folder (--out)")
            if self.newest() is not None:
                raise ConfigError(f"{self.folder} holds checkpoints of a run without its {CONFIG}; choose another folder (--out)")
            if (self.folder / CONFIG).exists():
                self.say(f"{self.folder / CONFIG} was empty: the run has not begun, and begins now")
            files.write(self.folder / CONFIG, self.config.dump())
        except BaseException:
            self.close()
            raise

    def take_back(self) -> None:
        """Undo ``begin``."""
        (self.folder / CONFIG).unlink(missing_ok=True)
        self.close()

    def go_on(self) -> Path | None:
        """Lock the folder of a stored run for this process until ``close``, and return its newest valid checkpoint.

        Later checkpoints are renamed to ``*.damaged``.  Returns None if the run was stopped before its first checkpoint.

        Raises:
            ConfigError: every checkpoint is damaged.
            Taken: another process works in the folder.
            OSError: the folder cannot be written.
        """
        self._take()
        path, text = self.folder / CONFIG, self.config.dump()
        if not path.is_file() or path.read_bytes() != text.encode():
            files.write(path, text)
        found = self.soundest()
        for later in checkpoint_folder.steps(self.folder / "checkpoints"):
            if found is not None and later.name > found.name:
                aside = later.with_name(f"{later.name}.damaged")
                shutil.rmtree(aside, ignore_errors=True)
                later.rename(aside)
        self._prune()
        return found

    def close(self) -> None:
        """Unlock the folder."""
        if self._claim is not None:
            self._claim.close()
            self._claim = None

    def _take(self) -> None:
        if self._claim is None:
            self._claim = files.claim(self.folder)
        for parent in (self.folder, self.folder / "checkpoints", self.folder / "pool"):
            for path in list(parent.iterdir()) if parent.is_dir() else ():
                self._clear(path)

    def _clear(self, path: Path) -> None:
        """Remove left-overs of a killed process at ``path``, if it is one."""
        old = _LEFT_OVER.fullmatch(path.name)
        if old is not None and path.is_dir():
            if old[2] == "old" and not path.with_name(old[1]).exists():
                path.rename(path.with_name(old[1]))
                return
            shutil.rmtree(path, ignore_errors=True)
            self.say(f"{path} was left over by a process that was killed; it has been removed")
        elif path.is_dir():
            if path.name.startswith("step_") or path.name in ("best", "final"):
                checkpoint_folder.tidy(path)
        elif path.suffix == files.MADE:
            path.unlink(missing_ok=True)

    def soundest(self) -> Path | None:
        """Return the newest checkpoint whose files are complete and whose numbers are finite; None if there is no checkpoint.

        Raises:
            ConfigError: every checkpoint is damaged.
        """
        problems = []
        for folder in reversed(checkpoint_folder.steps(self.folder / "checkpoints")):
            try:
                TrainerState.check(folder, checkpoint.check(folder))
            except CheckpointError as error:
                problems.append(str(error))
                continue
            if problems:
                self.say(f"{problems[0]}; the run goes on from {folder.name}, {len(problems)} later set aside as *.damaged")
            return folder
        if problems:
            raise ConfigError(
                f"no checkpoint of {self.folder} is whole ({problems[0]}); begin another run with a policy of this one, "
                f"--start {self.folder / 'best'} --out ..."
            )
        return None

    @staticmethod
    def stored_config(folder: str | Path, kind: type[C]) -> C:
        """Return the configuration of the run in ``folder``, as an instance of ``kind``.

        Raises:
            ConfigError: there is no run.
        """
        text = _config_text(Path(folder))
        if text is None:
            raise ConfigError(f"{folder} holds no run to resume ({CONFIG} is missing or empty); start one without --resume")
        try:
            stored = kind.load(text)
            stored.check()
        except (ValueError, TypeError) as error:
            raise ConfigError(f"{Path(folder) / CONFIG}: {error}") from error
        return stored

    # ---- checkpoints ---------------------------------------------------------------------------------------------
    def newest(self) -> Path | None:
        """Return the newest checkpoint, or None."""
        steps = checkpoint_folder.steps(self.folder / "checkpoints")
        return steps[-1] if steps else None

    def save(self, network: Any, progress: Progress, summary: Mapping[str, Any], trainer: TrainerState | None = None) -> Path:
        """Write a checkpoint and remove all but the latest ``keep``; if writing raises OSError, earlier checkpoints are kept."""
        parent = self.folder / "checkpoints"
        contents = {_PROGRESS: (json.dumps(asdict(progress), indent=2) + "\n").encode()}
        if trainer is not None:
            contents |= trainer.files()
        name = f"step_{progress.total:012d}"
        made = checkpoint.save(parent / name, self.game, network, summary, replace=True, files=contents)
        self._prune()
        return made

    def _prune(self) -> None:
        for old in checkpoint_folder.steps(self.folder / "checkpoints")[: -max(1, self.config.keep)]:
            checkpoint_folder.remove(old)

    def load_progress(self, folder: Path) -> Progress:
        """Return the progress stored with a checkpoint; raise ConfigError if it was written by another version."""
        try:
            return Progress(**json.loads(checkpoint_folder.read_file(folder, checkpoint_folder.read_header(folder), _PROGRESS)))
        except (ValueError, TypeError, RecursionError) as error:
            raise ConfigError(
                f"{folder}: {_PROGRESS} cannot be used ({error}); it was written by another version: start a new run"
            ) from error

    def save_policy(self, name: str, network: Any, summary: Mapping[str, Any]) -> Path:
        """Write the policy ``name``, ``best`` or ``final``."""
        return checkpoint.save(self.folder / name, self.game, network, summary, replace=True)


def stored_or_new(config: C) -> C:
    """Return the configuration to run: with ``resume`` the stored one, except for options that may change.

    Raises:
        ConfigError: there is no run to resume, or an option is changed that may not change.
    """
    if not config.resume:
        return config
    return config.going_on(Run.stored_config(config.out, type(config)))


class TrainerState:
    """State for resuming exactly: optimizer, random generator, games, and arrays of the trainer (current observations ...)."""

    def __init__(self, optimizer: torch.optim.Optimizer, batch: Batch, arrays: Mapping[str, Any]) -> None:
        self.optimizer, self.batch, self.arrays = optimizer, batch, arrays

    def files(self) -> dict[str, bytes]:
        """Return the state as files of a checkpoint."""
        tensors: dict[str, Tensor] = {"torch": torch.get_rng_state()}
        for index, state in self.optimizer.state_dict()["state"].items():
            for name, value in state.items():
                tensors[f"adam.{index}.{name}"] = torch.as_tensor(value).detach().cpu().contiguous()
        kept = self.batch.__getstate__().items()
        games: dict[str, Any] = {f"batch.{name}": value for name, value in kept if isinstance(value, np.ndarray)}
        packed = io.BytesIO()
        np.savez_compressed(packed, **self.arrays, **games)  # states are mostly zeros: a fifteenth of the size
        return {_TENSORS: to_bytes(tensors), _GAMES: packed.getvalue()}

    @staticmethod
    def stored(folder: Path) -> bool:
        """Return whether a checkpoint has a trainer state; checkpoints of the warm start have none."""
        return _GAMES in checkpoint_folder.read_header(folder).files

    @staticmethod
    def check(folder: Path, header: checkpoint_folder.Header) -> None:
        """Raise CheckpointError if a checkpoint's optimizer state is not finite, because learning had diverged."""
        if _TENSORS not in header.files:
            return
        try:
            broken = checkpoint.not_finite(from_bytes(checkpoint_folder.read_file(folder, header, _TENSORS)))
        except (RuntimeError, KeyError, ValueError, SafetensorError) as error:
            raise CheckpointError(f"{folder}: {_TENSORS} cannot be read: {error}") from error
        if broken:
            raise CheckpointError(f"{folder}: {_TENSORS}: not all values of {broken} are finite numbers")

    def load(self, folder: Path, take: Callable[[dict[str, Any]], None]) -> None:
        """Restore optimizer, random generator and games; ``take`` is called with the arrays of the trainer.

        Raises:
            ConfigError: the files do not fit this configuration, or have invalid contents.
        """
        header = checkpoint_folder.read_header(folder)
        try:
            self._take_tensors(from_bytes(checkpoint_folder.read_file(folder, header, _TENSORS)))
            take(self._take_games(checkpoint_folder.read_file(folder, header, _GAMES)))
        except Exception as error:  # libraries may raise any error for a manipulated file
            remedy = f"start a new run, with --start {folder} to keep its weights"
            raise ConfigError(f"{folder} was written by another version or configuration ({error}); {remedy}") from error

    def _take_tensors(self, tensors: Mapping[str, Tensor]) -> None:
        state: dict[int, dict[str, Tensor]] = {}
        for key, value in tensors.items():
            kind, _, rest = key.partition(".")
            if kind == "adam":
                index, _, name = rest.partition(".")
                state.setdefault(int(index), {})[name] = value
        learned = [each for group in self.optimizer.param_groups for each in group["params"]]
        for number, moments in state.items():
            shapes = {name: tuple(value.shape) for name, value in moments.items()}
            shape = tuple(learned[number].shape)
            if shapes != {"step": (), "exp_avg": shape, "exp_avg_sq": shape} or not all(torch.isfinite(v).all() for v in moments.values()):
                raise ValueError(f"adam.{number} is of another network")
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": state})
        torch.set_rng_state(tensors["torch"])

    def _take_games(self, packed: bytes) -> dict[str, Any]:
        arrays: dict[str, Any] = {}
        kept = self.batch.__getstate__()
        with np.load(io.BytesIO(packed)) as stored:
            size = sum(member.file_size for member in stored.zip.infolist())
            if size > _MOST_BYTES:
                raise ValueError(f"{_GAMES} holds {size:,} bytes when unpacked, at most {_MOST_BYTES:,} are read")
            for key in stored.files:
                if not key.startswith("batch."):
                    arrays[key] = stored[key]
                    continue
                target = kept[key.removeprefix("batch.")]
                check_array(key, stored[key], target)
                target[...] = stored[key]
        broken = np.flatnonzero(self.batch.status() | (self.batch.states["outcome"] != ONGOING))  # check before any rule reads the states
        if len(broken):
            i = int(broken[0])
            fault = self.batch.games[self.batch.world_of[i]].fault(self.batch.states[i : i + 1])
            raise ValueError(f"game {i}: {fault or 'it is over'}")
        self.batch.refresh()  # masks and deciders are recomputed from the states, not taken from the file
        return arrays

"""``checkpoint:PATH``: a learned policy, and the folder in which it is kept.

A checkpoint is a folder with ``weights.safetensors`` and ``checkpoint.json`` (game, options, layout hashes, network,
versions, training summary).  Writing is atomic: the folder appears under its name only when it is complete.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from .base import Agent, AgentError, NoLegalAction
from .network import NetworkConfig, PolicyNetwork, build

__all__ = [
    "CheckpointAgent",
    "CheckpointError",
    "Header",
    "PolicyAgent",
    "Thought",
    "find",
    "load",
    "read_header",
    "save",
    "sorted_steps",
    "usable_device",
]

WEIGHTS: Final = "weights.safetensors"
HEADER: Final = "checkpoint.json"
FORMAT: Final = 1
#: Checkpoints that come with the package: ``checkpoint:danse_macabre``.
SHIPPED: Final = Path(__file__).with_name("checkpoints")
_STEP: Final = re.compile(r"step_(\d+)")


class CheckpointError(AgentError):
    """A checkpoint is missing, damaged, or made for another game or layout."""


@dataclass(frozen=True)
class Header:
    """The JSON of a checkpoint."""

    format: int
    game: str
    game_version: int
    options: dict[str, Any]
    action_layout: str
    observation_layout: str
    rows: dict[str, int]
    network: dict[str, Any]
    versions: dict[str, str]
    training: dict[str, Any]


def save(
    folder: str | Path,
    game: Any,
    network: PolicyNetwork,
    training: Mapping[str, Any],
    *,
    replace: bool = False,
    extra: Callable[[Path], None] | None = None,
) -> Path:
    """Write a checkpoint; the folder is complete or not there, even if the process is killed.

    Args:
        folder: where; its parent folders are made.
        game: the game that the policy was trained on.
        network: the policy.
        training: what is worth knowing about its training (JSON values).
        replace: allow a folder that is there already.
        extra: writes further files into the folder before it gets its name.

    Raises:
        CheckpointError: the folder exists and ``replace`` is False.
    """
    target = Path(folder)
    if target.exists() and not replace:
        raise CheckpointError(f"{target} exists already; choose another folder or remove it")
    target.parent.mkdir(parents=True, exist_ok=True)
    with_name = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    shutil.rmtree(with_name, ignore_errors=True)
    with_name.mkdir()
    tensors = {name: tensor.detach().cpu().contiguous() for name, tensor in network.state_dict().items()}
    save_file(tensors, with_name / WEIGHTS)
    header = json.dumps(_header(game, network, training).__dict__, indent=2, sort_keys=True)
    (with_name / HEADER).write_text(header + "\n", encoding="utf-8")
    if extra is not None:
        extra(with_name)
    publish(with_name, target)
    return target


def publish(made: Path, target: Path) -> None:
    """Move a finished folder to its name.  An older folder of that name makes way only now."""
    for path in made.iterdir():
        with path.open("rb") as file:
            os.fsync(file.fileno())
    old = target.with_name(f".{target.name}.{os.getpid()}.old")
    if target.exists():
        target.replace(old)
    made.replace(target)
    shutil.rmtree(old, ignore_errors=True)


def _header(game: Any, network: PolicyNetwork, training: Mapping[str, Any]) -> Header:
    return Header(
        format=FORMAT,
        game=game.id,
        game_version=int(game.version),
        options=dict(game.options),
        action_layout=game.action_codec.layout_hash,
        observation_layout=game.observation_codec.layout_hash,
        rows=dict(network.layout.rows),
        network=network.config.dump(),
        versions=versions(),
        training=dict(training),
    )


def versions() -> dict[str, str]:
    """Versions of what a policy depends on."""
    found = {"python": platform.python_version()}
    for package in ("zombicide-env", "numpy", "torch", "safetensors", "stable-baselines3", "sb3-contrib"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def find(path: str | Path) -> Path:
    """The checkpoint folder that a path means: itself, the newest one of a training run, or one that comes with the package.

    Raises:
        CheckpointError: there is none; the message lists what was looked for and what there is.
    """
    given = Path(path)
    for base in (given, SHIPPED / given):
        if (base / HEADER).is_file():
            return base
        for inner in (base / "best", base / "final"):
            if (inner / HEADER).is_file():
                return inner
        steps = sorted_steps(base / "checkpoints")
        if steps:
            return steps[-1]
    shipped = sorted(p.name for p in SHIPPED.iterdir() if (p / HEADER).is_file()) if SHIPPED.is_dir() else []
    raise CheckpointError(
        f"no checkpoint at {given}: expected a folder with {HEADER} and {WEIGHTS}, or a training run. "
        f"Checkpoints of the package: {', '.join(shipped) or 'none'}"
    )


def sorted_steps(folder: Path) -> list[Path]:
    """Complete checkpoints of a run, oldest first."""
    if not folder.is_dir():
        return []
    found = [(int(m.group(1)), p) for p in folder.iterdir() if (m := _STEP.fullmatch(p.name)) and (p / HEADER).is_file()]
    return [p for _, p in sorted(found)]


def read_header(folder: Path) -> Header:
    """Raises CheckpointError if the JSON is missing, damaged or of another format."""
    path = folder / HEADER
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} cannot be read: {error}") from error
    if not isinstance(data, dict):
        raise CheckpointError(f"{path} is no header of a checkpoint: it does not hold a JSON object")
    if data.get("format") != FORMAT:
        raise CheckpointError(f"{path} has format {data.get('format')!r}; this version reads format {FORMAT}")
    missing = [name for name in Header.__dataclass_fields__ if name not in data]
    if missing:
        raise CheckpointError(f"{path} is incomplete: {', '.join(missing)} missing")
    for name in ("options", "rows", "network", "versions", "training"):
        if not isinstance(data[name], dict):
            raise CheckpointError(f"{path} is damaged: {name} is {data[name]!r}, not a JSON object")
    return Header(**{name: data[name] for name in Header.__dataclass_fields__})


def load(path: str | Path, game: Any, device: str = "cpu") -> tuple[PolicyNetwork, Header]:
    """The policy of a checkpoint, ready to play ``game``.

    Raises:
        CheckpointError: missing or damaged, or the game's layouts are not those that the policy was made for.
    """
    folder = find(path)
    header = read_header(folder)
    _check_layouts(folder, header, game)
    config = NetworkConfig.load(header.network)
    if config.problem:
        raise CheckpointError(f"{folder / HEADER} is damaged: {config.problem}")
    rows, target = _rows(folder, header, game), usable_device(device)
    with torch.random.fork_rng(
        devices=[]
    ):  # the first weights are random, and replaced: a training run goes on as if nothing had been read
        network = build(game, config, rows)
    try:
        network.load_state_dict(load_file(folder / WEIGHTS))
    except (OSError, RuntimeError, KeyError, SafetensorError) as error:
        raise CheckpointError(f"{folder / WEIGHTS} does not hold the network that {HEADER} describes: {error}") from error
    return network.to(target).eval(), header


def usable_device(name: str) -> torch.device:
    """The device of that name; AgentError if torch cannot compute on it here."""
    try:
        device = torch.device(name)
        torch.empty(1, device=device).add_(1)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).partition("\n")[0]
        raise AgentError(f"device {name!r} cannot be used here ({reason}); use cpu, or cuda on a machine with such a card") from error
    return device


def _check_layouts(folder: Path, header: Header, game: Any) -> None:
    if game is None:
        raise CheckpointError(f"checkpoint {folder}: pass the game to be played, agents.make('checkpoint:...', game)")
    if header.game != game.id:
        raise CheckpointError(f"checkpoint {folder} plays {header.game}, not {game.id}: name a checkpoint that was trained on {game.id}")
    for what, made_for, offered in (
        ("observation", header.observation_layout, game.observation_codec.layout_hash),
        ("action", header.action_layout, game.action_codec.layout_hash),
    ):
        if made_for != offered:
            raise CheckpointError(
                f"checkpoint {folder} does not fit {game.id}: it was trained on {header.game} with {what} layout {made_for}, "
                f"the game has {offered}. Train again with this version, or use the version that made it ({header.versions})"
            )


def _rows(folder: Path, header: Header, game: Any) -> dict[str, int]:
    """Rows of each entity for the network: those that the policy was trained with, or more, if its kind of network can grow."""
    rows = {kind: n for kind, n in header.rows.items() if isinstance(n, int) and n > 0}
    for kind, needed in game.rows.items():
        if needed <= rows.get(kind, needed):
            continue
        if not NetworkConfig.load(header.network).grows:
            raise CheckpointError(
                f"checkpoint {folder} was trained on {header.options} and knows {rows[kind]} {kind}s; this game has {needed}. "
                "Train a checkpoint for it, or one for every board: several quests, --network.kind entities"
            )
        rows[kind] = needed
    return rows


@dataclass(frozen=True)
class Thought:
    """A policy's opinion of a decision.

    ``probabilities`` float32 [N_ACTIONS] of the actions, 0 for illegal ones; ``value``: the reward that it expects from here on.
    """

    probabilities: NDArray[np.float32]
    value: float


class PolicyAgent(Agent):
    """Plays a policy network: the most probable legal action, or with a ``temperature`` above 0 a random one in proportion."""

    name = "policy"

    def __init__(self, game: Any, network: PolicyNetwork, *, temperature: float = 0.0, seed: int | None = None) -> None:
        if not temperature >= 0:
            raise AgentError(f"temperature {temperature} is negative or no number; 0 plays the most probable action, 1 samples")
        self.network, self.temperature = network, temperature
        self._random = np.random.default_rng(seed)
        self._high = np.asarray(game.observation_codec.high, np.float32)

    def reset(self, seed: int | None = None) -> None:
        """Seed the generator that a temperature above 0 uses."""
        if seed is not None:
            self._random = np.random.default_rng(seed)

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """See Agent; the observation may be raw or scaled."""
        return int(self.act_batch(None if observation is None else observation[None], mask[None])[0])

    def act_batch(
        self, observations: NDArray[Any] | None, masks: NDArray[Any], game: Any = None, states: NDArray[Any] | None = None
    ) -> NDArray[np.int64]:
        """See Agent: one forward pass for all rows."""
        if observations is None:
            raise AgentError(f"{self.name} plays from the observations of its seats; none were given")
        raw = observations if observations.dtype == np.uint8 else np.rint(observations * self._high).astype(np.uint8)
        if not masks[:, self.network.layout.actions].any(axis=1).all():
            raise NoLegalAction(f"{self.name}: a mask offers no action that this policy knows")
        device = self.network.used.device
        with torch.inference_mode():
            tensors = (torch.from_numpy(np.ascontiguousarray(a)).to(device) for a in (raw, masks))
            log, _ = self.network.policy(*tensors)
        scores = log.cpu().numpy()
        if self.temperature > 0:
            scores = np.where(scores > -1e7, scores / self.temperature + self._random.gumbel(size=scores.shape), -np.inf)
        return self.network.layout.actions[scores.argmax(axis=1)]

    def scores(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """See Agent: the legal actions that the policy knows and the logarithms of their probabilities."""
        if observation is None:
            raise AgentError(f"{self.name} plays from the observations of its seats; none were given")
        probabilities = self.explain(observation, mask).probabilities
        actions = np.flatnonzero(probabilities).astype(np.int64)
        return actions, np.log(probabilities[actions].astype(np.float64))

    def explain(self, observation: NDArray[Any], mask: NDArray[Any]) -> Thought:
        """What the policy thinks of one decision; the observation may be raw or scaled.

        Raises:
            NoLegalAction: the mask offers no action that the policy knows.
        """
        layout = self.network.layout
        if not mask[layout.actions].any():
            raise NoLegalAction(f"{self.name}: the mask offers no action that this policy knows")
        raw = observation if observation.dtype == np.uint8 else np.rint(observation * self._high).astype(np.uint8)
        device = self.network.used.device
        with torch.inference_mode():
            tensors = (torch.from_numpy(np.ascontiguousarray(a[None])).to(device) for a in (raw, mask))
            log, values = self.network.policy(*tensors)
        probabilities = np.zeros(len(mask), np.float32)
        probabilities[layout.actions] = np.exp(log[0].cpu().numpy())
        return Thought(probabilities * (mask != 0), float(values[0]))


class CheckpointAgent(PolicyAgent):
    """``checkpoint:PATH``: the policy of a checkpoint folder."""

    name = "checkpoint"

    def __init__(self, game: Any, path: str | Path, *, temperature: float = 0.0, device: str = "cpu", seed: int | None = None) -> None:
        network, self.header = load(path, game, device)
        super().__init__(game, network, temperature=temperature, seed=seed)

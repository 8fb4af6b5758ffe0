"""Read checkpoints with NumPy only: header, parameters, and checks that they fit a game.  Does not need torch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.words import differing

from .checkpoint_folder import HEADER, WEIGHTS, CheckpointError, Header, find, read_file, read_header, versions
from .network_config import Layout, NetworkConfig

__all__ = ["FORECASTS", "Kept", "Thought", "check_layouts", "check_policy", "check_shapes", "parameters", "read", "unusable"]

#: Key of the forecasts in the header of a value network (name -> meaning of 1); policies have none.
FORECASTS: Final = "forecasts"

#: Limit of the size of weights: a forward pass with larger ones leaves the range of float32, and its scores are no numbers.
LARGEST: Final = 1e6
#: Number types in a weights file.
_TYPES: Final = {"F16": "<f2", "F32": "<f4", "F64": "<f8"}


@dataclass(frozen=True)
class Kept:
    """Contents of a checkpoint.

    Attributes:
        folder: its folder.
        header: its header.
        config: configuration of its network.
        layout: rows and actions that it was made for.
        parameters: float32 arrays by name.
    """

    folder: Path
    header: Header
    config: NetworkConfig
    layout: Layout
    parameters: dict[str, NDArray[np.float32]]


def read(path: str | Path, game: Any) -> Kept:
    """Read a checkpoint that plays ``game``.

    Raises:
        CheckpointError: the checkpoint is missing, damaged, or made for other layouts than the game's.
    """
    folder = find(path)
    header, weights = _read(folder)
    check_layouts(path, header, game)
    config = NetworkConfig.load(header.network)
    if config.problem:
        raise CheckpointError(f"{folder / HEADER} is damaged: {config.problem}")
    layout = Layout(game.action_codec, game.observation_codec, _rows(path, header, game))
    return Kept(folder, header, config, layout, parameters(folder, weights))


def parameters(folder: Path, weights: bytes) -> dict[str, NDArray[np.float32]]:
    """Parse a weights file in the ``safetensors`` format: length of the header, header in JSON, numbers.

    Raises:
        CheckpointError: the file has another format, or holds values that no policy has.
    """
    try:
        size = int.from_bytes(weights[:8], "little")
        entries = json.loads(weights[8 : 8 + size])
        numbers = memoryview(weights)[8 + size :]
        found = {}
        for name, entry in entries.items():
            if name == "__metadata__":
                continue
            first, last = entry["data_offsets"]
            values = np.frombuffer(numbers[first:last], _TYPES[entry["dtype"]]).reshape(entry["shape"])
            found[name] = values.astype(np.float32)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise CheckpointError(f"{folder}: {WEIGHTS} does not hold the network that {HEADER} describes: {error}") from error
    if broken := unusable(found):
        raise CheckpointError(f"{folder}: {WEIGHTS} is not a policy: {broken}; take another checkpoint")
    return found


def unusable(found: Mapping[str, NDArray[Any]]) -> str:
    """Return which weights no policy can have, and why; "" if there are none."""
    name = next((name for name, values in found.items() if not (np.abs(values) < LARGEST).all()), "")
    return name and f"not all values of {name} are finite numbers below {LARGEST:,.0f}"


def check_policy(kept: Kept) -> None:
    """Raise CheckpointError if a checkpoint is a value network, which cannot play."""
    if FORECASTS in kept.header.training:
        raise CheckpointError(f"{kept.folder} is a value, not a policy: it says chances of winning and chooses no actions")


def check_shapes(folder: Path, found: Mapping[str, tuple[int, ...]], wanted: Mapping[str, tuple[int, ...]]) -> None:
    """Raise CheckpointError if parameters are not those of the network that the header describes."""
    if found != wanted:
        raise CheckpointError(f"{folder}: {WEIGHTS} does not hold the network that {HEADER} describes: {differing(found, wanted)}")


def _read(folder: Path) -> tuple[Header, bytes]:
    """Read header and weights of the same version, also while a training run replaces them."""
    header = read_header(folder)
    while True:
        try:
            return header, read_file(folder, header, WEIGHTS)
        except CheckpointError:
            before, header = header, read_header(folder)
            if header == before:
                raise


def check_layouts(path: str | Path, header: Header, game: Any) -> None:
    """Raise CheckpointError if a policy was made for another game, or for other layouts of observations and actions."""
    if game is None:
        raise CheckpointError(f"checkpoint {path}: pass the game to be played, agents.make('checkpoint:...', game)")
    if header.game != game.id:
        raise CheckpointError(f"checkpoint {path} plays {header.game}, not {game.id}: name a checkpoint that was trained on {game.id}")
    for what, made_for, offered in (
        ("observation", header.observation_layout, game.observation_codec.layout_hash),
        ("action", header.action_layout, game.action_codec.layout_hash),
    ):
        if made_for != offered:
            raise CheckpointError(
                f"checkpoint {path} does not fit {game.id}: it was trained on {header.game} with {what} layout {made_for}, "
                f"the game has {offered}. Train again with this version, or use its own: {differing(header.versions, versions())}"
            )


def _rows(path: str | Path, header: Header, game: Any) -> dict[str, int]:
    """Return the number of rows of each entity that the policy was trained with."""
    rows = {kind: n for kind, n in header.rows.items() if isinstance(n, int) and n >= 0}  # a mission without cars has 0
    for kind, needed in game.rows.items():
        if needed > rows.get(kind, needed):
            raise CheckpointError(
                f"checkpoint {path} was trained with {differing(header.options, game.options)} and knows {rows[kind]} {kind}s; "
                f"this game has {needed}. "
                "Train a checkpoint for it, or one for every board: several quests, --network.kind entities"
            )
    return rows


@dataclass(frozen=True)
class Thought:
    """Output of a policy for one decision.

    ``probabilities``: float32 ``[N_ACTIONS]``, 0 for illegal actions; ``value``: expected future reward.
    """

    probabilities: NDArray[np.float32]
    value: float

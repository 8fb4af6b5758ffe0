"""Training runs of a few seconds, and helpers for their files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from safetensors.torch import load

from zombicide_agents import checkpoint_folder
from zombicide_agents.network import NetworkConfig
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.selfplay_config import SelfPlayConfig

#: Options that all small runs share: a checkpoint after every update, none deleted, no time for anything else.
SMALL: dict[str, Any] = {
    "progress": False,
    "evaluate_games": 2,
    "runoff_games": 0,
    "final_games": 0,
    "save_minutes": 1e-9,
    "keep": 10,
    "torch_threads": 1,
    "base": "none",
    "base_generations": 0,  # the base of a residual network is not fitted unless a test asks for it
    "network": NetworkConfig(kind="flat", width=16, layers=1),
}


def team(out: Path, **changes: Any) -> TrainConfig:
    """Configuration for the team of Black Plague: four updates of 64 steps."""
    small = TrainConfig(out=out, steps=256, max_rounds=4, envs=8, horizon=8, batch=32, epochs=2, **SMALL)
    return replace(small, **changes)


def selfplay(out: Path, **changes: Any) -> SelfPlayConfig:
    """Configuration for self-play in Hit Z Road; the run continues until it is stopped."""
    small = SelfPlayConfig(
        out=out,
        steps=1_000_000,
        players=(2, 3),
        scripted_agents=("random",),
        snapshot_updates=2,
        rivals=2,
        envs=8,
        horizon=16,
        batch=64,
        **SMALL,
    )
    return replace(small, **changes)


def weights(folder: Path) -> dict[str, Any]:
    """Name -> tensor of a checkpoint."""
    return load(checkpoint_folder.read_file(folder, checkpoint_folder.read_header(folder), checkpoint_folder.WEIGHTS))

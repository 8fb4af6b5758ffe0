"""Earlier versions of a policy, stored on disk, for training with or against them."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zombicide_agents import Agent, checkpoint, checkpoint_folder
from zombicide_agents.checkpoint import PolicyAgent
from zombicide_agents.checkpoint_reader import read
from zombicide_agents.compiled import CompiledAgent, compiles
from zombicide_agents.network import PolicyNetwork

__all__ = ["Versions", "on_processor"]


class Versions:
    """A folder of checkpoints ``step_...``, named after the number of decisions learned from, of which the newest are used.

    Args:
        folder: the folder.
        game: the game that they play.
        most: maximum number of versions in use.
        device: device of their networks.
    """

    def __init__(self, folder: Path, game: Any, most: int, device: str = "cpu") -> None:
        self.folder, self.game, self.most, self.device = folder, game, most, device

    @property
    def kept(self) -> list[int]:
        """Decision count of each version in use, oldest first."""
        return [_number(path) for path in checkpoint_folder.steps(self.folder)[-self.most :]]

    def path(self, decisions: int) -> Path:
        """Return the folder of a version."""
        return self.folder / f"step_{decisions:012d}"

    def add(self, decisions: int, network: PolicyNetwork, summary: Mapping[str, Any]) -> None:
        """Add the current policy."""
        checkpoint.save(self.path(decisions), self.game, network, summary, replace=True)
        # Twice as many are stored, so that a run that is resumed from an older checkpoint finds the versions of that time.
        for old in checkpoint_folder.steps(self.folder)[: -2 * self.most]:
            checkpoint_folder.remove(old)

    def forget_after(self, decisions: int) -> None:
        """Remove versions later than ``decisions``, when the run is restored to an earlier point."""
        for path in checkpoint_folder.steps(self.folder):
            if _number(path) > decisions:
                checkpoint_folder.remove(path)

    def load(self, decisions: int) -> Agent:
        """Return a version as an agent that samples its actions, compiled if its network supports that."""
        kept = read(self.path(decisions), self.game)
        if compiles(kept):
            return CompiledAgent(self.game, kept, temperature=1.0)
        network, _ = checkpoint.load(self.path(decisions), self.game, self.device)
        return PolicyAgent(self.game, network, temperature=1.0)


def on_processor(agent: Agent) -> Agent:
    """Return a copy of the agent on the CPU, for a worker."""
    moved = copy.copy(agent)
    if isinstance(moved, PolicyAgent):
        moved.network = copy.deepcopy(moved.network).cpu()
    return moved


def _number(path: Path) -> int:
    return int(path.name.removeprefix("step_"))

"""Who sits opposite a policy in training: earlier versions of it, kept on disk, and scripted agents."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_agents import Agent, checkpoint, folders
from zombicide_agents.checkpoint import PolicyAgent
from zombicide_agents.network import PolicyNetwork
from zombicide_training.config import SelfPlayConfig

__all__ = ["NOBODY", "POLICY", "Rivals"]

#: Values of a seat besides 1 + index into ``Rivals.agents``: the policy that is trained; a seat that the game does not have.
POLICY: Final = 0
NOBODY: Final = -1


class Rivals:
    """The pool of earlier versions (folders ``step_...``), of which a few play at a time, and the scripted agents.

    Attributes:
        agents: the earlier versions at play, then the scripted agents.
        kinds: of each agent, how curves call it: ``past`` or the scripted agent's spec.
    """

    def __init__(self, folder: Path, game: Any, config: SelfPlayConfig) -> None:
        self.folder, self.game, self.config = folder, game, config
        self.chosen: NDArray[np.int64] = np.full(config.rivals, -1, np.int64)
        self.scripted: list[Agent] = [agents.make(spec, game) for spec in config.scripted_agents]
        self.past: list[Agent] = []
        self.kinds = ["past"] * config.rivals + list(config.scripted_agents)

    @property
    def agents(self) -> list[Agent]:
        """Everybody who may sit opposite."""
        return [*self.past, *self.scripted]

    @property
    def versions(self) -> list[Path]:
        """The pool, oldest first."""
        return folders.steps(self.folder)[-self.config.pool :]

    @property
    def size(self) -> int:
        """Versions in the pool."""
        return len(self.versions)

    def add(self, decisions: int, network: PolicyNetwork, summary: Mapping[str, Any]) -> None:
        """Keep the policy as it is, named after the decisions learned from."""
        checkpoint.save(self._path(decisions), self.game, network, summary, replace=True)
        # Twice the pool stays, so that a run that is resumed from an older checkpoint finds who played then.
        for old in folders.steps(self.folder)[: -2 * self.config.pool]:
            folders.remove(old)

    def _path(self, decisions: int) -> Path:
        return self.folder / f"step_{decisions:012d}"

    def change(self, update: int) -> None:
        """Before an update: one of the versions at play is drawn anew; the choices of all rivals follow from ``update``."""
        random = np.random.default_rng((self.config.seed, update))
        versions = self.versions
        slot = update % len(self.chosen) if self.past else slice(None)
        self.chosen[slot] = int(versions[random.integers(len(versions))].name.removeprefix("step_"))
        self._load()
        for agent in self.agents:
            agent.reset(int(random.integers(1 << 31)))

    def _load(self) -> None:
        self.past = []
        for decisions in self.chosen.tolist():
            network, _ = checkpoint.load(self._path(decisions), self.game, self.config.device)
            self.past.append(PolicyAgent(self.game, network, temperature=1.0))

    def seat(self, players: int, random: np.random.Generator) -> NDArray[np.int8]:
        """Who sits where in a new game, int8 ``[players]``: one seat is the policy's, each other one is drawn."""
        c = self.config
        drawn = random.random(players)
        past = 1 + random.integers(c.rivals, size=players)
        scripted = 1 + c.rivals + random.integers(max(1, len(self.scripted)), size=players)
        seats = np.where(drawn < c.past, past, np.where(drawn < c.past + c.scripted, scripted, POLICY)).astype(np.int8)
        seats[random.integers(players)] = POLICY
        return seats

    # ---- going on after a kill ----------------------------------------------------------------------------------
    def arrays(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        return {"rivals": self.chosen}

    def take_back(self, arrays: Mapping[str, Any], decisions: int) -> None:
        """As at a checkpoint after that many decisions; later versions go."""
        for path in folders.steps(self.folder):
            if path.name > self._path(decisions).name:
                folders.remove(path)
        self.chosen[:] = arrays["rivals"]
        if (self.chosen >= 0).all():
            self._load()

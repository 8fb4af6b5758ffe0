"""Who sits opposite a policy in training: earlier versions, kept on disk, of itself or of the other roles, and scripted agents."""

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
from zombicide_training.config import ConfigError, SelfPlayConfig
from zombicide_training.runs import check_array

__all__ = ["NOBODY", "POLICY", "Rivals"]

#: Values of a seat besides 1 + index into ``Rivals.agents``: the policy that is trained; a seat that the game does not have.
POLICY: Final = 0
NOBODY: Final = -1


class Rivals:
    """The pools of earlier versions (folders ``step_...``), of which a few play at a time, and the scripted agents.

    Where players are alike the pool is the policy's own.  Where roles differ each has a pool, in the folder of its run beside this one's,
    and the policy meets those of the other roles.

    Attributes:
        pools: role -> folder of the pool that its seats are drawn from.
        agents: the earlier versions at play, then the scripted agents.
        kinds: of each agent, how curves call it: ``past`` or the scripted agent's spec.
    """

    def __init__(self, folder: Path, game: Any, config: SelfPlayConfig) -> None:
        self.folder, self.game, self.config = folder, game, config
        others = [role for role in game.type.parts if role != config.role] if config.role else []
        self.roles = others or [""]
        self.pools = {role: folder.parents[1] / role / folder.name for role in others} or {"": folder}
        if config.role and not config.past:  # nobody of the past plays
            self.pools = {}
        self.chosen: NDArray[np.int64] = np.full(config.rivals * len(self.pools), -1, np.int64)
        self.scripted: list[Agent] = [agents.make(spec, game) for spec in config.scripted_agents]
        self.past: list[Agent] = []
        past = [f"past_{role}" if role else "past" for role in self.pools for _ in range(config.rivals)]
        self.kinds = past + list(config.scripted_agents)

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
        """Before an update: one of each pool's versions at play is drawn anew; the choices of all rivals follow from ``update``."""
        random = np.random.default_rng((self.config.seed, update))
        for k, pool in enumerate(self.pools.values()):
            versions = folders.steps(pool)[-self.config.pool :]
            if not versions:
                raise ConfigError(f"there is nobody to play against in {pool}: train the roles together, without role={self.config.role}")
            drawn = int(versions[random.integers(len(versions))].name.removeprefix("step_"))
            own = self.chosen[k * self.config.rivals : (k + 1) * self.config.rivals]
            own[update % self.config.rivals if self.past else slice(None)] = drawn
        self._load()
        for agent in self.agents:
            agent.reset(int(random.integers(1 << 31)))

    def _load(self) -> None:
        self.past = []
        pools = [pool for pool in self.pools.values() for _ in range(self.config.rivals)]
        for pool, decisions in zip(pools, self.chosen.tolist(), strict=True):
            network, _ = checkpoint.load(pool / f"step_{decisions:012d}", self.game, self.config.device)
            self.past.append(PolicyAgent(self.game, network, temperature=1.0))

    def seat(self, players: int, random: np.random.Generator) -> NDArray[np.int8]:
        """Who sits where in a new game, int8 ``[players]``: one seat is the policy's, each other one is drawn.

        Where roles differ, all seats of the policy's role are its own, and for each other role one rival is drawn.
        """
        c = self.config
        if c.role:
            return self._seat_roles(players, random)
        drawn = random.random(players)
        past = 1 + random.integers(c.rivals, size=players)
        scripted = 1 + c.rivals + random.integers(max(1, len(self.scripted)), size=players)
        seats = np.where(drawn < c.past, past, np.where(drawn < c.past + c.scripted, scripted, POLICY)).astype(np.int8)
        seats[random.integers(players)] = POLICY
        return seats

    def _seat_roles(self, players: int, random: np.random.Generator) -> NDArray[np.int8]:
        c, seats = self.config, np.full(players, POLICY, np.int8)
        for k, role in enumerate(self.roles):
            earlier = bool(self.pools) and (not self.scripted or random.random() * (c.past + c.scripted) < c.past)
            number = k * c.rivals + random.integers(c.rivals) if earlier else len(self.past) + random.integers(len(self.scripted))
            seats[list(self.game.type.parts[role])] = 1 + number
        return seats

    # ---- going on after a kill ----------------------------------------------------------------------------------
    def arrays(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        return {"rivals": self.chosen}

    def take_back(self, arrays: Mapping[str, Any], decisions: int) -> None:
        """As at a checkpoint after that many decisions; later versions go.  ValueError for what cannot be of one."""
        check_array("rivals", arrays["rivals"], self.chosen)
        for path in folders.steps(self.folder):
            if path.name > self._path(decisions).name:
                folders.remove(path)
        self.chosen[:] = arrays["rivals"]
        pools = [pool for pool in self.pools.values() for _ in range(self.config.rivals)]
        there = [(pool / f"step_{chosen:012d}").is_dir() for pool, chosen in zip(pools, self.chosen.tolist(), strict=True)]
        if all(there):  # another role's run may have gone back further: then all are drawn anew
            self._load()

"""Opponents of a policy in training: earlier versions of itself or of the other roles, stored on disk, and scripted agents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_agents import Agent
from zombicide_training.collect.checks import ConfigError, check_array
from zombicide_training.collect.snapshots import Versions

if TYPE_CHECKING:
    from zombicide_training.run.selfplay_config import SelfPlayConfig

__all__ = ["NOBODY", "POLICY", "Rivals"]

#: Values of a seat other than 1 + index into ``Rivals.agents``: the trained policy; a seat that the game does not have.
POLICY: Final = 0
NOBODY: Final = -1


class Rivals:
    """Pools of earlier versions (folders ``step_...``), of which a few play at a time, and scripted agents.

    Without roles, the pool contains earlier versions of the policy itself.  With roles, each role has a pool in the folder of its run, next
    to this one's, and the policy plays against those of the other roles.

    Args:
        versions: the pool of the policy itself.
        game: the game.
        config: configuration of the run.

    Attributes:
        pools: role -> pool from which its players are sampled.
        agents: the earlier versions that currently play, then the scripted agents.
        kinds: name of each agent in the curves: ``past`` (``past_ROLE`` with roles) or the scripted agent's spec.
    """

    def __init__(self, versions: Versions, game: Any, config: SelfPlayConfig) -> None:
        self.game, self.config = game, config
        others = [role for role in game.type.parts if role != config.role] if config.role else []
        self.roles = others or [""]
        met = {role: versions.folder.parents[1] / role / versions.folder.name for role in others}
        self.pools = {role: Versions(path, game, config.pool, config.device) for role, path in met.items()} or {"": versions}
        if config.role and not config.past:  # no earlier versions play
            self.pools = {}
        self.chosen: NDArray[np.int64] = np.full(config.rivals * len(self.pools), -1, np.int64)
        self.scripted: list[Agent] = [agents.make(spec, game) for spec in config.scripted_agents]
        self.past: list[Agent] = []
        past = [f"past_{role}" if role else "past" for role in self.pools for _ in range(config.rivals)]
        self.kinds = past + list(config.scripted_agents)

    @property
    def agents(self) -> list[Agent]:
        """All possible opponents."""
        return [*self.past, *self.scripted]

    def change(self, update: int) -> None:
        """Before an update, resample one of the playing versions of each pool, and seed all rivals from ``update``."""
        random = np.random.default_rng((self.config.seed, update))
        for k, pool in enumerate(self.pools.values()):
            if not (versions := pool.kept):
                raise ConfigError(
                    f"there is nobody to play against in {pool.folder}: train the roles together, without role={self.config.role}"
                )
            drawn = versions[random.integers(len(versions))]
            own = self.chosen[k * self.config.rivals : (k + 1) * self.config.rivals]
            own[update % self.config.rivals if self.past else slice(None)] = drawn
        self._load()
        for agent in self.agents:
            agent.reset(int(random.integers(1 << 31)))

    def _load(self) -> None:
        self.past = [pool.load(decisions) for pool, decisions in self._at_play()]

    def _at_play(self) -> list[tuple[Versions, int]]:
        """Return the pool and the decision count of each earlier version that currently plays."""
        pools = [pool for pool in self.pools.values() for _ in range(self.config.rivals)]
        return list(zip(pools, self.chosen.tolist(), strict=True))

    def seat(self, game: Any, random: np.random.Generator) -> NDArray[np.int8]:
        """Sample the seating of a new game of ``game``, int8 ``[players]``: at least one seat is the policy's, the others are sampled.

        With roles, all seats of the policy's role are its own, and one rival is sampled for each other role.
        """
        c, players = self.config, len(game.agents)
        if c.role:
            return self._seat_roles(game, random)
        drawn = random.random(players)
        past = 1 + random.integers(c.rivals, size=players)
        scripted = 1 + c.rivals + random.integers(max(1, len(self.scripted)), size=players)
        seats = np.where(drawn < c.past, past, np.where(drawn < c.past + c.scripted, scripted, POLICY)).astype(np.int8)
        seats[random.integers(players)] = POLICY
        return seats

    def _seat_roles(self, game: Any, random: np.random.Generator) -> NDArray[np.int8]:
        c, seats = self.config, np.full(len(game.agents), POLICY, np.int8)
        for k, role in enumerate(self.roles):
            earlier = bool(self.pools) and (not self.scripted or random.random() * (c.past + c.scripted) < c.past)
            number = k * c.rivals + random.integers(c.rivals) if earlier else len(self.past) + random.integers(len(self.scripted))
            seats[list(game.type.parts[role])] = 1 + number
        return seats

    # ---- checkpoints --------------------------------------------------------------------------------------------
    def arrays(self) -> dict[str, Any]:
        """Return the state for checkpoints."""
        return {"rivals": self.chosen}

    def take_back(self, arrays: Mapping[str, Any]) -> None:
        """Restore the state of a checkpoint; raise ValueError if it is invalid."""
        check_array("rivals", arrays["rivals"], self.chosen)
        self.chosen[:] = arrays["rivals"]
        if all(pool.path(kept).is_dir() for pool, kept in self._at_play()):
            self._load()  # otherwise another role's run was restored to an earlier point, and all are resampled

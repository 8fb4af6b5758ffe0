"""Teammates: the vector environment of team training, with other players in some seats, and the input of a centralized critic.

The teammates of the policy are sampled for every game, so that it learns to cooperate with various players: compiled players, Python
agents, and ``past``, earlier versions of the policy itself.  ``SharedGames`` plays their decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

import zombicide_agents as agents
from zombicide_agents import Agent
from zombicide_agents.capacity import largest
from zombicide_agents.residual import Residual
from zombicide_env.adapters.sb3 import ZombicideVecEnv
from zombicide_env.core.batch import Batch
from zombicide_env.core.players import Player
from zombicide_env.envs.global_state import GlobalState
from zombicide_training.collect.mixed_games import POLICY, SharedGames
from zombicide_training.collect.snapshots import Versions
from zombicide_training.collect.timers import Timers

__all__ = ["PAST", "Past", "TeamVecEnv"]

PAST: Final = "past"


class Past(Agent):
    """An earlier version of the trained policy, sampled by ``reset`` from the stored ones; it samples its actions."""

    name = PAST
    observation_dtype = "uint8"

    def __init__(self, versions: Versions, reads_state: bool = False) -> None:
        self.versions, self.reads_state = versions, reads_state
        self._now: Agent | None = None

    def reset(self, seed: int | None = None) -> None:
        random = np.random.default_rng(seed)
        self._now = self.versions.load(int(random.choice(self.versions.kept)))
        self._now.reset(int(random.integers(1 << 31)))

    @property
    def now(self) -> Agent:
        """The version that plays until the next update."""
        assert self._now is not None
        return self._now

    def player(self, game: Any) -> Player | None:
        """See Agent.  Returns the current version, if it is compiled."""
        return None if self._now is None else self._now.player(game)

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        assert self._now is not None
        return self._now.act(observation, mask, game, state)

    def act_batch(
        self, observations: NDArray[Any] | None, masks: NDArray[Any], game: Any = None, states: NDArray[Any] | None = None
    ) -> NDArray[np.int64]:
        """See Agent."""
        assert self._now is not None
        return self._now.act_batch(observations, masks, game, states)


class TeamVecEnv(ZombicideVecEnv):
    """A ``ZombicideVecEnv`` whose steps are only the decisions of the policy's seats.

    Rewards and game ends caused by teammates before the next decision of the policy are part of the step.

    Args:
        games: the training games.
        num_envs, seed: see ZombicideVecEnv; the seating is sampled from the seed, the slot and the index of its game.
        teammates: specs or agents; agents that are called see the same observations as the policy.
        share: share of the seats of teammates, on average; at least one seat is the policy's.
        everything: append ``GlobalState`` to the observations.
        timers: record the time spent.
        lean: base of a residual policy, see ``NetworkConfig``.
        threads: number of threads of the batch; results do not depend on it.

    Attributes:
        first: number of the first slot, if these are a part of the slots of a run.
        shared: the games, whose steps are the decisions of the policy.
    """

    first = 0

    def __init__(
        self,
        games: Sequence[Any],
        num_envs: int,
        seed: int,
        teammates: Sequence[str | Agent] = (),
        share: float = 0.5,
        everything: bool = False,
        timers: Timers | None = None,
        lean: str = "",
        threads: int = 1,
    ) -> None:
        super().__init__(list(games), num_envs=num_envs, seed=seed, threads=threads, observation_dtype="uint8")
        self.timers = Timers() if timers is None else timers
        self._mates = [agents.make(spec, largest(games)) for spec in teammates]
        self._share, self._seed = share, seed
        self.shared = SharedGames(self.batch, self._drawn, self._mates)
        self._all = GlobalState(max(games, key=lambda game: len(game.agents)), "uint8") if everything else None
        if self._all is not None:
            high = np.concatenate([games[0].observation_codec.high, self._all.space.high])
            self.observation_space = spaces.Box(0, high, dtype=np.uint8)
        self._ends: dict[str, Batch] = {}
        self.lean_on(lean)
        self.seat_all()

    def lean_on(self, base: str) -> None:
        """Use this player as the base of the policy, for judged masks; "": none."""
        self._lean = Residual(base, largest(self.batch.games)) if base else None

    def action_masks(self) -> NDArray[Any]:
        """See ZombicideVecEnv; judged masks for a residual policy."""
        if self._lean is None:
            return super().action_masks()
        with self.timers("teacher"):
            return self._lean.masks(self.batch)

    def seat_all(self) -> None:
        """Compute the seating of the current games, which are new or restored."""
        self.shared.seat_all()

    def change(self, update: int) -> None:
        """Seed the teammates with the number of the update, which also selects the earlier versions of the policy."""
        for number, mate in enumerate(self._mates):
            mate.reset(int(np.random.default_rng((self._seed, update, number)).integers(1 << 31)))
        self.shared.join(self._mates)

    def mates(self) -> list[Agent]:
        """Return the current teammates for a worker; ``past`` is replaced by the version that currently plays."""
        return [mate.now if isinstance(mate, Past) else mate for mate in self._mates]

    def sit_down(self, mates: Sequence[Agent], update: int, first: int) -> None:
        """Play the part of a run's games that starts at slot ``first`` with these teammates, seeded with ``update`` and ``first``."""
        self.first, self._mates = first, list(mates)
        for number, mate in enumerate(mates):
            mate.reset(int(np.random.default_rng((self._seed, update, number, first)).integers(1 << 31)))
        self.shared.join(self._mates)

    def _drawn(self, i: int) -> NDArray[Any]:
        """Sample the seating of the game in slot ``i``, from the seed, the slot and the index of its game."""
        random = np.random.default_rng((self._seed, self.first + i, int(self.batch.episodes[i])))
        seats = len(self._game(i).agents)
        drawn = np.where(random.random(seats) < self._share, random.integers(len(self._mates), size=seats), POLICY)
        drawn[random.integers(seats)] = POLICY
        return drawn

    def _played_on(self) -> None:
        """See ZombicideVecEnv.  Teammates play until the policy is to move."""
        self.shared.play_on()

    def _shown(self, observations: NDArray[Any]) -> NDArray[Any]:
        return observations if self._all is None else np.concatenate([observations, self._all.of_batch(self.batch)], axis=1)

    def _end(self, i: int) -> dict[str, Any]:
        info = super()._end(i)
        if self._all is not None:
            game = self._game(i)
            if game.id not in self._ends or self._ends[game.id].games[0] is not game:
                self._ends[game.id] = Batch(game, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
            end = self._ends[game.id]
            end.put(self.batch.final_states[i : i + 1], trusted=True)
            info["terminal_observation"] = np.concatenate([info["terminal_observation"], self._all.of_batch(end)[0]])
        return info

    def reset(self) -> NDArray[Any]:
        """See ZombicideVecEnv."""
        super().reset()
        self.seat_all()
        self._played_on()
        return self._shown(self.batch.observations.copy())

    def go_on(self) -> NDArray[Any]:
        """Return the observations after games have been written into the batch."""
        self.batch.refresh()
        self.seat_all()
        self.resume()
        return self._shown(self.batch.observations.copy())

    def resume(self) -> None:
        """Let games that have been written into the batch be stepped without a reset."""
        self._started = True

    def step_wait(self) -> VecEnvStepReturn:
        """See ZombicideVecEnv."""
        with self.timers("engine"):
            observations, rewards, dones, infos = super().step_wait()
            return self._shown(np.asarray(observations)), rewards, dones, infos

"""The team's games as SB3 sees them in training: some seats played by others, and what a critic sees that sees everything.

Who sits beside the policy is drawn anew for every game, so that it learns to get along with anybody.  Teammates are compiled players
(``Agent.player``), so that all they do between two decisions of the policy happens within one call.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

import zombicide_agents as agents
from zombicide_env.adapters.sb3 import ZombicideVecEnv
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import ONGOING
from zombicide_env.core.players import Player
from zombicide_env.envs.global_state import GlobalState
from zombicide_training.config import ConfigError
from zombicide_training.phases import Phases

__all__ = ["TeamVecEnv", "compiled"]

POLICY = -1


def compiled(spec: str, game: Any) -> Player:
    """The compiled player that a spec names.

    Raises:
        AgentError: there is no such agent.
        ConfigError: it is not compiled.
    """
    player = agents.make(spec, game).player(game)
    if player is None:
        raise ConfigError(
            f"teammates={spec}: it would have to be asked for every decision; name compiled players (random, greedy, greedy:NAME=VALUE)"
        )
    return player


class TeamVecEnv(ZombicideVecEnv):
    """A ``ZombicideVecEnv`` whose steps are the decisions of the policy's seats alone.

    What teammates earn before the next decision of the policy counts for the step, and so does the end that they bring about.

    Args:
        games: the games to learn.
        num_envs, seed: see ZombicideVecEnv; who sits where follows from the seed, the place and the number of its game.
        teammates: specs of compiled players.
        share: share of the seats that they hold, on average; one seat is the policy's in any case.
        everything: append ``GlobalState`` to the observations.
        phases: where time is written down.
    """

    def __init__(
        self,
        games: Sequence[Any],
        num_envs: int,
        seed: int,
        teammates: Sequence[str] = (),
        share: float = 0.5,
        everything: bool = False,
        phases: Phases | None = None,
    ) -> None:
        super().__init__(list(games), num_envs=num_envs, seed=seed, observation_dtype="uint8")
        self.phases = Phases() if phases is None else phases
        self._players = [compiled(spec, games[0]) for spec in teammates]
        self._share, self._seed = share, seed
        self._cast = np.full((num_envs, self.batch.n_agents), POLICY, np.int64)
        self._all = GlobalState(max(games, key=lambda game: len(game.agents)), "uint8") if everything else None
        if self._all is not None:
            high = np.concatenate([games[0].observation_codec.high, self._all.space.high])
            self.observation_space = spaces.Box(0, high, dtype=np.uint8)
        self._ends: dict[str, Batch] = {}
        self.seat_all()

    def seat_all(self) -> None:
        """Who sits where in the games at hand, which begin or were taken back."""
        self._seat(np.arange(self.num_envs))

    def _seat(self, rows: NDArray[np.intp]) -> None:
        if not self._players:
            return
        for i in rows.tolist():
            random = np.random.default_rng((self._seed, i, int(self.batch.episodes[i])))
            seats = len(self._game(i).agents)
            drawn = np.where(random.random(seats) < self._share, random.integers(len(self._players), size=seats), POLICY)
            drawn[random.integers(seats)] = POLICY
            self._cast[i, :seats] = drawn

    def _played_on(self) -> None:
        """Teammates decide until the policy does; the batch tells of it as of one step."""
        batch = self.batch
        if not self._players:
            return
        rewards, dones = batch.rewards.copy(), batch.dones.copy()
        ended = np.flatnonzero(dones)
        states, seen = batch.final_states[ended].copy(), batch.final_observations[ended].copy()
        self._seat(ended)
        while True:
            batch.play(self._players, self._cast)
            going = dones == ONGOING
            rewards[going] += batch.rewards[going]
            dones[going] = batch.dones[going]
            over = np.flatnonzero(batch.dones)
            if not len(over):
                break
            new = over[going[over]]
            ended = np.concatenate([ended, new])
            states, seen = np.concatenate([states, batch.final_states[new]]), np.concatenate([seen, batch.final_observations[new]])
            self._seat(over)
        batch.rewards[:], batch.dones[:] = rewards, dones
        batch.final_states[ended], batch.final_observations[ended] = states, seen

    def _shown(self, observations: NDArray[Any]) -> NDArray[Any]:
        return observations if self._all is None else np.concatenate([observations, self._all.of_batch(self.batch)], axis=1)

    def _end(self, i: int) -> dict[str, Any]:
        info = super()._end(i)
        if self._all is not None:
            game = self._game(i)
            if game.id not in self._ends or self._ends[game.id].games[0] is not game:
                self._ends[game.id] = Batch(game, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
            end = self._ends[game.id]
            end.put(self.batch.final_states[i : i + 1])
            info["terminal_observation"] = np.concatenate([info["terminal_observation"], self._all.of_batch(end)[0]])
        return info

    def reset(self) -> NDArray[Any]:
        """See ZombicideVecEnv."""
        super().reset()
        self.seat_all()
        self._played_on()
        return self._shown(self.batch.observations.copy())

    def step_wait(self) -> VecEnvStepReturn:
        """See ZombicideVecEnv."""
        with self.phases("engine"):
            observations, rewards, dones, infos = super().step_wait()
            return self._shown(np.asarray(observations)), rewards, dones, infos

"""Agent-steps per second with random legal actions, by interface.

A step is one decision: the action is chosen among the legal ones, applied, and the observation and the mask of the next
decision are written.  Finished games are reset; that time counts.  Steps by which a dead agent leaves a PettingZoo
environment do not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.game import Game
from zombicide_env.envs.aec import RawEnv, wrap
from zombicide_env.envs.gym import TeamEnv
from zombicide_env.envs.vector import TeamVectorEnv
from zombicide_env.envs.versus import VersusEnv
from zombicide_env.envs.versus_vector import VersusVectorEnv

from .loops import aec_loop, batch_loop, gym_loop, rollout_loop, vector_loop
from .timing import Rate, Work, rate

BATCHES: Final = (1, 4, 16, 64, 256, 1024, 4096)
QUICK_BATCHES: Final = (1, 64, 1024)
THREADS: Final = (1, 2)
MANY: Final = 1024  # games of the vector environment and of the compiled random play


@dataclass(frozen=True)
class Measurement:
    """One row of the result: the interface, its use, and the rate."""

    interface: str
    games: int
    threads: int
    note: str
    rate: Rate

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        about = {"interface": self.interface, "games": self.games, "threads": self.threads, "note": self.note}
        return about | self.rate.as_dict()


class Random:
    """A cheap opponent: random legal actions, for all games at once."""

    reads_observation = False

    def __init__(self) -> None:
        self._random = np.random.default_rng(0)

    def act(self, observation: Any, mask: NDArray[Any], game: Any = None, state: Any = None) -> int:
        legal = mask.nonzero()[0]
        return int(legal[self._random.integers(len(legal))])

    def act_batch(self, observations: Any, masks: NDArray[Any], game: Any, states: Any) -> NDArray[np.intp]:
        chosen: NDArray[np.intp] = (masks * self._random.random(masks.shape, np.float32)).argmax(axis=1)
        return chosen


def measure(
    game: Game, *, seconds: float, repeats: int, batches: tuple[int, ...] = BATCHES, threads: tuple[int, ...] = THREADS
) -> Iterator[Measurement]:
    """Return all measurements, one after the other."""

    def timed(interface: str, work: Work, games: int = 1, threads: int = 1, note: str = "") -> Measurement:
        return Measurement(interface, games, threads, note, rate(work, seconds=seconds, repeats=repeats))

    yield timed("PettingZoo raw_env", aec_loop(RawEnv(game)), note="float32")
    yield timed("PettingZoo raw_env", aec_loop(RawEnv(game, copy=False)), note="float32, copy=False")
    yield timed("PettingZoo raw_env", aec_loop(RawEnv(game, observation_dtype="uint8", copy=False)), note="uint8, copy=False")
    yield timed("PettingZoo env", aec_loop(wrap(RawEnv(game))), note="float32, PettingZoo's wrappers")
    alone = game.type.n_sides == 1
    note = "float32" if alone else "float32, decisions of the learner against random opponents"
    yield timed("Gymnasium", gym_loop(TeamEnv(game) if alone else VersusEnv(game, opponents=Random())), note=note)
    many = min(MANY, batches[-1])
    for count in threads if alone else (1,):
        vector = TeamVectorEnv(many, game, threads=count) if alone else VersusVectorEnv(many, game, opponents=Random())
        yield timed("Gymnasium vector", vector_loop(vector), many, count, note)
        vector.close()
    for n in batches:
        for count in threads if n >= 128 else (1,):  # smaller batches always use one thread
            for dtype in ("float32", "uint8"):
                batch = Batch(game, n, seed=0, threads=count, observation_dtype=dtype)
                yield timed("Batch.step", batch_loop(batch), n, count, dtype)
                batch.close()
    for count in threads:
        for dtype in ("float32", "uint8"):
            batch = Batch(game, many, seed=0, threads=count, observation_dtype=dtype)
            yield timed("Batch.step_random", rollout_loop(batch), many, count, dtype)
            if dtype == "uint8":
                yield timed("Batch.step_random", rollout_loop(batch, observe=False), many, count, "no observation")
            batch.close()

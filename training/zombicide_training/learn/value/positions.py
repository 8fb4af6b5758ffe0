"""Training data of value networks: positions of games, labeled with what followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.measures import measures
from zombicide_env.core.players import Player

__all__ = ["LabeledPositions", "Stops", "collect", "forecast_names", "winners"]

#: Range of the number of decisions between stops at which positions may be kept, excluding the end.
APART: Final = (8, 25)
#: Measures of a game that are not forecast.
_COUNTS: Final = ("rounds", "decisions")
ROUNDS_LEFT: Final = "rounds_left"


@dataclass(frozen=True)
class LabeledPositions:
    """Positions labeled with what followed.

    Attributes:
        raw: observations, uint8 ``[n, N_OBS]``.
        won: whether the observing seat has won the game, float64 ``[n]``.
        came: targets of the forecasts, float64 ``[n, forecasts]``: measures in the next round and at the end, and the rounds left.
        table: index of the table of the game, int64 ``[n]``.
        game: index of the game, int64 ``[n]``.
    """

    raw: NDArray[np.uint8]
    won: NDArray[np.float64]
    came: NDArray[np.float64]
    table: NDArray[np.int64]
    game: NDArray[np.int64]


@dataclass(frozen=True)
class Stops:
    """Stops, some decisions apart, of games that compiled players play to the end."""

    batch: Batch
    player: Player
    deviations: float
    seed: int

    def __iter__(self) -> Iterator[NDArray[np.intp]]:
        """Yield the indices of games that are not over, at each stop; between stops, every other game sometimes plays a random action."""
        random = np.random.default_rng((self.seed, 1))
        self.batch.seed_actions(self.seed)
        while True:
            apart = int(random.integers(*APART))
            self.batch.play(self.player, limit=apart)
            live = np.flatnonzero(self.batch.deciders >= 0)
            if not len(live):
                return
            yield live
            leave = live[(random.random(len(live)) < self.deviations * apart) & (live % 2 == 1)]
            if len(leave):
                self.batch.step_some(leave, self.batch.random_actions()[leave])


def forecast_names(figures: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the forecasts for the measures of a game (``Game.measures``)."""
    own = [name for name in figures if name not in _COUNTS]
    return (*(f"{name}_{when}" for when in ("soon", "end") for name in own), ROUNDS_LEFT)


def collect(games: Sequence[Any], player: Player, n: int, seed: int, *, keep: int, deviations: float, threads: int = 1) -> LabeledPositions:
    """Play ``n`` games to the end and keep some positions of each, sampled uniformly.

    Args:
        games: tables, among which the games are divided.
        player: compiled player of all seats.
        n: number of games.
        seed: seed of the games and of the sampling.
        keep: maximum number of positions per game.
        deviations: share of random actions in every other game.
        threads: number of threads; results do not depend on it.
    """
    batch = Batch(list(games), n, seed=seed, threads=threads, autoreset="disabled", observation_dtype="uint8")
    random = np.random.default_rng(seed)
    together = games[0].type.n_sides == 1
    raw = np.zeros((n, keep, batch.observations.shape[1]), np.uint8)
    seats, kept_at, met = np.zeros((n, keep), np.int64), np.full((n, keep), -1), np.zeros(n, np.int64)
    figures: list[dict[str, NDArray[Any]]] = []
    for number, live in enumerate(Stops(batch, player, deviations, seed)):
        figures.append(measures(batch.games, batch.world_of, batch.states))
        met[live] += 1
        slot = np.where(met[live] <= keep, met[live] - 1, random.integers(0, met[live]))
        here, slot = live[slot < keep], slot[slot < keep]
        if not len(here):
            continue
        sees = batch.deciders.astype(np.int64)
        if not together:
            counts = np.array([len(game.agents) for game in batch.games])[batch.world_of]
            sees = np.minimum((random.random(n) * counts).astype(np.int64), counts - 1)
        seen = batch.observations if together else batch.observe(sees)
        raw[here, slot], seats[here, slot], kept_at[here, slot] = seen[here], sees[here], number
    figures.append(measures(batch.games, batch.world_of, batch.states))
    came, won = _followed(figures), winners(batch)
    row, slot = np.nonzero(kept_at >= 0)
    result = LabeledPositions(
        raw[row, slot],
        won[row, seats[row, slot]].astype(np.float64),
        came[kept_at[row, slot], row],
        batch.world_of[row].astype(np.int64),
        row,
    )
    batch.close()
    return result


def winners(batch: Batch) -> NDArray[np.bool_]:
    """Return the winners of the games of a batch, bool ``[n, n_agents]``."""
    found = np.zeros((batch.n, batch.n_agents), bool)
    for world, game in enumerate(batch.games):
        rows = np.flatnonzero(batch.world_of == world)
        if len(rows):
            found[rows, : len(game.agents)] = game.winners(batch.states[rows])
    return found


def _followed(figures: Sequence[dict[str, NDArray[Any]]]) -> NDArray[np.float64]:
    """Return the targets of the forecasts, float64 ``[stops, n, forecasts]``; ``figures``: measures at all stops and at the end."""
    rounds = np.array([moment["rounds"] for moment in figures]).astype(np.int64)
    last = len(figures) - 1
    soon = np.full(rounds.shape, last)
    for k in range(last - 1, -1, -1):  # the first stop of a later round
        soon[k] = np.where(rounds[k + 1] > rounds[k], k + 1, soon[k + 1])
    games = np.arange(rounds.shape[1])
    own = [np.array([moment[name] for moment in figures]).astype(np.float64) for name in figures[0] if name not in _COUNTS]
    parts = [value[soon, games] for value in own] + [np.broadcast_to(value[last], value.shape) for value in own]
    found: NDArray[np.float64] = np.stack([*parts, rounds[last] - rounds], axis=-1)
    return found

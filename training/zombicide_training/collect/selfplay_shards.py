"""Shards of a self-play rollout: the games that a worker advances, and their seating; see ``team_shards``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from zombicide_agents import Agent
from zombicide_training.collect.selfplay_rollout import Collector
from zombicide_training.collect.sharding import Games, parts, put_games, take_games

if TYPE_CHECKING:
    from zombicide_training.run.selfplay_config import SelfPlayConfig

__all__ = ["Order", "Tables", "cut", "put_back"]


@dataclass(frozen=True)
class Order:
    """Data shared by all parts of an update: run, weights of the policy, earlier versions that play, number of the update."""

    config: SelfPlayConfig
    weights: dict[str, NDArray[Any]]
    past: list[Agent]
    update: int


@dataclass(frozen=True)
class Tables:
    """Slots of the run, their games, and the collector's arrays for them."""

    rows: range
    games: Games
    arrays: dict[str, NDArray[Any]]


def cut(collector: Collector, size: int) -> list[Tables]:
    """Split the games of a collector into parts."""
    kept = collector.arrays()
    found = []
    for rows in parts(collector.batch.n, size):
        arrays = {name: np.take(array, rows, axis=_axis(name)) for name, array in kept.items()}
        found.append(Tables(rows, take_games(collector.batch, rows), arrays))
    return found


def put_back(collector: Collector, tables: list[Tables]) -> None:
    """Write the played parts back into the collector."""
    for part in tables:
        put_games(collector.batch, part.games, part.rows.start)
    collector.batch.refresh()
    names = tables[0].arrays
    collector.take_back({name: np.concatenate([part.arrays[name] for part in tables], axis=_axis(name)) for name in names})


def _axis(name: str) -> int:
    return 1 if name.startswith("waiting_") else 0

"""Self-play in parts: the games that a worker plays on, who sits there, and the lesson that it sends back; see ``lessons``."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray

from zombicide_agents import Agent
from zombicide_training.lessons import seeded, without_place
from zombicide_training.parts import Games, parts, put_games, take_games
from zombicide_training.rollout import Collector, Results, Rollout
from zombicide_training.selfplay_config import SelfPlayConfig

if TYPE_CHECKING:
    from zombicide_training.selfplay import SelfPlay

__all__ = ["Order", "Tables", "cut", "play_tables", "put_back"]


@dataclass(frozen=True)
class Order:
    """What all parts of an update have in common: run, weights of its policy, earlier versions who play, number of the update."""

    config: SelfPlayConfig
    weights: dict[str, NDArray[Any]]
    past: list[Agent]
    update: int


@dataclass(frozen=True)
class Tables:
    """Places of the run, the games that are played there, and the collector's arrays for them."""

    rows: range
    games: Games
    arrays: dict[str, NDArray[Any]]


def cut(collector: Collector, size: int) -> list[Tables]:
    """The games of a collector in parts."""
    kept = collector.arrays()
    found = []
    for rows in parts(collector.batch.n, size):
        arrays = {name: np.take(array, rows, axis=_axis(name)) for name, array in kept.items()}
        found.append(Tables(rows, take_games(collector.batch, rows), arrays))
    return found


def put_back(collector: Collector, tables: list[Tables]) -> None:
    """Go on from the parts that have been played."""
    for part in tables:
        put_games(collector.batch, part.games, part.rows.start)
    collector.batch.refresh()
    names = tables[0].arrays
    collector.take_back({name: np.concatenate([part.arrays[name] for part in tables], axis=_axis(name)) for name in names})


def _axis(name: str) -> int:
    return 1 if name.startswith("waiting_") else 0


def play_tables(order: Order, part: Tables) -> tuple[dict[str, NDArray[Any]], Results, Tables]:
    """Play the games of a part on by one horizon: the decisions to learn from, the winners, and the games after it."""
    seed = seeded(order.config.seed, order.update, part.rows.start)
    with torch.random.fork_rng(devices=[]):
        session = _session(without_place(order.config).dump(), len(part.rows))
        torch.manual_seed(seed)
        policy, rivals = session.model.policy, session.rivals
        policy.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in order.weights.items()})
        rivals.past = order.past
        for number, agent in enumerate(rivals.agents):
            agent.reset((seed >> 32) + number)
        put_games(session.batch, part.games)
        session.batch.refresh()
        collector = Collector(session.batch, policy, rivals, order.config)
        collector.take_back(part.arrays)
        rollout = collector.collect(order.update, part.rows.start)
    columns = {field.name: getattr(rollout, field.name) for field in fields(Rollout) if field.name != "device"}
    arrays = {name: array.copy() for name, array in collector.arrays().items()}
    return columns, collector.results, Tables(part.rows, take_games(session.batch, range(session.batch.n)), arrays)


@lru_cache(maxsize=2)
def _session(config: str, games: int) -> SelfPlay:
    """What a worker plays with: the session of the run, with as many places as a part has."""
    from zombicide_training.selfplay import SelfPlay

    return SelfPlay(SelfPlayConfig.load(config), games)

"""Which games a dataset or an analysis is of: teams that play, or replays that are read, divided into shards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zombicide_agents import Agent
from zombicide_env.core.seating import deal
from zombicide_env.replay import SUFFIX, Replay, read
from zombicide_env.replay.player import game_of
from zombicide_training.collect.boards import Boards, seat_agents, split_team, usual_teams
from zombicide_training.collect.provenance import identity

from .columns import TABLES
from .record import Rows, made, play, replayed

__all__ = ["GamesConfig", "Order", "Shard", "planned", "rows"]


@dataclass
class GamesConfig(Boards):
    """Games that are played by teams, or read from a folder of replays."""

    teams: list[str] = field(default_factory=list)
    """teams that play, written as for `zombicide evaluate`; default: those that it compares"""
    replays: Path | None = None
    """folder of recorded games (*.replay) to read instead of playing"""
    games: int = 200
    """games of each team; with replays: maximum number of replays, 0 for all"""
    seed: int = 0
    """seed of the first game of each team"""
    shard: int = 100
    """games in a file, which one worker plays"""

    def check(self) -> None:
        """Raises ValueError if a number is impossible."""
        for name, least in (("games", 0 if self.replays else 1), ("shard", 1), ("seed", 0)):
            if getattr(self, name) < least:
                raise ValueError(f"{name}={getattr(self, name)}: at least {least} is needed")
        if self.replays and self.teams:
            raise ValueError("replays are read and teams play: name one of them")


@dataclass(frozen=True)
class Order:
    """What all shards have in common.

    Attributes:
        games: the games; game i of a team is played on ``games[i % len(games)]``.
        teams: name -> specs of the seats; empty for replays.
        agents: spec -> agent.
        seed: of the first game of each team.
        about: plain values that say which games these are.
    """

    games: list[Any]
    teams: dict[str, list[str]]
    agents: dict[str, Agent]
    seed: int
    about: dict[str, Any]


#: Number of the first game; team, number of its first game and how many; or the replays.
Shard = tuple[int, tuple[str, int, int] | list[Replay]]


def planned(config: GamesConfig) -> tuple[Order, list[Shard]]:
    """The games of a configuration, divided.

    Raises:
        ValueError: an impossible option, replays of different games.
        AgentError: an unknown spec, or an agent that cannot play the game.
    """
    config.check()
    return _read(config, config.replays) if config.replays is not None else _teams(config)


def rows(order: Order, shard: Shard) -> Rows:
    """The rows of all games of a shard.

    Raises:
        IllegalAction: an agent returned an illegal action.
        ReplayError: a replay that does not fit its game.
    """
    start, source = shard
    found: Rows = {table: [] for table in TABLES}
    for each in _games(order, start, source):
        for table, own in each.items():
            found[table] += own
    return found


def _teams(config: GamesConfig) -> tuple[Order, list[Shard]]:
    games = config.make_games()
    named = config.teams or usual_teams(games[0])
    teams = {name: _seated(games[0], name) for name in named}
    agents = {spec: made(spec, games[0]) for specs in teams.values() for spec in specs}
    about = {"teams": teams, "seed": config.seed, "agents": {spec: identity(spec) for spec in agents}}
    starts = range(0, config.games, config.shard)
    shards: list[Shard] = [
        (t * config.games + first, (team, first, min(config.shard, config.games - first)))
        for t, team in enumerate(teams)
        for first in starts
    ]
    return Order(games, teams, agents, config.seed, about), shards


def _seated(game: Any, team: str) -> list[str]:
    """The specs of all seats."""
    _, names = seat_agents(game, deal(game.type, split_team(team), "agents"))
    return names


def _read(config: GamesConfig, folder: Path) -> tuple[Order, list[Shard]]:
    paths = sorted(folder.glob(f"*{SUFFIX}"))[: config.games or None]
    if not paths:
        raise ValueError(f"replays={folder}: there is no file *{SUFFIX} in it")
    replays = [read(path) for path in paths]
    first = replays[0].header
    for replay in replays:
        for name in ("actions", "observations"):
            if (replay.header.game, replay.header.layouts[name]) != (first.game, first.layouts[name]):
                raise ValueError(
                    f"{replay.path} is of {replay.header.game}, {paths[0]} of {first.game}, or of another version: one dataset each"
                )
    order = Order([game_of(replays[0])], {}, {}, 0, {"replays": [path.name for path in paths]})
    return order, [(start, replays[start : start + config.shard]) for start in range(0, len(replays), config.shard)]


def _games(order: Order, start: int, source: tuple[str, int, int] | list[Replay]) -> Sequence[Rows]:
    if isinstance(source, list):
        return [replayed(start + i, replay) for i, replay in enumerate(source)]
    team, first, count = source
    specs, rotates, found = order.teams[team], order.games[0].type.kind == "competitive", []
    for i, n in enumerate(range(first, first + count)):
        at = -n % len(specs) if rotates else 0  # among rivals players move to the next seat after each game
        found.append(play(start + i, team, order.games[n % len(order.games)], specs[at:] + specs[:at], order.agents, order.seed + n))
    return found

"""The games of a dataset or an analysis: games of teams, or replays, divided into shards."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from zombicide_agents import Agent
from zombicide_agents.capacity import largest
from zombicide_env.core.batch import MAX_SEED
from zombicide_env.core.numbers import whole
from zombicide_env.core.seating import deal
from zombicide_env.replay import SUFFIX, CutOffError, Replay, read
from zombicide_env.replay.player import game_of
from zombicide_training.collect.boards import Boards, seat_agents, split_team, usual_teams
from zombicide_training.collect.provenance import identity

from .columns import TABLES
from .record import Rows, play, replayed

__all__ = ["GamesConfig", "Order", "Shard", "SkippedReplay", "planned", "rows"]


class SkippedReplay(UserWarning):
    """A replay in a folder was skipped because it is cut off."""


@dataclass
class GamesConfig(Boards):
    """Games played by teams, or read from a folder of replays."""

    teams: list[str] = field(default_factory=list)
    """teams to play, in the syntax of `zombicide evaluate`; default: the teams that it compares by default"""
    replays: Path | None = None
    """recorded games to read instead of playing: a folder, whose replays that are cut off are skipped, or one file (*.replay)"""
    games: int = 200
    """games per team; with replays: maximum number of replays, 0 for all"""
    seed: int = 0
    """seed of the first game of each team"""
    shard: int = 100
    """games per file, each of which one worker plays"""

    def check(self) -> None:
        """Raise ValueError if a number is out of range, TypeError if it is not an integer."""
        whole("games", self.games, 0 if self.replays else 1, MAX_SEED)
        whole("shard", self.shard, 1, MAX_SEED)
        whole("seed", self.seed, 0, MAX_SEED - self.games)
        if self.replays and self.teams:
            raise ValueError("replays are read and teams play: name one of them")


@dataclass(frozen=True)
class Order:
    """Data shared by all shards.

    Attributes:
        games: the games; game i of a team is played on ``games[i % len(games)]``.
        teams: name -> specs of the seats; empty for replays.
        agents: spec -> agent.
        seed: seed of the first game of each team.
        about: description of the games, as plain values.
    """

    games: list[Any]
    teams: dict[str, list[str]]
    agents: dict[str, Agent]
    seed: int
    about: dict[str, Any]


#: Number of the first game, and either (team, number of its first game, count) or the replays.
Shard = tuple[int, tuple[str, int, int] | list[Replay]]


def planned(config: GamesConfig) -> tuple[Order, list[Shard]]:
    """Return the games of a configuration, divided into shards.

    Raises:
        ValueError: an option is invalid, or the replays are of different games.
        AgentError: a spec is unknown, or an agent cannot play the game.
    """
    config.check()
    return _read(config, config.replays) if config.replays is not None else _teams(config)


def rows(order: Order, shard: Shard) -> Rows:
    """Return the rows of all games of a shard.

    Raises:
        IllegalAction: an agent returned an illegal action.
        ReplayError: a replay does not fit its game.
    """
    start, source = shard
    found: Rows = {table: [] for table in TABLES}
    for each in _games(order, start, source):
        for table, own in each.items():
            found[table] += own
    return found


def _teams(config: GamesConfig) -> tuple[Order, list[Shard]]:
    games = config.make_games()
    game = largest(games)
    seated = {name: seat_agents(game, deal(game.type, split_team(name), "agents")) for name in config.teams or usual_teams(game)}
    teams = {name: specs for name, (_, specs) in seated.items()}
    agents = {spec: agent for team, specs in seated.values() for spec, agent in zip(specs, team, strict=True)}
    for agent in agents.values():
        agent.check()
    about = {"teams": teams, "seed": config.seed, "agents": {spec: identity(spec) for spec in agents}}
    starts = range(0, config.games, config.shard)
    shards: list[Shard] = [
        (t * config.games + first, (team, first, min(config.shard, config.games - first)))
        for t, team in enumerate(teams)
        for first in starts
    ]
    return Order(games, teams, agents, config.seed, about), shards


def _read(config: GamesConfig, folder: Path) -> tuple[Order, list[Shard]]:
    replays = [read(folder)] if folder.is_file() else list(islice(_whole(folder), config.games or None))
    if not replays:
        raise ValueError(f"replays={folder}: there is no finished replay (*{SUFFIX}) in it")
    first = replays[0].header
    for replay in replays:
        for name in ("actions", "observations"):
            if (replay.header.game, replay.header.layouts[name]) != (first.game, first.layouts[name]):
                raise ValueError(
                    f"{replay.path} is of {replay.header.game}, {replays[0].path} of {first.game}, or of another version: one dataset each"
                )
    order = Order([game_of(replays[0])], {}, {}, 0, {"replays": [Path(replay.path).name for replay in replays]})
    return order, [(start, replays[start : start + config.shard]) for start in range(0, len(replays), config.shard)]


def _whole(folder: Path) -> Iterator[Replay]:
    """Yield the replays of a folder; one that is cut off may still be played, so that it does not spoil the others."""
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            yield read(path)
        except CutOffError as error:
            warnings.warn(f"skipped: {error}", SkippedReplay, stacklevel=2)


def _games(order: Order, start: int, source: tuple[str, int, int] | list[Replay]) -> Sequence[Rows]:
    if isinstance(source, list):
        return [replayed(start + i, replay) for i, replay in enumerate(source)]
    team, first, count = source
    specs, rotates, found = order.teams[team], order.games[0].type.kind == "competitive", []
    for i, n in enumerate(range(first, first + count)):
        at = -n % len(specs) if rotates else 0  # in competitive games seats are rotated after each game
        found.append(play(start + i, team, order.games[n % len(order.games)], specs[at:] + specs[:at], order.agents, order.seed + n))
    return found

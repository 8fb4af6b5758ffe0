"""``zombicide dataset``: plays or reads many games and writes them as Parquet files, shard by shard.

    OUT/dataset.json                  what it is of: game, options, teams, versions, revision of the rules
    OUT/games/00000.parquet           a row for each game
    OUT/decisions/00000.parquet       a row for each decision
    OUT/events/00000.parquet          a row for each event

A shard holds some games in a row.  It depends on nothing but its games, so that neither the number of workers nor an interruption changes
a byte of what it holds, and it counts as written when its decisions are, which come last.  Each file names in its metadata what
``dataset.json`` does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from zombicide_agents import Agent
from zombicide_env.core import files
from zombicide_env.core.seating import deal
from zombicide_env.core.words import differing
from zombicide_env.replay import SUFFIX, Replay, read
from zombicide_env.replay.player import game_of
from zombicide_training.evaluate import Boards, split_team, usual_teams
from zombicide_training.record import record
from zombicide_training.result_cache import identity
from zombicide_training.series import seat_agents

from .columns import TABLES
from .record import Rows, made, play, replayed

__all__ = ["FORMAT", "MANIFEST", "DatasetConfig", "make"]

FORMAT: Final = 1
MANIFEST: Final = "dataset.json"


@dataclass
class DatasetConfig(Boards):
    """Play teams, or read recorded games, and write every decision, game and event as Parquet tables."""

    teams: list[str] = field(default_factory=list)
    """teams that play, written as for `zombicide evaluate`; default: those that it compares"""
    replays: Path | None = None
    """folder of recorded games (*.replay) to read instead of playing"""
    games: int = 200
    """games of each team; with replays: at most so many of them, 0 for all"""
    seed: int = 0
    """seed of the first game of each team"""
    shard: int = 100
    """games in a file"""
    out: Path = Path("runs/dataset")
    """folder of the data set; the same command goes on where it was stopped"""
    minari: str | None = None
    """write it as a Minari dataset too, under this id: zombicide/NAME-v0"""

    def check(self) -> None:
        """Raises ValueError if a number is impossible."""
        for name, least in (("games", 0 if self.replays else 1), ("shard", 1), ("seed", 0)):
            if getattr(self, name) < least:
                raise ValueError(f"{name}={getattr(self, name)}: at least {least} is needed")
        if self.replays and self.teams:
            raise ValueError("replays are read and teams play: name one of them")


@dataclass(frozen=True)
class _Order:
    """What all shards have in common.

    ``teams``: name -> specs of the seats; ``agents``: spec -> agent; ``head``: metadata of every file.
    """

    games: list[Any]
    teams: dict[str, list[str]]
    agents: dict[str, Agent]
    seed: int
    head: str


#: Number of the first game; team, number of its first game and how many; or the replays.
_Shard = tuple[int, tuple[str, int, int] | list[Replay]]


def make(config: DatasetConfig, report: Callable[[int, int], None] | None = None) -> Path:
    """Write a data set, or go on with it; returns its folder.

    Args:
        config: what is played or read.
        report: called with (shards written, shards) after each.

    Raises:
        ValueError: an impossible option, a folder that holds another data set, replays of different games.
        AgentError: an unknown spec, or an agent that cannot play the game.
        ReplayError: a replay that does not fit its game.
        IllegalAction: an agent returned an illegal action.
    """
    import pyarrow as pa  # noqa: F401 - says what is missing before the first game

    config.check()
    order, shards = _read(config) if config.replays is not None else _teams(config)
    with files.claimed(config.out / MANIFEST), config.open() as workers:
        _begin(config.out, order.head)
        for table in TABLES:
            (config.out / table).mkdir(exist_ok=True)
        waiting = [i for i in range(len(shards)) if not _place(config.out, "decisions", i).exists()]
        written = len(shards) - len(waiting)
        for number, found in workers.do(_shard, order, [shards[i] for i in waiting]):
            for table in ("games", "events", "decisions"):
                files.write(_place(config.out, table, waiting[number]), found[table])
            written += 1
            if report is not None:
                report(written, len(shards))
    if config.minari is not None:
        from .minari import export

        export(config.out, config.minari)
    return config.out


def _teams(config: DatasetConfig) -> tuple[_Order, list[_Shard]]:
    games = config.make_games()
    named = config.teams or usual_teams(games[0])
    teams = {name: _seated(games[0], name) for name in named}
    agents = {spec: made(spec, games[0]) for specs in teams.values() for spec in specs}
    about = {"teams": teams, "seed": config.seed, "agents": {spec: identity(spec) for spec in agents}}
    order = _Order(games, teams, agents, config.seed, _head(games, config, about))
    starts = range(0, config.games, config.shard)
    shards: list[_Shard] = [
        (t * config.games + first, (team, first, min(config.shard, config.games - first)))
        for t, team in enumerate(teams)
        for first in starts
    ]
    return order, shards


def _seated(game: Any, team: str) -> list[str]:
    """The specs of all seats."""
    _, names = seat_agents(game, deal(game.type, split_team(team), "agents"))
    return names


def _read(config: DatasetConfig) -> tuple[_Order, list[_Shard]]:
    paths = sorted(Path(str(config.replays)).glob(f"*{SUFFIX}"))[: config.games or None]
    if not paths:
        raise ValueError(f"replays={config.replays}: there is no file *{SUFFIX} in it")
    replays = [read(path) for path in paths]
    first = replays[0].header
    for replay in replays:
        for name in ("actions", "observations"):
            if (replay.header.game, replay.header.layouts[name]) != (first.game, first.layouts[name]):
                raise ValueError(
                    f"{replay.path} is of {replay.header.game}, {paths[0]} of {first.game}, or of another version: one data set each"
                )
    games = [game_of(replays[0])]
    order = _Order(games, {}, {}, 0, _head(games, config, {"replays": [path.name for path in paths]}))
    return order, [(start, replays[start : start + config.shard]) for start in range(0, len(replays), config.shard)]


def _head(games: Sequence[Any], config: DatasetConfig, about: dict[str, Any]) -> str:
    """What the data set is of, as JSON."""
    game = games[0]
    head = {
        "format": FORMAT,
        "game": game.id,
        "rules_revision": int(game.rules_revision),
        "layouts": {"actions": game.action_codec.layout_hash, "observations": game.observation_codec.layout_hash},
        "columns": game.observation_codec.size,
        "actions": game.action_codec.size,
        "sides": list(game.type.side_names),
        "games": config.games,
        "shard": config.shard,
        "record": record(list(games), config.seed),
        **about,
    }
    return json.dumps(head, indent=2, sort_keys=True, default=str) + "\n"


def _begin(out: Path, head: str) -> None:
    """Write the manifest; ValueError if the folder holds another data set."""
    path = out / MANIFEST
    if path.exists() and path.stat().st_size:
        there, here = json.loads(path.read_text(encoding="utf-8")), json.loads(head)
        if there != here:
            raise ValueError(f"{out} holds another data set ({differing(there, here)}): name another folder (--out)")
        return
    if any((out / table).exists() for table in TABLES):
        raise ValueError(f"{out} holds tables without {MANIFEST}: name another folder (--out)")
    files.write(path, head)


def _place(out: Path, table: str, number: int) -> Path:
    return out / table / f"{number:05d}.parquet"


def _shard(order: _Order, shard: _Shard) -> dict[str, bytes]:
    """In a worker: table -> its file."""
    start, source = shard
    rows: Rows = {table: [] for table in TABLES}
    for each in _games(order, start, source):
        for table, found in each.items():
            rows[table] += found
    return {table: _parquet(table, found, order.head) for table, found in rows.items()}


def _games(order: _Order, start: int, source: tuple[str, int, int] | list[Replay]) -> list[Rows]:
    if isinstance(source, list):
        return [replayed(start + i, replay) for i, replay in enumerate(source)]
    team, first, count = source
    specs, rotates, found = order.teams[team], order.games[0].type.kind == "competitive", []
    for i, n in enumerate(range(first, first + count)):
        at = -n % len(specs) if rotates else 0  # among rivals everybody moves one seat further after each game
        found.append(play(start + i, team, order.games[n % len(order.games)], specs[at:] + specs[:at], order.agents, order.seed + n))
    return found


def _parquet(table: str, rows: list[tuple[Any, ...]], head: str) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {"list<string>": pa.list_(pa.string()), "list<bool>": pa.list_(pa.bool_()), "list<int32>": pa.list_(pa.int32())}
    types |= {"list<uint8>": pa.list_(pa.uint8()), "bool": pa.bool_()}
    fields = [pa.field(c.name, types.get(c.type) or pa.type_for_alias(c.type), metadata={"about": c.about}) for c in TABLES[table]]
    schema = pa.schema(fields, metadata={"zombicide": head})
    columns = list(zip(*rows, strict=True)) or [()] * len(fields)
    arrays = [pa.array(list(values), of.type) for values, of in zip(columns, fields, strict=True)]
    file = BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, schema=schema), file, compression="zstd")
    return file.getvalue()

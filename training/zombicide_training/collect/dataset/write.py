"""``zombicide dataset``: play or read many games and write them as Parquet files, shard by shard.

    OUT/dataset.json                  description: game, options, teams, versions, revision of the rules
    OUT/games/00000.parquet           one row per game
    OUT/decisions/00000.parquet       one row per decision
    OUT/events/00000.parquet          one row per event

A shard contains consecutive games.  It depends only on its games, so that its bytes do not depend on the number of workers or on
interruptions.  It is complete when all of its three files are there.  The metadata of each file contains ``dataset.json``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from zombicide_env.core import files
from zombicide_env.core.words import differing
from zombicide_training.collect.provenance import record

from .columns import TABLES
from .plan import GamesConfig, Order, Shard, planned, rows
from .read import FORMAT, MANIFEST, description

__all__ = ["FORMAT", "MANIFEST", "DatasetConfig", "make"]


@dataclass
class DatasetConfig(GamesConfig):
    """Play teams, or read recorded games, and write every decision, game and event as Parquet tables."""

    out: Path = Path("runs/dataset")
    """folder of the dataset; run the same command again to resume after a stop"""
    minari: str | None = None
    """also write it as a Minari dataset, with this id: zombicide/NAME-v0"""


def make(config: DatasetConfig, report: Callable[[int, int], None] | None = None) -> Path:
    """Write a dataset, or resume writing one, and return its folder.

    Args:
        config: what is played or read.
        report: called with (shards written, shards) after each shard.

    Raises:
        ValueError: an option is invalid, the folder contains another dataset, the replays are of different games, or Minari has a dataset
            with this id.
        AgentError: a spec is unknown, or an agent cannot play the game.
        ReplayError: a replay does not fit its game.
        IllegalAction: an agent returned an illegal action.
    """
    import pyarrow as pa  # noqa: F401 - says what is missing before the first game

    if config.minari is not None:
        from .minari import check_id, export

        check_id(config.minari)
    order, shards = planned(config)
    head = _head(order, config)
    with files.claimed(config.out / MANIFEST), config.open() as workers:
        _begin(config.out, head)
        for table in TABLES:
            (config.out / table).mkdir(exist_ok=True)
        waiting = [i for i in range(len(shards)) if not all(_place(config.out, table, i).exists() for table in TABLES)]
        written = len(shards) - len(waiting)
        for number, found in workers.do(_shard, (order, head), [shards[i] for i in waiting]):
            for table in ("games", "events", "decisions"):
                files.write(_place(config.out, table, waiting[number]), found[table])
            written += 1
            if report is not None:
                report(written, len(shards))
    if config.minari is not None:
        export(config.out, config.minari)
    return config.out


def _head(order: Order, config: DatasetConfig) -> str:
    """Return the description of the dataset, as JSON."""
    game = order.games[0]
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
        "record": record(order.games, config.seed),
        **order.about,
    }
    return json.dumps(head, indent=2, sort_keys=True, default=str) + "\n"


def _begin(out: Path, head: str) -> None:
    """Write the manifest; raise ValueError if the folder contains another dataset."""
    path = out / MANIFEST
    if path.exists() and path.stat().st_size:
        there, here = description(out), json.loads(head)
        if there != here:
            raise ValueError(f"{out} holds another dataset ({differing(there, here)}): name another folder (--out)")
        return
    if any((out / table).exists() for table in TABLES):
        raise ValueError(f"{out} holds tables without {MANIFEST}: name another folder (--out)")
    files.write(path, head)


def _place(out: Path, table: str, number: int) -> Path:
    return out / table / f"{number:05d}.parquet"


def _shard(common: tuple[Order, str], shard: Shard) -> dict[str, bytes]:
    """Return table -> contents of its file; called in a worker."""
    order, head = common
    return {table: _parquet(table, found, head) for table, found in rows(order, shard).items()}


def _parquet(table: str, found: list[tuple[Any, ...]], head: str) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {"list<string>": pa.list_(pa.string()), "list<bool>": pa.list_(pa.bool_()), "list<int32>": pa.list_(pa.int32())}
    types |= {"list<uint8>": pa.list_(pa.uint8()), "bool": pa.bool_()}
    fields = [pa.field(c.name, types.get(c.type) or pa.type_for_alias(c.type), metadata={"about": c.about}) for c in TABLES[table]]
    schema = pa.schema(fields, metadata={"zombicide": head})
    columns = list(zip(*found, strict=True)) or [()] * len(fields)
    arrays = [pa.array(list(values), of.type) for values, of in zip(columns, fields, strict=True)]
    file = BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, schema=schema), file, compression="zstd")
    return file.getvalue()

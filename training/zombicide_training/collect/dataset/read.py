"""Read a dataset: its tables, and its decisions as arrays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .columns import TABLES

__all__ = ["Dataset", "Decisions"]


class Decisions(NamedTuple):
    """Decisions of consecutive games, as writable arrays.

    Attributes:
        observations: uint8 ``[n, N_OBS]``, raw.
        masks: int8 ``[n, N_ACTIONS]``, 1 = legal.
        actions: int64 ``[n]``.
        rewards: float32 ``[n]``, rewards of the side until its next decision.
        returns: float32 ``[n]``, rewards of the side until the end of the game.
        seats: int16 ``[n]``.
        last: bool ``[n]``, whether it was the last decision of the side.
    """

    observations: NDArray[np.uint8]
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    rewards: NDArray[np.float32]
    returns: NDArray[np.float32]
    seats: NDArray[np.int16]
    last: NDArray[np.bool_]

    def part(self, rows: NDArray[np.bool_] | slice) -> Decisions:
        """Return some of the decisions."""
        columns: list[Any] = [column[rows] for column in self]
        return Decisions(*columns)


class Dataset:
    """A dataset folder written by ``zombicide dataset``.

    Args:
        path: the folder.

    Attributes:
        about: description of the dataset, the contents of ``dataset.json``.

    Raises:
        ValueError: there is no dataset, or it has another format.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self.about: dict[str, Any] = json.loads((self.path / "dataset.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ValueError(f"{path} holds no dataset ({error}): write one by `zombicide dataset --out {path}`") from error
        if self.about.get("format") != 1:
            raise ValueError(f"{path} is a dataset of format {self.about.get('format')!r}; this version reads format 1")

    def __repr__(self) -> str:
        """Return the folder, the game and the number of shards as text."""
        return f"<Dataset {self.path}: {self.about['game']}, {len(list(self.path.glob('decisions/*.parquet')))} shards>"

    def check(self, game: Any) -> None:
        """Raise ValueError if the dataset was written with other layouts or rules than those of ``game``."""
        here = {"actions": game.action_codec.layout_hash, "observations": game.observation_codec.layout_hash}
        if self.about["game"] != game.id or self.about["layouts"] != here:
            raise ValueError(f"{self.path} holds games of {self.about['game']} with other layouts than {game.id} has here: write it again")
        if self.about["rules_revision"] != game.rules_revision:
            raise ValueError(
                f"{self.path} was played by revision {self.about['rules_revision']} of the rules of {game.id}, this is revision "
                f"{game.rules_revision}: write it again"
            )

    def table(self, name: str) -> Any:
        """Return a table as ``pyarrow.Table``: "games", "decisions" or "events".

        Raises:
            ValueError: there is no such table.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        if name not in TABLES:
            raise ValueError(f"there is no table {name!r}; there are: {', '.join(TABLES)}")
        return pa.concat_tables([pq.read_table(path) for path in self.shards(name)])

    def shards(self, table: str) -> list[Path]:
        """Return the files of a table."""
        found = sorted((self.path / table).glob("*.parquet"))
        if not found:
            raise ValueError(f"{self.path} holds no {table} yet: let `zombicide dataset` finish it")
        return found

    def count(self) -> int:
        """Return the number of decisions."""
        import pyarrow.parquet as pq

        return sum(pq.read_metadata(path).num_rows for path in self.shards("decisions"))

    def decisions(self, players: tuple[str, ...] = ()) -> Iterator[Decisions]:
        """Yield the decisions shard by shard; ``players``: only decisions of players with these specs, () for all."""
        import pyarrow.compute as pc
        import pyarrow.parquet as pq

        for path in self.shards("decisions"):
            table = pq.read_table(path, columns=["player", "action", "legal", "observation", "reward", "return", "seat", "last"])
            if players:
                table = table.filter(pc.is_in(table["player"], value_set=_strings(players)))
            if table.num_rows:
                yield _arrays(table, self.about["columns"], self.about["actions"])


def _strings(values: tuple[str, ...]) -> Any:
    import pyarrow as pa

    return pa.array(values, pa.string())


def _arrays(table: Any, columns: int, actions: int) -> Decisions:
    n = table.num_rows
    legal = table["legal"].combine_chunks()
    masks = np.zeros((n, actions), np.int8)
    masks[np.repeat(np.arange(n), np.diff(legal.offsets.to_numpy())), legal.flatten().to_numpy()] = 1
    seen = table["observation"].combine_chunks().flatten().to_numpy().reshape(n, columns)
    action, *others = (table[name].to_numpy() for name in ("action", "reward", "return", "seat", "last"))
    # Arrow memory is read-only, and torch warns about tensors that share it.
    seen, reward, returned, seat, last = (np.require(column, requirements="W") for column in (seen, *others))
    return Decisions(seen, masks, action.astype(np.int64), reward, returned, seat, last)

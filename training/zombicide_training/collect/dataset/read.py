"""Read a dataset: its tables, and its decisions as arrays."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.words import one_line, unknown

from .columns import TABLES

__all__ = ["FORMAT", "MANIFEST", "Dataset", "Decisions", "arrays", "description", "table_of"]

FORMAT: Final = 1
MANIFEST: Final = "dataset.json"
#: What a description says at least.
_SAID: Final = frozenset(("game", "rules_revision", "layouts", "columns", "actions", "games", "shard"))


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


def description(folder: Path) -> dict[str, Any]:
    """Return what ``dataset.json`` says about a dataset.

    Raises:
        ValueError: there is no such file, it is damaged, or the dataset has another format.
    """
    path = folder / MANIFEST
    try:
        about = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{folder} holds no dataset ({MANIFEST}: {error.strerror}): write one by `zombicide dataset --out`") from error
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is damaged ({one_line(error)}): write the dataset again, into another folder") from error
    if isinstance(about, dict) and about.get("format", FORMAT) != FORMAT:
        raise ValueError(f"{folder} is a dataset of format {about['format']!r}; this version reads format {FORMAT}")
    if not isinstance(about, dict) or "format" not in about or _SAID - about.keys():
        raise ValueError(f"{path} does not describe a dataset: write the dataset again, into another folder")
    return about


def table_of(path: Path, columns: list[str] | None = None) -> Any:
    """Return a file of a dataset as ``pyarrow.Table``; ``columns``: only these.

    Raises:
        ValueError: the file is damaged.
    """
    import pyarrow.parquet as pq

    with _whole(path):
        return pq.read_table(path, columns=columns)


@contextmanager
def _whole(path: Path) -> Iterator[None]:
    """Raise ValueError with the remedy for errors of reading a file."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError) as error:
        remedy = "remove it, and repeat the command that wrote the dataset: it writes this file again"
        raise ValueError(f"{path} is damaged ({one_line(error, 200)}): {remedy}") from error


class Dataset:
    """A dataset folder written by ``zombicide dataset``.

    Args:
        path: the folder.

    Attributes:
        path: the folder, absolute, so that the dataset stays readable in another working directory.
        about: description of the dataset, the contents of ``dataset.json``.

    Raises:
        ValueError: there is no dataset, it is damaged, or it has another format.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path).absolute()
        self.about = description(self.path)

    def __repr__(self) -> str:
        """Return the folder, the game and the number of shards as text."""
        return f"<Dataset {self.path}: {self.about['game']}, {len(list(self.path.glob('decisions/*.parquet')))} shards>"

    def check(self, game: Any) -> None:
        """Raise ValueError if the dataset is not finished, or was written with other layouts or rules than those of ``game``."""
        here = {"actions": game.action_codec.layout_hash, "observations": game.observation_codec.layout_hash}
        if self.about["game"] != game.id or self.about["layouts"] != here:
            raise ValueError(f"{self.path} holds games of {self.about['game']} with other layouts than {game.id} has here: write it again")
        if self.about["rules_revision"] != game.rules_revision:
            raise ValueError(
                f"{self.path} was played by revision {self.about['rules_revision']} of the rules of {game.id}, this is revision "
                f"{game.rules_revision}: write it again"
            )
        self.shards("decisions")

    def table(self, name: str) -> Any:
        """Return a table as ``pyarrow.Table``: "games", "decisions" or "events".

        Raises:
            ValueError: there is no such table, or a file of it is missing or damaged.
        """
        import pyarrow as pa

        if name not in TABLES:
            raise ValueError(f"there is no table {name!r}; there are: {', '.join(TABLES)}")
        return pa.concat_tables([table_of(path) for path in self.shards(name)])

    def shards(self, table: str) -> list[Path]:
        """Return the files of a table.

        Raises:
            ValueError: the dataset is not finished: a part of it would pass for the whole.
        """
        paths = [self.path / table / f"{number:05d}.parquet" for number in range(self._shards())]
        missing = [path for path in paths if not path.exists()]
        if missing:
            there = len(paths) - len(missing)
            raise ValueError(
                f"{self.path} is not finished: {there} of {len(paths)} files of {table} are there; repeat the command that writes it"
            )
        return paths

    def _shards(self) -> int:
        """Return the number of files that each table has when the dataset is finished."""
        size, games = self.about["shard"], self.about["games"]
        if "replays" in self.about:
            return -(-len(self.about["replays"]) // size)
        return len(self.about["teams"]) * -(-games // size)

    def count(self) -> int:
        """Return the number of decisions. Raises ValueError as ``table`` does."""
        import pyarrow.parquet as pq

        found = 0
        for path in self.shards("decisions"):
            with _whole(path):
                found += pq.read_metadata(path).num_rows
        return found

    def decisions(self, players: str | Sequence[str] = ()) -> Iterator[Decisions]:
        """Return an iterator of the decisions, shard by shard.

        Args:
            players: only decisions of players with these specs; () for all.

        Raises:
            ValueError: no player has such a spec, or a file is missing or damaged.
        """
        wanted = [players] if isinstance(players, str) else list(players)
        known = self.about.get("agents", wanted)  # those of replays are not known
        for spec in wanted:
            if spec not in known:
                raise ValueError(f"{self.path}: {unknown('player', spec, known)}")
        return self._decisions(self.shards("decisions"), wanted)

    def _decisions(self, paths: Sequence[Path], players: Sequence[str]) -> Iterator[Decisions]:
        import pyarrow as pa
        import pyarrow.compute as pc

        for path in paths:
            table = table_of(path, ["player", "action", "legal", "observation", "reward", "return", "seat", "last"])
            if players:
                table = table.filter(pc.is_in(table["player"], value_set=pa.array(players, pa.string())))
            if table.num_rows:
                yield arrays(table, self.about["columns"], self.about["actions"])


def arrays(table: Any, columns: int, actions: int) -> Decisions:
    """Return rows of the table of decisions as arrays, for observations of ``columns`` columns and a number of actions."""
    n = table.num_rows
    legal = table["legal"].combine_chunks()
    masks = np.zeros((n, actions), np.int8)
    masks[np.repeat(np.arange(n), np.diff(legal.offsets.to_numpy())), legal.flatten().to_numpy()] = 1
    seen = table["observation"].combine_chunks().flatten().to_numpy().reshape(n, columns)
    action, *others = (table[name].to_numpy() for name in ("action", "reward", "return", "seat", "last"))
    # Arrow memory is read-only, and torch warns about tensors that share it.
    seen, reward, returned, seat, last = (np.require(column, requirements="W") for column in (seen, *others))
    return Decisions(seen, masks, action.astype(np.int64), reward, returned, seat, last)

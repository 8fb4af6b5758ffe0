"""Stored positions: a seed and the actions since, the candidates, and the results of a thousand games from there.

A file has a header line and a line for each position, both JSON, so that an interrupted run loses at most the current position.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_agents import AgentError
from zombicide_env.core import files
from zombicide_env.core.batch import Batch
from zombicide_env.replay.table import layouts
from zombicide_training.collect.provenance import identity

from .tables import MARGIN, Table

__all__ = ["GapsError", "Position", "append", "header", "read", "replay"]

FORMAT: Final = 1
MOST_BYTES: Final = 2**26


class GapsError(ValueError):
    """A stored set is damaged, or belongs to other rules than the current ones."""


@dataclass(frozen=True)
class Position:
    """A decision with its candidates.

    Attributes:
        seed: seed of the game.
        actions: indices of the actions that led there.
        state: checksum of its state.
        seat: the seat that decides.
        candidates: actions that the pinned player scores within ``MARGIN`` of its best one, that one first.
        scores: the pinned player's scores of them.
        games: games played from there per candidate, in the same worlds for all candidates.
        won: share of them won by the seat's side, ``[2][candidates]``: of the first and the second half of the worlds.
        error: standard error of the gap of each candidate to the first, over all games.
        progress: mean progress at the end of these games, ``[2][candidates]``; [] where the game does not measure it.
        progress_error: standard error of the gaps in progress.
    """

    seed: int
    actions: tuple[int, ...]
    state: str
    seat: int
    candidates: tuple[int, ...]
    scores: tuple[float, ...]
    games: int
    won: tuple[tuple[float, ...], ...]
    error: tuple[float, ...]
    progress: tuple[tuple[float, ...], ...] = ()
    progress_error: tuple[float, ...] = ()

    def line(self) -> str:
        """Return the position as a line of a file."""
        packed = zlib.compress(np.array(self.actions, "<u2").tobytes(), 9)
        return json.dumps(asdict(self) | {"actions": base64.b85encode(packed).decode()}, separators=(",", ":"))

    @classmethod
    def of_line(cls, line: str) -> Position:
        """Return the position of a line.

        Raises:
            ValueError: the line is not a position.
        """
        row = json.loads(line)
        actions = np.frombuffer(zlib.decompress(base64.b85decode(row["actions"])), "<u2").tolist()
        halves = {name: tuple(tuple(map(float, half)) for half in row[name]) for name in ("won", "progress")}
        lists = {name: tuple(row[name]) for name in ("candidates", "scores", "error", "progress_error")}
        fields: dict[str, Any] = row | halves | lists | {"actions": tuple(actions)}
        return cls(**fields)


def header(table: Table) -> dict[str, Any]:
    """Return the header of a table's file: the rules and the player of its positions."""
    game = table.game
    hashes = layouts(game)
    return {
        "format": FORMAT,
        "table": table.name,
        "rules": game.rules_revision,
        "layouts": {name: hashes[name] for name in ("actions", "world")},
        "player": table.player,
        "weights": identity(table.player),
        "margin": MARGIN,
    }


def read(folder: Path, table: Table) -> list[Position]:
    """Return the stored positions of a table, [] if there are none; without a last line that is incomplete after a power cut or a kill.

    Raises:
        GapsError: the file is damaged, or belongs to other rules, another board or another player.
    """
    path = folder / table.file
    if not path.exists():
        return []
    content = files.read(path, MOST_BYTES)
    lines = content[: _complete(content)].decode().splitlines()
    try:
        found, today = json.loads(lines[0]), header(table)
    except (ValueError, IndexError, AgentError) as error:
        raise GapsError(f"{path}: its first line is not a header ({error}); remove the file and measure again") from error
    for name, value in today.items():
        if found.get(name) != value:
            raise GapsError(
                f"{path} was made with {name}={found.get(name)!r}, today it is {value!r}: its gaps are of other games; "
                "remove the file and measure again"
            )
    positions = []
    for number, line in enumerate(lines[1:], 2):
        try:
            positions.append(Position.of_line(line))
        except (ValueError, KeyError, TypeError, zlib.error) as error:
            raise GapsError(f"{path}, line {number}: no position ({error}); remove the line") from error
    return positions


def append(folder: Path, table: Table, positions: Sequence[Position]) -> None:
    """Append positions to the file of a table, which is created with its header; an incomplete last line is removed."""
    path = folder / table.file
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        files.write(path, json.dumps(header(table)) + "\n")
    with path.open("ab", buffering=0) as out:
        out.truncate(_complete(path.read_bytes()))
        files.append(out, "".join(f"{position.line()}\n" for position in positions).encode())


def _complete(content: bytes) -> int:
    """Return the length of the lines that end."""
    return content.rfind(b"\n") + 1


def replay(table: Table, positions: Sequence[Position]) -> NDArray[Any]:
    """Return the states of positions, structured array ``[n]``, replayed from their seeds.

    Raises:
        GapsError: a replay differs from the stored position.
    """
    game = table.game
    seeds = [position.seed for position in positions]
    batch = Batch(game, len(positions), seed=seeds, autoreset="disabled", observation_dtype="uint8")
    for number, rows in _steps([len(position.actions) for position in positions]):
        batch.step_some(rows, np.array([positions[row].actions[number] for row in rows.tolist()]))
    states = batch.states.copy()
    batch.close()
    for i, position in enumerate(positions):
        if game.recorded.checksum(states[i : i + 1]) != position.state:
            raise GapsError(f"{table.name}: the game of seed {position.seed} goes another way than when it was stored; measure again")
    return states


def _steps(lengths: Sequence[int]) -> Iterator[tuple[int, NDArray[np.intp]]]:
    """Yield the index of a step, and the games that have it."""
    of = np.asarray(lengths)
    for number in range(int(of.max(initial=0))):
        yield number, np.flatnonzero(of > number)

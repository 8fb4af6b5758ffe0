"""The curves of a run: ``curves.jsonl``, an object a line that anything can read, and the same for TensorBoard.

A disk on which they cannot be written stops no training: that is said once, and what could not be written is missing.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from stable_baselines3.common.logger import KVWriter, TensorBoardOutputFormat

from zombicide_env.core import files

__all__ = ["CURVES", "DECISIONS", "Curves", "read"]

CURVES: Final = "curves.jsonl"
#: Keys of a line beside the names of its values: decisions of the run so far, and when it was written (seconds since 1970).
DECISIONS: Final = "decisions"
TIME: Final = "time"
#: Bytes that a file of curves may have at most.
_LIMIT: Final = 1 << 30


class Curves(KVWriter):
    """Writes the curves of the run in ``folder``; ``after``: decisions of the checkpoint from which it goes on, later lines go.

    Raises:
        OSError: the curves that are there cannot be read.
    """

    def __init__(self, folder: Path, after: int, say: Callable[[str], None]) -> None:
        self._folder, self._path, self._say = folder, folder / CURVES, say
        self._board: TensorBoardOutputFormat | None = None
        self._failed = False
        if self._path.is_file():
            rows = list(read(self._path))
            kept = [row for row in rows if row[DECISIONS] <= after]
            if len(kept) < len(rows):
                files.write(self._path, "".join(_line(row) for row in kept))

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        """Add a line."""
        values = {name: float(value) for name, value in key_values.items() if not isinstance(value, str)}
        try:
            self._append(_line({DECISIONS: step, TIME: round(time.time(), 1), **values}))
            if self._board is None:
                self._board = TensorBoardOutputFormat(str(self._folder / "tensorboard"))
            self._board.write(key_values, key_excluded, step)
            self._failed = False
        except OSError as error:
            self._board = None  # its file may end in the middle of a record: the next one begins another
            if not self._failed:
                self._say(f"the curves cannot be written ({error}); training goes on without them")
            self._failed = True

    def _append(self, line: str) -> None:
        with self._path.open("ab+") as file:
            if file.tell():
                file.seek(-1, 2)
                if file.read(1) != b"\n":  # a line that was cut off
                    line = "\n" + line
            file.write(line.encode())

    def close(self) -> None:
        """Close TensorBoard's file."""
        if self._board is not None:
            try:
                self._board.close()
            except OSError:
                pass


def _line(row: dict[str, Any]) -> str:
    return json.dumps({name: None if isinstance(v, float) and not math.isfinite(v) else v for name, v in row.items()}) + "\n"


def read(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a file of curves; one that was cut off when the process was killed is left out.

    Raises:
        OSError, ValueError: it cannot be read, or is no such file.
    """
    for line in files.read(path, _LIMIT).decode(errors="replace").splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict) and isinstance(row.get(DECISIONS), int):
            yield row

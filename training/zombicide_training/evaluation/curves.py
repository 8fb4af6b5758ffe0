"""The curves of a run: ``curves.jsonl``, one JSON object per line, and the same for TensorBoard.

If they cannot be written, training continues: the failure is reported, and missing lines are written with the next ones.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path
from typing import Any, Final

from stable_baselines3.common.logger import KVWriter, TensorBoardOutputFormat

from zombicide_env.core import files

__all__ = ["CURVES", "DECISIONS", "Curves", "read"]

CURVES: Final = "curves.jsonl"
#: Keys of a line besides its values: decisions of the run so far, and time of writing (seconds since 1970).
DECISIONS: Final = "decisions"
TIME: Final = "time"
#: Maximum size of a curves file, in bytes.
_LIMIT: Final = 1 << 30


class Curves(KVWriter):
    """Writes the curves of the run in ``folder``; ``after``: decisions of the checkpoint to resume from, later lines are removed.

    Raises:
        OSError: the existing curves cannot be read.
    """

    def __init__(self, folder: Path, after: int, say: Callable[[str], None]) -> None:
        self._folder, self._path, self._say = folder, folder / CURVES, say
        self._board: TensorBoardOutputFormat | None = None
        self._file: FileIO | None = None
        self._pending = b""
        self._failed = False
        if self._path.is_file():
            kept = "".join(_line(row) for row in read(self._path) if row[DECISIONS] <= after)
            if kept.encode() != files.read(self._path, _LIMIT):  # lines after the checkpoint, or a partial line
                files.write(self._path, kept)

    def add(self, values: dict[str, float], step: int) -> None:
        """Add a line without a logger."""
        self.write(values, dict.fromkeys(values, ()), step)

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        """Add a line."""
        values = {name: float(value) for name, value in key_values.items() if not isinstance(value, str)}
        self._pending += _line({DECISIONS: step, TIME: round(time.time(), 1), **values}).encode()
        try:
            if self._file is None:
                self._file = self._path.open("ab", buffering=0)
            files.append(self._file, self._pending)
            self._pending = b""
            if self._board is None:
                self._board = TensorBoardOutputFormat(str(self._folder / "tensorboard"))
            self._board.write(key_values, key_excluded, step)
            self._failed = False
        except OSError as error:
            self._board = None  # its file may end in the middle of a record: the next write begins a new file
            if not self._failed:
                self._say(f"the curves cannot be written ({error}); training goes on, and tries again")
            self._failed = True

    def close(self) -> None:
        """Close the files."""
        if self._file is not None:
            self._file.close()
        if self._board is not None:
            try:
                self._board.close()
            except OSError:
                pass  # TensorBoard's file is a copy; a full disk was reported for the curves


def _line(row: dict[str, Any]) -> str:
    return json.dumps({name: None if isinstance(v, float) and not math.isfinite(v) else v for name, v in row.items()}) + "\n"


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a curves file; a line truncated by a kill is skipped.

    Raises:
        OSError, ValueError: the file cannot be read, or is not a curves file.
    """
    for line in files.read(path, _LIMIT).decode(errors="replace").splitlines():
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            continue  # truncated when the process was killed
        if isinstance(row, dict) and isinstance(row.get(DECISIONS), int):
            yield row

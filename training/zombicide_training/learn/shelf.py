"""What a critic learns from, kept in files beside a run's checkpoints, so that these stay small and a run goes on with all that it knew."""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import fields
from pathlib import Path
from typing import Final

import numpy as np

from zombicide_env.core import files
from zombicide_training.learn.lessons import Lessons

__all__ = ["Shelf"]

_LIMIT: Final = 1 << 31


class Shelf:
    """The latest lessons of a run, a file for those of each update.

    Args:
        folder: where they are.
        most: positions that are enough; older updates go.
    """

    def __init__(self, folder: Path, most: int) -> None:
        self.folder, self.most = folder, most
        self._parts: dict[int, Lessons] = {}

    def add(self, number: int, lessons: Lessons) -> None:
        """Put the lessons of update ``number`` on the shelf."""
        packed = io.BytesIO()
        np.savez_compressed(packed, **{field.name: getattr(lessons, field.name) for field in fields(Lessons)})
        self.folder.mkdir(parents=True, exist_ok=True)
        files.write(self._path(number), packed.getvalue())
        self._parts[number] = lessons
        total = sum(len(part.raw) for part in self._parts.values())
        for old in sorted(self._parts):
            total -= len(self._parts[old].raw)
            if total < self.most:
                return
            del self._parts[old]

    def lessons(self) -> Lessons:
        """All of them, oldest first."""
        return Lessons.together([self._parts[number] for number in sorted(self._parts)])

    @property
    def oldest(self) -> int:
        """Number of the oldest update, 0: there is none."""
        return min(self._parts, default=0)

    def sweep(self, oldest: int) -> None:
        """Remove the files of updates before ``oldest``: no checkpoint needs them."""
        for number in self._numbers():
            if number < oldest:
                self._path(number).unlink(missing_ok=True)

    def take_back(self, oldest: int, end: int) -> None:
        """Go back to the shelf of a checkpoint: the updates ``oldest`` .. ``end - 1``.  Later ones are removed.

        Raises:
            ValueError: a file is damaged or gone.
        """
        for number in self._numbers():
            if number >= end:
                self._path(number).unlink(missing_ok=True)
        self._parts = {number: self._read(number) for number in range(oldest, end)}

    def _numbers(self) -> list[int]:
        return [int(path.stem) for path in self.folder.glob("*.npz") if path.stem.isdigit()]

    def _read(self, number: int) -> Lessons:
        path = self._path(number)
        try:
            with np.load(io.BytesIO(files.read(path, _LIMIT))) as stored:
                return Lessons(**{field.name: stored[field.name] for field in fields(Lessons)})
        except (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile, zlib.error) as error:
            raise ValueError(f"{path} cannot be read ({error})") from error

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:06d}.npz"

"""Replay buffer of labels on disk: one file per update, so that checkpoints stay small and a resumed run has the same buffer."""

from __future__ import annotations

import io
from dataclasses import fields
from pathlib import Path
from typing import Final

import numpy as np

from zombicide_env.core import files
from zombicide_training.collect.checks import UNREADABLE
from zombicide_training.learn.labels import Labels

__all__ = ["LabelStore"]

_LIMIT: Final = 1 << 31


class LabelStore:
    """The latest labels of a run.

    Args:
        folder: folder of the files.
        most: number of positions to keep; older updates are dropped.
    """

    def __init__(self, folder: Path, most: int) -> None:
        self.folder, self.most = folder, most
        self._parts: dict[int, Labels] = {}

    def add(self, number: int, labels: Labels) -> None:
        """Add the labels of update ``number``; the oldest updates are dropped while the others have enough positions."""
        packed = io.BytesIO()
        np.savez_compressed(packed, **{field.name: getattr(labels, field.name) for field in fields(Labels)})
        self.folder.mkdir(parents=True, exist_ok=True)
        files.write(self._path(number), packed.getvalue())
        self._parts[number] = labels
        total = sum(len(part.raw) for part in self._parts.values())
        for old in sorted(self._parts):
            total -= len(self._parts[old].raw)
            if total < self.most:
                return
            del self._parts[old]

    def labels(self) -> Labels:
        """Return all labels, oldest first."""
        return Labels.together([self._parts[number] for number in sorted(self._parts)])

    @property
    def oldest(self) -> int:
        """Number of the oldest update, 0 if there is none."""
        return min(self._parts, default=0)

    def sweep(self, oldest: int) -> None:
        """Remove the files of updates before ``oldest``: no checkpoint needs them."""
        for number in self._numbers():
            if number < oldest:
                self._path(number).unlink(missing_ok=True)

    def take_back(self, oldest: int, end: int) -> None:
        """Restore the buffer of a checkpoint: the updates ``oldest`` .. ``end - 1``.  Later files are removed.

        Raises:
            ValueError: a file is damaged or missing.
        """
        for number in self._numbers():
            if number >= end:
                self._path(number).unlink(missing_ok=True)
        self._parts = {number: self._read(number) for number in range(oldest, end)}

    def _numbers(self) -> list[int]:
        return [int(path.stem) for path in self.folder.glob("*.npz") if path.stem.isdigit()]

    def _read(self, number: int) -> Labels:
        path = self._path(number)
        try:
            with np.load(io.BytesIO(files.read(path, _LIMIT))) as stored:
                return Labels(**{field.name: stored[field.name] for field in fields(Labels)})
        except UNREADABLE as error:
            raise ValueError(f"{path} cannot be read ({error})") from error

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:06d}.npz"

"""The only error of this package: a vector (or a file of vectors) that violates the format."""

from __future__ import annotations

from pathlib import Path

from ..core.words import one_line

__all__ = ["VectorError"]


class VectorError(ValueError):
    """A vector violates the format: unknown key, label, card or skill, wrong type, unreadable file.

    ``file`` and ``line`` (from 1) give the location; ``reason`` says what is wrong, without the location.
    """

    def __init__(self, reason: str, file: Path | None = None, line: int | None = None) -> None:
        self.reason = one_line(reason)
        self.file = file
        self.line = line
        place = "" if file is None else str(file) if line is None else f"{file}:{line}"
        super().__init__(f"{one_line(place)}: {self.reason}" if place else self.reason)

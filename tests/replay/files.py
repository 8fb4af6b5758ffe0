"""Edited replay files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from zombicide_env.replay import Entry, ReplayError, read, verify

SEED: Final = 11
HEADER_LINES: Final = 10


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def put(path: Path, lines: list[str]) -> None:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def forge(path: Path, entry: int, change: Callable[[Entry], Entry]) -> int:
    """Change a decision and recompute every checksum of the text; return its line."""
    replay = read(path)
    entries = list(replay.entries)
    entries[entry - 1] = change(entries[entry - 1])
    replace(replay, entries=tuple(entries)).write(path)
    return HEADER_LINES + entry


def refused(path: Path, line: int, *words: str) -> None:
    with pytest.raises(ReplayError) as error:
        verify(read(path))
    assert error.value.line == line
    assert error.value.path == str(path)
    assert f"line {line}:" in str(error.value)
    for word in words:
        assert word in str(error.value)

"""Games on disk: a replay that grows by a line a move, and beside it who sits where.

What has been written survives a server that is killed at any moment: the replay is appended to and flushed, everything else
is written whole (``files.write``).  A power cut may cost the latest moves of a game that goes on, never the game.
"""

from __future__ import annotations

import json
import re
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final

from ..core import files
from ..replay.format import SUFFIX, Replay, Running, read
from .session import Session

__all__ = ["Book", "Store"]

_ID: Final = re.compile(r"[a-z0-9]{6,32}")


class Store:
    """A folder of games by room id."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def ids(self) -> list[str]:
        """Rooms that have been kept, the newest first."""
        found = [path for path in self.folder.glob(f"*{SUFFIX}") if _ID.fullmatch(path.stem)]
        return [path.stem for path in sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)]

    def has(self, room: str) -> bool:
        """Whether the room has been kept; a text that is no id names no file."""
        return _ID.fullmatch(room) is not None and (self.folder / f"{room}{SUFFIX}").is_file()

    def load(self, room: str) -> tuple[Replay, dict[str, Any]]:
        """The replay, cut off or not, and what was said with it.

        Raises:
            ReplayError: the replay is damaged.
            OSError, ValueError: a file cannot be read.
        """
        return read(self.folder / f"{room}{SUFFIX}", partial=True), self.facts(room)

    def facts(self, room: str) -> dict[str, Any]:
        """What was said with the replay; OSError or ValueError if it cannot be read."""
        facts: dict[str, Any] = json.loads((self.folder / f"{room}.json").read_text(encoding="utf-8"))
        return facts

    def save_facts(self, room: str, facts: dict[str, Any]) -> None:
        """Keep who sits where."""
        files.write(self.folder / f"{room}.json", json.dumps(facts, indent=1))

    def book(self, room: str, session: Session) -> Book:
        """The file of a game, written anew and open for further moves."""
        return Book(self.folder / f"{room}{SUFFIX}", session)


class Book:
    """The replay of a running game."""

    def __init__(self, path: Path, session: Session) -> None:
        self._path = path
        self._session = session
        self._file: TextIOWrapper | None = None
        self.rewrite()

    def rewrite(self) -> None:
        """Write everything: at the start, and after moves were taken back."""
        self.close()
        session = self._session
        running = Running(session.header)
        entries = session.entries()
        lines = [*session.header.texts(), *(running.close(entry) for entry in entries)]
        self._running, self._written, self._ended = running, len(entries), False
        files.write(self._path, "\n".join(lines) + "\n")
        self._file = self._path.open("a", encoding="utf-8")
        self.write_on()

    def write_on(self) -> None:
        """Write the moves that are new, and the end if the game is over."""
        if self._file is None:
            return
        entries = self._session.entries(self._written)
        lines = [self._running.close(entry) for entry in entries]
        self._written += len(entries)
        if self._session.over and not self._ended:
            self._ended = True
            lines.append(self._running.close_end(self._session.end))
        self._file.write("".join(f"{line}\n" for line in lines))
        self._file.flush()
        if self._ended:
            files.settle(self._file)

    def close(self) -> None:
        """Close the file; the game can be resumed from it."""
        if self._file is not None:
            with self._file:
                files.settle(self._file)
            self._file = None

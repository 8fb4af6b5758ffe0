"""Games on disk: a replay to which each move appends a line, and a file with the seating next to it.

Written data survives a server that is killed at any moment: the replay is appended to and flushed, everything else
is written atomically (``files.write``). A power cut may cost the latest moves of an unfinished game, never the game. Only one process
may use the folder at a time.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import time
from collections.abc import Collection, Iterator
from io import FileIO
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..core import files
from ..replay.format import KEYS, SUFFIX, Running
from ..replay.reading import Replay, read
from .facts import Facts, is_open
from .limits import Limits
from .session import Session

__all__ = ["DAMAGED", "Book", "Store"]

_LOG: Final = logging.getLogger(__name__)

DAMAGED: Final = "damaged"
"""The subfolder to which unreadable files of games are moved."""

_ID: Final = re.compile(r"[a-z0-9]{6,32}")
_LINE: Final = 512  # maximum length of the last line of a replay in bytes
_SHORT: Final = 16384  # maximum length of a replay without moves in bytes
_WRONG: Final = ValueError, TypeError, LookupError, ArithmeticError, RecursionError  # errors raised by files with arbitrary content


class _Facts(BaseModel):
    """Content of a file of facts, see ``facts.Facts``; files of earlier versions lack some keys."""

    model_config = ConfigDict(strict=True)

    host: str
    seats: dict[str, str]
    sandbox: bool
    pace: Annotated[float, Field(ge=0, le=10)]
    record: bool
    names: dict[str, str] = {}
    passes: dict[str, str] = {}
    rated: dict[str, dict[str, Annotated[int, Field(ge=1, le=5)]]] = {}
    rematch: str = ""
    of: str = ""
    at: int = 0
    seeded: bool = False
    gathering: bool = False
    stands: list[int] = Field(default=[0, 1], min_length=2, max_length=2)


class Store:
    """A folder of games by room id. A game with a damaged file of facts is moved to ``DAMAGED``, and this is logged.

    Raises:
        files.Taken: another process uses the folder.
        OSError: it cannot be created.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._claim = files.claim(self.folder)
        self._people: dict[str, frozenset[str]] = {}  # people involved in each room
        self._rows: dict[str, tuple[tuple[int, int], dict[str, Any]]] = {}
        self._parted: dict[str, tuple[str, int]] = {}  # room -> the room from whose game it was branched, and after how many moves
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            if _ID.fullmatch(path.stem):
                try:
                    self._note(path.stem, self.facts(path.stem))
                except OSError as error:
                    _LOG.warning("%s cannot be read (%s): its game is not shown", path.with_suffix(".json").name, error.strerror)
                except ValueError as error:
                    self._set_aside(path.stem, error)

    def __len__(self) -> int:
        return len(self._people)

    def close(self) -> None:
        """Release the folder."""
        self._claim.close()

    # ---- one game ----------------------------------------------------------------------------------------------------

    def has(self, room: str) -> bool:
        """Return whether the room is stored; a text that is not an id names no file."""
        return _ID.fullmatch(room) is not None and self._path(room).is_file()

    def load(self, room: str) -> tuple[Replay, Facts]:
        """Return the replay, truncated or not, and its facts.

        Raises:
            ReplayError: the replay is damaged.
            OSError, ValueError: a file cannot be read.
        """
        try:
            return read(self._path(room), partial=True), self.facts(room)
        except _WRONG as error:
            if isinstance(error, ValueError):
                raise
            raise ValueError(f"{self._path(room).name} is damaged: {error}") from None

    def facts(self, room: str) -> Facts:
        """Return the facts of a room. Raises OSError or ValueError if they cannot be read."""
        path = self.folder / f"{room}.json"
        data = files.read(path, 2**16)
        try:
            return _Facts.model_validate_json(data).model_dump()
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise ValueError(f"{path.name} is damaged: it does not say who sits where ({where}: {first['msg']})") from None

    def is_secret(self, room: str) -> bool:
        """Return whether the seed of a game is still secret: it, or one from which it was branched, is not over."""
        seen: set[str] = set()
        while room not in seen and self.has(room):
            seen.add(room)
            try:
                facts, ended = self.facts(room), self._has_ended(room)
            except ValueError:
                return False  # damaged: it cannot be continued
            except OSError:
                return True  # perhaps it can be read next time
            if not ended and not is_open(facts):
                return True
            room = facts["of"]
        return False

    def _has_ended(self, room: str) -> bool:
        with self._path(room).open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _LINE))
            return file.read().rstrip().rpartition(b"\n")[2].startswith(b"end:")

    def save_facts(self, room: str, facts: Facts) -> None:
        """Store the facts of a room. Raises OSError if they cannot be written."""
        files.write(self.folder / f"{room}.json", json.dumps(facts, indent=1))
        self._rows.pop(room, None)
        self._note(room, facts)

    def book(self, room: str, session: Session) -> Book:
        """Return the file of a game, rewritten and open for further moves."""
        return Book(self._path(room), session)

    def remove(self, room: str) -> None:
        """Delete a game."""
        self._people.pop(room, None)
        self._parted.pop(room, None)
        self._rows.pop(room, None)
        self._path(room).unlink(missing_ok=True)
        (self.folder / f"{room}.json").unlink(missing_ok=True)

    def _set_aside(self, room: str, error: ValueError) -> None:
        folder = self.folder / DAMAGED
        try:
            folder.mkdir(exist_ok=True)
            for path in (self._path(room), self.folder / f"{room}.json"):
                path.replace(folder / path.name)
        except OSError as problem:
            _LOG.warning("%s; it cannot be moved to %s (%s)", error, folder, problem.strerror)
        else:
            _LOG.warning("%s; the game was moved to %s", error, folder)

    # ---- all rooms ---------------------------------------------------------------------------------------------------

    def rows(self, who: str, most: int) -> list[dict[str, Any]]:
        """Return summaries of the games that a browser plays in or has started, the newest first."""
        mine = [(room, stat) for room, people in list(self._people.items()) if who in people and (stat := self._stat(room)) is not None]
        mine.sort(key=lambda pair: pair[1][0], reverse=True)
        found: list[dict[str, Any]] = []
        for room, stat in mine:
            with contextlib.suppress(ValueError, OSError):  # a damaged file is not listed; opening it reports the reason
                found.append(self._row(room, stat))
            if len(found) == most:
                break
        return found

    def tree(self, room: str, who: str, most: int) -> dict[str, Any]:
        """Return a game with its branches, as one browser has tried them, below the original game.

        Each is a row as in ``rows``, with ``at`` (the number of moves of its parent after which it was branched) and ``branches``. At most
        ``most`` games in all.
        """
        root, seen = room, {room}
        while (above := self._parted.get(root, ("", 0))[0]) and above not in seen and self.has(above):
            root = above
            seen.add(root)
        left = most

        def node(name: str) -> dict[str, Any] | None:
            nonlocal left
            stat = self._stat(name)
            if stat is None or left == 0:
                return None
            left -= 1
            try:
                row = self._row(name, stat)
            except (ValueError, OSError):  # a damaged file is not listed; opening it reports the reason
                return None
            of, at = self._parted.get(name, ("", 0))
            below = sorted(
                (at, other)
                for other, (of, at) in list(self._parted.items())  # a copy: other threads add and remove games
                if of == name and (other in seen or who in self._people.get(other, ()))
            )
            return {**row, "at": at if of else 0, "branches": [found for _, other in below if (found := node(other)) is not None]}

        return node(root) or {}

    def sweep(self, limits: Limits, busy: Collection[str]) -> None:
        """Delete unneeded games: those without a move and watched replays, when they are old enough."""
        now = time.time()
        for room, record in list(self._idle(busy, now - min(limits.unplayed, limits.records))):
            stat = self._stat(room)
            age = 0.0 if stat is None else now - stat[0] / 1e9
            if (record and age > limits.records) or (not record and age > limits.unplayed and self._is_unplayed(room)):
                self.remove(room)

    def _idle(self, busy: Collection[str], before: float) -> Iterator[tuple[str, bool]]:
        for room in list(self._people):
            stat = self._stat(room)
            if room not in busy and stat is not None and stat[0] / 1e9 < before:
                with contextlib.suppress(ValueError, OSError):  # a damaged file is kept for its owner to repair
                    yield room, self.facts(room)["record"]

    def _is_unplayed(self, room: str) -> bool:
        stat = self._stat(room)
        if stat is None or stat[1] > _SHORT:
            return False
        return self._path(room).read_bytes().count(b"\n") <= len(KEYS) + 1

    def _row(self, room: str, stat: tuple[int, int]) -> dict[str, Any]:
        if self._rows.get(room, (None,))[0] != stat:
            replay, facts = self.load(room)
            self._rows[room] = stat, _told(room, replay, facts)
        return self._rows[room][1]

    def _note(self, room: str, facts: Facts) -> None:
        self._people[room] = frozenset((facts["host"], *facts["seats"].values())) - {""}
        if facts["of"]:
            self._parted[room] = facts["of"], facts["at"]

    def _path(self, room: str) -> Path:
        return self.folder / f"{room}{SUFFIX}"

    def _stat(self, room: str) -> tuple[int, int] | None:
        """Return when a game was last written, in nanoseconds, and its size; None: it does not exist."""
        try:
            stat = self._path(room).stat()
        except OSError:
            return None
        return stat.st_mtime_ns, stat.st_size


def _told(room: str, replay: Replay, facts: Facts) -> dict[str, Any]:
    """Return a game's entry in the list of games that can be resumed."""
    moves, stands = facts["stands"]
    if replay.end:
        now = replay.end.round
    elif moves == len(replay.entries):
        now = stands
    else:  # the server has ended without putting the room away
        now = replay.entries[-1].round if replay.entries else 1
    return {
        "room": room,
        "game": replay.header.game,
        "options": {name: value for name, value in replay.header.options.items() if name in ("quest", "players")},
        "moves": len(replay.entries),
        "round": now,
        "outcome": replay.end.outcome if replay.end else "ongoing",
        "record": facts["record"],
        "players": [player for _, player in replay.header.agents.values()],
    }


class Book:
    """The replay of a running game.

    Attributes:
        problem: why the file is not up to date, "" if it is; ``write`` tries again.
    """

    def __init__(self, path: Path, session: Session) -> None:
        self._path = path
        self._session = session
        self._file: FileIO | None = None
        self._whole = False  # whether the file contains everything up to ``_written`` and nothing else
        self._closed = False
        self.problem = ""
        self.rewrite()

    def rewrite(self) -> bool:
        """Write everything: at the start, and after moves were taken back."""
        self._whole = False
        return self.write()

    def write(self) -> bool:
        """Write what is new, and the end if the game is over; return whether that was possible."""
        if self._closed:
            return True
        try:
            if not self._whole:
                self._begin()
            self._go_on()
        except OSError as error:
            self.problem = error.strerror or str(error)
        else:
            self.problem = ""
        return not self.problem

    def close(self) -> None:
        """Close the file; the game can be resumed from it."""
        self._closed = True
        self._release()

    def _begin(self) -> None:
        self._release()
        session = self._session
        running = Running(session.header)
        entries = session.entries()
        lines = [*session.header.texts(), *(running.close(entry) for entry in entries)]
        files.write(self._path, "\n".join(lines) + "\n")
        self._file = self._path.open("ab", buffering=0)
        self._running, self._written, self._ended = running, len(entries), False
        self._pending, self._whole = b"", True

    def _go_on(self) -> None:
        """Append what is new. After an error the next call writes it."""
        assert self._file is not None
        entries = self._session.entries(self._written)
        lines = [self._running.close(entry) for entry in entries]
        self._written += len(entries)
        if self._session.over and not self._ended:
            self._ended = True
            lines.append(self._running.close_end(self._session.end))
        self._pending += "".join(f"{line}\n" for line in lines).encode()
        if self._pending:
            files.append(self._file, self._pending)
            self._pending = b""

    def _release(self) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):  # unbuffered: there is nothing left to write
                self._file.close()
            self._file = None

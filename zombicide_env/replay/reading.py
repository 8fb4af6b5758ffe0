"""Reading and writing of replay files, with all checks of the text (``format`` describes the format)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ..core import files
from ..core.game import FIRST_REVISION
from .format import (
    COMMENT,
    FORMAT,
    KEYS,
    LAYOUTS,
    REDRAWN,
    RULES,
    STEERS,
    TITLE,
    CutOffError,
    End,
    Entry,
    Header,
    ReplayError,
    Running,
)
from .slides import slides_of

MOST_BYTES: Final = 2**26
"""Maximum size of a file; a move takes about 60 bytes."""

_NUMBER: Final = re.compile("[0-9]{1,19}")
_TITLE: Final = re.compile(r"zombicide replay ([0-9]{1,9})")
_ENTRY: Final = re.compile(r"([0-9]{1,9}) r([0-9]{1,9}) ([a-z0-9_]+): ([^\[\]#]+?)(?: \[([^\[\]#]+)\])? #([0-9a-f]{8})\.([0-9a-f]{4})")
_END: Final = re.compile(r"end: ([a-z]+)(?: \(([^()]*)\))?, ([0-9]{1,9}) decisions?, round ([0-9]{1,9})")


@dataclass(frozen=True)
class Replay:
    """A replay read from a file, or a recorded game.

    ``end`` is None for a truncated file read with ``partial=True``; ``problem`` then says where and why. ``header_lines`` and ``end_line``
    are line numbers in the file, from 1: of each field of its header, and of its end.
    """

    header: Header
    entries: tuple[Entry, ...]
    end: End | None
    path: str = ""
    end_line: int = 0
    problem: ReplayError | None = None
    comment: str = ""
    header_lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        """Return one line, because thousands of decisions would fill a screen."""
        told = self.end.said.removeprefix("end: ") if self.end is not None else f"cut off after {len(self.entries)} decisions"
        return f"<Replay of {self.header.game}, seed {self.header.seed}: {told}>"

    def _repr_html_(self) -> str:
        """Return the game round by round with a slider, as HTML for notebooks."""
        return slides_of(self)

    @property
    def complete(self) -> bool:
        """Whether the record has its end."""
        return self.end is not None

    def error(self, line: int, reason: str) -> ReplayError:
        """Return an error about a line of this file."""
        return ReplayError(line, reason, self.path)

    def header_line(self, key: str) -> int:
        """Return the line number of a header field; 0 if there is no file, or the field is not in it."""
        return self.header_lines.get(key, 0)

    def lines(self) -> Iterable[str]:
        """Iterate over the lines of the text."""
        yield TITLE
        for text in filter(None, self.comment.split("\n")):
            yield f"{COMMENT} {text}"
        yield from self.header.texts()[1:]
        running = Running(self.header)
        for entry in self.entries:
            yield running.close(entry)
        if self.end is not None:
            yield running.close_end(self.end)

    def write(self, path: str | Path) -> None:
        """Write the file, creating its folder if necessary; an existing file is replaced only when the new one is complete."""
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        files.write(path, "\n".join(self.lines()) + "\n")


def is_replay(data: bytes) -> bool:
    """Return whether the content of a file begins like that of a replay."""
    return _TITLE.match(data[:40].decode(errors="replace")) is not None


def read(path: str | Path, *, partial: bool = False) -> Replay:
    """Read a file and check its text; nothing is played (``verify`` does that).

    Args:
        path: the file.
        partial: read a truncated file up to its last complete line (``Replay.problem`` says where it ends); without it,
            that is an error.

    Raises:
        ReplayError: with the line that is wrong; ``CutOffError`` if only the rest of the file is missing.
        OSError: there is no such file.
    """
    name = str(path)
    try:
        text = files.read(path, MOST_BYTES).decode("utf-8-sig")  # editors may add a byte order mark
    except UnicodeDecodeError as error:
        raise ReplayError(0, f"this is not a replay: byte {error.start} is not UTF-8 text", name) from None
    except files.TooLarge:
        raise ReplayError(0, f"this is not a replay: it has more than {MOST_BYTES:,} bytes", name) from None
    return parse(text, path=name, partial=partial)


def parse(text: str, *, path: str = "", partial: bool = False) -> Replay:
    """Parse the text of a file, as ``read`` does."""
    return _Reader(text, path).replay(partial)


def _texts(value: Any) -> Iterator[str]:
    """Yield all strings in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in (*value, *value.values()) if isinstance(value, dict) else value:
            yield from _texts(part)


class _Reader:
    def __init__(self, text: str, path: str) -> None:
        self.path = path
        self.whole = text.endswith("\n")
        lines = text.split("\n")
        self.last = len(lines) - 1 if self.whole else len(lines)
        self.comments = [STEERS.sub("?", line[1:].strip()) for line in lines if line.startswith(COMMENT)]
        self.lines = [(n, line.rstrip("\r")) for n, line in enumerate(lines, 1) if line.strip() and not line.startswith(COMMENT)]
        self.at = 0
        self.header_lines: dict[str, int] = {}

    def fail(self, line: int, reason: str) -> ReplayError:
        return ReplayError(line, reason, self.path)

    def replay(self, partial: bool) -> Replay:
        header = self.header()
        running = Running(header)
        entries: list[Entry] = []
        end: End | None = None
        problem: ReplayError | None = None
        for number, line in self.lines[self.at :]:
            if end is not None:
                raise self.fail(number, "the replay continues after its end; nothing may follow the line `end: ...`")
            cut = number == self.last and not self.whole
            try:
                if line.startswith("end:"):
                    end = self.ending(number, line, running, len(entries))
                    end_line = number
                else:
                    entries.append(self.entry(number, line, running, len(entries) + 1))
            except ReplayError as error:
                if not cut:
                    raise
                problem = self.fail(number, f"the file is cut off in the middle of this line ({error.reason})")
        if end is None and problem is None:
            reason = f"the file is cut off after this line ({len(entries)} decisions): its last line, `end: ...`, is missing"
            problem = self.fail(self.last, reason)
        if problem is not None and not partial:
            raise CutOffError(problem.line, f"{problem.reason}; it can be resumed up to decision {len(entries)}", self.path)
        comment = "\n".join(self.comments)
        return Replay(header, tuple(entries), end, self.path, end_line if end is not None else 0, problem, comment, self.header_lines)

    # ---- the header

    def header(self) -> Header:
        if not self.lines:
            raise CutOffError(1, "this is not a replay: the file is empty", self.path)
        number, line = self.lines[0]
        if number == self.last and not self.whole and TITLE.startswith(line):
            raise self.cut_in_header(number)
        title = _TITLE.fullmatch(line)
        if title is None:
            raise self.fail(number, f"this is not a replay: it does not begin with {TITLE!r}")
        if int(title[1]) != FORMAT:
            raise self.fail(number, f"the replay has format {title[1]}, this version reads format {FORMAT}; use the version that wrote it")
        values: dict[str, Any] = {}
        for key, (n, text) in zip(KEYS, self.lines[1 : len(KEYS) + 1], strict=False):
            if n == self.last and not self.whole:
                raise self.cut_in_header(n)
            self.check_letters(n, text)
            if not text.startswith(f"{key}: "):
                raise self.fail(n, f"`{key}: ...` belongs here, not {text[:40]!r}")
            values[key] = self.value(n, key, text[len(key) + 2 :])
            self.header_lines[key] = n
        if len(values) < len(KEYS):
            raise self.cut_in_header(self.last)
        self.at = len(KEYS) + 1
        rules = self.further(RULES)
        return Header(**values, rules=FIRST_REVISION if rules is None else rules[1], redrawn=self.redrawn())

    def further(self, key: str) -> tuple[int, Any] | None:
        """Return the line number and value of an optional header line, None if it is absent."""
        line, text = self.lines[self.at] if self.at < len(self.lines) else (0, "")
        if not text.startswith(f"{key}: "):
            return None
        if line == self.last and not self.whole:
            raise self.cut_in_header(line)
        self.at += 1
        self.header_lines[key] = line
        return line, self.value(line, key, text[len(key) + 2 :])

    def redrawn(self) -> dict[int, int]:
        """Return the seeds of the line ``redrawn``."""
        told = self.further(REDRAWN)
        if told is None:
            return {}
        line, found = told
        if not all(_NUMBER.fullmatch(after) and type(seed) is int and 0 <= seed < 2**63 for after, seed in found.items()):
            raise self.fail(line, f'{REDRAWN} gives numbers of decisions their seeds: {{"12": 345}}')
        return {int(after): seed for after, seed in found.items()}

    def cut_in_header(self, line: int) -> ReplayError:
        return CutOffError(line, f"the file is cut off in its header ({', '.join(KEYS)}); no game can be read from it", self.path)

    def value(self, line: int, key: str, text: str) -> Any:
        if key in ("version", "seed", RULES):
            if not _NUMBER.fullmatch(text) or int(text) >= 2**63:
                raise self.fail(line, f"{key} is a whole number from 0 to 2**63 - 1, not {text[:40]!r}")
            return int(text)
        if key not in ("options", "layouts", "agents", REDRAWN):
            return text
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise self.fail(line, f"{key} is damaged ({error})") from None
        self.check_letters(line, *_texts(value))
        if not isinstance(value, dict):
            raise self.fail(line, f"{key} is a table in JSON, not {text[:40]!r}")
        if key == "layouts" and not all(isinstance(value.get(name), str) for name in LAYOUTS):
            raise self.fail(line, f"layouts has the hashes {', '.join(LAYOUTS)}")
        if key == "agents":
            pairs = [isinstance(pair, list) and len(pair) == 2 and all(isinstance(x, str) for x in pair) for pair in value.values()]
            if not all(pairs):
                raise self.fail(line, 'agents gives each agent its name and its player: {"survivor_0": ["ann", "human"], ...}')
            return {agent: (pair[0], pair[1]) for agent, pair in value.items()}
        return value

    def check_letters(self, line: int, *texts: str) -> None:
        """Raise ReplayError for characters that no recorder writes and that should not reach a terminal."""
        for text in texts:
            if found := STEERS.search(text):
                raise self.fail(line, f"this is not a replay: the line holds the control character {found[0]!a}")

    # ---- the lines

    def entry(self, line: int, text: str, running: Running, expected: int) -> Entry:
        self.check_letters(line, text)
        found = _ENTRY.fullmatch(text)
        if found is None:
            example = "12 r3 survivor_0: move 4b [dice 3 5] #0123abcd.4567"
            raise self.fail(line, f"this is not a decision: {text[:60]!r}; it looks like `{example}`")
        if int(found[1]) != expected:
            raise self.fail(line, f"decision {found[1]} stands where decision {expected} belongs: lines are missing or out of order")
        entry = Entry(int(found[1]), int(found[2]), found[3], found[4], found[5] or "", found[6], line)
        if running.close(entry) != text:
            raise self.edited(line, expected == 1)
        return entry

    def edited(self, line: int, first: bool) -> ReplayError:
        """Return the error about a checksum; the first one of the file covers the header as well, which has none of its own."""
        header = f"lines {self.lines[0][0]} to {line}: the header or the first line after it" if first else "the line"
        return self.fail(line, f"{header} has been edited, or one before it taken out: its checksum does not fit the text")

    def ending(self, line: int, text: str, running: Running, decisions: int) -> End:
        self.check_letters(line, text)
        said, _, check = text.partition(" #")
        found = _END.fullmatch(said)
        if found is None or not re.fullmatch("[0-9a-f]{4}", check):
            raise self.fail(
                line, f"this is not an end: {text[:60]!r}; it looks like `end: won (danse_macabre), 212 decisions, round 14 #0123`"
            )
        end = End(found[1], found[2] or "", int(found[3]), int(found[4]))
        if end.decisions != decisions:
            raise self.fail(line, f"the replay should have {end.decisions} decisions, {decisions} are there: lines are missing")
        if running.close_end(end) != text:
            raise self.edited(line, decisions == 0)
        return end


__all__ = ["MOST_BYTES", "Replay", "is_replay", "parse", "read"]

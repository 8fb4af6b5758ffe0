"""The text of a replay: a header, a line for each decision, the end.

    zombicide replay 1
    game: black_plague
    version: 0
    package: 0.1.0
    options: {"quest": "danse_macabre", "survivors": 6}
    layouts: {"actions": "6bd1...", "observations": "90f3...", "state": "1c2a...", "world": "44d0..."}
    seed: 7
    agents: {"survivor_0": ["ann", "greedy"], "survivor_1": ["baldric", "human"]}
    start: 5f0c9a31
    rules: 2
    redrawn: {"1": 83}
    1 r1 survivor_0: activate ann #0f7c22d1.8a41
    2 r1 survivor_0: open 1c sword [dice 4 6; zombies 12 31] #77a0be15.0c9d
    end: won (danse_macabre), 2 decisions, round 1

A line has the number of the decision, the round in which it was taken, the agent, the action in notation, in brackets what
dice and decks gave, and after ``#`` two checksums: 8 digits of the state that follows, and 4 of the text of the file up to
here.  The second finds an edited line without playing; the first finds one whose editor has made up the second, and a game
that goes another way than when it was recorded.  ``rules`` is there only in a game whose rules have been revised, ``redrawn``
only where somebody has tried another way from a position of a game (see ``Header``).  A file is cut off if the last line is
not ``end``.
Lines that begin with ``;`` are comments and empty ones are skipped; neither counts in the checksums.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ..core import files
from ..core.game import FIRST_REVISION
from ..core.words import one_line

FORMAT: Final = 1
MOST_BYTES: Final = 2**26
"""Size of a file; a move takes some 60 bytes."""
SUFFIX: Final = ".replay"
TITLE: Final = f"zombicide replay {FORMAT}"
KEYS: Final = ("game", "version", "package", "options", "layouts", "seed", "agents", "start")
RULES: Final = "rules"
REDRAWN: Final = "redrawn"
COMMENT: Final = ";"
LAYOUTS: Final = ("actions", "observations", "state", "world")

_NUMBER: Final = re.compile("[0-9]{1,19}")
_TITLE: Final = re.compile(r"zombicide replay ([0-9]{1,9})")
_ENTRY: Final = re.compile(r"([0-9]{1,9}) r([0-9]{1,9}) ([a-z0-9_]+): ([^\[\]#]+?)(?: \[([^\[\]#]+)\])? #([0-9a-f]{8})\.([0-9a-f]{4})")
_END: Final = re.compile(r"end: ([a-z]+)(?: \(([^()]*)\))?, ([0-9]{1,9}) decisions?, round ([0-9]{1,9})")
# what would steer the terminal that shows it
_STEERS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class ReplayError(ValueError):
    """A replay that cannot be read or played here.

    Attributes:
        line: number of the line in the file, from 1; 0 if no single line is to blame.
        path: the file, "" if there is none.
    """

    def __init__(self, line: int, reason: str, path: str = "") -> None:
        self.line = line
        self.reason = one_line(reason)
        self.path = path
        where = f"{path or 'replay'}, line {line}" if line else path or "replay"
        super().__init__(f"{one_line(where)}: {self.reason}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.line, self.reason, self.path)


@dataclass(frozen=True)
class Header:
    """Which game it is, and with what it was made.

    ``rules`` is the revision of the game's rules (``Game.rules_revision``).
    ``agents`` is agent -> (name of whom it plays, name of the player), ``layouts`` hashes by the names in LAYOUTS, ``start`` the
    checksum of the state before the first decision.  ``redrawn`` is number of decisions -> seed: after so many decisions everything that
    was hidden from the decider, and future dice, were resampled by that seed (``Batch.resample``).
    """

    game: str
    version: int
    package: str
    options: Mapping[str, Any]
    layouts: Mapping[str, str]
    seed: int
    agents: Mapping[str, tuple[str, str]]
    start: str
    redrawn: Mapping[int, int] = field(default_factory=dict)
    rules: int = FIRST_REVISION

    def texts(self) -> list[str]:
        """The lines of the header, title included."""
        values = {key: getattr(self, key) for key in KEYS}
        if self.rules != FIRST_REVISION:
            values[RULES] = self.rules
        values["agents"] = {agent: [_STEERS.sub("?", name) for name in pair] for agent, pair in self.agents.items()}
        for key in ("options", "layouts", "agents"):
            values[key] = json.dumps(values[key], sort_keys=key == "options")
        if self.redrawn:
            values[REDRAWN] = json.dumps(dict(self.redrawn))
        return [TITLE, *(f"{key}: {value}" for key, value in values.items())]


@dataclass(frozen=True)
class Entry:
    """A decision: its number from 1, round, agent, action in notation, what chance gave, and the checksum of the state after it.

    ``line`` is its place in the file (0: none); equal entries may stand at other places.
    """

    number: int
    round: int
    agent: str
    text: str
    chance: str
    state: str
    line: int = field(default=0, compare=False)

    @property
    def said(self) -> str:
        """The line without checksums."""
        chance = f" [{self.chance}]" if self.chance else ""
        return f"{self.number} r{self.round} {self.agent}: {self.text}{chance}"


@dataclass(frozen=True)
class End:
    """How the record ends: ``outcome`` is "ongoing" if the game goes on."""

    outcome: str
    detail: str
    decisions: int
    round: int

    @property
    def said(self) -> str:
        """The line."""
        detail = f" ({self.detail})" if self.detail else ""
        return f"end: {self.outcome}{detail}, {self.decisions} decision{'s' * (self.decisions != 1)}, round {self.round}"


@dataclass(frozen=True)
class Replay:
    """A file that has been read, or a game that has been recorded.

    ``end`` is None for a file that was cut off and read with ``partial=True``; ``problem`` then says where and why.
    """

    header: Header
    entries: tuple[Entry, ...]
    end: End | None
    path: str = ""
    end_line: int = 0
    problem: ReplayError | None = None
    comment: str = ""

    def _repr_html_(self) -> str:
        """The game round by round with a slider, for notebooks."""
        from .slides import slides_of

        return slides_of(self)

    @property
    def complete(self) -> bool:
        """Whether the record has its end."""
        return self.end is not None

    def error(self, line: int, reason: str) -> ReplayError:
        """An error about a line of this file."""
        return ReplayError(line, reason, self.path)

    def header_line(self, key: str) -> int:
        """Line of a header field; 0 if there is no file."""
        return (*KEYS, RULES).index(key) + 2 if self.end_line or self.path else 0

    def lines(self) -> Iterable[str]:
        """The text, line by line."""
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
        """Write the file, making the folder if there is none; a file of that name stays until the new one is whole."""
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        files.write(path, "\n".join(self.lines()) + "\n")


class Running:
    """The checksum of the text up to a line."""

    def __init__(self, header: Header) -> None:
        self._sum = zlib.crc32("\n".join(header.texts()).encode())

    def close(self, entry: Entry) -> str:
        """The whole line of an entry."""
        self._sum = zlib.crc32(f"\n{entry.said} #{entry.state}".encode(), self._sum)
        return f"{entry.said} #{entry.state}.{self.text}"

    def close_end(self, end: End) -> str:
        """The whole last line."""
        self._sum = zlib.crc32(f"\n{end.said}".encode(), self._sum)
        return f"{end.said} #{self.text}"

    @property
    def text(self) -> str:
        """Four hexadecimal digits."""
        return f"{self._sum & 0xFFFF:04x}"


# ---- reading ---------------------------------------------------------------------------------------------------------


def read(path: str | Path, *, partial: bool = False) -> Replay:
    """Read a file and check its text; nothing is played (``verify`` does that).

    Args:
        path: the file.
        partial: a file that is cut off is read up to its last whole line (``Replay.problem`` says where it ends); without it,
            that is an error.

    Raises:
        ReplayError: with the line that is wrong.
        OSError: there is no such file.
    """
    name = str(path)
    try:
        text = files.read(path, MOST_BYTES).decode()
    except UnicodeDecodeError as error:
        raise ReplayError(0, f"this is not a replay: byte {error.start} is not UTF-8 text", name) from None
    except files.TooLarge:
        raise ReplayError(0, f"this is not a replay: it has more than {MOST_BYTES:,} bytes", name) from None
    return parse(text, path=name, partial=partial)


def parse(text: str, *, path: str = "", partial: bool = False) -> Replay:
    """As ``read``, for the text of a file."""
    return _Reader(text, path).replay(partial)


def _texts(value: Any) -> Iterator[str]:
    """All words of a value of JSON."""
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
        self.comments = [_STEERS.sub("?", line[1:].strip()) for line in lines if line.startswith(COMMENT)]
        self.lines = [(n, line.rstrip("\r")) for n, line in enumerate(lines, 1) if line.strip() and not line.startswith(COMMENT)]
        self.at = 0

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
                raise self.fail(number, "the replay goes on after its end; nothing may follow the line `end: ...`")
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
            raise self.fail(problem.line, f"{problem.reason}; it can be resumed up to decision {len(entries)}")
        return Replay(header, tuple(entries), end, self.path, end_line if end is not None else 0, problem, "\n".join(self.comments))

    # ---- the header

    def header(self) -> Header:
        if not self.lines:
            raise self.fail(1, "this is not a replay: the file is empty")
        number, line = self.lines[0]
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
        if len(values) < len(KEYS):
            raise self.cut_in_header(self.last)
        self.at = len(KEYS) + 1
        rules = self.further(RULES)
        return Header(**values, rules=FIRST_REVISION if rules is None else rules[1], redrawn=self.redrawn())

    def further(self, key: str) -> tuple[int, Any] | None:
        """A line that not every replay has: its number and value, None if it is not there."""
        line, text = self.lines[self.at] if self.at < len(self.lines) else (0, "")
        if not text.startswith(f"{key}: "):
            return None
        if line == self.last and not self.whole:
            raise self.cut_in_header(line)
        self.at += 1
        return line, self.value(line, key, text[len(key) + 2 :])

    def redrawn(self) -> dict[int, int]:
        """The seeds of the line ``redrawn``."""
        told = self.further(REDRAWN)
        if told is None:
            return {}
        line, found = told
        if not all(_NUMBER.fullmatch(after) and type(seed) is int and 0 <= seed < 2**63 for after, seed in found.items()):
            raise self.fail(line, f'{REDRAWN} gives numbers of decisions their seeds: {{"12": 345}}')
        return {int(after): seed for after, seed in found.items()}

    def cut_in_header(self, line: int) -> ReplayError:
        return self.fail(line, f"the file is cut off in its header ({', '.join(KEYS)}); no game can be read from it")

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
        """Raise ReplayError for letters that no recorder writes and no terminal should be shown."""
        for text in texts:
            if found := _STEERS.search(text):
                raise self.fail(line, f"this is not a replay: the line holds the control character {found[0]!a}")

    # ---- the lines

    def entry(self, line: int, text: str, running: Running, expected: int) -> Entry:
        self.check_letters(line, text)
        found = _ENTRY.fullmatch(text)
        if found is None:
            example = "12 r3 survivor_0: move 4b [dice 3 5] #0123abcd.4567"
            raise self.fail(line, f"this is no decision: {text[:60]!r}; it looks like `{example}`")
        if int(found[1]) != expected:
            raise self.fail(line, f"decision {found[1]} stands where decision {expected} belongs: lines are missing or out of order")
        entry = Entry(int(found[1]), int(found[2]), found[3], found[4], found[5] or "", found[6], line)
        if running.close(entry) != text:
            raise self.fail(line, "the line has been edited, or one before it taken out: its checksum does not fit the text")
        return entry

    def ending(self, line: int, text: str, running: Running, decisions: int) -> End:
        self.check_letters(line, text)
        said, _, check = text.partition(" #")
        found = _END.fullmatch(said)
        if found is None or not re.fullmatch("[0-9a-f]{4}", check):
            raise self.fail(line, f"this is no end: {text[:60]!r}; it looks like `end: won (danse_macabre), 212 decisions, round 14 #0123`")
        end = End(found[1], found[2] or "", int(found[3]), int(found[4]))
        if end.decisions != decisions:
            raise self.fail(line, f"the replay should have {end.decisions} decisions, {decisions} are there: lines are missing")
        if running.close_end(end) != text:
            raise self.fail(line, "the line has been edited: its checksum does not fit the text")
        return end


__all__ = ["COMMENT", "FORMAT", "KEYS", "LAYOUTS", "SUFFIX", "End", "Entry", "Header", "Replay", "ReplayError", "Running", "parse", "read"]

"""The text format of a replay: a header, a line for each decision, the end.

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

A line has the number of the decision, the round in which it was taken, the agent, the action in notation, the results of dice
and decks in brackets, and after ``#`` two checksums: 8 digits of the state after it, and 4 of the text of the file up to
here. The second detects an edited line without playing; the first detects edits whose second checksum was recomputed, and games
that diverge from the recording. ``rules`` is present only if the game's rules have been revised, ``redrawn``
only if the game was replayed differently from one of its positions (see ``Header``). A file is truncated if the last line is
not ``end``.
Lines that begin with ``;`` are comments and empty ones are skipped; neither counts in the checksums.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ..core.game import FIRST_REVISION
from ..core.words import one_line

FORMAT: Final = 1
SUFFIX: Final = ".replay"
TITLE: Final = f"zombicide replay {FORMAT}"
KEYS: Final = ("game", "version", "package", "options", "layouts", "seed", "agents", "start")
RULES: Final = "rules"
REDRAWN: Final = "redrawn"
COMMENT: Final = ";"
LAYOUTS: Final = ("actions", "observations", "state", "world")

#: Characters that could control a terminal that shows the text.
STEERS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class ReplayError(ValueError):
    """A replay that cannot be read or played here.

    Attributes:
        line: number of the line in the file, from 1; 0 if the error is not in a single line.
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


class CutOffError(ReplayError):
    """A replay without its end: its game is not finished, or a copy of the file was interrupted."""


@dataclass(frozen=True)
class Header:
    """The game of a replay and how it was recorded.

    ``rules`` is the revision of the game's rules (``Game.rules_revision``).
    ``agents`` is agent -> (display name of the agent, name of the player), ``layouts`` hashes by the names in LAYOUTS, ``start`` the
    checksum of the state before the first decision. ``redrawn`` is number of decisions -> seed: after that many decisions everything
    hidden from the decider, and future dice, were resampled with that seed (``Batch.resample``).
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
        """Return the lines of the header, title included."""
        values = {key: getattr(self, key) for key in KEYS}
        if self.rules != FIRST_REVISION:
            values[RULES] = self.rules
        values["agents"] = {agent: [STEERS.sub("?", name) for name in pair] for agent, pair in self.agents.items()}
        for key in ("options", "layouts", "agents"):
            values[key] = json.dumps(values[key], sort_keys=key == "options")
        if self.redrawn:
            values[REDRAWN] = json.dumps(dict(self.redrawn))
        return [TITLE, *(f"{key}: {value}" for key, value in values.items())]


@dataclass(frozen=True)
class Entry:
    """A decision: its number from 1, round, agent, action in notation, results of dice and cards, and the checksum of the state after it.

    ``line`` is its line number in the file (0: none); it does not count for equality.
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
    """The end of the record: ``outcome`` is "ongoing" if the game is not over."""

    outcome: str
    detail: str
    decisions: int
    round: int

    @property
    def said(self) -> str:
        """The line."""
        detail = f" ({self.detail})" if self.detail else ""
        return f"end: {self.outcome}{detail}, {self.decisions} decision{'s' * (self.decisions != 1)}, round {self.round}"


class Running:
    """Running checksum of the text."""

    def __init__(self, header: Header) -> None:
        self._sum = zlib.crc32("\n".join(header.texts()).encode())

    def close(self, entry: Entry) -> str:
        """Return the whole line of an entry."""
        self._sum = zlib.crc32(f"\n{entry.said} #{entry.state}".encode(), self._sum)
        return f"{entry.said} #{entry.state}.{self.text}"

    def close_end(self, end: End) -> str:
        """Return the whole last line."""
        self._sum = zlib.crc32(f"\n{end.said}".encode(), self._sum)
        return f"{end.said} #{self.text}"

    @property
    def text(self) -> str:
        """The checksum as four hexadecimal digits."""
        return f"{self._sum & 0xFFFF:04x}"


__all__ = ["COMMENT", "FORMAT", "KEYS", "LAYOUTS", "SUFFIX", "CutOffError", "End", "Entry", "Header", "ReplayError", "Running"]

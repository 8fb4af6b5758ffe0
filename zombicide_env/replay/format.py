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

#: What would steer the terminal that shows it.
STEERS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


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
        values["agents"] = {agent: [STEERS.sub("?", name) for name in pair] for agent, pair in self.agents.items()}
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


__all__ = ["COMMENT", "FORMAT", "KEYS", "LAYOUTS", "SUFFIX", "End", "Entry", "Header", "ReplayError", "Running"]

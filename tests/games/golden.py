"""Golden games: recorded games that are replayed line by line; a failing line names the rules it shows, so that whoever changed one
knows where to look.

Every game has a folder ``golden`` with the recorded games, ``make.py``, which makes them, and ``rules.py``, which lists the rules that
their lines show.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from zombicide_env.conformance.coverage import rules_of
from zombicide_env.core.game import NotationError
from zombicide_env.replay import Recorder, Replay, ReplayError, play_through, read
from zombicide_env.replay.reading import parse


def renewed(path: Path, game: Any) -> Recorder | None:
    """Replay the actions of a recorded game by the current rules; None if there is no such file, or an action is not legal.

    A ``done`` of a rearrangement that no longer exists is left out.
    """
    if not path.exists():
        return None
    try:
        old = parse(path.read_text(encoding="utf-8"), partial=True)
    except ReplayError:
        return None
    recorder = Recorder(game, old.header.seed, [player for _, player in old.header.agents.values()])
    for entry in old.entries:
        if recorder.over:
            return None
        try:
            recorder.record(entry.text)
        except NotationError:
            if entry.text != "done":
                return None
    return recorder


@dataclass(frozen=True)
class Shown:
    """Ids of the rules that the golden games of a game show, separated by spaces."""

    words: dict[str, str]
    """By the first word of an action."""
    chance: dict[str, str]
    """By the first word of a random event."""
    end: str
    setup: str

    def at(self, replay: Replay, line: int) -> str:
        """Ids of the rules that a line shows."""
        entry = next((entry for entry in replay.entries if entry.line == line), None)
        if entry is None:
            return self.end if replay.entries and line > replay.entries[-1].line else self.setup
        found = self.words.get(entry.text.split()[0], "").split()
        for event in filter(None, entry.chance.split("; ")):
            found += self.chance.get(event.split()[0], "").split()
        return " ".join(dict.fromkeys(found))

    def holds(self, replay: Replay) -> Any:
        """Replay the game and return its last state; a failure names the line and the rules that it shows."""
        assert replay.problem is None
        last = None
        try:
            for _, state in play_through(replay):
                last = state
        except ReplayError as error:
            pytest.fail(f"{error} (rules: {self.at(replay, error.line)})", pytrace=False)
        assert last is not None
        return last[0]

    def fits(self, game: str, paths: Iterable[Path]) -> None:
        """Check that the rules exist, and that the words are exactly those of the games."""
        told = {rule for rules in (*self.words.values(), *self.chance.values(), self.end, self.setup) for rule in rules.split()}
        known = {rule.id for rule in rules_of(game)}
        assert told <= known, told - known
        entries = [entry for path in paths for entry in read(path).entries]
        assert {entry.text.split()[0] for entry in entries} == set(self.words)
        assert {event.split()[0] for entry in entries for event in filter(None, entry.chance.split("; "))} == set(self.chance)

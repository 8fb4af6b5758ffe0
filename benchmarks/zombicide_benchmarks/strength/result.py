"""The JSON of a result, written after every trial and checked as far as possible when read: scores follow from the games."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core import files
from zombicide_env.core.game import FIRST_REVISION
from zombicide_env.core.words import OneLineError, differing
from zombicide_training.evaluation.agent_counts import Counts, summed
from zombicide_training.evaluation.statistics import Interval, together, wilson

from ..results import write as store
from .protocol import PARTS, PROTOCOL, WEIGHTS, Part, Size, Trial, trials

__all__ = ["Result", "ResultError", "Row", "letters", "read", "results", "write"]

BENCHMARK: Final = "zombicide strength"
MOST_BYTES: Final = 1 << 24
#: Score of a game by its letter: won, shared among that many winners; drawn, lost and truncated games score nothing.
WORTH: Final = {"W": 1.0, "2": 1 / 2, "3": 1 / 3, "4": 1 / 4, "-": 0.0, "L": 0.0, "T": 0.0, "D": 0.0}
_NOTHING: Final = type(None)
_KEPT: Final[dict[str, tuple[type, ...]]] = {
    **dict.fromkeys(("agent", "label", "about", "size"), (str,)),
    "identity": (str, _NOTHING),
    "games": (int, _NOTHING),
    "made": (list,),
    "trials": (list,),
    "refused": (dict,),
    "scores": (dict,),
}
_OF_MADE: Final[dict[str, tuple[type, ...]]] = {"revision": (str, _NOTHING), "packages": (dict,), "date": (str,)}
_OF_TRIAL: Final[dict[str, tuple[type, ...]]] = {
    "trial": (str,),
    "outcomes": (str,),
    "win_rate": (dict,),
    "decisions": (int,),
    "seconds": (int, float),
    "made": (int,),
}


class ResultError(OneLineError):
    """A file is not a result, or is inconsistent with its games or the protocol."""


@dataclass(frozen=True)
class Row:
    """A played trial.

    Attributes:
        trial: the trial.
        outcomes: a letter for each game in the order of the seeds, see ``WORTH``.
        decisions, seconds: of all agents in all its games.
        made: index into ``Result.made``.
        rules: revision of the game's rules.
        counts, marks: counters of the candidate and the runner, and remarks about the result; see ``Evaluation``.
        weights: learned opponent -> identity of its weights.
    """

    trial: Trial
    outcomes: str
    decisions: int
    seconds: float
    made: int
    rules: int
    counts: Counts = field(default_factory=dict)
    marks: list[str] = field(default_factory=list)
    weights: dict[str, str] = field(default_factory=dict)

    @property
    def earlier(self) -> bool:
        """Whether it was played by an earlier revision of the rules than the protocol's, or against other weights of an opponent."""
        return self.rules != self.trial.boards.rules or self.weights != self.trial.weights

    @property
    def worth(self) -> NDArray[np.float64]:
        """Score of each game, 0 to 1."""
        return np.array([WORTH[letter] for letter in self.outcomes])

    @property
    def rate(self) -> Interval:
        """Share of the games that the candidate has won; shared wins are divided."""
        return wilson(min(float(self.worth.sum()), len(self.outcomes)), len(self.outcomes))

    @property
    def score(self) -> Interval:
        """Score of the trial: the rate, or in competitive games the rate in units of the fair share."""
        return Interval(*(self.trial.players * value for value in self.rate))

    def plain(self) -> dict[str, Any]:
        """Return values for JSON."""
        trial = self.trial
        return {
            **_fixed(trial),
            "rules_revision": self.rules,
            **({"weights": self.weights} if self.weights else {}),
            "games": len(self.outcomes),
            "win_rate": self.rate._asdict(),
            "decisions": self.decisions,
            "seconds": self.seconds,
            "made": self.made,
            "outcomes": self.outcomes,
            "counts": self.counts,
            "marks": self.marks,
        }


def _fixed(trial: Trial) -> dict[str, Any]:
    """Return what the protocol fixes about a trial."""
    boards = trial.boards
    return {
        "trial": trial.key,
        "game": boards.game,
        "options": dict(boards.options),
        "quests": list(boards.quests),
        "pin": boards.pin,
        "own_seats": trial.own,
        "role": trial.role,
        "others": list(trial.others),
        "first_seed": trial.seed,
    }


@dataclass
class Result:
    """The result of an agent.

    Attributes:
        agent, label, about: spec, name in tables, a line about it.
        identity: hash of the weights or of the source of the spec, None if there is neither.
        size: see ``PARTS``; ``trial``: no result of the protocol, at most ``games`` games of each trial were asked for.
        made: versions, git revision, machine and date of each set-up that contributed.
        rows: key of a trial -> its row.
        refused: key of a trial -> why the agent cannot play it.
    """

    agent: str
    label: str
    about: str = ""
    identity: str | None = None
    size: Size = "full"
    games: int | None = None
    made: list[dict[str, Any]] = field(default_factory=list)
    rows: dict[str, Row] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raise ResultError for names that tables and pages cannot show."""
        for name in ("agent", "label", "about"):
            text = getattr(self, name)
            if not text.isprintable() or "<" in text:
                raise ResultError(f"{name} is {text!r}, which is not a line of plain text")

    def of(self, game: str, part: Part | None = None) -> list[Row]:
        """Return the rows of a game, or of a part of it, in the order of the protocol."""
        return [self.rows[key] for key, trial in trials().items() if key in self.rows and _belongs(trial, game, part)]

    def whole(self, game: str, part: Part | None = None) -> bool:
        """Return whether all trials of the game, or of a part of it, have been played."""
        return len(self.of(game, part)) == sum(_belongs(trial, game, part) for trial in trials().values())

    def score(self, game: str, part: Part) -> Interval | None:
        """Return the mean over the trials of a part, None if not all of them were played."""
        return together([row.score for row in self.of(game, part)]) if self.whole(game, part) else None

    @property
    def counts(self) -> Counts:
        """Counters of all trials together."""
        return summed(row.counts for row in self.rows.values())

    @property
    def marks(self) -> list[str]:
        """Remarks about the result, without repetitions."""
        return list(dict.fromkeys(word for row in self.rows.values() for word in row.marks))

    @property
    def decisions(self) -> int:
        """Decisions of all agents in all its games."""
        return sum(row.decisions for row in self.rows.values())

    @property
    def hours(self) -> float:
        """Duration of its games in hours, including the other agents."""
        return sum(row.seconds for row in self.rows.values()) / 3600

    @property
    def milliseconds(self) -> float:
        """Milliseconds per decision including the game, in games in which it had all seats; NaN if there are none."""
        rows = [row for row in self.rows.values() if not row.trial.others]
        decisions = sum(row.decisions for row in rows)
        return 1000 * sum(row.seconds for row in rows) / decisions if decisions else math.nan

    def plain(self) -> dict[str, Any]:
        """Return values for JSON."""
        told = {"remark": f"A trial of at most {self.games} games each: no result of the protocol."} if self.size == "trial" else {}
        scores = {"/".join(place): self.score(*place) for place in PARTS}
        return {
            "benchmark": BENCHMARK,
            "protocol": PROTOCOL,
            **told,
            "agent": self.agent,
            "label": self.label,
            "about": self.about,
            "identity": self.identity,
            "size": self.size,
            "games": self.games,
            "scores": {place: score._asdict() for place, score in scores.items() if score is not None},
            "made": self.made,
            "refused": self.refused,
            "trials": [self.rows[key].plain() for key in trials() if key in self.rows],
        }


def _belongs(trial: Trial, game: str, part: Part | None) -> bool:
    return trial.boards.game == game and part in (None, trial.part)


def letters(worth: NDArray[np.float64]) -> str:
    """Return games between players as letters: ``W`` won, ``L`` lost, a digit for a win shared among that many."""
    return "".join("W" if share == 1 else str(round(1 / share)) if share else "L" for share in worth.tolist())


def write(result: Result, path: Path) -> None:
    """Write the JSON; the lists of a trial are on lines of their own, so that differences can be read."""
    store(path, result.plain())


# ---- reading ---------------------------------------------------------------------------------------------------------


def results(folder: Path) -> Iterator[Result]:
    """Return the results of a folder, by name.

    Raises:
        ResultError: a file is not a result, or is only a trial.
    """
    for path in sorted(folder.glob("*.json")):
        result = read(path)
        if result.size == "trial":
            raise ResultError(f"{path}: only a trial (--games {result.games}); play the protocol, or its first games with --slow")
        yield result


def read(path: Path) -> Result:
    """Return a result after checking it against the protocol and its games.

    Raises:
        ResultError: the file cannot be read, is of another protocol, or is inconsistent with its games.
    """
    try:
        found = json.loads(files.read(path, MOST_BYTES), parse_constant=_no_number)
    except (OSError, ValueError, RecursionError) as error:
        raise ResultError(f"{path}: {error}; a file that `zombicide benchmark strength` has written is wanted") from error
    if not isinstance(found, dict) or found.get("benchmark") != BENCHMARK:
        raise ResultError(f"{path}: no result of `zombicide benchmark strength`, which says so under 'benchmark'")
    if found.get("protocol") != PROTOCOL:
        raise ResultError(
            f"{path}: played by protocol {found.get('protocol')}, this version plays {PROTOCOL}; the two cannot be compared, play it again"
        )
    try:
        return _result(found)
    except (ResultError, KeyError, TypeError, ValueError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else error
        raise ResultError(f"{path}: {reason}") from error


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is not a number")


def _result(found: Mapping[str, Any]) -> Result:
    _check_types("the result", found, _KEPT)
    for made_by in found["made"]:
        _check_types("made", made_by, _OF_MADE)
    if found["size"] not in ("full", "slow", "trial"):
        raise ResultError(f"size {found['size']!r} is none of full, slow, trial")
    made = Result(*(found[name] for name in ("agent", "label", "about", "identity", "size", "games", "made")))
    made.refused = dict(found["refused"])
    for key, reason in made.refused.items():
        if key not in trials() or type(reason) is not str:
            raise ResultError(f"refused: {key!r}: {reason!r} is not a reason of a trial of the protocol")
    for row in found["trials"]:
        read_row = _row(row, made)
        if read_row.trial.key in made.rows:
            raise ResultError(f"trial {read_row.trial.key} is there twice")
        if read_row.trial.key in made.refused:
            raise ResultError(f"trial {read_row.trial.key} was refused and played")
        made.rows[read_row.trial.key] = read_row
    _check_same("scores", found["scores"], made.plain()["scores"])
    return made


def _row(found: Mapping[str, Any], of: Result) -> Row:
    _check_types("a trial", found, _OF_TRIAL)
    key = found["trial"]
    trial = trials().get(key)
    if trial is None:
        raise ResultError(f"the protocol has no trial {key!r}")
    wrong = differing({name: found.get(name) for name in _fixed(trial)}, _fixed(trial))
    if wrong:
        raise ResultError(f"trial {key} is not that of the protocol: {wrong}")
    games = trial.games(of.size, of.games)
    rules = found.get("rules_revision", FIRST_REVISION)
    if type(rules) is not int or not FIRST_REVISION <= rules <= trial.boards.rules:
        raise ResultError(f"trial {key} was played by revision {rules!r} of the rules; the protocol knows 1 to {trial.boards.rules}")
    counts, marks = found.get("counts", {}), found.get("marks", [])  # older results have neither
    if type(counts) is not dict or not all(type(n) is int and n >= 0 for n in counts.values()):
        raise ResultError(f"trial {key} has counts {counts!r}; names and whole numbers of at least 0 are expected")
    if type(marks) is not list or not all(type(word) is str and word.isprintable() and "<" not in word for word in marks):
        raise ResultError(f"trial {key} has marks {marks!r}; lines of plain text are wanted")
    weights = found.get("weights", {})  # older results have none
    if type(weights) is not dict or not all(name in WEIGHTS and type(value) is str for name, value in weights.items()):
        raise ResultError(f"trial {key} has weights {weights!r}; learned opponents and hashes are expected")
    row = Row(trial, found["outcomes"], found["decisions"], float(found["seconds"]), found["made"], rules, counts, marks, weights)
    if len(row.outcomes) != games or not set(row.outcomes) <= _letters_of(trial):
        raise ResultError(f"trial {key} has {len(row.outcomes)} outcomes; {games} games of size {of.size!r} have one letter each")
    if row.decisions < 0 or row.seconds < 0:
        raise ResultError(f"trial {key} has {row.decisions} decisions in {row.seconds} seconds")
    if not 0 <= row.made < len(of.made):
        raise ResultError(f"trial {key} says that it was made by number {row.made}, which is not described")
    _check_same(f"win rate of trial {key}", found["win_rate"], row.rate._asdict())
    return row


def _letters_of(trial: Trial) -> set[str]:
    """Return the letters that its games may have: a win is shared by at least two players, and at most by all."""
    return {letter for letter, worth in WORTH.items() if worth in (0, 1) or 1 / worth <= trial.players}


def _check_types(what: str, found: Any, wanted: Mapping[str, tuple[type, ...]]) -> None:
    if type(found) is not dict:
        raise ResultError(f"{what} is {found!r}")
    for name, kinds in wanted.items():
        if type(found[name]) not in kinds:
            raise ResultError(f"{what}: {name} is {found[name]!r}")


def _check_same(what: str, told: Any, follows: Mapping[str, Any]) -> None:
    """Check that ``told`` equals, up to rounding, the value computed from the games."""
    told, follows = dict(_leaves(told)), dict(_leaves(follows))
    if told.keys() != follows.keys() or not all(math.isclose(told[name], follows[name], abs_tol=1e-9) for name in follows):
        raise ResultError(f"the {what}: {differing(told, follows)}, as its games have it")


def _leaves(tree: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, float]]:
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", float(value)

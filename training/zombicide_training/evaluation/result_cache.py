"""Cache of the completed shares of several series, from which a stopped command resumes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

from zombicide_env.core.compile_progress import say
from zombicide_env.core.words import differing
from zombicide_training.collect.provenance import identity, record
from zombicide_training.collect.workers import Place
from zombicide_training.evaluation.journal import Journal
from zombicide_training.evaluation.match import Played
from zombicide_training.evaluation.standing import Standing

__all__ = ["ResultCache", "Share", "beside", "cache_beside", "done"]

#: Index of a series, and the first game of a share.
Share = tuple[int, int]
#: Options that do not affect the games.
_APART: Final = ("workers", "ray", "threads", "output", "resamples")


class ResultCache:
    """Completed shares, in a file with a header and one line per share.

    Args:
        path: the file; a file with another header is overwritten.
        of: description of what is played, as plain values for JSON.
    """

    def __init__(self, path: Path, of: Mapping[str, Any]) -> None:
        self._journal = Journal(path)
        self._head = json.loads(json.dumps(of, sort_keys=True, default=str))

    def read(self, shares: Mapping[Share, int]) -> dict[Share, tuple[Played, float]]:
        """Return the completed shares, with their results and durations in seconds.

        Damaged lines are reported and removed: their shares are played again.

        Args:
            shares: (index of the series, first game) -> number of games.
        """
        head, lines = self._journal.read()
        if head is not None and head != self._head:
            say(f"{self._journal.path} is of something else ({differing(head, self._head)}): everything is played")
        found: dict[Share, tuple[Played, float]] = {}
        whole = []
        for number, line in enumerate(lines if head == self._head else (), 2):
            try:
                found |= _read(line, shares)
                whole.append(line)
            except (ValueError, KeyError, TypeError, AttributeError):
                self._journal.damaged(number, "its games are played again")
        self._journal.rewrite(self._head, [line for line in whole if line])
        return found

    def add(self, series: int, first: int, played: Played, seconds: float) -> None:
        """Add a completed share."""
        share = {"series": series, "first": first, "seconds": seconds, **asdict(played)}
        self._journal.append(json.loads(json.dumps(share, default=np.ndarray.tolist)))


def _read(line: Mapping[str, Any] | None, shares: Mapping[Share, int]) -> dict[Share, tuple[Played, float]]:
    """Parse the share of a line.

    Raises:
        ValueError, KeyError, TypeError, AttributeError: the line is damaged, or contains none of these shares.
    """
    if line is None:
        raise ValueError("the line is not as it was written")
    key = line["series"], line["first"]
    standing = None if line["standing"] is None else Standing(**{name: np.array(rows) for name, rows in line["standing"].items()})
    measures = {name: np.array(values, np.float64) for name, values in line["measures"].items()}
    played = Played(np.array(line["outcomes"], np.uint8), measures, line["decisions"], standing, line["counts"], line["reasons"])
    columns = [played.outcomes, *measures.values(), *(asdict(standing).values() if standing else ())]
    if any(len(column) != shares[key] for column in columns):
        raise ValueError(f"{shares[key]} games are expected")
    return {key: (played, float(line["seconds"]))}


def beside(output: Path) -> Path:
    """Return the file of the shares until ``output`` is written."""
    return output.with_name(f"{output.name}.part")


def cache_beside(output: Path | None, config: Place, games: Sequence[Any], specs: Iterable[str]) -> ResultCache | None:
    """Return the cache next to the output of a command, or None without an output.

    Args:
        output: results file of the command.
        config: its options.
        games: the games.
        specs: specs of the agents.
    """
    if output is None:
        return None
    given = {name: value for name, value in asdict(config).items() if name not in _APART}
    made_by = record(games, 0)
    if str(made_by["revision"]).endswith("+changes"):  # unknown local changes: earlier shares may have been played with other code
        beside(output).unlink(missing_ok=True)
    return ResultCache(beside(output), {"options": given, "agents": {spec: identity(spec) for spec in specs}, "record": made_by})


def done(output: Path) -> None:
    """Remove the shares next to ``output`` after it is written."""
    beside(output).unlink(missing_ok=True)

"""What was played of several series, written down share by share: a command that was stopped goes on where it was."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

import zombicide_agents as agents
from zombicide_agents import AgentError, folders
from zombicide_env.core import files
from zombicide_training.match import Played
from zombicide_training.record import record
from zombicide_training.seats import Standing
from zombicide_training.workers import Place

__all__ = ["Kept", "beside", "done", "identity", "kept_beside"]

#: Options on which no game depends.
_APART: Final = ("workers", "ray", "threads", "output", "resamples")


class Kept:
    """Shares that were played, in a file with a line for each below one that says of what they are.

    Args:
        path: the file; one that is of something else is begun anew.
        of: what is played, plain values for JSON.

    Attributes:
        shares: (number of the series, its first game) -> what was played, and in how many seconds.
    """

    def __init__(self, path: Path, of: Mapping[str, Any]) -> None:
        self.path = path
        self.shares: dict[tuple[int, int], tuple[Played, float]] = {}
        head = json.dumps(of, sort_keys=True, default=str).encode()
        lines = path.read_bytes().splitlines() if path.exists() else []
        whole = [head]
        for line in lines[1:] if lines[:1] == [head] else ():
            try:
                self._take(json.loads(line))
            except (ValueError, KeyError, TypeError):
                break  # it was interrupted while it wrote this line, or something else has written here
            whole.append(line)
        files.write(path, b"\n".join(whole) + b"\n")

    def _take(self, share: Mapping[str, Any]) -> None:
        standing = None if share["standing"] is None else Standing(**{name: np.array(rows) for name, rows in share["standing"].items()})
        measures = {name: np.array(values, np.float64) for name, values in share["measures"].items()}
        played = Played(np.array(share["outcomes"], np.uint8), measures, share["decisions"], standing)
        self.shares[share["series"], share["first"]] = played, share["seconds"]

    def add(self, series: int, first: int, played: Played, seconds: float) -> None:
        """Write down a share."""
        share = {"series": series, "first": first, "seconds": seconds, **asdict(played)}
        with self.path.open("ab", buffering=0) as out:
            files.append(out, (json.dumps(share, default=np.ndarray.tolist) + "\n").encode())


def beside(output: Path) -> Path:
    """Where shares are kept until ``output`` is written."""
    return output.with_name(f"{output.name}.part")


def kept_beside(output: Path | None, config: Place, games: Sequence[Any], specs: Iterable[str]) -> Kept | None:
    """What a command has kept beside its output so far; None: it has no output.

    Args:
        output: its file of results.
        config: its options.
        games: what is played.
        specs: who plays.
    """
    if output is None:
        return None
    given = {name: value for name, value in asdict(config).items() if name not in _APART}
    made_by = record(games, 0)
    if str(made_by["revision"]).endswith("+changes"):  # which ones nobody knows: what was played before may be something else
        beside(output).unlink(missing_ok=True)
    return Kept(beside(output), {"options": given, "agents": {spec: identity(spec) for spec in specs}, "record": made_by})


def done(output: Path) -> None:
    """The output is written: the shares beside it are needed no more."""
    beside(output).unlink(missing_ok=True)


def identity(spec: str) -> str | None:
    """Hash of what a spec leads to beyond this package; None: nothing.

    It is that of a checkpoint's weights, of an agent's source, and of what the options name: files, such as the weights of ``greedy``, and
    other agents, such as the policy of ``search``.

    Raises:
        AgentError: nobody is called that.
    """
    entry, parsed = agents.look_up(spec)
    # What is not offered to everybody may write to the files that it names.
    named = [found for value in parsed.options.values() if entry.offered and (found := _named(value)) is not None]
    hashes = [*_own(entry, parsed), *named]
    if len(hashes) > 1:
        return _hash(" ".join(hashes).encode())
    return hashes[0] if hashes else None


def _own(entry: agents.Entry, parsed: agents.Spec) -> list[str]:
    """Hashes of a checkpoint's weights, or of the modules that an agent comes from: where it is named, and where it is written."""
    if entry.name == "checkpoint" and parsed.argument:
        header = folders.read_header(folders.find(parsed.argument))
        return [_hash(" ".join(sorted(header.files.values())).encode())]
    factory: Any = entry.factory
    while isinstance(factory, partial):
        factory = factory.func
    place = entry.name.rpartition(":")[0]
    modules = dict.fromkeys([Path(place).stem if place.endswith(".py") else place, factory.__module__])
    foreign = [sys.modules.get(name) for name in modules if name.partition(".")[0] != agents.__name__]
    return [_hash(Path(file).read_bytes()) for module in foreign if (file := getattr(module, "__file__", None)) is not None]


def _named(value: str) -> str | None:
    """Hash of the file that an option names, or of what is behind the agent; None: it names neither."""
    try:
        return _hash(Path(value).read_bytes()) if Path(value).is_file() else identity(value)
    except (OSError, AgentError):
        return None


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]

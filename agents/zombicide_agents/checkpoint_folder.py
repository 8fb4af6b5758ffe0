"""The folder of a checkpoint, which is updated atomically.

    checkpoint.json                       the header: game, options, layouts, network, training, and the hash of every other file
    weights-0123456789abcdef.safetensors  a file, named with the first 16 digits of its hash

Files are never overwritten: new content gets a new name.  The header is moved into place last, in one step, so that at any time (also
after a kill, a power cut, or on a full disk) it names complete files, either all old or all new.  A folder without a header is not a
checkpoint.  Files that the header does not name are left-overs, and are deleted when the next version is written.

Format 1 had no hashes: its ``weights.safetensors`` is read without a check.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from zombicide_env.core import files
from zombicide_env.core.game import FIRST_REVISION
from zombicide_env.core.words import one_line
from zombicide_env.extras import install

from .base import AgentError

__all__ = [
    "CHECKPOINTS",
    "HEADER",
    "WEIGHTS",
    "CheckpointError",
    "Header",
    "find",
    "header_for",
    "header_of",
    "publish",
    "read_file",
    "read_header",
    "remove",
    "steps",
    "tidy",
    "verify",
    "versions",
]

WEIGHTS: Final = "weights.safetensors"
HEADER: Final = "checkpoint.json"
FORMAT: Final = 2
_READ: Final = (1, 2)
#: The distribution of checkpoints; it is next to this package where both are installed, and in a checkout.
CHECKPOINTS: Final = Path(__file__).parents[1] / "zombicide_checkpoints"
#: Its policies: ``checkpoint:danse_macabre``.
SHIPPED: Final = CHECKPOINTS / "policies"
#: Maximum size of a header and of any other file, in bytes.
_HEADER_LIMIT: Final = 1 << 22
_FILE_LIMIT: Final = 1 << 33
_STEP: Final = re.compile(r"step_(\d+)")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_STORED: Final = re.compile(r"\w+-[0-9a-f]{16}\.\w+")
_OBJECTS: Final = ("options", "rows", "network", "versions", "training", "files")


class CheckpointError(AgentError):
    """A checkpoint is missing, damaged, or made for another game or layout."""


@dataclass(frozen=True)
class Header:
    """Contents of ``checkpoint.json``.

    ``files``: name -> SHA-256 of the content; ``rules_revision``: revision of the rules that it was trained with.
    """

    format: int
    game: str
    game_version: int
    options: dict[str, Any]
    action_layout: str
    observation_layout: str
    rows: dict[str, int]
    network: dict[str, Any]
    versions: dict[str, str]
    training: dict[str, Any]
    files: dict[str, str] = field(default_factory=dict)
    rules_revision: int = FIRST_REVISION


def header_for(game: Any, rows: Mapping[str, int], network: Mapping[str, Any], training: Mapping[str, Any]) -> Header:
    """Return the header of a checkpoint that is trained on ``game`` now; ``publish`` adds ``files``."""
    return Header(
        format=FORMAT,
        game=game.id,
        game_version=int(game.version),
        options=dict(game.options),
        action_layout=game.action_codec.layout_hash,
        observation_layout=game.observation_codec.layout_hash,
        rows=dict(rows),
        network=dict(network),
        versions=versions(),
        training=dict(training),
        rules_revision=int(game.rules_revision),
    )


@cache
def versions(*more: str) -> dict[str, str]:
    """Return the versions of Python, the packages that a policy depends on, and ``more`` packages.

    Cached: looking them up takes longer than writing a small checkpoint.
    """
    found = {"python": platform.python_version()}
    for package in ("zombicide-env", "numpy", "torch", "safetensors", "stable-baselines3", "sb3-contrib", *more):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue  # a package that is not installed has no version
    return found


# ---- writing -----------------------------------------------------------------------------------------------------------


def publish(folder: Path, header: Header, contents: Mapping[str, bytes]) -> None:
    """Write a checkpoint, or replace the one that exists.

    Args:
        folder: destination; created with its parents.
        header: the header; its ``files`` are replaced by those of ``contents``.
        contents: file name -> content.

    Raises:
        OSError: writing failed; the previous version, if any, is intact.
    """
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in contents.items()}
    text = json.dumps(asdict(header) | {"files": hashes}, indent=2, sort_keys=True) + "\n"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        for name, data in contents.items():
            files.write(folder / _stored(name, hashes[name]), data)
        files.write(folder / HEADER, text)
    except BaseException:
        tidy(folder)
        raise
    files.settle(folder.parent)
    tidy(folder)


def tidy(folder: Path) -> None:
    """Remove files of incomplete or superseded versions, for example after a kill; then the folder, if it is empty."""
    try:
        whole = (folder / HEADER).is_file()
        kept = {_stored(name, digest) for name, digest in read_header(folder).files.items()} if whole else set()
        for path in folder.iterdir():
            if path.name not in kept and (_STORED.fullmatch(path.name) or path.suffix == files.MADE):
                path.unlink(missing_ok=True)
        if not whole:
            folder.rmdir()
    except (OSError, CheckpointError):  # left-overs only take disk space
        pass


def remove(folder: Path) -> None:
    """Remove a checkpoint as far as possible, the header first, so that a partly removed folder is not taken for a checkpoint."""
    try:
        (folder / HEADER).unlink(missing_ok=True)
        shutil.rmtree(folder)
    except OSError:
        pass  # the rest remains: without a header it is not a checkpoint


def _stored(name: str, digest: str) -> str:
    stem, _, suffix = name.partition(".")
    return f"{stem}-{digest[:16]}.{suffix}"


# ---- reading -----------------------------------------------------------------------------------------------------------


def read_header(folder: Path) -> Header:
    """Return the header of a checkpoint folder, see ``header_of``."""
    return header_of(folder / HEADER)


def header_of(path: Path) -> Header:
    """Read a header from a file.

    Raises:
        CheckpointError: the JSON is missing, damaged or of another format.
    """
    try:
        data = json.loads(files.read(path, _HEADER_LIMIT))
    except (OSError, ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} cannot be read: {error}") from error
    if not isinstance(data, dict):
        raise CheckpointError(f"{path} is not the header of a checkpoint: it does not hold a JSON object")
    if data.get("format") not in _READ:
        raise CheckpointError(f"{path} has format {data.get('format')!r}; this version reads formats {_READ[0]} to {_READ[-1]}")
    if data["format"] == 1:
        data["files"] = {}
    data.setdefault("rules_revision", FIRST_REVISION)
    missing = [name for name in Header.__dataclass_fields__ if name not in data]
    if missing:
        raise CheckpointError(f"{path} is incomplete: {', '.join(missing)} missing")
    for name in ("game_version", "rules_revision"):
        if type(data[name]) is not int or data[name] < 0:
            raise CheckpointError(f"{path} is damaged: {name} is {one_line(repr(data[name]), 80)}, not a whole number from 0")
    for name in ("game", "action_layout", "observation_layout"):
        if not isinstance(data[name], str):
            raise CheckpointError(f"{path} is damaged: {name} is {one_line(repr(data[name]), 80)}, not a text")
    for name in _OBJECTS:
        if not isinstance(data[name], dict):
            raise CheckpointError(f"{path} is damaged: {name} is {one_line(repr(data[name]), 80)}, not a JSON object")
    for name, digest in data["files"].items():
        if not isinstance(digest, str) or not _HASH.fullmatch(digest):
            raise CheckpointError(f"{path} is damaged: the hash of {name} is {digest!r}")
    return Header(**{name: data[name] for name in Header.__dataclass_fields__})


def read_file(folder: Path, header: Header, name: str) -> bytes:
    """Return the content of a file of a checkpoint.

    Raises:
        CheckpointError: the header does not name the file, the file is missing, or its content has another hash.
    """
    if header.format == 1:
        path, expected = folder / name, None
    elif name in header.files:
        path, expected = folder / _stored(name, header.files[name]), header.files[name]
    else:
        raise CheckpointError(f"{folder / HEADER} names no {name}: this checkpoint is for playing, not for going on with its training")
    try:
        data = files.read(path, _FILE_LIMIT)
    except (OSError, ValueError) as error:
        raise CheckpointError(f"{path} cannot be read: {error}") from error
    if expected is not None and hashlib.sha256(data).hexdigest() != expected:
        raise CheckpointError(f"{path} is damaged: it does not hold what {HEADER} says; take another checkpoint, or a copy of this one")
    return data


def verify(folder: Path) -> Header:
    """Return the header of a checkpoint after checking all its files; raise CheckpointError if one is missing or damaged."""
    header = read_header(folder)
    for name in header.files or (WEIGHTS,):
        read_file(folder, header, name)
    return header


def find(path: str | Path) -> Path:
    """Return the checkpoint folder for a path: the path itself, the policy of a training run, or one of the package.

    The policy of a run is its result (``final``).  A run that has none yet, or was resumed and has a better policy since, plays the best
    policy so far (``best``), or before the first evaluation its newest checkpoint.

    Raises:
        CheckpointError: there is none; the message lists what was expected and what is available.
    """
    given = Path(path)
    try:
        for base in (given, SHIPPED / given):
            for folder in (base, *_policies(base), *reversed(steps(base / "checkpoints"))):
                if (folder / HEADER).is_file():
                    return folder
        inside = [str(one) for one in sorted(given.glob("*")) if any((folder / HEADER).is_file() for folder in _policies(one))]
    except OSError as error:  # the name is too long, or a folder cannot be read
        raise CheckpointError(f"no checkpoint at {one_line(given, 80)}: {error.strerror}") from error
    if inside:  # a run of several roles, or a folder of runs
        raise CheckpointError(f"{given} holds policies, and is none itself: name one of them, {' or '.join(inside)}")
    wrong = f"no checkpoint at {given}: expected a folder with {HEADER}, or a training run. Checkpoints of the package"
    if not SHIPPED.is_dir():
        raise CheckpointError(f"{wrong} are not installed; install them with: {install('checkpoints')}")
    raise CheckpointError(f"{wrong}: {', '.join(sorted(p.name for p in SHIPPED.iterdir() if (p / HEADER).is_file()))}")


def _policies(run: Path) -> tuple[Path, Path]:
    """Return the folders of the result and of the best policy of a run, the one to play first."""
    final, best = run / "final", run / "best"
    resumed = _decisions(best) > _decisions(final)  # the runoff that chose the result took place before this best policy existed
    return (best, final) if resumed else (final, best)


def _decisions(folder: Path) -> int:
    """Return the number of decisions of reinforcement learning of a policy; 0 if it is missing, damaged or of another kind."""
    try:
        found = read_header(folder).training.get("reinforced_decisions")
    except CheckpointError:
        return 0
    return found if isinstance(found, int) else 0


def steps(folder: Path) -> list[Path]:
    """Return the checkpoints ``step_...`` in a folder, oldest first."""
    if not folder.is_dir():
        return []
    found = [(int(m.group(1)), p) for p in folder.iterdir() if (m := _STEP.fullmatch(p.name)) and (p / HEADER).is_file()]
    return [p for _, p in sorted(found)]

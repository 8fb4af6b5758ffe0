"""The folder of a checkpoint, which changes all at once.

    checkpoint.json                       the header: game, options, layouts, network, training, and the hash of every other file
    weights-0123456789abcdef.safetensors  a file, by its name and the beginning of its hash

No file is ever written over: new content has a new name.  The header is moved into its place last, in one step, so that at every
moment (also after a kill, a power cut, or on a full disk) it names files that are whole: those of before, or those of now.  A folder
without a header is none.  What a header does not name is left over, and goes with the next version.

Format 1 had no hashes: its ``weights.safetensors`` is read as it is.
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

from .base import AgentError

__all__ = [
    "CHECKPOINTS",
    "HEADER",
    "INSTALL",
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
#: The distribution of checkpoints, which lies next to this package where both are installed, and in a checkout.
CHECKPOINTS: Final = Path(__file__).parents[1] / "zombicide_checkpoints"
#: Policies that it has: ``checkpoint:danse_macabre``.
SHIPPED: Final = CHECKPOINTS / "policies"
INSTALL: Final = 'they are installed by: pip install "zombicide-env[checkpoints]"'
#: Bytes that a header and another file may have at most.
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
    """The JSON of a checkpoint; ``files``: name -> SHA-256 of what it holds; ``rules_revision``: of the rules of its training."""

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
    """The header of what is trained on a game now; ``files`` are those that ``publish`` writes."""
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
    """Versions of what a policy depends on, and of ``more`` packages; to look them up takes longer than to write a small checkpoint."""
    found = {"python": platform.python_version()}
    for package in ("zombicide-env", "numpy", "torch", "safetensors", "stable-baselines3", "sb3-contrib", *more):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue  # a package that is not installed has no version
    return found


# ---- writing -----------------------------------------------------------------------------------------------------------


def publish(folder: Path, header: Header, contents: Mapping[str, bytes]) -> None:
    """Write a checkpoint, or put it in the place of the one that is there.

    Args:
        folder: where; it is made with its parents.
        header: all but ``files``, which are those of ``contents``.
        contents: name of a file -> what it holds.

    Raises:
        OSError: it cannot be written; what was there before is there still, and nothing else.
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
    """Remove what a killed process has left of versions that are not, or no longer, in force; then the folder, if nothing is left."""
    try:
        whole = (folder / HEADER).is_file()
        kept = {_stored(name, digest) for name, digest in read_header(folder).files.items()} if whole else set()
        for path in folder.iterdir():
            if path.name not in kept and (_STORED.fullmatch(path.name) or path.suffix == files.MADE):
                path.unlink(missing_ok=True)
        if not whole:
            folder.rmdir()
    except (OSError, CheckpointError):  # left-overs cost room, nothing else
        pass


def remove(folder: Path) -> None:
    """Remove a checkpoint as far as that is possible: it is one no longer before its first file goes."""
    try:
        (folder / HEADER).unlink(missing_ok=True)
        shutil.rmtree(folder)
    except OSError:
        pass  # the rest stays: without a header it is not a checkpoint


def _stored(name: str, digest: str) -> str:
    stem, _, suffix = name.partition(".")
    return f"{stem}-{digest[:16]}.{suffix}"


# ---- reading -----------------------------------------------------------------------------------------------------------


def read_header(folder: Path) -> Header:
    """The header of a checkpoint's folder, see ``header_of``."""
    return header_of(folder / HEADER)


def header_of(path: Path) -> Header:
    """The header that a file holds.

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
    if type(data["rules_revision"]) is not int:
        raise CheckpointError(f"{path} is damaged: rules_revision is {data['rules_revision']!r}, not a whole number")
    for name in _OBJECTS:
        if not isinstance(data[name], dict):
            raise CheckpointError(f"{path} is damaged: {name} is {data[name]!r}, not a JSON object")
    for name, digest in data["files"].items():
        if not isinstance(digest, str) or not _HASH.fullmatch(digest):
            raise CheckpointError(f"{path} is damaged: the hash of {name} is {digest!r}")
    return Header(**{name: data[name] for name in Header.__dataclass_fields__})


def read_file(folder: Path, header: Header, name: str) -> bytes:
    """What a file of a checkpoint holds.

    Raises:
        CheckpointError: the header does not name it, it is missing, or its content has another hash.
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
    """The header of a checkpoint whose files are all there and whole; CheckpointError otherwise."""
    header = read_header(folder)
    for name in header.files or (WEIGHTS,):
        read_file(folder, header, name)
    return header


def find(path: str | Path) -> Path:
    """The checkpoint folder that a path means: itself, the best or newest one of a training run, or one that comes with the package.

    Raises:
        CheckpointError: there is none; the message lists what was looked for and what there is.
    """
    given = Path(path)
    try:
        for base in (given, SHIPPED / given):
            for folder in (base, base / "best", base / "final", *reversed(steps(base / "checkpoints"))):
                if (folder / HEADER).is_file():
                    return folder
    except OSError as error:  # a name that is too long, a folder that nobody may look into
        raise CheckpointError(f"no checkpoint at {one_line(given, 80)}: {error.strerror}") from error
    names = ", ".join(sorted(p.name for p in SHIPPED.iterdir() if (p / HEADER).is_file())) if SHIPPED.is_dir() else f"none, {INSTALL}"
    raise CheckpointError(
        f"no checkpoint at {given}: expected a folder with {HEADER}, or a training run. Checkpoints of the package: {names}"
    )


def steps(folder: Path) -> list[Path]:
    """The checkpoints ``step_...`` in a folder, oldest first."""
    if not folder.is_dir():
        return []
    found = [(int(m.group(1)), p) for p in folder.iterdir() if (m := _STEP.fullmatch(p.name)) and (p / HEADER).is_file()]
    return [p for _, p in sorted(found)]

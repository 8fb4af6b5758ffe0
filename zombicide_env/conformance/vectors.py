"""Vectors: a position, scripted dice and cards, some actions, and the expected result."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .document import Lines, line_of, read
from .errors import VectorError

__all__ = ["Vector", "load"]

_SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True)
class Vector:
    """One vector as written in a file, not yet checked against the format of its game."""

    id: str
    game: str
    title: str
    rules: tuple[str, ...]
    document: dict[str, Any]
    file: Path | None = None
    line: int | None = None
    lines: Lines = field(default_factory=dict, repr=False, compare=False)
    problem: tuple[tuple[str | int, ...], str] | None = None  # an error that was found while reading the file

    def error(self, path: tuple[str | int, ...], reason: str) -> VectorError:
        """Return the error ``reason`` at ``path`` of the document, with file and line."""
        where = ".".join(str(part) for part in path)
        line = line_of(self.lines, path)
        return VectorError(f"{where}: {reason}" if where else reason, self.file, self.line if line is None else line)


def load(path: str | Path) -> list[Vector]:
    """Return all vectors of a file, or of every ``*.yaml`` file in a folder and its subfolders (sorted by path).

    Errors in a single vector (a missing title, an unknown key ...) are found by ``check``, which
    reports it as invalid. ``VectorError`` is raised when there is nothing to check: no such path, a folder without
    vectors, a file that is not a YAML list of mappings. In a folder such a file counts as one invalid vector, and the others
    are read.
    """
    path = Path(path)
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.suffix in _SUFFIXES and file.is_file())
        if not files:
            raise VectorError("the folder holds no *.yaml file", path)
    elif path.is_file():
        files = [path]
    else:
        raise VectorError("no such file or folder", path)
    vectors: list[Vector] = []
    seen: dict[str, Vector] = {}
    for file in files:
        for vector in _load_file(file) if file == path else _of_folder(file):
            first = seen.setdefault(vector.id, vector)
            if first is not vector and vector.problem is None:
                problem = (("id",), f"{vector.id!r} is already used in {first.file}:{first.line}; ids are unique")
                vector = _with_problem(vector, problem)
            vectors.append(vector)
    return vectors


def _of_folder(file: Path) -> list[Vector]:
    """Return the vectors of a file in a folder; one invalid vector for a file without vectors."""
    try:
        return _load_file(file)
    except VectorError as error:
        lines: Lines = {} if error.line is None else {(): error.line}
        return [Vector(file.name, "", "", (), {}, file, error.line, lines, ((), error.reason))]


def _load_file(file: Path) -> list[Vector]:
    content, lines = read(file)
    if not isinstance(content, list):
        raise VectorError("must be a YAML list of vectors ('- id: ...')", file, 1)
    vectors = []
    by_number: dict[str | int, Lines] = {}
    for path, line in lines.items():
        if path:
            by_number.setdefault(path[0], {})[path[1:]] = line
    for number, document in enumerate(content):
        own = by_number[number]
        if not isinstance(document, dict):
            raise VectorError("a vector must be a mapping with id, rules, title, game", file, own.get((), 1))
        vectors.append(_vector(document, file, own))
    return vectors


def _vector(document: dict[str, Any], file: Path, lines: Lines) -> Vector:
    def text(key: str) -> str:
        value = document.get(key)
        return value if isinstance(value, str) else ""

    rules = document.get("rules")
    vector = Vector(
        id=text("id") or f"{file.name}:{lines.get((), 1)}",
        game=text("game"),
        title=text("title"),
        rules=tuple(rule for rule in rules if isinstance(rule, str)) if isinstance(rules, list) else (),
        document=document,
        file=file,
        line=lines.get(()),
        lines=lines,
    )
    problem = _head_problem(document)
    return vector if problem is None else _with_problem(vector, problem)


def _head_problem(document: dict[Any, Any]) -> tuple[tuple[str | int, ...], str] | None:
    for key in document:
        if not isinstance(key, str):
            return (key,), f"a key must be a word, not {key!r}"
    for key in ("id", "title", "game"):
        if key not in document:
            return (), f"the key {key!r} is missing"
        if not isinstance(document[key], str) or not document[key].strip():
            return (key,), f"must be a text, not {document[key]!r}"
    rules = document.get("rules")
    if not isinstance(rules, list) or not rules or not all(isinstance(rule, str) for rule in rules):
        return (("rules",) if "rules" in document else ()), "'rules' must be a list of rule ids"
    return None


def _with_problem(vector: Vector, problem: tuple[tuple[str | int, ...], str]) -> Vector:
    return Vector(vector.id, vector.game, vector.title, vector.rules, vector.document, vector.file, vector.line, vector.lines, problem)

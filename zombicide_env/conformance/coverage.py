"""Rule coverage: every rule id of a game, and the vectors and tests that cite it.

The ids are data (``rules/<game>.txt``). A vector cites rules under ``rules:``; a test by containing the id anywhere in
its function. An id without citations is a gap, unless the data file gives the reason why nothing can cite it.
"""

from __future__ import annotations

import ast
import json as json_format
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from .vectors import load

__all__ = ["Coverage", "Rule", "coverage", "main", "rules_of"]

_ID = re.compile(r"\b[A-Z]{2}-(?:D-\d+|INV-\d+|\d+\.(?:Q\d+\.)?[RM]?\d+)(?!\d)")
_LISTS: Final = files(__package__).joinpath("rules")


@dataclass(frozen=True)
class Rule:
    """A rule id of the data file with a short label, and why nothing can cite it (``reason``, usually empty)."""

    id: str
    label: str
    reason: str = ""


@dataclass(frozen=True)
class Coverage:
    """The rules of a game and their citations."""

    game: str
    rules: tuple[Rule, ...]
    vectors: dict[str, tuple[str, ...]]  # rule id -> ids of vectors
    tests: dict[str, tuple[str, ...]]  # rule id -> "file::test"

    @property
    def gaps(self) -> tuple[Rule, ...]:
        """Rules without citations and without a reason."""
        return tuple(rule for rule in self.rules if not rule.reason and not self.named(rule.id))

    @property
    def excused(self) -> tuple[Rule, ...]:
        """Rules with a reason."""
        return tuple(rule for rule in self.rules if rule.reason)

    @property
    def stale(self) -> tuple[Rule, ...]:
        """Rules with a reason that are cited nevertheless: the reason is wrong."""
        return tuple(rule for rule in self.excused if self.named(rule.id))

    @property
    def unknown(self) -> dict[str, tuple[str, ...]]:
        """Ids cited by vectors or tests that are not in the data file."""
        known = {rule.id for rule in self.rules}
        names = {**self.vectors, **self.tests}
        return {name: self.named(name) for name in sorted(names, key=_order) if name not in known}

    def named(self, rule: str) -> tuple[str, ...]:
        """Return the vectors, then tests, that cite the rule."""
        return (*self.vectors.get(rule, ()), *self.tests.get(rule, ()))

    @property
    def complete(self) -> bool:
        """Whether there is no gap, no wrong reason and no unknown id."""
        return not (self.gaps or self.stale or self.unknown)


def _order(rule: str) -> list[tuple[int, int, str]]:
    """Return a sort key: ``BP-9.2`` before ``BP-9.10`` before ``BP-9.R1``."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"(\d+)", rule)]


def rules_of(game: str) -> tuple[Rule, ...]:
    """Return the rules of a game in the order of its rules document.

    Raises:
        ValueError: the package has no list for the game, or a line of it is wrong (named by its number).
    """
    source = _LISTS.joinpath(f"{game}.txt")
    if not source.is_file():
        raise ValueError(f"there is no list of rules for {game!r}; use one of {', '.join(_listed())}")
    rules: dict[str, Rule] = {}
    for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, *rest = (part.strip() for part in line.split(" | "))
        where = f"{game}.txt:{number}"
        if not _ID.fullmatch(name) or name in rules:
            raise ValueError(f"{where}: {name!r} is {'there already' if name in rules else 'no rule id'}")
        if not rest or len(rest) > 2 or not all(rest):
            raise ValueError(f"{where}: a line is 'id | label' or 'id | label | reason', not {line!r}")
        rules[name] = Rule(name, *rest)
    return tuple(rules.values())


def _listed() -> list[str]:
    return sorted(file.name.removesuffix(".txt") for file in _LISTS.iterdir() if file.name.endswith(".txt"))


#: Prefix of the rule ids of each game that has a list of its rules.
PREFIXES: Final = {rules_of(game)[0].id.partition("-")[0]: game for game in _listed()}


def coverage(game: str = "black_plague", tests: Path | None = None) -> Coverage:
    """Return the rules of ``game`` and their citations.

    Args:
        game: id of the game.
        tests: the folder of the tests, with the vectors in ``conformance/<game>``; None: that of the package's
            checkout. Missing files cite nothing.
    """
    rules = rules_of(game)
    folder = Path(__file__).parents[2] / "tests" if tests is None else tests
    prefixes = tuple(f"{prefix}-" for prefix, name in PREFIXES.items() if name == game)
    return Coverage(
        game=game,
        rules=rules,
        vectors=_gather(_of_vectors(folder / "conformance" / game), prefixes),
        tests=_gather(_of_tests(folder, prefixes), prefixes),
    )


def _gather(pairs: Iterable[tuple[str, str]], prefixes: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for rule, name in pairs:
        if rule.startswith(prefixes):
            found.setdefault(rule, {})[name] = None
    return {rule: tuple(names) for rule, names in found.items()}


def _of_vectors(folder: Path) -> Iterator[tuple[str, str]]:
    if folder.is_dir():
        for vector in load(folder):
            for rule in vector.rules:
                yield rule, vector.id


def _of_tests(folder: Path, prefixes: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield ids in test functions, including data and comments next to them; ids elsewhere in a file count for the file."""
    for file in sorted(folder.rglob("test_*.py")) if folder.is_dir() else ():
        text = file.read_text(encoding="utf-8")
        if not any(prefix in text for prefix in prefixes):
            continue
        spans = _functions(text)
        for number, line in enumerate(text.splitlines(), 1):
            for rule in _ID.findall(line):
                inside = [name for first, last, name in spans if first <= number <= last]
                yield rule, "::".join([file.relative_to(folder).as_posix(), *inside[:1]])


def _functions(text: str) -> list[tuple[int, int, str]]:
    """Return first line, last line and name of each function at module level or in a class."""
    return [
        (node.lineno, node.end_lineno or node.lineno, node.name)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def main(game: str = "black_plague", json: bool = False, tests: Path | None = None) -> int:
    """Print the vectors and tests of each rule and the gaps; returns 0 only if there is no unexplained gap."""
    found = coverage(game, tests)
    if json:
        document = {
            "game": game,
            "complete": found.complete,
            "rules": [
                {
                    "id": rule.id,
                    "label": rule.label,
                    "reason": rule.reason,
                    "vectors": list(found.vectors.get(rule.id, ())),
                    "tests": list(found.tests.get(rule.id, ())),
                }
                for rule in found.rules
            ],
            "unknown": {name: list(names) for name, names in found.unknown.items()},
        }
        sys.stdout.write(json_format.dumps(document, indent=2) + "\n")
    else:
        sys.stdout.write("\n".join(_lines(found)) + "\n")
    return 0 if found.complete else 1


def _lines(found: Coverage) -> Iterator[str]:
    for rule in found.rules:
        names = found.named(rule.id)
        more = f" and {len(names) - 4} more" if len(names) > 4 else ""
        text = ", ".join(names[:4]) + more if names else f"not tested: {rule.reason}" if rule.reason else "GAP"
        yield f"{rule.id:<14} {rule.label:<46} {text}"
    for rule in found.stale:
        yield f"WRONG REASON   {rule.id}: {rule.reason!r}, but {', '.join(found.named(rule.id))}"
    for name, names in found.unknown.items():
        yield f"UNKNOWN ID     {name}: {', '.join(names[:4])}"
    covered = sum(1 for rule in found.rules if found.named(rule.id))
    yield f"{len(found.rules)} rules: {covered} named by vectors or tests, {len(found.excused)} explained, {len(found.gaps)} gaps"

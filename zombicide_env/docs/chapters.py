"""Where each chapter of a rulebook lies in the code, gathered from the rule ids that stand there (``BP-15.R11``)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from .. import games
from ..conformance.coverage import PREFIXES
from ..games.zombicide import EDITIONS
from .tables import table

RULES = Path(__file__).with_name("rules")
HOME = Path(games.__file__).parent
_HEADING = re.compile(r"^## (\d+)\.? (.+)$", re.MULTILINE)


def page() -> str:
    """The page as Markdown."""
    return "\n".join(_sections()).rstrip() + "\n"


def _sections() -> Iterator[str]:
    yield "# From a chapter of the rules to the code\n"
    yield (
        "Every rule has an id such as `BP-15.R11`, and comments in the code name the ids that they implement. This page lists for each "
        "chapter of a rulebook the files that name its rules, those with the most mentions first. `zombicide docs` writes it; do not edit "
        "it.\n"
    )
    for prefix, game in PREFIXES.items():
        found = mentions(prefix, folders(game))
        title = next((entry.title for entry in games.GAMES.values() if entry.id == game), game)
        yield f"## {title}\n"
        yield table(
            ("chapter", "about", "files"), [(f"{prefix}-{n}", heading, _links(found[n])) for n, heading in chapters(game) if n in found]
        )


def folders(game: str) -> Sequence[Path]:
    """Where the rules of a game lie: an edition's own modules, then the family's and the table."""
    if game in EDITIONS:
        return [HOME / "zombicide" / part for part in (game, "family", "table")]
    return [HOME / game]


def chapters(game: str) -> list[tuple[int, str]]:
    """Number and heading of every chapter of a game's rules."""
    text = RULES.joinpath(f"{game}.md").read_text(encoding="utf-8")
    return [(int(number), heading.strip()) for number, heading in _HEADING.findall(text)]


def mentions(prefix: str, within: Sequence[Path]) -> dict[int, Counter[Path]]:
    """Chapter -> how often each file names one of its rules."""
    found: dict[int, Counter[Path]] = {}
    for folder in within:
        for path in sorted([*folder.rglob("*.py"), *folder.glob("edition.pyi")]):
            for number in re.findall(rf"\b{prefix}-(\d+)\.", path.read_text(encoding="utf-8")):
                found.setdefault(int(number), Counter())[path] += 1
    return found


def _links(files: Counter[Path]) -> str:
    """The files, the one with most mentions first, equal ones by name."""
    order = sorted(files, key=lambda path: (-files[path], path.as_posix()))
    return ", ".join(f"[{path.relative_to(HOME).as_posix()}](../games/{path.relative_to(HOME).as_posix()})" for path in order)

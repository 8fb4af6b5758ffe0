"""Stubs by which type checkers and editors find the family's rooms where an edition has none of its own.

An edition's package looks into the folder ``family`` at run time, which no checker can follow.  A stub ``black_plague/rules/act.pyi``
says it in its language: what is there is what ``family/rules/act.py`` defines.

Stubs lie apart, so that the folder of an edition shows what it has itself.  Pyright and Pylance join a partial stub package in
``typings`` with the source, by default.  Mypy knows such packages only as installed ones: ``mypy_path`` leads to the same folder by a
link that has the name of the package.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ..games import zombicide
from ..games.zombicide import EDITIONS

HOME: Final = Path(zombicide.__file__).parent
STUBS: Final = HOME.parents[2] / "typings" / "zombicide_env-stubs" / "games" / "zombicide"


def stubs() -> dict[Path, str]:
    """Path -> text of every stub."""
    return {STUBS / edition / room.with_suffix(".pyi"): _text(room) for edition in EDITIONS for room in _rooms(edition)}


def left_over() -> list[Path]:
    """Stubs of rooms that the family has no more, or that an edition now has itself."""
    return sorted({*STUBS.rglob("*.pyi"), *(path for edition in EDITIONS for path in (HOME / edition).rglob("*.pyi"))} - set(stubs()))


def _rooms(edition: str) -> Iterator[Path]:
    for path in sorted((HOME / "family").rglob("*.py")):
        room = path.relative_to(HOME / "family")
        if path.name != "__init__.py" and not (HOME / edition / room).exists():
            yield room


def _text(room: Path) -> str:
    module = "." * (len(room.parts) + 1) + ".".join(("family", *room.with_suffix("").parts))
    return f'"""The family\'s room; written by `zombicide docs`."""\n\nfrom {module} import *\n'

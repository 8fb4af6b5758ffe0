"""The functions that an edition of the Zombicide family may replace (seams), their defaults, and the editions that replace them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..games import zombicide
from ..games.zombicide import EDITIONS
from .tables import table

HOME = Path(zombicide.__file__).parent
FAMILY = HOME / "family"
#: What the folders hold, in the order of the page.
FOLDERS = {
    "rules": "Rules, compiled",
    "players": "The rule-based player, compiled",
    "positions": "Positions written as text",
    "words": "Words",
    "world": "The world record",
    "picture": "The picture",
}


class Seam(NamedTuple):
    """A function of the family that editions replace."""

    module: str  # path in the family's folder
    name: str
    meaning: str
    default: str
    editions: tuple[str, ...]
    marked: bool  # as a kernel with ``@seam``
    compiled: bool


def seams() -> list[Seam]:
    """All of them, by module."""
    return [seam for path in sorted(FAMILY.rglob("*.py")) for seam in _of(path)]


def required() -> list[Seam]:
    """Functions of the modules that the family does not have, and each edition has to have."""
    found = []
    for path in sorted(FAMILY.glob("*/*.pyi")):
        for name, node in _functions(path).items():
            found.append(Seam(_place(path), name, _meaning(node), "none", tuple(EDITIONS), False, True))
    return found


def page() -> str:
    """The page as Markdown."""
    return "\n".join(_sections()).rstrip() + "\n"


def _sections() -> Iterator[str]:
    found = seams()
    yield "# Functions that editions replace\n"
    yield (
        "This page is written by `zombicide docs` from the code. Do not edit it. A seam is a function of the Zombicide family that "
        f"editions replace: {len(found)} functions in {len({seam.module for seam in found})} modules. Compiled ones are marked with "
        "`@seam`. An edition replaces a module as a whole ([where a rule belongs](editions.md#where-a-rule-belongs)). Editions that are "
        "not listed under *replaced by* use the default.\n"
    )
    for folder, title in FOLDERS.items():
        rows = [seam for seam in found if seam.module.startswith(f"{folder}/")]
        if rows:
            yield f"## {title}\n"
            yield _table(rows)
    yield "## Required\n"
    yield "The family does not have these modules; every edition must provide them.\n"
    yield _table(required())


def _table(rows: Sequence[Seam]) -> str:
    head = ("module", "function", "meaning", "default", "replaced by")
    made = []
    for k, seam in enumerate(rows):
        first = k == 0 or rows[k - 1].module != seam.module
        by = ", ".join(f"[{edition}](../games/zombicide/{edition}/{seam.module})" for edition in seam.editions)
        made.append((_link(seam.module) if first else "", f"`{seam.name}`", seam.meaning, seam.default, by))
    return table(head, made)


def _link(module: str) -> str:
    path = FAMILY / module
    return f"[{module}](../games/zombicide/family/{module})" if path.exists() else f"[{module}](../games/zombicide/family/{module}i)"


def _of(path: Path) -> Iterator[Seam]:
    for name, node in _functions(path).items():
        editions = tuple(edition for edition in EDITIONS if name in _functions(HOME / edition / path.relative_to(FAMILY)))
        marks = {ast.unparse(mark) for mark in node.decorator_list}
        if editions or "seam" in marks:
            yield Seam(_place(path), name, _meaning(node), _default(node), editions, "seam" in marks, bool(marks & {"jit", "seam"}))


def _place(path: Path) -> str:
    return path.relative_to(FAMILY).with_suffix(".py").as_posix()


@cache
def _functions(path: Path) -> Mapping[str, ast.FunctionDef]:
    if not path.exists():
        return {}
    return {node.name: node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)}


def _meaning(node: ast.FunctionDef) -> str:
    """The first line of the docstring, for a cell of a table."""
    return (ast.get_docstring(node) or "").partition("\n")[0].replace("``", "`").replace("|", "\\|")


def _default(node: ast.FunctionDef) -> str:
    """A constant that is returned, "nothing" for an empty function, else "a rule"."""
    body = node.body[ast.get_docstring(node) is not None :]
    if not body:
        return "nothing"
    if len(body) == 1 and isinstance(body[0], ast.Return) and isinstance(body[0].value, ast.Constant | ast.Name):
        return f"`{ast.unparse(body[0].value)}`"
    return "a rule"


__all__ = ["Seam", "page", "required", "seams"]

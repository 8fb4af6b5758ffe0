"""The README of each game's folder: what is in it, and for an edition what differs from the family."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from .. import games
from ..games import GAMES, OWN
from ..games.zombicide import EDITIONS, edition_module
from .tables import table

HOME: Final = Path(games.__file__).parent
FOLDERS: Final = {
    "numbers": "codes, sizes, the action space, the observation, the records",
    "rules": "by chapters of the rulebook; compiled",
    "world": "from content to the world record",
    "words": "notation, descriptions, names",
    "positions": "positions written as text",
    "picture": "the scene",
    "players": "the rule-based player; compiled",
    "content": "boards, cards, texts: data, no code",
}


def folder(game: str) -> Path:
    """Where the code of a game is."""
    return HOME / "zombicide" / game if game in EDITIONS else HOME / game


def readmes() -> dict[Path, str]:
    """Path -> text of each."""
    return {folder(game) / "README.md": "\n".join(_lines(game)).rstrip() + "\n" for game in OWN}


def _lines(game: str) -> Iterator[str]:
    up = "../" * len(folder(game).relative_to(HOME.parent).parts)
    title = next(entry.title for entry in GAMES.values() if entry.id == game)
    yield f"# {title}\n"
    yield "This page is written by `zombicide docs` from the code. Do not edit it.\n"
    yield (
        f"Options, actions and observations: [the game]({up}docs/{game}.md). Its [rules]({up}docs/rules/{game}.md) have numbers, which the "
        f"code names; [the index]({up}docs/chapters.md) leads from a chapter to its files. [How to change it]({up}docs/change.md).\n"
    )
    if game in EDITIONS:
        yield (
            "An edition of the [Zombicide family](../family): a module that is not here is the family's. "
            f"[All functions that editions answer]({up}docs/seams.md).\n"
        )
        yield from _differences(game)
    yield "## What is where\n"
    rows = [("game.py", "the game with its options")]
    rows += [(f"{name}/", about) for name, about in FOLDERS.items() if any((folder(game) / name).glob("*.*"))]
    yield table(("file", "about"), [(f"[{name}]({name})", about) for name, about in rows])
    for part in ("numbers", "rules", "players"):
        if modules := [path for path in sorted((folder(game) / part).glob("*.py")) if path.stem != "__init__"]:
            yield f"## {part.capitalize()}\n"
            yield table(("file", "about"), [(f"[{path.name}]({part}/{path.name})", _about(path)) for path in modules])


def _differences(game: str) -> Iterator[str]:
    """Switches and sizes for which the family has a default."""
    edition, defaults = edition_module(game, "edition"), edition_module(game, "edition_defaults")
    meanings = _meanings()
    rows = [
        (f"`{name}`", _short(getattr(edition, name)), _short(default), meanings[name])
        for name, default in vars(defaults).items()
        if name in meanings and getattr(edition, name) is not default and getattr(edition, name) != default
    ]
    yield "## What differs from most editions\n"
    yield table(("name", "here", "default", "meaning"), rows)


def _short(value: Any) -> str:
    """A value for a cell; long ones in words."""
    text = repr(value)
    return f"`{text}`" if len(text) <= 40 else f"{len(value)} entries" if isinstance(value, tuple) else "see there"


def _meanings() -> dict[str, str]:
    """What each name of an edition means: the comment behind it in ``edition.pyi``."""
    found = {}
    for line in (HOME / "zombicide" / "family" / "edition.pyi").read_text(encoding="utf-8").splitlines():
        name, _, rest = line.partition(":")
        if name.isupper() and name.isidentifier():
            found[name] = rest.partition("  # ")[2]
    return found


def _about(path: Path) -> str:
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return doc.partition("\n")[0].replace("``", "`").replace("|", "\\|")

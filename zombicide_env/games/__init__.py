"""The games, by id: every package of this folder, and those from outside (``registry``)."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Final

from .registry import GameEntry, outside

__all__ = ["GAMES", "OWN", "GameEntry", "register"]

#: Game id -> its entry, which called with options makes the game.
GAMES: Final[dict[str, GameEntry]] = {}


def register(entry: GameEntry, replace: bool = False) -> None:
    """Make a game known.  ValueError: there is one of that id, and ``replace`` is False."""
    if entry.id in GAMES and not replace:
        raise ValueError(f"there is a game {entry.id!r} already, {GAMES[entry.id].source}; choose another id or pass replace=True")
    GAMES[entry.id] = entry


def _own() -> Iterator[GameEntry]:
    for package in pkgutil.iter_modules(__path__, f"{__name__}."):
        if package.ispkg:
            yield from getattr(importlib.import_module(package.name), "GAMES", ())


_OWN = sorted(_own(), key=lambda entry: entry.place)
#: Ids of the package's own games, which have pages, vectors and texts of their rules.
OWN: Final = tuple(entry.id for entry in _OWN)
for _entry in (*_OWN, *outside()):
    register(_entry)

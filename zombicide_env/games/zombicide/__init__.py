"""The Zombicide family: editions that share their modules.

``table`` holds edition-independent definitions: boards, cards, quests.  ``family`` holds the modules of the engine; every edition loads its
own copy of them, with its own constants (``edition.py``) and with modules of its own that replace the family's where the rules differ.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Final

from ..registry import GameEntry

#: Package name of each edition -> the class in the package's ``game``.
EDITIONS: Final = {"black_plague": "BlackPlague", "white_death": "WhiteDeath", "apocalypse": "Apocalypse"}
GAMES: Final = tuple(GameEntry(name, f"{__name__}.{name}.game:{of}", place=place) for place, (name, of) in enumerate(EDITIONS.items(), 1))


def edition_module(edition: str, name: str) -> ModuleType:
    """Return a module of an edition, ``edition_module("black_plague", "world.box")``."""
    return import_module(f"{__name__}.{edition}.{name}")

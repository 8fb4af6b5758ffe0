"""The Zombicide family: editions that share their rooms.

``table`` holds edition-independent definitions: boards, cards, quests.  ``family`` holds the rooms of the engine; every edition loads them
for itself, with its own numbers (``edition.py``) and with rooms of its own in the place of the family's where the rules differ.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Final

from ..registry import GameEntry

#: Editions, each the name of its package, and the class in the package's ``game``.
EDITIONS: Final = {"black_plague": "BlackPlague", "white_death": "WhiteDeath", "apocalypse": "Apocalypse"}
GAMES: Final = tuple(GameEntry(name, f"{__name__}.{name}.game:{of}", place=place) for place, (name, of) in enumerate(EDITIONS.items(), 1))


def room(edition: str, name: str) -> ModuleType:
    """A room of an edition, ``room("black_plague", "world.box")``."""
    return import_module(f"{__name__}.{edition}.{name}")

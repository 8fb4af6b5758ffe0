"""Who writes the page of a game: a module of this folder with the game's name, for the editions of a family one with the family's."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Final, Protocol, cast

from ..games.zombicide import EDITIONS

FOLDER: Final = Path(__file__).parent


class Writer(Protocol):
    """A module that writes pages."""

    def page(self, game_id: str) -> str:
        """The page of the game as Markdown."""

    def extent(self, game_id: str) -> str:
        """What there is of the game, for the list in the README."""


def writer(game_id: str) -> Writer:
    """The module that writes the page of a game."""
    name = "zombicide" if game_id in EDITIONS else game_id
    return cast("Writer", import_module(f".{name}", __package__))


__all__ = ["FOLDER", "Writer", "writer"]

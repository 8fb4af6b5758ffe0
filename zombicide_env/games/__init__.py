"""The games by id: every package of this folder plus registered games from elsewhere (``registry``)."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from ..core.words import spread, unknown
from .registry import GameEntry, outside

if TYPE_CHECKING:
    from ..core.game import Game

__all__ = ["GAMES", "OWN", "GameEntry", "each_quest", "make_game", "make_games", "register"]

#: Game id -> entry; calling the entry with options creates the game.
GAMES: Final[dict[str, GameEntry]] = {}


def register(entry: GameEntry, replace: bool = False) -> None:
    """Register a game.  Raises ValueError if the id is taken and ``replace`` is False."""
    if entry.id in GAMES and not replace:
        raise ValueError(f"there is a game {entry.id!r} already, {GAMES[entry.id].source}; choose another id or pass replace=True")
    GAMES[entry.id] = entry


def make_game(game_id: str, **options: Any) -> Game:
    """Create a game by its id (a key of ``zombicide_env.games.GAMES``): ``make_game("black_plague", quest="danse_macabre")``."""
    if game_id not in GAMES:
        raise ValueError(unknown("game", game_id, GAMES))
    return GAMES[game_id](**options)


def make_games(game_id: str, **options: Any) -> list[Game]:
    """Create one game for each quest that ``quest`` names: ``make_games("black_plague", quest="generated:seed=0..63,tiles=2")``.

    A ``Batch`` distributes them evenly over its environments.  Without a range the result is a single game.
    """
    return [make_game(game_id, **one) for one in each_quest(options)]


def each_quest(options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Yield the options of a game once for each quest that ``quest`` names, or once if it names none.

    Raises:
        ValueError: see ``core.words.spread``.
    """
    quest = options.get("quest")
    return [{**options, "quest": one} for one in spread(quest)] if isinstance(quest, str) else [dict(options)]


def _own() -> Iterator[GameEntry]:
    for package in pkgutil.iter_modules(__path__, f"{__name__}."):
        if package.ispkg:
            yield from getattr(importlib.import_module(package.name), "GAMES", ())


_OWN = sorted(_own(), key=lambda entry: entry.place)
#: Ids of the games of this package, which have pages, conformance vectors and rule texts.
OWN: Final = tuple(entry.id for entry in _OWN)
for _entry in (*_OWN, *outside()):
    register(_entry)

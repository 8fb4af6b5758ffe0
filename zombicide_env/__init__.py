"""Board games of the zombie-survival kind as reinforcement-learning environments."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import early  # noqa: F401 - before all others
from .envs.registration import register_all, register_environments, register_ladder
from .games import GAMES, GameEntry, make_game, make_games, register
from .ladder import RUNGS

if TYPE_CHECKING:
    from .core.game import Game

__version__ = "0.2.0"


def register_game(game_id: str, source: str | Callable[..., Game], *, title: str = "", version: int = 0, replace: bool = False) -> None:
    """Register your own game for ``make_game``, environments, agents, training and all commands.

    Args:
        game_id: id of the game, equal to that of the class.
        source: the class (see ``games.base.CompiledGame``), or its location, "module:Class", which is imported when it is needed.
        title: display name; default: the id in words.
        version: version in the environments' ids, equal to that of the class.
        replace: allow an id that is taken.

    Raises:
        ValueError: the id is malformed or taken.
    """
    entry = GameEntry(game_id, source, title, version)
    register(entry, replace)
    register_environments(entry)


def __getattr__(name: str) -> Any:
    """Return the PettingZoo module of a game without a file of its own, ``pig_v0``."""
    from .modules import module_of

    made = module_of(name)
    if made is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return made


register_all(GAMES.values())
register_ladder(RUNGS)

__all__ = ["GAMES", "__version__", "make_game", "make_games", "register_game"]

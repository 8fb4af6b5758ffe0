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
    """Register your own game for ``make_game``, environments, agents, training, every command.

    Args:
        game_id: its id, as the class has it.
        source: the class (see ``games.base.CompiledGame``), or where it is, "module:Class", so that it is imported when it is needed.
        title: what people call it; default: the id in words.
        version: of its environments' ids, as the class has it.
        replace: allow an id that is taken.

    Raises:
        ValueError: the id is malformed or taken.
    """
    entry = GameEntry(game_id, source, title, version)
    register(entry, replace)
    register_environments(entry)


def __getattr__(name: str) -> Any:
    """The PettingZoo module of a game that has no file for it, ``pig_v0``."""
    from .modules import module_of

    made = module_of(name)
    if made is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return made


register_all(GAMES.values())
register_ladder(RUNGS)

__all__ = ["GAMES", "__version__", "make_game", "make_games", "register_game"]

"""The games, by id.  A game is imported when it is made, so that a user pays for the one that is played."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ..core.words import suggest

if TYPE_CHECKING:
    from ..core.game import Game


def _made(of: Callable[..., Game], game: str, options: dict[str, Any]) -> Game:
    """The game with these options; ValueError for one that it does not have."""
    known = list(inspect.signature(of).parameters)
    for name in options:
        if name not in known:
            raise ValueError(f"{game} has no option {name!r}{suggest(name, known)}; its options: {', '.join(known)}")
    return of(**options)


def _black_plague(**options: Any) -> Game:
    from .zombicide.game import BlackPlague

    return _made(BlackPlague, "black_plague", options)


def _hit_z_road(**options: Any) -> Game:
    from .hit_z_road.game import HitZRoad

    return _made(HitZRoad, "hit_z_road", options)


#: Game id -> factory; its keyword arguments are the options of the game.
GAMES: Final[dict[str, Callable[..., Game]]] = {"black_plague": _black_plague, "hit_z_road": _hit_z_road}

__all__ = ["GAMES"]

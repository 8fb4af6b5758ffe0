"""The games, by id.  A game is imported when it is made, so that a user pays for the one that is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ..core.game import Game


def _black_plague(**options: Any) -> Game:
    from .zombicide.game import BlackPlague

    return BlackPlague(**options)


def _hit_z_road(**options: Any) -> Game:
    from .hit_z_road.game import HitZRoad

    return HitZRoad(**options)


#: Game id -> factory; its keyword arguments are the options of the game.
GAMES: Final[dict[str, Callable[..., Game]]] = {"black_plague": _black_plague, "hit_z_road": _hit_z_road}

__all__ = ["GAMES"]

"""Board games of the zombie-survival kind as reinforcement-learning environments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .envs.registration import register_all

if TYPE_CHECKING:
    from .core.game import Game

__version__ = "0.1.0"


def make_game(game_id: str, **options: Any) -> Game:
    """Make a game by its id (``zombicide_env.games.GAMES``): ``make_game("black_plague", quest="danse_macabre")``."""
    from .core.words import unknown
    from .games import GAMES

    if game_id not in GAMES:
        raise ValueError(unknown("game", game_id, GAMES))
    game: Game = GAMES[game_id](**options)
    return game


register_all()

__all__ = ["__version__", "make_game"]

"""What all environments take alike: a game or its id, and words from a short list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.words import unknown


def resolve_game(game: Any, options: dict[str, Any]) -> Any:
    """The game itself, or the one made from its name and options."""
    if not isinstance(game, str):
        if options:
            raise TypeError(f"options {', '.join(sorted(options))} were given beside a game that is made already; make the game with them")
        return game
    from .. import make_game

    return make_game(game, **options)


def check_one_side(game: Any) -> None:
    """Raise ValueError if agents of the game play against each other: a mean of their rewards would say nothing."""
    if game.type.n_sides > 1:
        raise ValueError(
            f"{game.id} with these options has {game.type.n_sides} sides ({', '.join(game.type.side_names)}), which one agent cannot "
            "command together; let him have one of them: VersusEnv, VersusVectorEnv"
        )


def check_word(what: str, word: str, known: Sequence[str]) -> None:
    """Raise ValueError if an option has a value that is none of the known ones."""
    if word not in known:
        raise ValueError(unknown(f"value of {what}", word, known))


__all__ = ["check_one_side", "check_word", "resolve_game"]

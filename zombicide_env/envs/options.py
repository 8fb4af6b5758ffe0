"""What all environments take alike: a game or its id, and words from a short list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from inspect import Parameter, signature
from typing import Any

from ..core.game import UnknownOption
from ..core.words import unknown


def keywords(*kinds: type[Any]) -> list[str]:
    """The options of environments of these classes, those of the game left out."""
    makers = [vars(part)["__init__"] for kind in kinds for part in kind.__mro__[:-1] if "__init__" in vars(part)]
    return [one.name for make in makers for one in signature(make).parameters.values() if one.kind is Parameter.KEYWORD_ONLY]


def resolve_game(game: Any, options: dict[str, Any], own: Iterable[str]) -> Any:
    """The game itself, or the one made from its name and options; ``own`` are the options of the environment, for the error.

    Raises:
        UnknownOption: neither the game nor the environment has such an option, or the game is made already.
    """
    if not isinstance(game, str):
        for name in options:
            raise UnknownOption.of("an environment of a game that is made already", name, own)
        return game
    from .. import make_game

    try:
        return make_game(game, **options)
    except UnknownOption as error:
        if not error.owner:
            raise
        raise UnknownOption.of(error.owner, error.name, (*error.known, *own)) from None


def check_one_side(game: Any) -> None:
    """Raise ValueError if agents of the game play against each other: a mean of their rewards would say nothing."""
    if game.type.n_sides > 1:
        raise ValueError(
            f"{game.id} with these options has {game.type.n_sides} sides ({', '.join(game.type.side_names)}), which one agent cannot "
            "command together; let him have one of them: VersusEnv, VersusVectorEnv"
        )


def check_constant(constant_infos: bool, events: bool) -> None:
    """Raise ValueError if infos shall be the same numbers at every step and lists of events too."""
    if constant_infos and events:
        raise ValueError("events=True and constant_infos=True exclude each other: the events of a step are a list of any length")


def check_word(what: str, word: str, known: Sequence[str]) -> None:
    """Raise ValueError if an option has a value that is none of the known ones."""
    if word not in known:
        raise ValueError(unknown(f"value of {what}", word, known))


TIME_LIMIT = "max_episode_steps"
"""The option that cuts games off after so many steps, and the detail of games that it has cut off."""

__all__ = ["TIME_LIMIT", "check_constant", "check_one_side", "check_word", "keywords", "resolve_game"]

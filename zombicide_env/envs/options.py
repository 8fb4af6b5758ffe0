"""Options shared by all environments: a game or its id, and checks of option values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from inspect import Parameter, signature
from typing import Any

from ..core.game import UnknownOption
from ..core.numbers import flag
from ..core.words import suggest, unknown
from ..games import each_quest, make_game


def keywords(*kinds: type[Any]) -> list[str]:
    """Return the options of environments of these classes, without those of the game."""
    makers = [vars(part)["__init__"] for kind in kinds for part in kind.__mro__[:-1] if "__init__" in vars(part)]
    return [one.name for make in makers for one in signature(make).parameters.values() if one.kind is Parameter.KEYWORD_ONLY]


def resolve_game(game: Any, options: dict[str, Any], own: Iterable[str]) -> Any:
    """Return the game itself, or make it from its name and options; ``own`` are the environment's options, listed in the error.

    Raises:
        UnknownOption: neither the game nor the environment has such an option, or the game has already been made.
    """
    if not isinstance(game, str):
        for name in options:
            raise UnknownOption.of("an environment of a game that is made already", name, own)
        return game
    try:
        return make_game(game, **options)
    except UnknownOption as error:
        if not error.owner:
            raise
        raise UnknownOption.of(error.owner, error.name, (*error.known, *own)) from None


def resolve_games(game: Any, options: dict[str, Any], own: Iterable[str], *, alike: bool = True) -> list[Any]:
    """Like ``resolve_game``, for environments of many games: ``game`` may be several, and a quest may be a range, see ``make_games``.

    Args:
        game: a game, its id, or several games.
        options: options of the game.
        own: options of the environment.
        alike: whether all games need the same agents.

    Raises:
        UnknownOption: see ``resolve_game``.
        ValueError: the games do not have the same agents although ``alike`` is set.
    """
    if isinstance(game, str):
        made = [resolve_game(game, one, own) for one in each_quest(options)]
    else:
        made = [resolve_game(one, options, own) for one in (game if isinstance(game, list | tuple) else [game])]
    for other in made[1:]:
        if alike and other.agents != made[0].agents:
            raise ValueError(f"games of {len(made[0].agents)} and {len(other.agents)} agents; give all as many (survivors=...)")
    return made


def with_one_quest(options: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return the options with one quest of a range (``generated:seed=0..63,tiles=2``), chosen round-robin by the environment's number."""
    found = each_quest(options)
    return found[number % len(found)]


def check_places(games: Sequence[Any], places: int) -> None:
    """Raise ValueError if there are fewer sub-environments than games, so that some would never be played."""
    if len(games) > places:
        raise ValueError(f"{len(games)} games and {places} places, so that some would never be played: more places, or fewer quests")


def check_reset_options(options: Mapping[str, Any] | None, known: Sequence[str] = ()) -> Mapping[str, Any]:
    """Return the options of a ``reset``. Raises ValueError if one is unknown."""
    given = options or {}
    for name in given:
        if name not in known:
            takes = f"it takes {', '.join(known)}" if known and known != API_TEST else "it takes none"
            raise ValueError(
                f"reset(options=...) has no {name!r}{suggest(str(name), known)}: {takes}; options of the game are given when the "
                "environment is made"
            )
    return given


def check_one_side(game: Any) -> None:
    """Raise ValueError if agents of the game compete with each other: the mean of their rewards would be meaningless."""
    if game.type.n_sides > 1:
        raise ValueError(
            f"{game.id} with these options has {game.type.n_sides} sides ({', '.join(game.type.side_names)}), which one agent cannot "
            "command together; give it one side: VersusEnv, VersusVectorEnv"
        )


def check_constant(constant_infos: bool, events: bool) -> None:
    """Raise ValueError if both constant infos and lists of events are requested, TypeError if one of them is neither True nor False."""
    flag("constant_infos", constant_infos)
    flag("events", events)
    if constant_infos and events:
        raise ValueError("events=True and constant_infos=True exclude each other: the events of a step are a list of any length")


def check_word(what: str, word: str, known: Sequence[str]) -> None:
    """Raise ValueError if an option's value is not among the known ones."""
    if word not in known:
        raise ValueError(unknown(f"value of {what}", word, known))


API_TEST = ("options",)
"""Option that PettingZoo's ``api_test`` passes to ``reset``; it is accepted without an error."""
TIME_LIMIT = "max_episode_steps"
"""Option that truncates games after a number of steps, and the outcome detail of games truncated by it."""

__all__ = [
    "API_TEST",
    "TIME_LIMIT",
    "check_constant",
    "check_one_side",
    "check_places",
    "check_reset_options",
    "check_word",
    "keywords",
    "resolve_game",
    "resolve_games",
    "with_one_quest",
]

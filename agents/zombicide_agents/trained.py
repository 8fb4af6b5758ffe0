"""What a policy was trained on, and how a game differs from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from .folders import Header

__all__ = ["Difference", "unlike"]

#: Options that change what is paid or how long a game may last, and no position.
_NOTHING: Final = ("reward", "max_rounds", "first_player", "deal")
#: Options whose values a training run names in a list of its configuration.
_LISTS: Final = ("quest", "survivors", "decisions")
_SHOWN: Final = 12  # values of the training that are told

Difference = tuple[str, Any, list[Any]]
"""Name of an option, its value here, its values in training."""


def unlike(header: Header, game: Any) -> list[Difference]:
    """Options of a game that the policy of a checkpoint has not met in training, [] if it knows them all.

    It is judged by what the checkpoint's header says of its training: quest or board, size of the team, switches of the rules.  The
    positions themselves are not compared: one that is rare on a known board is not found.
    """
    here = game.options
    known = _known(header)
    found = []
    for name in sorted(set(here) & set(known)):
        value = _plain(name, here[name])
        values = list(dict.fromkeys(_plain(name, each) for each in known[name]))
        if value not in values:
            found.append((name, value, values[:_SHOWN]))
    return found


def _known(header: Header) -> dict[str, Sequence[Any]]:
    """Option -> its values in training."""
    config = header.training.get("config")
    lists = config if isinstance(config, Mapping) else {}
    known: dict[str, Sequence[Any]] = {name: [value] for name, value in header.options.items() if name not in _NOTHING}
    for name in _LISTS:
        values = lists.get(name)
        if name in known and isinstance(values, list) and values:
            known[name] = values
    return known


def _plain(name: str, value: Any) -> Any:
    """A value as it is compared: of a team its size, of a quest that was generated that it was."""
    if name == "survivors" and isinstance(value, list | tuple):
        return len(value)
    if isinstance(value, str) and value.startswith("generated:"):
        return "generated"
    return str(value) if isinstance(value, list | tuple | Mapping) else value

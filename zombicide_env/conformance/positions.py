"""What a game gives to the runner: how to build a position from a document, and how to play on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from zombicide_env.core.words import suggest
from zombicide_env.games import OWN
from zombicide_env.games.reading import FormatError

__all__ = ["Position", "StepError", "builder"]


class StepError(ValueError):
    """A step of ``play`` does not fit the position: the text says what was found instead."""


class Position(Protocol):
    """A game at the moment that a vector describes."""

    #: Keys of a step that name an agent.
    agents: tuple[str, ...]
    #: Agents of the game that have no seat here: whatever they do is ``illegal``.
    absent: tuple[str, ...]
    #: Values of ``run:``.
    runs: tuple[str, ...]
    #: Whether an empty mapping that is expected matches an empty one only.
    empty_is_empty: bool

    def decider(self) -> str | None:
        """The agent who decides now; None if nobody does."""

    def decides(self, agent: str) -> bool:
        """Whether the agent of a step decides now (an agent may have several names)."""

    def legal_texts(self) -> list[str]:
        """The texts of the decider."""

    def is_legal(self, text: str) -> bool:
        """Whether the decider may play ``text`` (False as well for what does not parse)."""

    def play(self, text: str) -> None:
        """Play a legal text; ``StepError`` if it is not."""

    def run(self, step: str) -> None:
        """Carry out a ``run:`` step; ``StepError`` if it may not be done now."""

    def describe(self) -> dict[str, Any]:
        """The plain nested dict on which expectations are matched."""

    def whole(self, path: tuple[str, ...]) -> bool:
        """Whether an expectation at this path of ``describe()`` is compared as a whole."""

    def expectation(self, expected: Mapping[str, Any], path: tuple[str | int, ...]) -> dict[str, Any]:
        """``expected`` with the keys of ``describe()``; ``FormatError`` for unknown keys and names."""

    def dice_problem(self) -> str:
        """What is wrong with a die that was rolled: it is not scripted, or has no such face; "" if nothing is."""

    def dice_left(self) -> list[Any]:
        """Scripted dice that have not been rolled."""

    def left_open(self) -> str:
        """The decision that the end of a vector leaves open although it must not; "" if none."""


def builder(game: str) -> Callable[[Mapping[str, Any]], Position]:
    """The function that builds positions of ``game``, ``position`` of the module of its name here, or of its family's.

    Raises:
        FormatError: the game is not known.
    """
    if game not in OWN:
        raise FormatError(("game",), f"unknown game {game!r}{suggest(game, OWN)}; known: {', '.join(OWN)}")
    alone = find_spec(f"{__package__}.{game}") is not None  # an edition may have a module of its own
    module = import_module(f".{game if alone else 'zombicide'}", __package__)
    return cast("Callable[[Mapping[str, Any]], Position]", module.position)

"""Interface between a game and the runner: building a position from a document, and playing from it."""

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
    """A step of ``play`` does not match the position: the text says what was found instead."""


class Position(Protocol):
    """A game in the position that a vector describes."""

    #: Keys of a step that name an agent.
    agents: tuple[str, ...]
    #: Agents of the game without a seat here: all their actions are ``illegal``.
    absent: tuple[str, ...]
    #: Values of ``run:``.
    runs: tuple[str, ...]
    #: Whether an expected empty mapping matches only an empty one.
    empty_is_empty: bool

    def decider(self) -> str | None:
        """The agent that decides now; None if there is none."""

    def decides(self, agent: str) -> bool:
        """Return whether the agent of a step decides now (an agent may have several names)."""

    def legal_texts(self) -> list[str]:
        """Return the legal texts of the decider."""

    def is_legal(self, text: str) -> bool:
        """Return whether ``text`` is legal for the decider (False also for text that does not parse)."""

    def play(self, text: str) -> None:
        """Play a legal text. Raises ``StepError`` if it is illegal."""

    def run(self, step: str) -> None:
        """Carry out a ``run:`` step. Raises ``StepError`` if it is not allowed now."""

    def describe(self) -> dict[str, Any]:
        """Return the plain nested dict on which expectations are matched."""

    def whole(self, path: tuple[str, ...]) -> bool:
        """Return whether an expectation at this path of ``describe()`` is compared as a whole."""

    def expectation(self, expected: Mapping[str, Any], path: tuple[str | int, ...]) -> dict[str, Any]:
        """Return ``expected`` with the keys of ``describe()``. Raises ``FormatError`` for unknown keys and names."""

    def dice_problem(self) -> str:
        """Return what is wrong with a rolled die: it is not scripted, or has no such face; "" if nothing is."""

    def dice_left(self) -> list[Any]:
        """Return scripted dice that have not been rolled."""

    def left_open(self) -> str:
        """Return the decision that is open at the end of a vector although it must not be; "" if none."""


def builder(game: str) -> Callable[[Mapping[str, Any]], Position]:
    """Return the function that builds positions of ``game``: ``position`` in the module named after the game, or after its family.

    Raises:
        FormatError: the game is unknown.
    """
    if game not in OWN:
        raise FormatError(("game",), f"unknown game {game!r}{suggest(game, OWN)}; known: {', '.join(OWN)}")
    alone = find_spec(f"{__package__}.{game}") is not None  # an edition may have a module of its own
    module = import_module(f".{game if alone else 'zombicide'}", __package__)
    return cast("Callable[[Mapping[str, Any]], Position]", module.position)

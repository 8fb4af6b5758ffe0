"""Base of every edition's oracle: procedures of the rules that yield decisions and are sent the answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar

HANDS = ("left", "right", "body")
SLOTS = ("left", "right", "body", "pack1", "pack2", "pack3", "pack4", "pack5")

T = TypeVar("T")


@dataclass(frozen=True)
class Question:
    """A decision with at least two answers."""

    who: str
    texts: frozenset[str]
    rest: bool = False  # nothing is in progress: the whole states may be compared


#: A procedure of the rules: it yields decisions, is sent the answers, and returns a result.
Play = Generator[Question, str, T]


class GameOver(Exception):
    """The game has ended; everything in progress stops."""


class Undefined(Exception):
    """The continuation is undefined (the rules are silent, or unknown cards were shuffled); the position is abandoned."""


@dataclass(eq=False)
class Card:
    """One equipment card."""

    name: str
    loaded: bool = True
    cast_in: Any = None  # the turn in which its spell was last cast


@dataclass(eq=False, kw_only=True)
class Asking:
    """A position that asks decisions and rolls scripted dice; an edition's table adds its components."""

    dice: list[int] = field(default_factory=list)
    automatic: bool = False  # decisions take their defaults
    now: Any = None  # the turn in progress
    rolled: int = 0

    def speaker(self) -> str:
        """Decider of decisions that belong to no survivor."""
        raise NotImplementedError

    def told(self) -> dict[str, Any]:
        """The part of the description that the oracle computes; an entry named after a survivor may omit undefined values."""
        raise NotImplementedError

    def found(self, position: Any) -> dict[str, Any]:
        """The same entries of the engine's position."""
        raise NotImplementedError

    def ask(self, who: str | None, texts: Collection[str], default: Callable[[], str]) -> Play[str]:
        """Ask a survivor, or the speaker, for a decision; skipped if there is only one answer or decisions are automatic."""
        answers = frozenset(texts)
        if len(answers) == 1:
            return next(iter(answers))
        if self.automatic:
            answer = default()
            assert answer in answers
            return answer
        return (yield Question(who or self.speaker(), answers))

    def roll(self, number: int) -> list[int]:
        """The next scripted dice."""
        dice = self.dice[self.rolled : self.rolled + number]
        assert len(dice) == number, "the position scripts too few dice"
        self.rolled += number
        return dice

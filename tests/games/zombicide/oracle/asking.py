"""What every edition's oracle is made of: procedures of the rules that put questions and are sent the answers."""

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
    rest: bool = False  # nothing is under way: the whole tables may be compared


#: A procedure of the rules: it puts questions, is sent the answers, and returns a result.
Play = Generator[Question, str, T]


class GameOver(Exception):
    """The game has ended; whatever was going on stops."""


class Undefined(Exception):
    """Nobody can say how to go on (the rules are silent, or unknown cards were shuffled); the position is left here."""


@dataclass(eq=False)
class Card:
    """One equipment card."""

    name: str
    loaded: bool = True
    cast_in: Any = None  # the turn in which its spell was cast last


@dataclass(eq=False, kw_only=True)
class Asking:
    """A position that asks questions and rolls scripted dice; an edition's table adds what lies on it."""

    dice: list[int] = field(default_factory=list)
    automatic: bool = False  # decisions take their defaults
    now: Any = None  # the turn in progress
    rolled: int = 0

    def speaker(self) -> str:
        """Who decides what is nobody's own."""
        raise NotImplementedError

    def told(self) -> dict[str, Any]:
        """What the oracle answers for; an entry that is named after a survivor may leave out what nobody can say."""
        raise NotImplementedError

    def found(self, position: Any) -> dict[str, Any]:
        """The same entries as the engine's position has them."""
        raise NotImplementedError

    def ask(self, who: str | None, texts: Collection[str], default: Callable[[], str]) -> Play[str]:
        """Put a question to somebody, or to the speaker; unless there is only one answer or nobody is asked."""
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

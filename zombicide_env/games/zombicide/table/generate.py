"""What a random quest should be (``generated:seed=7,tiles=4,difficulty=2``); an edition's room ``world.generate`` makes it.

Tiles, tokens and goals are drawn from a generator of their own, so that a specification always gives the same
quest.  ``split=test`` draws from other seeds than ``split=train``:
the two never share a quest, so that policies can be measured on boards that they have not seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from zombicide_env.core.words import OneLineError, whole_number
from zombicide_env.games.source import one_of

PREFIX: Final = "generated:"
SPLITS: Final = ("train", "test")
#: Number of tiles -> rows and columns of the grid.
GRIDS: Final[Mapping[int, tuple[int, int]]] = {2: (1, 2), 3: (1, 3), 4: (2, 2), 6: (2, 3), 8: (2, 4)}
DIFFICULTIES: Final = {1: "easy", 2: "medium", 3: "hard"}
GOALS: Final = ("objectives", "exit", "both")


class GenerateError(OneLineError):
    """A specification that makes no quest; the message names the remedy."""


@dataclass(frozen=True)
class Spec:
    """What to generate.  ``goal``: what wins, None: drawn; ``tiles``: a key of ``GRIDS``; ``difficulty``: 1, 2 or 3."""

    seed: int = 0
    tiles: int = 4
    difficulty: int = 1
    split: str = "train"
    goal: str | None = None

    @property
    def text(self) -> str:
        """The specification in full."""
        goal = f",goal={self.goal}" if self.goal else ""
        return f"{PREFIX}seed={self.seed},tiles={self.tiles},difficulty={self.difficulty},split={self.split}{goal}"


def parse_spec(text: str) -> Spec:
    """``generated:seed=7,tiles=4,difficulty=2,split=test,goal=exit``; what is left out has its default."""
    values: dict[str, str] = {}
    for part in text.removeprefix(PREFIX).split(","):
        name, _, value = part.partition("=")
        if part.strip():
            values[name.strip()] = value.strip()
    known = ("seed", "tiles", "difficulty", "split", "goal")
    for name in values:
        if name not in known:
            raise GenerateError(f"{text!r}: {name!r} is unknown{one_of(name, known)}")
    numbers = {}
    for name, allowed in (("seed", range(2**31)), ("tiles", tuple(GRIDS)), ("difficulty", tuple(DIFFICULTIES))):
        if name in values:
            number = whole_number(values[name], 0, 2**31 - 1)
            if number is None or number not in allowed:
                choice = "a number from 0 to 2147483647" if name == "seed" else f"one of {', '.join(map(str, allowed))}"
                raise GenerateError(f"{text!r}: {name} {values[name]!r}; use {choice}")
            numbers[name] = number
    for name, words in (("split", SPLITS), ("goal", GOALS)):
        if name in values and values[name] not in words:
            raise GenerateError(f"{text!r}: {name} {values[name]!r}; use one of {', '.join(words)}")
    return Spec(**numbers, split=values.get("split", "train"), goal=values.get("goal"))

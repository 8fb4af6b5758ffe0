"""Specification of a random quest (``generated:seed=7,tiles=4,difficulty=2``); an edition's module ``world.generate`` makes it.

``tiles=0`` means a small board of a few zones and one task (``generated:tiles=0,goal=kill,zones=4``), for early training.

Tiles, tokens and goals are drawn from a separate random generator, so that a specification always gives the same quest.  ``split=test``
draws from other seeds than ``split=train``: the two never share a quest, so that policies can be measured on boards that they have not
seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from zombicide_env.core.words import OneLineError, whole_number
from zombicide_env.games.source import one_of

PREFIX: Final = "generated:"
SPLITS: Final = ("train", "test")
#: Number of tiles -> rows and columns of the grid.
GRIDS: Final[Mapping[int, tuple[int, int]]] = {2: (1, 2), 3: (1, 3), 4: (2, 2), 6: (2, 3), 8: (2, 4)}
DIFFICULTIES: Final = {1: "easy", 2: "medium", 3: "hard"}
GOALS: Final = ("objectives", "exit", "both")
SMALL: Final = 0
"""``tiles`` of a small board."""
SMALL_GOALS: Final = ("exit", "kill", "search", "objectives", "carry", "hold", "all")
DOORS: Final = ("open", "closed")
#: Parameter of small boards -> its allowed values.
SMALL_NUMBERS: Final[Mapping[str, range]] = {"zones": range(2, 9), "rooms": range(9), "zombies": range(7), "spawns": range(3)}


class GenerateError(OneLineError):
    """A specification that gives no quest; the message names the remedy."""


@dataclass(frozen=True)
class Spec:
    """Specification of a quest.

    Attributes:
        tiles: a key of ``GRIDS``, or ``SMALL``: a board of single zones.
        difficulty: of a board with tiles, 1, 2 or 3.
        goal: the winning goal; None: random (on tiles), to reach the Exit (on a small board).
        zones: street zones of a small board; ``rooms``: rooms along them; ``doors``: whether these are open at the start.
        zombies: Walkers on a small board at the start; ``spawns``: spawn zones.
    """

    seed: int = 0
    tiles: int = 4
    difficulty: int = 1
    split: str = "train"
    goal: str | None = None
    zones: int = 4
    rooms: int = 1
    doors: str = "open"
    zombies: int = 0
    spawns: int = 0

    @property
    def text(self) -> str:
        """The full text of the specification."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        left_out = ("difficulty",) if self.tiles == SMALL else (*SMALL_NUMBERS, "doors")
        return PREFIX + ",".join(f"{name}={value}" for name, value in values.items() if name not in left_out and value is not None)

    @property
    def grid(self) -> tuple[int, int]:
        """Rows and columns of tiles.  Raises GenerateError for a small board."""
        if self.tiles == SMALL:
            raise GenerateError(f"{self.text}: Black Plague alone has small boards; use tiles={', '.join(map(str, GRIDS))}")
        return GRIDS[self.tiles]


def parse_spec(text: str) -> Spec:
    """Parse ``generated:seed=7,tiles=4,difficulty=2,split=test,goal=exit``; omitted parameters have their defaults."""
    values: dict[str, str] = {}
    for part in text.removeprefix(PREFIX).split(","):
        name, _, value = part.partition("=")
        if part.strip():
            values[name.strip()] = value.strip()
    tiles = _number(text, "tiles", values.get("tiles", "4"), (SMALL, *GRIDS))
    small = tiles == SMALL
    known = ("seed", "tiles", "split", "goal", *((*SMALL_NUMBERS, "doors") if small else ("difficulty",)))
    for name in values:
        if name not in known:
            raise GenerateError(f"{text!r}: {name!r} is unknown{one_of(name, known)}")
    own: Mapping[str, Sequence[int]] = SMALL_NUMBERS if small else {"difficulty": tuple(DIFFICULTIES)}
    numbers: Mapping[str, Sequence[int]] = {"seed": range(2**31), **own}
    words = {"split": SPLITS, "goal": SMALL_GOALS if small else GOALS, "doors": DOORS}
    chosen: dict[str, Any] = {name: _number(text, name, values[name], allowed) for name, allowed in numbers.items() if name in values}
    for name, allowed in words.items():
        if name in values and values[name] not in allowed:
            raise GenerateError(f"{text!r}: {name} {values[name]!r}; use one of {', '.join(allowed)}")
        chosen |= {name: values[name]} if name in values else {}
    return Spec(tiles=tiles, **chosen)


def _number(text: str, name: str, value: str, allowed: Sequence[int]) -> int:
    number = whole_number(value, 0, 2**31 - 1)
    if number is None or number not in allowed:
        choice = "a number from 0 to 2147483647" if name == "seed" else f"one of {', '.join(map(str, allowed))}"
        raise GenerateError(f"{text!r}: {name} {value!r}; use {choice}")
    return number

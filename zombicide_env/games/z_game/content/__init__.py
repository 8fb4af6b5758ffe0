"""Content of the game as text files, printed rules and house tables, and their readers.

``SOURCES.md`` says where the values come from.  Every error is a ``ContentError`` that names file, line, reason and remedy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from ...explanations import Explanations, read_explanations
from ...source import ContentError, Source, csv_rows
from ..numbers.layout import CARDS, CHARACTERS, DECKS, FACTIONS, LEADERS, TYPES
from .house import House, read_house

__all__ = ["HOUSE_FILE", "ContentError", "Faction", "House", "Income", "explanations", "factions", "house", "incomes"]

HOUSE_FILE: Final = "house.yaml"


@dataclass(frozen=True)
class Faction:
    """A faction and its starting equipment (ZG-4.9); characters and cards by index."""

    id: str
    leader: int
    starter: int
    named: tuple[int, int]
    melee: int
    colour: str


@dataclass(frozen=True)
class Income:
    """Income of a type of location in the Morning (ZG-3.9); ``draws`` is a deck, -1 for none."""

    type: str
    food: int
    medicine: int
    draws: int
    neutral: bool  # it starts with a neutral marker


@cache
def factions() -> tuple[Faction, ...]:
    """Return the four factions in order."""
    source = Source.packaged(__name__, "factions.csv")
    found: list[Faction] = []
    for row in csv_rows(source, ("id", "leader", "starter", "named_1", "named_2", "melee", "colour")):
        found.append(
            Faction(
                id=row.choice("id", FACTIONS[len(found) : len(found) + 1]),
                leader=CHARACTERS.index(row.choice("leader", CHARACTERS[:LEADERS])),
                starter=CHARACTERS.index(row.choice("starter", CHARACTERS[LEADERS:])),
                named=(CARDS.index(row.choice("named_1", CARDS)), CARDS.index(row.choice("named_2", CARDS))),
                melee=row.integer("melee", 0, 9),
                colour=row.required("colour"),
            )
        )
    return tuple(found)


@cache
def incomes() -> tuple[Income, ...]:
    """Return the incomes by type of location, in the order of ``layout.TYPES``."""
    source = Source.packaged(__name__, "locations.csv")
    found: list[Income] = []
    for row in csv_rows(source, ("id", "food", "medicine", "draws", "neutral")):
        found.append(
            Income(
                type=row.choice("id", TYPES[len(found) : len(found) + 1]),
                food=row.integer("food", 0, 9),
                medicine=row.integer("medicine", 0, 9),
                draws=DECKS.index(row.choice("draws", DECKS)) if row["draws"] else -1,
                neutral=row.flag("neutral"),
            )
        )
    return tuple(found)


@cache
def _shipped() -> House:
    return read_house(Source.packaged(__name__, HOUSE_FILE))


def house(path: str | None = None) -> House:
    """Return the house tables, overridden by a user's file if one is named.  Raises ``ContentError`` for a malformed file."""
    return _shipped() if path is None else read_house(Source.at(path), over=_shipped())


@cache
def explanations() -> Explanations:
    """Return the explanations of the game."""
    return read_explanations(Source.packaged(__name__, "explanations.yaml"))

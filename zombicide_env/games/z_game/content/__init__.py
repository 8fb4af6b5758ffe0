"""Content: what the rules print and what is house, as text files, and what reads them.

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
    """A faction and what it starts with (ZG-4.9); characters and cards by index."""

    id: str
    leader: int
    starter: int
    named: tuple[int, int]
    melee: int
    colour: str


@dataclass(frozen=True)
class Income:
    """What a type of location yields in the Morning (ZG-3.9); ``draws`` is a deck, -1 for none."""

    type: str
    food: int
    medicine: int
    draws: int
    neutral: bool  # it starts with a neutral marker


@cache
def factions() -> tuple[Faction, ...]:
    """The four factions in their order."""
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
    """The types of location in the order of ``layout.TYPES``."""
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
    """The house tables, with a file of the user laid over them if one is named; ``ContentError`` if it breaks the format."""
    return _shipped() if path is None else read_house(Source.at(path), over=_shipped())


@cache
def explanations() -> Explanations:
    """What the words of the game mean."""
    return read_explanations(Source.packaged(__name__, "explanations.yaml"))

"""Content of the game, cards and dice as text files, and their readers.

``SOURCES.md`` says where the values come from.  Every error is a ``ContentError`` that names file, line, reason and remedy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from ...explanations import Explanations, read_explanations
from ...source import ContentError, Source, csv_rows
from ..numbers.layout import DICE, EVENTS, FACES, N_CARDS, RESOURCES, RESULTS, RULES, SYMBOLS, TOKENS

__all__ = ["PROVENANCE", "Card", "ContentError", "card_numbers", "cards", "explanations", "faces", "read_cards", "read_dice"]

PROVENANCE: Final = ("public", "house")
_LEVEL_NAMES: Final = ("I", "II", "III")
_CARD_COLUMNS: Final = ("id", "level", "symbol", *RESOURCES, "event", "token", "rule", "zombies", "horde", "vp", "provenance")
_DICE_COLUMNS: Final = ("die", "face", "result", "provenance")


@dataclass(frozen=True)
class Card:
    """A card of the deck; ``number`` counts from 1 in the order of the file, "" means none."""

    number: int
    id: str
    level: int
    symbol: str
    gives: tuple[int, ...]  # ammo, gas, adrenaline
    event: str
    token: str
    rule: str
    zombies: int
    horde: int
    points: int
    provenance: str


def read_cards(source: Source) -> tuple[Card, ...]:
    """Return the cards of a file with the columns of ``cards.csv``.  Raises ``ContentError`` for a malformed file."""
    found: list[Card] = []
    for row in csv_rows(source, _CARD_COLUMNS):
        level = row.integer("level", 1, len(_LEVEL_NAMES))
        expected = f"{_LEVEL_NAMES[level - 1]}-{1 + sum(card.level == level for card in found)}"
        if row["id"] != expected:
            row.fail(f"id {row['id']!r} is out of order; write {expected}: the level in Roman figures and the number of the card")
        event = row.choice("event", EVENTS)
        token = row.choice("token", ("", *TOKENS))
        rule = row.choice("rule", RULES)
        if (event == "take_token") != bool(token):
            row.fail("the event take_token and a token belong together; give both or neither")
        if event and rule:
            row.fail("a card has an event or a red rule, not both (HZ-17.R6)")
        zombies, horde = row.integer("zombies", 0, 99), row.integer("horde", 0, 3)
        if (horde or rule) and not zombies:
            row.fail("a horde or a red rule needs zombies")
        found.append(
            Card(
                number=len(found) + 1,
                id=expected,
                level=level,
                symbol=row.choice("symbol", SYMBOLS),
                gives=tuple(row.integer(resource, 0, 9) for resource in RESOURCES),
                event=event,
                token=token,
                rule=rule,
                zombies=zombies,
                horde=horde,
                points=row.integer("vp", 0, 9),
                provenance=row.choice("provenance", PROVENANCE),
            )
        )
    if len(found) != N_CARDS:
        source.fail(1, f"{len(found)} cards; there are {N_CARDS} (HZ-1.1)")
    return tuple(found)


def read_dice(source: Source) -> dict[str, tuple[str, ...]]:
    """Return die -> result of each of its faces.  Raises ``ContentError`` for a malformed file."""
    found: dict[str, list[str]] = {die: [] for die in DICE}
    for row in csv_rows(source, _DICE_COLUMNS):
        faces_so_far = found[row.choice("die", DICE)]
        if row.integer("face", 1, FACES) != len(faces_so_far) + 1:
            row.fail(f"face {row['face']} is out of order; the next one is {len(faces_so_far) + 1}")
        faces_so_far.append(row.choice("result", RESULTS))
        row.choice("provenance", PROVENANCE)
    for die, results in found.items():
        if len(results) != FACES:
            source.fail(1, f"the {die} die has {len(results)} faces; there are {FACES}")
    return {die: tuple(results) for die, results in found.items()}


@cache
def cards() -> tuple[Card, ...]:
    """Return the 76 cards of the game, in canonical order."""
    return read_cards(Source.packaged(__name__, "cards.csv"))


@cache
def card_numbers() -> dict[str, int]:
    """Return the number of each card by its id."""
    return {card.id: card.number for card in cards()}


@cache
def faces() -> dict[str, tuple[str, ...]]:
    """Return die -> result of each of its faces."""
    return read_dice(Source.packaged(__name__, "dice.csv"))


@cache
def explanations() -> Explanations:
    """Return the explanations of the game."""
    return read_explanations(Source.packaged(__name__, "explanations.yaml"))

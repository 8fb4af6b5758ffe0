"""Content: the cards and the dice as text files, and what reads them.

``SOURCES.md`` says where the values come from.  Every error is a ``ContentError`` that names file, line, reason and remedy.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final, NoReturn

from ....core.codec import unknown
from ..layout import DICE, EVENTS, FACES, N_CARDS, RESOURCES, RESULTS, RULES, SYMBOLS, TOKENS

__all__ = ["PROVENANCE", "Card", "ContentError", "card_numbers", "cards", "faces", "read_cards", "read_dice"]

PROVENANCE: Final = ("public", "house")
_LEVEL_NAMES: Final = ("I", "II", "III")
_CARD_COLUMNS: Final = ("id", "level", "symbol", *RESOURCES, "event", "token", "rule", "zombies", "horde", "vp", "provenance")
_DICE_COLUMNS: Final = ("die", "face", "result", "provenance")


class ContentError(ValueError):
    """A content file is wrong.  The message reads ``file:line: what is wrong; what to write instead``."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}:{line}: {reason}")
        self.file = file
        self.line = line
        self.reason = reason


@dataclass(frozen=True)
class Card:
    """A card of the deck; ``number`` counts from 1 in the order of the file, "" means that it has none."""

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


@dataclass(frozen=True)
class _Row:
    file: str
    line: int
    cells: dict[str, str]

    def fail(self, reason: str) -> NoReturn:
        raise ContentError(self.file, self.line, reason)

    def word(self, column: str, known: Collection[str]) -> str:
        value = self.cells[column]
        if value not in known:
            self.fail(unknown(column, value, [name for name in known if name]))
        return value

    def number(self, column: str, low: int, high: int) -> int:
        value = self.cells[column]
        if not value.isdecimal() or not low <= int(value) <= high:
            self.fail(f"{column} {value!r} is no whole number from {low} to {high}")
        return int(value)


def _rows(text: str, file: str, columns: Sequence[str]) -> Iterator[_Row]:
    reader = csv.reader(io.StringIO(text))
    header = next(reader, [])
    if tuple(header) != tuple(columns):
        raise ContentError(file, 1, f"the columns are {','.join(header)}; write {','.join(columns)}")
    for cells in reader:
        if not cells:
            continue
        if len(cells) != len(columns):
            raise ContentError(file, reader.line_num, f"{len(cells)} values for {len(columns)} columns; write one for each column")
        yield _Row(file, reader.line_num, dict(zip(columns, (cell.strip() for cell in cells), strict=True)))


def read_cards(text: str, file: str = "cards.csv") -> tuple[Card, ...]:
    """The cards of a file with the columns of ``cards.csv``; ``ContentError`` if it breaks the format."""
    found: list[Card] = []
    for row in _rows(text, file, _CARD_COLUMNS):
        level = row.number("level", 1, len(_LEVEL_NAMES))
        expected = f"{_LEVEL_NAMES[level - 1]}-{1 + sum(card.level == level for card in found)}"
        if row.cells["id"] != expected:
            row.fail(f"id {row.cells['id']!r} is out of order; write {expected}: the level in Roman figures and the number of the card")
        event = row.word("event", EVENTS)
        token = row.word("token", ("", *TOKENS))
        rule = row.word("rule", RULES)
        if (event == "take_token") != bool(token):
            row.fail("the event take_token and a token belong together; give both or neither")
        if event and event not in ("take_token",) and rule:
            row.fail("a card has an event or a red rule, not both (HZ-17.R6)")
        zombies, horde = row.number("zombies", 0, 99), row.number("horde", 0, 3)
        if (horde or rule) and not zombies:
            row.fail("a horde or a red rule needs zombies")
        found.append(
            Card(
                number=len(found) + 1,
                id=expected,
                level=level,
                symbol=row.word("symbol", SYMBOLS),
                gives=tuple(row.number(resource, 0, 9) for resource in RESOURCES),
                event=event,
                token=token,
                rule=rule,
                zombies=zombies,
                horde=horde,
                points=row.number("vp", 0, 9),
                provenance=row.word("provenance", PROVENANCE),
            )
        )
    if len(found) != N_CARDS:
        raise ContentError(file, 1, f"{len(found)} cards; there are {N_CARDS} (HZ-1.1)")
    return tuple(found)


def read_dice(text: str, file: str = "dice.csv") -> dict[str, tuple[str, ...]]:
    """Die -> result of each of its faces; ``ContentError`` if the file breaks the format."""
    found: dict[str, list[str]] = {die: [] for die in DICE}
    for row in _rows(text, file, _DICE_COLUMNS):
        faces_so_far = found[row.word("die", DICE)]
        if row.number("face", 1, FACES) != len(faces_so_far) + 1:
            row.fail(f"face {row.cells['face']} is out of order; the next one is {len(faces_so_far) + 1}")
        faces_so_far.append(row.word("result", RESULTS))
        row.word("provenance", PROVENANCE)
    for die, results in found.items():
        if len(results) != FACES:
            raise ContentError(file, 1, f"the {die} die has {len(results)} faces; there are {FACES}")
    return {die: tuple(results) for die, results in found.items()}


def _packaged(file: str) -> str:
    return resources.files(__package__).joinpath(file).read_text(encoding="utf-8")


@cache
def cards() -> tuple[Card, ...]:
    """The 76 cards of the game, in canonical order."""
    return read_cards(_packaged("cards.csv"), "content/cards.csv")


@cache
def card_numbers() -> dict[str, int]:
    """Number of each card by its id."""
    return {card.id: card.number for card in cards()}


@cache
def faces() -> dict[str, tuple[str, ...]]:
    """Die -> result of each of its faces."""
    return read_dice(_packaged("dice.csv"), "content/dice.csv")

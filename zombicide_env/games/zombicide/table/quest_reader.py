"""Common parts of the quest files of all editions: names, zones, cells, notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import yaml

from zombicide_env.games.source import ContentError, Item, Source, one_of, yaml_item

from .codes import BLUE, GREEN, RED
from .quest_types import Cell, Note, Objective
from .vocabulary import Vocabulary

T = TypeVar("T")
COLOURS: Final = {"red": RED, "blue": BLUE, "green": GREEN}

LABEL: Final = re.compile(r"[0-9]?[A-Za-z][A-Za-z0-9_]*")


class QuestReader:
    """Reader of a quest file.

    Parts of the file are read one by one, and their errors collected (``attempt``), so that a file with several mistakes is corrected at
    once; ``settle`` raises them.

    Args:
        source: the file.
        required, optional: its keys.
        words: names known to the edition.
        sure: the key of a note that says how certain it is.

    Raises:
        ContentError: the file is malformed.
    """

    def __init__(
        self, source: Source, required: Sequence[str], optional: Sequence[str], words: Vocabulary, sure: str = "confidence"
    ) -> None:
        self.root = yaml_item(source, "quest")
        self.keys, self.required = self.root.mapping(), required
        self.words, self.sure = words, sure
        self.errors = list(self.root.unknown((*required, *optional)))
        self.cells: tuple[tuple[str, ...], ...] = self.attempt(lambda: self._cells(self.keys["cells"]), ())
        if not self.cells:  # no zone is known, so that every other entry would be an error
            self.settle()
        self.labels = list(dict.fromkeys(label for row in self.cells for label in row if label != "."))

    def attempt(self, read: Callable[..., T], otherwise: Any, *arguments: Any) -> T:
        """Return what ``read`` returns; if the file has an error there, collect it and return ``otherwise``."""
        try:
            return read(*arguments)
        except ContentError as error:
            self.errors.append(error)
            fallback: T = otherwise
            return fallback

    def each(self, key: str, read: Callable[[Item], T]) -> tuple[T, ...]:
        """Return the entries under a key as ``read`` returns them; one error is collected for each entry."""
        found: list[T] = []
        for item in self.attempt(self.entries, [], key):
            found += self.attempt(lambda item: [read(item)], [], item)
        return tuple(found)

    def settle(self) -> None:
        """Raise the first of the collected errors, which has the others, if there are any."""
        if self.errors:
            first, *others = {str(error): error for error in self.errors}.values()
            first.others = tuple(others)
            raise first

    def _cells(self, item: Item) -> tuple[tuple[str, ...], ...]:
        rows = tuple(tuple(line.split()) for line in item.text().splitlines() if line.strip())
        for number, row in enumerate(rows):
            line = item.line + 1 + number
            if len(row) != len(rows[0]):
                item.source.fail(line, f"cells: {len(row)} cells in a row, {len(rows[0])} in the first; all rows have the same length")
            for label in row:
                if label != "." and not LABEL.fullmatch(label):
                    item.source.fail(line, f"cells: {label!r} is not a label; use letters and digits, small first letter for streets")
        return rows or item.fail("the board has no cells")

    def entries(self, key: str) -> list[Item]:
        """Return the entries under a key."""
        return self.keys[key].items() if key in self.keys or key in self.required else []

    def name(self, item: Item) -> str:
        """Return a name in lowercase."""
        if not re.fullmatch(r"[a-z][a-z0-9_]*", item.text()):
            item.fail(f"{item.text()!r} is not snake_case; use small letters, digits and _")
        return item.text()

    def zone(self, item: Item) -> str:
        """Return the label of a zone of the board."""
        return self.named(item, item.text())

    def named(self, item: Item, label: str) -> str:
        """Return the label, if the board has such a zone."""
        if label not in self.labels:
            item.fail(f"there is no zone {label!r} on the board{one_of(label, self.labels)}")
        return label

    def cell(self, item: Item) -> Cell:
        """Return row and column of a cell of the board."""
        parts = item.items()
        if len(parts) != 2:
            item.fail("a cell is [row, column]")
        return parts[0].integer(0, len(self.cells) - 1), parts[1].integer(0, len(self.cells[0]) - 1)

    def placed(self, keys: Mapping[str, Item]) -> str:
        """Return the zone of an entry; its cells under ``at``, a cell or a list of cells, have to be in this zone."""
        label = self.zone(keys["zone"])
        if "at" in keys and not keys["at"].empty:
            parts = keys["at"].items()
            for part in parts if all(isinstance(part.node, yaml.SequenceNode) for part in parts) else [keys["at"]]:
                self.within(part, label)
        return label

    def within(self, item: Item, label: str) -> Cell:
        """Return row and column of a cell, which has to be in a zone; one without cells on the board, a vault, has any."""
        row, column = self.cell(item)
        if self.cells[row][column] != label and any(label in line for line in self.cells):
            item.fail(f"cell [{row}, {column}] is {self.cells[row][column]}, not {label}")
        return row, column

    def objectives(self, read: Callable[[Item], Objective], setup: Callable[[str], Item | None]) -> tuple[tuple[Objective, ...], int, int]:
        """Return the objectives, and how many of the shuffled ones are blue and green, as ``setup`` states."""
        zones: set[str] = set()

        def one(item: Item) -> Objective:
            place = read(item)
            if place.zone in zones:
                item.fail(f"{place.zone} has an objective already; one a zone")
            zones.add(place.zone)
            return place

        wrong = len(self.errors)
        found, stated = self.each("objectives", one), self.attempt(setup, None, "objectives")
        keys = stated.mapping((), ("id", "shuffled_tokens")) if stated else {}
        tokens = keys["shuffled_tokens"].mapping((), COLOURS) if "shuffled_tokens" in keys else {}
        counts = dict.fromkeys(COLOURS, 0) | {colour: number.integer(0, 20) for colour, number in tokens.items()}
        places = sum(place.shuffled for place in found)
        if sum(counts.values()) != places and len(self.errors) == wrong:
            where = keys.get("shuffled_tokens", self.keys["objectives"])
            where.fail(f"{sum(counts.values())} tokens to shuffle for {places} places with shuffled: true; the numbers must agree")
        return found, counts["blue"], counts["green"]

    def heading(self) -> dict[str, Any]:
        """Return the fields of a quest that all editions read alike: its names, team size, cells and notes."""
        keys = self.keys
        low, high = self.attempt(self.team_size, (1, None))
        return {
            "id": self.attempt(lambda: self.name(keys["id"]), ""),
            "number": self.attempt(lambda: keys["number"].integer(0, 999), -1) if "number" in keys else -1,
            "title": self.attempt(lambda: keys["title"].text(), ""),
            "aliases": self.each("aliases", self.name),
            "difficulty": self.attempt(lambda: keys["difficulty"].choice(("easy", "medium", "hard")), ""),
            "survivors_min": low,
            "survivors_max": high,
            "cells": self.cells,
            "notes": self.each("notes", self.note),
            "source": self.root.source.name,
        }

    def starts(self) -> tuple[str, ...]:
        """Return the starting zones."""
        return self.zones("start") or self.keys["start"].fail("name at least one zone")

    def zones(self, key: str) -> tuple[str, ...]:
        """Return the labels under a key."""
        return tuple(self.zone(item) for item in self.entries(key))

    def team_size(self) -> tuple[int, int | None]:
        """Return the minimum and maximum number of survivors, None: any."""
        keys = self.keys["survivors"].mapping(("min", "max"))
        low = keys["min"].integer(1, self.words.survivors)
        return low, None if keys["max"].empty else keys["max"].integer(low, self.words.survivors)

    def note(self, item: Item) -> Note:
        """Return a remark on what a picture does not show with certainty."""
        keys = item.mapping(("about", "text"), (self.sure, "confidence"))
        return Note(keys["about"].text(), keys[self.sure].text() if self.sure in keys else "", keys["text"].text().strip())

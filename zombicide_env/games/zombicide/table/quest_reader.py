"""Common parts of the quest files of all editions: names, zones, cells, notes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from zombicide_env.games.source import Item, Source, one_of, yaml_item

from .quest_types import Note
from .vocabulary import Vocabulary

LABEL: Final = re.compile(r"[0-9]?[A-Za-z][A-Za-z0-9_]*")


class QuestReader:
    """Reader of a quest file.

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
        self.keys = self.root.mapping(required, optional)
        self.words, self.sure = words, sure
        self.cells = self._cells(self.keys["cells"])
        self.labels = list(dict.fromkeys(label for row in self.cells for label in row if label != "."))

    def _cells(self, item: Item) -> tuple[tuple[str, ...], ...]:
        rows = tuple(tuple(line.split()) for line in item.text().splitlines() if line.strip())
        for number, row in enumerate(rows):
            line = item.line + 1 + number
            if len(row) != len(rows[0]):
                item.source.fail(line, f"cells: {len(row)} cells in a row, {len(rows[0])} in the first; all rows have the same length")
            for label in row:
                if label != "." and not LABEL.fullmatch(label):
                    item.source.fail(line, f"cells: {label!r} is not a label; use letters and digits, small first letter for streets")
        return rows

    def entries(self, key: str) -> list[Item]:
        """Return the entries under a key."""
        return self.keys[key].items() if key in self.keys else []

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

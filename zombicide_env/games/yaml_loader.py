"""YAML loader for quests and vectors: it measures a document while reading it, so that no document exhausts memory.

A text of a million brackets, or of aliases that name aliases, is small on disk and unbounded in memory.
"""

from __future__ import annotations

from typing import Any, Final

import yaml
from yaml.composer import Composer

MOST_CHARACTERS: Final = 2**21
MOST_LEVELS: Final = 32
MOST_VALUES: Final = 100_000
"""Limit of values of a document, each counted as often as an alias repeats it."""

_Fast: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class YAMLLimitError(yaml.MarkedYAMLError):
    """A document is too large or nested too deeply."""


class Loader(Composer, _Fast):  # type: ignore[misc]  # one class or the other
    """``CSafeLoader`` with limits: plain values only, nodes with their lines.

    Raises:
        YAMLLimitError: the document has too many characters, levels or values, or an alias refers to a node that contains it.
    """

    def __init__(self, text: str) -> None:
        if len(text) > MOST_CHARACTERS:
            raise YAMLLimitError(problem=f"the text has {len(text):,} characters, {MOST_CHARACTERS:,} are the most")
        _Fast.__init__(self, text)
        Composer.__init__(self)
        self._level = self._lowest = self._values = 0
        self._whole: dict[int, tuple[int, int]] = {}  # id of a node that an alias may repeat -> its levels and values

    def compose_node(self, parent: Any, index: Any) -> Any:
        """Compose a value with everything in it."""
        event = self.peek_event()
        self._level += 1
        values, lowest = self._values, self._lowest
        self._lowest = self._level
        self._count(event, 0, 1)
        node = super().compose_node(parent, index)
        if isinstance(event, yaml.AliasEvent):
            if id(node) not in self._whole:
                self._fail(event, f"the alias *{event.anchor} lies inside what it names")
            self._count(event, *self._whole[id(node)])
        elif event.anchor is not None:
            self._whole[id(node)] = self._lowest - self._level, self._values - values
        self._lowest = max(lowest, self._lowest)
        self._level -= 1
        return node

    def _count(self, event: Any, levels: int, values: int) -> None:
        self._lowest = max(self._lowest, self._level + levels)
        self._values += values
        if self._lowest > MOST_LEVELS:
            self._fail(event, f"more than {MOST_LEVELS} levels lie inside each other")
        if self._values > MOST_VALUES:
            self._fail(event, f"there are more than {MOST_VALUES:,} values, those counted that aliases repeat")

    def _fail(self, event: Any, problem: str) -> None:
        raise YAMLLimitError(problem=problem, problem_mark=event.start_mark)


__all__ = ["MOST_CHARACTERS", "MOST_LEVELS", "MOST_VALUES", "Loader", "YAMLLimitError"]

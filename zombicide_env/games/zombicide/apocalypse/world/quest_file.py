"""Quest files of Apocalypse: those of the family, plus the part ``special`` (AP-26c)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zombicide_env.games.source import Item, Source, one_of, yaml_item

from ...table.board import Board
from ...table.box import Box
from ...table.codes import STREET
from ...table.quest_types import Quest
from ...table.quests import load_quest
from ..numbers.cars import CAR_KINDS, CARS, EXITS, NO_EXIT
from ..numbers.layout import GOALS, RULES, TOKENS
from .content import line_of
from .mission import KEYS
from .tiles import tiles

__all__ = ["check_quest_file", "load", "tiles"]

_FLAGS: Final = ("driving", "stow", "twin_doors", "neutralise", "recruits", "zombie_master_cards")
_ZONES: Final = ("no_search", "zombie_exits", "medicine")
_MOST_NOISE: Final = 20
_MOST: Final = 99


def load(source: Source, box: Box) -> Quest:
    """Return the quest of a file."""
    keys = yaml_item(source, "quest").mapping()
    if "tiles" in keys:
        keys["tiles"].fail("a board is written out under cells, openings and special.manholes; name its tiles in a note")
    return load_quest(source, {}, box.words, ("special",))


def check_quest_file(source: Source, quest: Quest, board: Board, box: Box) -> None:
    """Return the findings that need the finished board and the box."""
    root = yaml_item(source, "quest").mapping()
    if "special" in root:
        _Special(root["special"].mapping((), KEYS), board, box).check()
    for count, limit, key in (
        (len(quest.goals), GOALS, "win"),
        (len(quest.rules), RULES, "rules"),
        (sum(spawn.tokens for spawn in quest.spawn_zones), TOKENS, "spawn_zones"),
    ):
        if count > limit:
            source.fail(line_of(source, key), f"{count} entries; at most {limit}")


class _Special:
    """Reader of the entries under ``special``."""

    def __init__(self, keys: Mapping[str, Item], board: Board, box: Box) -> None:
        self.keys, self.board, self.box = keys, board, box

    def check(self) -> None:
        """Raise ``ContentError`` for the first impossible entry."""
        keys = self.keys
        for name in _FLAGS:
            if name in keys:
                keys[name].flag()
        for name in _ZONES:
            for item in keys[name].items() if name in keys else ():
                self._zone(item)
        for name, least in (("objective_xp", 0), ("escapes_lose", 1)):
            if name in keys:
                keys[name].integer(least, _MOST)
        if "exit_by" in keys:
            keys["exit_by"].choice([word for word in EXITS if word != EXITS[NO_EXIT]])
        for label, item in keys["permanent_noise"].mapping().items() if "permanent_noise" in keys else ():
            self._named(item, label)
            item.integer(1, _MOST_NOISE)
        for item in keys["zombie_cards"].items() if "zombie_cards" in keys else ():
            item.integer(1, len(self.box.zombie_cards))
        for item in keys["deck_top"].items() if "deck_top" in keys else ():
            item.choice(self.box.card_ids)
        self._cars()
        self._manholes()

    def _cars(self) -> None:
        items = self.keys["cars"].items() if "cars" in self.keys else []
        for number, item in enumerate(items):
            entry = item.mapping(("kind", "zone"))
            entry["kind"].choice(CAR_KINDS[1:])
            if self.board.kinds[self._zone(entry["zone"])] != STREET:
                entry["zone"].fail(f"{entry['zone'].text()} is a room; cars stand in streets (AP-4.5)")
            if number >= CARS:
                item.fail(f"{len(items)} cars; at most {CARS}")

    def _manholes(self) -> None:
        """Check that every zone belongs to one tile (AP-4.R2)."""
        home: set[int] = set()
        for item in self.keys["manholes"].items() if "manholes" in self.keys else ():
            entry = item.mapping(("zone", "tile"))
            self._zone(entry["zone"])
            for part in entry["tile"].items():
                zone = self._zone(part)
                if zone in home:
                    part.fail(f"{part.text()} is listed twice; a zone is at home on one tile (AP-4.R2)")
                home.add(zone)

    def _zone(self, item: Item) -> int:
        return self._named(item, item.text())

    def _named(self, item: Item, label: str) -> int:
        if label not in self.board.zones:
            item.fail(f"there is no zone {label!r} on the board{one_of(label, self.board.zones)}")
        return self.board.index(label)

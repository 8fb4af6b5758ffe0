"""Read quest files of White Death.  The format is described in ``content/quests/README.md``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Final

from zombicide_env.games.source import Item, Source, one_of

from ...table.board import Board
from ...table.box import Box
from ...table.codes import (
    GOAL_ALL_TAKEN,
    GOAL_ARTEFACTS,
    GOAL_BEACON_IN,
    GOAL_BURNED,
    GOAL_ESCAPED,
    GOAL_NO_DEFILED,
    GOAL_NO_ZOMBIE_IN,
    GOAL_RAMPARTS_CLEAR,
    GOAL_RAMPARTS_HELD,
    GOAL_TAKEN,
    GOAL_TEAM_HOLDS,
    GOAL_TOKENS_IN,
    RED,
    RULE_ARTEFACT,
    RULE_BANISH,
    RULE_BEACON_TAKEN,
    RULE_BEACON_WALKS,
    RULE_BURN,
    RULE_CACHE,
    RULE_CLEANSE,
    RULE_ESCAPE,
    RULE_GUARDS_WAIT,
    RULE_KEPT,
    RULE_LADDER,
    RULE_LOCKED,
    RULE_LOSE_BEACON,
    RULE_LOSE_FOLIOS,
    RULE_LOSE_GUARD,
    RULE_LOSE_LEFT,
    RULE_LOSE_REMOVED,
    RULE_LOSE_TOKENS,
    RULE_PREPARED,
    RULE_RESTORE,
    RULE_XP,
)
from ...table.quest_reader import COLOURS, QuestReader
from ...table.quest_types import Goal, Objective, Opening, Quest, QuestRule, SpawnZone
from ...table.vocabulary import Vocabulary
from ..edition import TOKEN_LIMIT
from ..numbers.layout import GOALS, RULES
from ..numbers.tokens import PILES
from .content import content_file, line_of
from .sides import Side, load_sides

__all__ = ["check_quest_file", "load", "tiles"]

_REQUIRED: Final = ("id", "title", "difficulty", "survivors", "cells", "start", "beacon", "spawn_zones", "objectives", "win")
_OPTIONAL: Final = (
    *("number", "aliases", "length", "minutes", "tiles", "special_zones", "ramparts", "ruins", "openings", "ladders", "exit", "flag"),
    *("defiled", "guards", "cauldrons", "rope_ladders", "setup", "rules", "lose", "provenance", "notes"),
)
_WORDS: Final = re.compile(r"(\w+)(?:\(([^()]*)\))?(?:\s*(?:>=|==)\s*(\d{1,4}))?")
_PLAIN_RULES: Final = {
    "take_prepared_card": RULE_PREPARED,
    "objective_locked_while_prepared_cards": 0,
    "restore_folio": RULE_RESTORE,
    "banish": RULE_BANISH,
    "cleanse": RULE_CLEANSE,
    "beacon_can_be_taken": RULE_BEACON_TAKEN,
    "guards_wait_in_beacon_zone": RULE_GUARDS_WAIT,
    "beacon_walks": RULE_BEACON_WALKS,
}
_COLOURED_RULES: Final = {
    "objective_xp": RULE_XP,
    "objective_artefact": RULE_ARTEFACT,
    "keep_objectives": RULE_KEPT,
    "objective_rope_ladder": RULE_LADDER,
}
_RULES: Final = (*_PLAIN_RULES, *_COLOURED_RULES, "dragon_bile_cache", "burn_building", "escape")
_LOSE: Final = {
    "guard_dead": RULE_LOSE_GUARD,
    "folios_exhausted": RULE_LOSE_FOLIOS,
    "red_tokens_short": RULE_LOSE_TOKENS,
    "board_left_without_win": RULE_LOSE_LEFT,
    "beacon_wounded": RULE_LOSE_BEACON,
}
_PLAIN_GOALS: Final = {
    "all_objectives_taken": GOAL_ALL_TAKEN,
    "all_survivors_and_guards_on_ramparts": GOAL_RAMPARTS_HELD,
    "no_zombie_on_ramparts": GOAL_RAMPARTS_CLEAR,
    "defile_tokens": GOAL_NO_DEFILED,
    "all_guards_escaped": GOAL_ESCAPED,
    "all_survivors_escaped": GOAL_ESCAPED,
    "artefacts_taken": GOAL_ARTEFACTS,
    "burned": GOAL_BURNED,
}
_GOALS: Final = (*_PLAIN_GOALS, "team_holds", "taken", "beacon_in_exit", "no_zombie_in", "all_spawn_tokens_in")


class _Reader(QuestReader):
    """Reader of one quest file."""

    def __init__(self, source: Source, words: Vocabulary) -> None:
        super().__init__(source, _REQUIRED, _OPTIONAL, words, sure="status")
        self.exits = self.attempt(self.zones, (), "exit")
        self.flag = self.attempt(lambda: self.zone(self.keys["flag"]) if "flag" in self.keys and not self.keys["flag"].empty else "", "")

    def read(self) -> Quest:
        objectives, blue, green = self.attempt(self.objectives, ((), 0, 0), self._objective, self._setup)
        quest = Quest(
            **self.heading(),
            minutes=None,
            tiles=self.attempt(self._tiles, ()),
            special_zones={"exit": self.exits, "flag": (self.flag,) if self.flag else ()},
            openings=self.each("openings", self._opening),
            doors=(),
            start=self.attempt(self.starts, ()),
            exit=self.exits,
            spawn_zones=self.attempt(self._spawns, ()),
            token_limit=TOKEN_LIMIT,
            objectives=objectives,
            shuffled_blue=blue,
            shuffled_green=green,
            vaults=(),
            removed_cards={},
            removed_necromancers=0,
            zombies=self.attempt(self._zombies, ()),
            rules=(*chain.from_iterable(self.each("rules", self._rule)), *self.attempt(self._lose, [])),
            goals=self.attempt(self._win, ()),
            in_end_phase=False,
            exit_allowed=bool(self.exits),
            exit_after_step=0,
            ramparts=frozenset(self.attempt(self.zones, (), "ramparts")),
            ruins=frozenset(self.attempt(self.zones, (), "ruins")),
            ladders=self.each("ladders", self._ladder),
            beacon=self.attempt(lambda: self.zone(self.keys["beacon"]), ""),
            flag=self.flag,
            defiled=self.each("defiled", lambda item: self.placed(item.mapping(("zone",), ("at", "spawn")))),
            guards=self.attempt(self._pieces, {}, "guards"),
            cauldrons=self.attempt(self._pieces, {}, "cauldrons"),
            rope_ladders=self.attempt(self._pieces, {}, "rope_ladders"),
            prepared=self.attempt(self._prepared, ()),
        )
        self.settle()
        return quest

    # ---- the board ---------------------------------------------------------------------------------------------

    def _tiles(self) -> tuple[tuple[tuple[str, int], ...], ...]:
        grid = []
        for line in self.entries("tiles"):
            entries = [part.mapping(("tile", "rotation_cw")) for part in line.items()]
            grid.append(tuple((keys["tile"].text(), keys["rotation_cw"].integer(0, 270)) for keys in entries))
        return tuple(grid)

    def _pair(self, item: Item) -> tuple[str, str]:
        zones = item.items()
        if len(zones) != 2:
            item.fail("a border has two zones")
        return self.zone(zones[0]), self.zone(zones[1])

    def _opening(self, item: Item) -> Opening:
        keys = item.mapping(("zones", "at"), ("kind", "status"))
        zones, at = self._pair(keys["zones"]), keys["at"].items()
        if len(at) != 2:
            keys["at"].fail("a border has two cells")
        cells = [self.within(part, label) for label, part in zip(zones, at, strict=True)]
        if abs(cells[0][0] - cells[1][0]) + abs(cells[0][1] - cells[1][1]) != 1:
            keys["at"].fail(f"{list(cells[0])} and {list(cells[1])} do not share a side")
        return Opening(zones, (cells[0], cells[1]))

    def _ladder(self, item: Item) -> tuple[str, str]:
        return self._pair(item.mapping(("zones",), ("at", "kind", "status"))["zones"])

    # ---- pieces --------------------------------------------------------------------------------------------------

    def _pieces(self, key: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for item in self.entries(key):
            keys = item.mapping(("zone",), ("at", "count"))
            label = self.placed(keys)
            found[label] = found.get(label, 0) + (keys["count"].integer(1, 12) if "count" in keys else 1)
        return found

    def _spawns(self) -> tuple[SpawnZone, ...]:
        """Read tokens 1 .. k in ascending order (WD-2.1, WD-18.1)."""
        found = []
        for number, item in enumerate(self.keys["spawn_zones"].items(), 1):
            keys = item.mapping(("zone", "number"), ("starting", "at", "edge"))
            if keys["number"].integer(1, 4) != number:
                keys["number"].fail(f"list the spawn tokens in ascending order; this is number {number}")
            found.append(SpawnZone(self.placed(keys), RED, 1, True))
        return tuple(found)

    def _setup(self, key: str) -> Item | None:
        if "setup" not in self.keys:
            return None
        return self.keys["setup"].mapping((), ("objectives", "split_survivors", "prepared_equipment", "zombies")).get(key)

    def _objective(self, item: Item) -> Objective:
        keys = item.mapping(("zone",), ("at", "tile", "colour", "shuffled", "placed"))
        colour = COLOURS[keys["colour"].choice(COLOURS)] if "colour" in keys else RED
        return Objective(self.placed(keys), colour, keys["shuffled"].flag() if "shuffled" in keys else False)

    def _prepared(self) -> tuple[str, ...]:
        item = self._setup("prepared_equipment")
        if not item:
            return ()
        keys = item.mapping(("zones",), ("id", "cards", "from", "face_down"))
        return tuple(self.zone(part) for part in keys["zones"].items())

    def _zombies(self) -> tuple[tuple[str, str, int], ...]:
        item = self._setup("zombies")
        found = []
        for entry in item.items() if item else []:
            keys = entry.mapping(("zone", "kind"), ("at", "count"))
            kind = keys["kind"].choice(("walker", "fatty", "runner", "abomination"))
            found.append((self.placed(keys), kind, keys["count"].integer(1, 35) if "count" in keys else 1))
        return tuple(found)

    # ---- rules ---------------------------------------------------------------------------------------------------

    def _rule(self, entry: Item) -> list[QuestRule]:
        keys = entry.mapping()
        name = keys["kind"].choice(_RULES)
        if name in _COLOURED_RULES:
            return self._coloured(name, keys)
        if name == "dragon_bile_cache":
            if self.zone(keys["zone"]) != self.flag:
                keys["zone"].fail("the cache lies in the Flag zone; write that zone")
            return [QuestRule(RULE_CACHE, 0, keys["card"].choice(self.words.items), 0)]
        if name == "burn_building":
            colour = COLOURS[keys["objective"].choice(COLOURS)]
            return [QuestRule(RULE_BURN, colour, keys["xp"].integer(0, 99), 0), QuestRule(RULE_LOCKED, colour, 0, 0)]
        if name == "escape":
            return [QuestRule(RULE_ESCAPE, 0, int(keys["guards"].choice(("all", "any")) == "all"), 0)]
        return [QuestRule(_PLAIN_RULES[name], 0, 0, 0)] if _PLAIN_RULES[name] else []

    def _coloured(self, name: str, keys: Mapping[str, Item]) -> list[QuestRule]:
        a = b = 0
        if name == "objective_xp":
            a = keys["xp"].integer(0, 99)
        elif name == "objective_artefact":
            a = keys["artefacts"].integer(1, 8)
            compensation = keys["if_none_left"]
            b = 0 if compensation.node.value == "nothing" else compensation.mapping(("xp",))["xp"].integer(0, 99)
        elif name == "objective_rope_ladder":
            a = keys["rope_ladders"].integer(1, 9)
        return [QuestRule(_COLOURED_RULES[name], COLOURS[part.choice(COLOURS)], a, b) for part in keys["colours"].items()]

    def _lose(self) -> list[QuestRule]:
        keys = self.keys["lose"].mapping((), ("core", "quest")) if "lose" in self.keys else {}
        rows = []
        for item in keys["quest"].items() if "quest" in keys else []:
            when = item.mapping(("when",), ("id",))["when"]
            match = _WORDS.fullmatch(when.text())
            if match and match[1] == "objective_removed" and (match[2] in COLOURS or match[2] == "any"):
                rows.append(QuestRule(RULE_LOSE_REMOVED, COLOURS.get(match[2], 0), 0, 0))
            else:
                rows.append(QuestRule(_LOSE[when.choice((*_LOSE, "objective_removed(any)"))], 0, 0, 0))
        return rows

    def _win(self) -> tuple[Goal, ...]:
        keys = self.keys["win"].mapping(("steps",), ("id", "tested"))
        found: list[Goal] = []
        for step, item in enumerate(keys["steps"].items()):
            for predicate in item.items():
                goal = replace(self._goal(predicate, step), text=predicate.text(), line=predicate.line)
                if goal not in found:
                    found.append(goal)
        return tuple(found) or keys["steps"].fail("name at least one predicate")

    def _goal(self, item: Item, step: int) -> Goal:
        match = _WORDS.fullmatch(item.text())
        if not match or match[1] not in _GOALS:
            item.fail(f"{item.text()!r} is not a victory condition{one_of(match[1] if match else '', _GOALS)}")
        name, argument, number = match[1], (match[2] or "").strip(), int(match[3] or 1)
        if name in _PLAIN_GOALS:
            return Goal(step, _PLAIN_GOALS[name], 0, number if name == "artefacts_taken" else 1)
        if name == "team_holds":
            if argument not in self.words.items:
                item.fail(f"there is no card {argument!r}{one_of(argument, self.words.items)}")
            return Goal(step, GOAL_TEAM_HOLDS, argument, number)
        if name == "taken":
            if argument not in COLOURS:
                item.fail(f"there is no colour {argument!r}{one_of(argument, COLOURS)}")
            return Goal(step, GOAL_TAKEN, COLOURS[argument], number)
        kind = {"beacon_in_exit": GOAL_BEACON_IN, "no_zombie_in": GOAL_NO_ZOMBIE_IN, "all_spawn_tokens_in": GOAL_TOKENS_IN}[name]
        place = self.flag if name == "all_spawn_tokens_in" else (self.exits or ("",))[0]
        if not place:
            item.fail(f"{name} needs an {'flag' if name == 'all_spawn_tokens_in' else 'exit'} zone; name one")
        return Goal(step, kind, place, 1)


def tiles() -> Mapping[str, Side]:
    """Return the tiles that the generator lays; the boards of the box's quests are written out in their files."""
    return load_sides(content_file("tiles.csv"), content_file("tile_openings.csv"), content_file("tile_edges.csv"))


def load(source: Source, box: Box) -> Quest:
    """Return the quest of a file."""
    return _Reader(source, box.words).read()


def check_quest_file(source: Source, quest: Quest, board: Board, box: Box) -> None:
    """Return the findings that need the finished board (WD-2.11, WD-4.24)."""

    def fail(key: str, reason: str) -> None:
        source.fail(line_of(source, key), reason)

    if quest.beacon in quest.defiled:
        fail("defiled", f"the Beacon's zone {quest.beacon} cannot be Defiled from the start (WD-2.11)")
    for place in quest.objectives:
        if place.zone in quest.defiled:
            fail("defiled", f"the objective's zone {place.zone} cannot be Defiled from the start (WD-2.11)")
    checks: tuple[tuple[int, int, str], ...] = (
        (len(quest.goals), GOALS, "win"),
        (len(quest.rules), RULES, "rules"),
        (len(quest.prepared), PILES, "setup"),
    )
    for count, limit, key in checks:
        if count > limit:
            fail(key, f"{count} entries; at most {limit}")

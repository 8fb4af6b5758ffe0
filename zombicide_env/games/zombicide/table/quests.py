"""Read quest files.  The format is described in ``content/quests/README.md`` of the editions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from zombicide_env.games.source import Item, Source, one_of

from .codes import (
    CLOSED,
    GOAL_QUEST_ABOMINATION,
    LOCKED,
    NO_COLOUR,
    OPEN,
    RED,
    RULE_LOSE_KILLED,
)
from .predicates import XP, goals, lock, rules
from .quest_reader import COLOURS, LABEL, QuestReader
from .quest_types import (
    Border,
    Goal,
    Objective,
    Opening,
    Quest,
    QuestDoor,
    QuestRule,
    QuestVault,
    SpawnZone,
)
from .tiles import Layout, Tile, lay_out
from .vocabulary import Vocabulary

_REQUIRED: Final = ("id", "title", "difficulty", "survivors", "cells", "start", "spawn_zones", "objectives", "win")
_OPTIONAL: Final = (
    *("number", "aliases", "minutes", "tiles", "special_zones", "openings", "doors", "exit", "first_spawn", "necromancer"),
    *("vaults", "setup", "rules", "lose", "provenance", "notes"),
)
_SPECIAL_ZONES: Final = ("book", "temple", "hellhole", "abomination_start", "sealed")
_STATES: Final = {"open": OPEN, "closed": CLOSED}


class _Reader(QuestReader):
    """Reader of one quest file; ``labels`` are the zones known so far."""

    def __init__(self, source: Source, tiles: Mapping[str, Tile], words: Vocabulary, further: Sequence[str]) -> None:
        super().__init__(source, _REQUIRED, (*_OPTIONAL, *further), words)
        self.tiles = tiles

    def read(self) -> Quest:
        keys = self.keys
        layout = self.attempt(self._layout, None)
        vaults = self.each("vaults", self._vault)
        doors = self.each("doors", self._door)
        spawns, limit = self.attempt(self._spawns, ((), 0))
        exits = self.attempt(self.zones, (), "exit")
        # Rules name doors, vaults and zones: where these have errors, rules would be blamed for them.
        agreed = () if self.errors else self.entries("rules")
        rows, may_exit, after = self.attempt(rules, ([], False, 0), agreed, doors, vaults, spawns, exits, self.named, self.words)
        objectives, blue, green = self.attempt(self.objectives, ((), 0, 0), self._objective, self._setup)
        win, in_end_phase = self.attempt(self._win, ((), False))
        quest = Quest(
            **self.heading(),
            minutes=self.attempt(self._minutes, None),
            tiles=layout.tiles if layout else (),
            special_zones=self.attempt(self._special_zones, {}),
            openings=self.each("openings", self._opening),
            doors=doors,
            start=self.attempt(self.starts, ()),
            exit=exits,
            spawn_zones=spawns,
            token_limit=limit,
            objectives=objectives,
            shuffled_blue=blue,
            shuffled_green=green,
            vaults=vaults,
            removed_cards=self.attempt(self._removed_cards, {}),
            removed_necromancers=self.attempt(self._removed_necromancers, 0),
            zombies=self.attempt(self._zombies, ()),
            rules=tuple(rows),
            goals=win,
            in_end_phase=in_end_phase,
            exit_allowed=may_exit,
            exit_after_step=after,
            special=self.attempt(keys["special"].plain, {}) if "special" in keys else {},
        )
        if not self.errors:
            self._check_parts(quest, layout)
        self.settle()
        return quest

    def _check_parts(self, quest: Quest, layout: Layout | None) -> None:
        """Collect errors of parts that do not agree, each of which is sound."""
        if layout:
            self.attempt(self._check_openings, None, layout, quest.openings, quest.doors)
        self.attempt(self._check_lose, None, quest.rules)
        self.attempt(self._check_artefact_order, None, quest.vaults)
        self.attempt(self._check_abomination, None, quest)

    def _check_abomination(self, quest: Quest) -> None:
        number = sum(n for _, kind, n in quest.zombies if kind == "abomination")
        if any(goal.kind == GOAL_QUEST_ABOMINATION for goal in quest.goals) and number != 1:
            self.keys["win"].fail("killed(quest_abomination) needs exactly one Abomination under setup.zombies")

    def _minutes(self) -> int | None:
        return None if "minutes" not in self.keys or self.keys["minutes"].empty else self.keys["minutes"].integer(1, 9999)

    # ---- the board ---------------------------------------------------------------------------------------------

    def _special_zones(self) -> dict[str, tuple[str, ...]]:
        entries = self.keys["special_zones"].mapping((), _SPECIAL_ZONES) if "special_zones" in self.keys else {}
        return {name: tuple(map(self.zone, item.items() if name == "sealed" else [item])) for name, item in entries.items()}

    def _border(self, keys: dict[str, Item], off_raster: bool = False) -> tuple[tuple[str, str], Border]:
        zones, at = keys["zones"].items(), keys["at"].items()
        if len(zones) != 2 or len(at) != 2:
            keys["at"].fail("a border needs two zones and two cells")
        first, second = self.cell(at[0]), self.cell(at[1])
        if abs(first[0] - second[0]) + abs(first[1] - second[1]) != 1:
            keys["at"].fail(f"{list(first)} and {list(second)} do not share a side")
        for zone, (row, column), item in ((zones[0], first, at[0]), (zones[1], second, at[1])):
            if self.zone(zone) != self.cells[row][column] and not (off_raster and item is at[1]):
                item.fail(f"cell [{row}, {column}] is {self.cells[row][column]}, not {zone.text()}")
        return (zones[0].text(), zones[1].text()), (first, second)

    def _opening(self, item: Item) -> Opening:
        keys = item.mapping(("zones", "at"), ("kind", "confidence"))
        zones, at = self._border(keys)
        return Opening(zones, at)

    def _door(self, item: Item) -> QuestDoor:
        keys = item.mapping(("id", "zones", "at"), ("colour", "state", "locked_until", "off_raster", "confidence"))
        off = "off_raster" in keys and keys["off_raster"].flag()
        zones, at = self._border(keys, off)
        key = lock(keys.get("locked_until"))
        state = _STATES[keys["state"].choice(_STATES)] if "state" in keys else CLOSED
        if key != NO_COLOUR and state == OPEN:
            keys["state"].fail("an open door cannot be locked; write state: closed")
        colour = keys["colour"].choice(("neutral", "blue", "green")) if "colour" in keys else "neutral"
        return QuestDoor(keys["id"].integer(0, 999), zones, at, colour, LOCKED if key else state, key, off)

    def _layout(self) -> Layout | None:
        """Check the board against the tiles, if the file names them; the cells must be those of the rotated tiles."""
        if "tiles" not in self.keys:
            return None
        item, grid = self.keys["tiles"], []
        for line in item.items():
            entries = [part.mapping(("tile", "rotation_cw")) for part in line.items()]
            for keys in entries:
                keys["tile"].choice(self.tiles)
                if keys["rotation_cw"].integer(0, 270) % 90:
                    keys["rotation_cw"].fail("use 0, 90, 180 or 270")
            grid.append(tuple((keys["tile"].text(), keys["rotation_cw"].integer(0, 270)) for keys in entries))
        if len({len(row) for row in grid}) != 1:
            item.fail("all rows have the same number of tiles")
        numbers = [side[0] for row in grid for side, _ in row]
        if len(set(numbers)) != len(numbers):
            item.fail("a tile has two sides and is laid once (BP-1.R4)")
        layout = lay_out(self.tiles, grid)
        for number, row in enumerate(layout.rows):
            if number >= len(self.cells) or row != self.cells[number]:
                self.keys["cells"].fail(f"row {number} does not fit the tiles, which give: {' '.join(row)}")
        if len(self.cells) > len(layout.rows):
            self.keys["cells"].fail(f"{len(self.cells)} rows; the tiles give {len(layout.rows)}")
        return layout

    def _check_openings(self, layout: Layout, openings: Sequence[Opening], doors: Sequence[QuestDoor]) -> None:
        """Check that openings of the tiles are listed or have a door, and that no others are listed."""
        listed = {frozenset(opening.zones) for opening in openings} | {frozenset(door.zones) for door in doors}
        for pair in sorted(map(sorted, layout.openings - listed)):
            self.keys["cells"].fail(f"the tiles join {pair[0]} and {pair[1]}; list that opening or put a door there")
        for opening, entry in zip(openings, self.entries("openings"), strict=True):
            if frozenset(opening.zones) not in layout.openings:
                entry.fail(f"the tiles have no opening between {opening.zones[0]} and {opening.zones[1]}")

    # ---- tokens ------------------------------------------------------------------------------------------------

    def _spawns(self) -> tuple[tuple[SpawnZone, ...], int]:
        found: list[SpawnZone] = []
        for number, item in enumerate(self.keys["spawn_zones"].items()):
            keys = item.mapping(("zone",), ("order", "colour", "tokens", "active", "active_from", "at", "edge"))
            if "order" in keys and keys["order"].integer(1, 99) != number + 1:
                keys["order"].fail(f"list the spawn zones in spawning order; this is number {number + 1}")
            colour = COLOURS[keys["colour"].choice(COLOURS)] if "colour" in keys else RED
            active = keys["active"].flag() if "active" in keys else colour == RED
            if "active_from" in keys and not keys["active_from"].empty and (active or lock(keys["active_from"]) != colour):
                keys["active_from"].fail("an inactive token is activated by the objective of its own colour (BP-16.4)")
            tokens = keys["tokens"].integer(1, 9) if "tokens" in keys else 1
            found.append(SpawnZone(self.placed(keys), colour, tokens, active))
        if "first_spawn" in self.keys and (not found or self.zone(self.keys["first_spawn"]) != found[0].zone):
            self.keys["first_spawn"].fail("the first spawn zone is the first one listed")
        limit = 6
        if "necromancer" in self.keys:
            keys = self.keys["necromancer"].mapping((), ("cards", "on_board", "token_limit"))
            if "on_board" in keys and keys["on_board"].items():
                keys["on_board"].fail("Necromancers on the board at the start are not supported; write []")
            limit = keys["token_limit"].integer(1, 24) if "token_limit" in keys else limit
        return tuple(found), limit

    def _setup(self, key: str) -> Item | None:
        if "setup" not in self.keys:
            return None
        allowed = ("objectives", "vaults", "remove_zombie_cards", "remove_equipment_cards", "zombies")
        return self.keys["setup"].mapping((), allowed).get(key)

    def _objective(self, item: Item) -> Objective:
        keys = item.mapping(("zone",), ("at", "colour", "shuffled", "xp"))
        if "xp" in keys and keys["xp"].integer(0, 99) != XP:
            keys["xp"].fail(f"objectives give {XP} experience (BP-23.R6); other numbers are not supported")
        return Objective(
            self.placed(keys),
            COLOURS[keys["colour"].choice(COLOURS)] if "colour" in keys else RED,
            keys["shuffled"].flag() if "shuffled" in keys else False,
        )

    def _vault(self, item: Item) -> QuestVault:
        keys = item.mapping(("colour", "zone", "doors"), ("locked_until", "contents"))
        label = keys["zone"].text()
        if not LABEL.fullmatch(label) or not label[0].isupper() or label in self.labels:
            keys["zone"].fail(f"{label!r} is not a free label that begins with a capital letter")
        self.labels.append(label)  # first: what lies in the vault is not wrong because one of its doors is
        doors = []
        for part in keys["doors"].items():
            entry = part.mapping(("zone", "at"))
            doors.append((self.zone(entry["zone"]), self.within(entry["at"], entry["zone"].text())))
        contents = keys["contents"].mapping((), ("random_artefacts", "cards")) if "contents" in keys else {}
        cards = {}
        for card, number in contents["cards"].mapping().items() if "cards" in contents else ():
            if card not in self.words.items:
                number.fail(f"there is no card {card!r}{one_of(card, self.words.items)}")
            cards[card] = number.integer(1, 16)
        random = contents["random_artefacts"].integer(0, 8) if "random_artefacts" in contents else 0
        return QuestVault(keys["colour"].choice(("purple", "yellow")), label, tuple(doors), lock(keys.get("locked_until")), random, cards)

    def _removed_cards(self) -> dict[str, int]:
        item = self._setup("remove_equipment_cards")
        removed = {}
        for card, number in (item.mapping() if item else {}).items():
            if card == "id":
                continue
            if card not in self.words.items:
                number.fail(f"there is no card {card!r}{one_of(card, self.words.items)}")
            removed[card] = -1 if number.text() == "all" else number.integer(1, 99)
        return removed

    def _removed_necromancers(self) -> int:
        item = self._setup("remove_zombie_cards")
        keys = item.mapping(("necromancer",), ("id",)) if item else {}
        removed = keys["necromancer"].integer(0, 6) if keys else 0
        if "necromancer" in self.keys:
            left = self.keys["necromancer"].mapping().get("cards")
            if left and left.integer(0, 6) != 6 - removed:
                left.fail(f"setup.remove_zombie_cards leaves {6 - removed} of 6 Necromancer cards; the numbers must agree")
        return removed

    def _zombies(self) -> tuple[tuple[str, str, int], ...]:
        found = []
        item = self._setup("zombies")
        for entry in item.items() if item else []:
            keys = entry.mapping(("zone", "kind"), ("at", "count"))
            kind = keys["kind"].choice([kind for kind in self.words.kinds if kind != "necromancer"])
            found.append((self.placed(keys), kind, keys["count"].integer(1, 35) if "count" in keys else 1))
        return tuple(found)

    def _check_lose(self, rows: Collection[QuestRule]) -> None:
        """Check that ``lose.quest``, which is for readers, agrees with the ``lose_when`` rules, which the engine uses."""
        keys = self.keys["lose"].mapping((), ("core", "quest")) if "lose" in self.keys else {}
        for item in keys["quest"].items() if "quest" in keys else []:
            item.mapping(("when",), ("id",))["when"].choice(("survivor_killed",))
            if not any(rule.kind == RULE_LOSE_KILLED for rule in rows):
                item.fail("add the rule {kind: lose_when, event: survivor_killed}, which is what counts")

    def _check_artefact_order(self, vaults: Collection[QuestVault]) -> None:
        item = self._setup("vaults")
        keys = item.mapping((), ("id", "artefact_order")) if item else {}
        if "artefact_order" in keys:
            order = [part.text() for part in keys["artefact_order"].items()]
            if order != [vault.colour for vault in vaults]:
                keys["artefact_order"].fail("artefacts are dealt in the order in which the vaults are listed; write both alike")

    def _win(self) -> tuple[tuple[Goal, ...], bool]:
        keys = self.keys["win"].mapping(("steps",), ("id", "tested"))
        found: list[Goal] = []
        for step, item in enumerate(keys["steps"].items()):
            for predicate in item.items():
                text, line = predicate.text(), predicate.line
                found += [replace(goal, text=text, line=line) for goal in goals(predicate, step, self.named, self.words)]
        tested = keys["tested"].choice(("after_every_event", "end_phase", "dragon_fire")) if "tested" in keys else ""
        return (tuple(found) or keys["steps"].fail("name at least one predicate")), tested == "end_phase"


def load_quest(source: Source, tiles: Mapping[str, Tile], words: Vocabulary, further: Sequence[str] = ()) -> Quest:
    """Return a quest; ``further`` are optional keys of an edition.  Raises ``ContentError`` with file, line and reason."""
    return _Reader(source, tiles, words, further).read()

"""Find problems of well-formed quest files: places that cannot be reached, keys that cannot be found.

The loader (``read_quest``) rejects a malformed file.  ``findings`` continues from there: errors make the quest unwinnable,
warnings are oddities such as more tokens than the box holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from zombicide_env.games.source import Item, Source, yaml_item

from .board import Board, quest_board
from .codes import BLUE, FOREVER, GREEN, LOCKED, RED, VAULT
from .quest_types import Quest, QuestDoor, QuestVault

COLOUR_NAMES = {RED: "red", BLUE: "blue", GREEN: "green"}


@dataclass(frozen=True)
class Finding:
    """One finding.  ``severity``: ``error`` (cannot be won) or ``warning``."""

    file: str
    line: int
    severity: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.severity}: {self.text}"


def findings(source: Source, quest: Quest, tokens: Mapping[str, int]) -> list[Finding]:
    """Return the findings of a quest read from ``source``, in the order of its lines; empty if there are none.

    ``tokens``: contents of the box, ``red objectives`` and the like.
    """
    return sorted(_Check(source, quest, tokens).findings(), key=lambda finding: (finding.line, finding.text))


class _Check:
    def __init__(self, source: Source, quest: Quest, tokens: Mapping[str, int]) -> None:
        self.source, self.quest, self.tokens = source, quest, tokens
        self.board: Board = quest_board(quest)
        self.root = yaml_item(source, "quest").mapping()
        self.colours = {colour for colour, n in ((BLUE, quest.shuffled_blue), (GREEN, quest.shuffled_green)) if n}
        self.colours |= {place.colour for place in quest.objectives if not place.shuffled}

    def findings(self) -> list[Finding]:
        """Return all findings."""
        return [*self._keys(), *self._places(), *self._placements(), *self._spawns(), *self._box()]

    def _say(self, item: Item, severity: str, text: str) -> Finding:
        return Finding(self.source.name, item.line, severity, text)

    def _entries(self, key: str) -> list[Item]:
        return self.root[key].items() if key in self.root else []

    # ---- reachability ----------------------------------------------------------------------------------------------

    def reached(self, keys: set[int]) -> set[int]:
        """Return the zones reachable from the start through doors that need no key, or one of ``keys``."""
        seen = {self.board.index(label) for label in self.quest.start}
        todo = list(seen)
        while todo:
            for other, number in self.board.neighbours[todo.pop()]:
                door = self.board.doors[number] if number >= 0 else None
                if other not in seen and (door is None or door.start != LOCKED or door.key in keys):
                    seen.add(other)
                    todo.append(other)
        return seen

    def _keys(self) -> Iterator[Finding]:
        """Find doors whose colour no objective has."""
        for key in ("doors", "vaults"):
            parts: Sequence[QuestDoor | QuestVault] = self.quest.doors if key == "doors" else self.quest.vaults
            for item, part in zip(self._entries(key), parts, strict=True):
                if part.key in (BLUE, GREEN) and part.key not in self.colours:
                    name = COLOUR_NAMES[part.key]
                    yield self._say(item, "error", f"locked until taken({name}), but there is no {name} objective; add one or unlock it")

    def _places(self) -> Iterator[Finding]:
        """Find rooms, objectives, Exit and vaults that cannot be reached even with every key."""
        seen = self.reached({*self.colours, RED})
        sealed = (
            {label for labels in self.quest.special_zones.values() for label in labels} if "sealed" in self.quest.special_zones else set()
        )
        for item, place in zip(self._entries("objectives"), self.quest.objectives, strict=True):
            if self.board.index(place.zone) not in seen:
                yield self._say(item, "error", f"nobody can reach the objective in {place.zone}; add a door or an opening")
        for item, label in zip(self._entries("exit"), self.quest.exit, strict=True):
            if self.board.index(label) not in seen:
                yield self._say(item, "error", f"nobody can reach the Exit in {label}; add a door or an opening")
        for item, vault in zip(self._entries("vaults"), self.quest.vaults, strict=True):
            if self.board.index(vault.zone) not in seen:
                yield self._say(item, "error", f"nobody can reach the vault {vault.zone}; its doors are locked or out of reach")
        lost = [
            label
            for zone, label in enumerate(self.board.zones)
            if zone not in seen and label not in sealed and self.board.kinds[zone] != VAULT
        ]
        if lost:
            yield self._say(
                self.root["cells"], "warning", f"nobody can reach {', '.join(lost)}; name them under special_zones.sealed if meant"
            )

    def _placements(self) -> Iterator[Finding]:
        """Check that the coloured objectives can be found before their doors, wherever the shuffle puts them."""
        places = [self.board.index(place.zone) for place in self.quest.objectives if place.shuffled]
        fixed = {self.board.index(place.zone): place.colour for place in self.quest.objectives if not place.shuffled}
        colours = [BLUE] * self.quest.shuffled_blue + [GREEN] * self.quest.shuffled_green
        total = good = 0
        for chosen in _assignments(places, colours):
            total += 1
            good += self._solvable(fixed | dict.fromkeys(places, RED) | chosen)
        if total and not good:
            yield self._say(self.root["objectives"], "error", "no placement of the coloured objectives can be solved; unlock a door")
        elif good < total:
            text = f"{total - good} of {total} placements of the coloured objectives cannot be solved; the setup shuffles again then"
            yield self._say(self.root["objectives"], "warning", text)

    def _solvable(self, colour_at: dict[int, int]) -> bool:
        keys: set[int] = set()
        while True:
            seen = self.reached(keys)
            found = {colour for zone, colour in colour_at.items() if zone in seen and colour != RED}
            if set(colour_at) <= seen:
                found.add(RED)
            if found <= keys:
                return set(colour_at) <= seen and {self.board.index(label) for label in self.quest.exit} <= seen
            keys |= found

    # ---- tokens -----------------------------------------------------------------------------------------------------

    def _spawns(self) -> Iterator[Finding]:
        spawns = self.quest.spawn_zones
        item = self.root["spawn_zones"]
        if not any(spawn.active for spawn in spawns):
            yield self._say(item, "warning", "no spawn token is active at the start; nothing will appear in the spawn step")
        active = sum(spawn.tokens for spawn in spawns if spawn.active)
        if active >= self.quest.token_limit and "necromancer spawn" in self.tokens:
            text = f"{active} active spawn tokens with a limit of {self.quest.token_limit}: the first escape of a Necromancer is a defeat"
            yield self._say(item, "warning", text)
        for entry, spawn in zip(item.items(), spawns, strict=True):
            if spawn.zone in self.quest.start:
                yield self._say(entry, "warning", f"{spawn.zone} is a starting zone as well; zombies appear among the survivors")

    def _box(self) -> Iterator[Finding]:
        """Find more doors or tokens than the box holds (BP-1.5 to BP-1.8): playable here, but not with the physical game."""
        box = self.tokens
        for name, key in (("neutral", "doors"), ("blue", "doors"), ("green", "doors")):
            n = sum(door.colour == name for door in self.quest.doors)
            if n > box[f"{name} doors"]:
                yield self._say(self.root[key], "warning", f"{n} {name} doors; the box has {box[f'{name} doors']}")
        reds = sum(not place.shuffled and place.colour == RED for place in self.quest.objectives)
        reds += sum(place.shuffled for place in self.quest.objectives) - self.quest.shuffled_blue - self.quest.shuffled_green
        if reds > box["red objectives"]:
            yield self._say(self.root["objectives"], "warning", f"{reds} red objectives; the box has {box['red objectives']}")
        for door, item in zip(self.quest.doors, self._entries("doors"), strict=True):
            if door.key == FOREVER:
                yield self._say(item, "warning", "this door can never be opened")


def _assignments(places: list[int], colours: list[int]) -> Iterator[dict[int, int]]:
    """Yield every assignment of the coloured tokens to the places."""
    if not colours:
        yield {}
        return
    colour = colours[0]
    same = colours.count(colour)
    for chosen in combinations(places, same):
        rest = [place for place in places if place not in chosen]
        for others in _assignments(rest, colours[same:]):
            yield dict.fromkeys(chosen, colour) | others

"""Find problems of well-formed quest files: places that cannot be reached, keys that cannot be found.

The loader (``read_quest``) rejects a malformed file.  ``findings`` continues from there: errors make the quest unwinnable,
warnings are oddities such as more tokens than the box holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from zombicide_env.core.words import counted
from zombicide_env.games.source import Item, Source, yaml_item

from . import codes as C
from .board import Board, quest_board
from .cards import EquipmentCard
from .codes import BLUE, FOREVER, GREEN, LOCKED, RED, VAULT
from .quest_types import Goal, Quest, QuestDoor, QuestVault

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


def findings(source: Source, quest: Quest, tokens: Mapping[str, int], cards: Sequence[EquipmentCard]) -> list[Finding]:
    """Return the findings of a quest read from ``source``, in the order of its lines; empty if there are none.

    ``tokens``: contents of the box, ``red objectives`` and the like; ``cards``: its equipment cards.
    """
    return sorted(_Check(source, quest, tokens, cards).findings(), key=lambda finding: (finding.line, finding.text))


class _Check:
    def __init__(self, source: Source, quest: Quest, tokens: Mapping[str, int], cards: Sequence[EquipmentCard]) -> None:
        self.source, self.quest, self.tokens = source, quest, tokens
        self.cards = {card.id: card for card in cards}
        self.board: Board = quest_board(quest)
        self.root = yaml_item(source, "quest").mapping()
        self.colours = {colour for colour, n in ((BLUE, quest.shuffled_blue), (GREEN, quest.shuffled_green)) if n}
        self.colours |= {place.colour for place in quest.objectives if not place.shuffled}

    def findings(self) -> list[Finding]:
        """Return all findings."""
        return [*self._keys(), *self._places(), *self._placements(), *self._goals(), *self._spawns(), *self._box()]

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

    # ---- goals ------------------------------------------------------------------------------------------------------

    def _goals(self) -> Iterator[Finding]:
        """Find goals that ask for more than there is, or for a place that nobody can reach."""
        for goal in self.quest.goals:
            most, why = self._most(goal)
            if most < max(1, goal.b):
                yield Finding(self.source.name, goal.line, "error", f"the goal {goal.text} cannot be met: {why}")

    def _most(self, goal: Goal) -> tuple[int, str]:
        """Return the most that can be reached of a goal, and the reason in words; as much as it asks for if that is not known."""
        quest, subject = self.quest, str(goal.a)
        if goal.kind == C.GOAL_TAKEN and not any(rule.kind == C.RULE_RESTORE for rule in quest.rules):
            number = self._objectives()[goal.a]
            return number, f"the board has {counted(number, f'{COLOUR_NAMES[int(goal.a)]} objective')}"
        if goal.kind == C.GOAL_TAKEN_AT:
            return sum(place.zone == subject for place in quest.objectives), f"no objective lies in {subject}"
        if goal.kind == C.GOAL_ARTEFACTS:
            artefacts = [card for card in self.cards.values() if card.artefact]
            lying = sum(vault.random_artefacts + sum(vault.cards.get(card.id, 0) for card in artefacts) for vault in quest.vaults)
            number = lying if not quest.beacon else sum(card.copies for card in artefacts)  # those of White Death come from objectives
            return number, f"there {'is' if number == 1 else 'are'} {counted(number, 'artefact')}"
        if goal.kind in (C.GOAL_TEAM_HOLDS, C.GOAL_FOUND, C.GOAL_CARRIED_OFF, C.GOAL_VAULT_CARD):
            number = self._copies(subject, goal.kind == C.GOAL_VAULT_CARD)
            return number, f"survivors can get {counted(number, 'card')} of this name"
        if goal.kind in (C.GOAL_ALL_IN, C.GOAL_HELD):
            return int(self.board.index(subject) in self.reached({*self.colours, RED})), f"nobody can reach {subject}"
        if goal.kind in (C.GOAL_EXIT, C.GOAL_ENOUGH_LEFT, C.GOAL_ESCAPED) and not quest.exit:
            return 0, "the quest has no Exit; name its zones under exit"
        if goal.kind == C.GOAL_EXIT and goal.step < quest.exit_after_step:
            return 0, f"the Exit opens only after step {quest.exit_after_step}; write it in a later step"
        if goal.kind == C.GOAL_NEUTRALISED:
            return len(quest.spawn_zones), f"the board has {counted(len(quest.spawn_zones), 'spawn zone')}"
        if goal.kind in (C.GOAL_LEVEL, C.GOAL_GATHERED, C.GOAL_ENOUGH_LEFT):
            return 1, "it counts nothing; leave out the number"
        return max(1, goal.b), ""

    def _objectives(self) -> Counter[int | str]:
        """Return the number of objectives of each colour."""
        quest, found = self.quest, Counter[int | str]({BLUE: self.quest.shuffled_blue, GREEN: self.quest.shuffled_green})
        found[RED] = sum(place.shuffled for place in quest.objectives) - quest.shuffled_blue - quest.shuffled_green
        found.update(place.colour for place in quest.objectives if not place.shuffled)
        return found

    def _copies(self, name: str, from_vault: bool) -> int:
        """Return the number of copies of a card that survivors can get."""
        card, quest = self.cards[name], self.quest
        lying = sum(vault.cards.get(name, 0) + (vault.random_artefacts if card.artefact else 0) for vault in quest.vaults)
        if from_vault:
            return lying
        if any(name in (rule.a, rule.b) for rule in quest.rules):
            return card.copies
        removed = quest.removed_cards.get(name, 0)
        return min(card.copies, lying + card.copies - (card.in_deck if removed < 0 else removed))

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
        reds = self._objectives()[RED]
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

"""A quest file as plain data: labels for zones, ids for cards, codes (``codes``) for everything else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Cell = tuple[int, int]
Border = tuple[Cell, Cell]


@dataclass(frozen=True)
class Opening:
    """Two rooms joined without a door, at one border of two cells."""

    zones: tuple[str, str]
    at: Border


@dataclass(frozen=True)
class QuestDoor:
    """A door at one border.  ``state``: ``codes.OPEN`` ...; ``key``: colour whose objective unlocks it (``WORLD.door_key``)."""

    id: int
    zones: tuple[str, str]
    at: Border
    colour: str
    state: int
    key: int
    off_raster: bool = False  # the room is not the one across the border


@dataclass(frozen=True)
class SpawnZone:
    """Spawn tokens of one zone, in spawning order of the list."""

    zone: str
    colour: int
    tokens: int
    active: bool


@dataclass(frozen=True)
class Objective:
    """An objective place; shuffled ones get a random colour (BP-23.R4)."""

    zone: str
    colour: int
    shuffled: bool


@dataclass(frozen=True)
class QuestVault:
    """A vault outside the board grid; ``doors``: zone and cell of each vault door."""

    colour: str
    zone: str
    doors: tuple[tuple[str, Cell], ...]
    key: int
    random_artefacts: int
    cards: Mapping[str, int]


@dataclass(frozen=True)
class QuestRule:
    """A special rule: ``codes.RULE_...``, colour, two parameters; a string is the id of a card or a kind, "" for none."""

    kind: int
    colour: int
    a: int | str
    b: int | str


@dataclass(frozen=True)
class Goal:
    """A victory predicate: step from 0, ``codes.GOAL_...``, its subject (a number, a zone, a card or a kind), threshold.

    ``text`` and ``line``: the predicate as it is written, and its line in the file.
    """

    step: int
    kind: int
    a: int | str
    b: int
    text: str = field(default="", compare=False)
    line: int = field(default=1, compare=False)


@dataclass(frozen=True)
class Note:
    """A doubtful reading of the map and its resolution."""

    about: str
    confidence: str
    text: str


@dataclass(frozen=True)
class Quest:
    """One quest (BP-23).  ``cells``: labels row by row; ``survivors_max`` None: no limit; ``minutes`` None: it varies."""

    id: str
    number: int
    title: str
    aliases: tuple[str, ...]
    difficulty: str
    survivors_min: int
    survivors_max: int | None
    minutes: int | None
    tiles: tuple[tuple[tuple[str, int], ...], ...]
    cells: tuple[tuple[str, ...], ...]
    special_zones: Mapping[str, tuple[str, ...]]
    openings: tuple[Opening, ...]
    doors: tuple[QuestDoor, ...]
    start: tuple[str, ...]
    exit: tuple[str, ...]
    spawn_zones: tuple[SpawnZone, ...]
    token_limit: int
    objectives: tuple[Objective, ...]
    shuffled_blue: int
    shuffled_green: int
    vaults: tuple[QuestVault, ...]
    removed_cards: Mapping[str, int]  # equipment cards removed from the deck; -1: all
    removed_necromancers: int
    zombies: tuple[tuple[str, str, int], ...]  # zone, kind, number
    rules: tuple[QuestRule, ...]
    goals: tuple[Goal, ...]
    in_end_phase: bool
    exit_allowed: bool
    exit_after_step: int
    notes: tuple[Note, ...] = field(default=())
    special: Mapping[str, Any] = field(default_factory=dict)  # edition-specific keys, as in the file
    source: str = ""
    # ---- quests with ramparts, Guards and a Beacon
    ramparts: frozenset[str] = frozenset()
    ruins: frozenset[str] = frozenset()
    ladders: tuple[tuple[str, str], ...] = ()  # printed ones, by the zones that they join
    beacon: str = ""
    flag: str = ""
    defiled: tuple[str, ...] = ()
    guards: Mapping[str, int] = field(default_factory=dict)
    cauldrons: Mapping[str, int] = field(default_factory=dict)
    rope_ladders: Mapping[str, int] = field(default_factory=dict)  # lying loose
    prepared: tuple[str, ...] = ()  # objectives with prepared equipment cards

    @property
    def survivors_text(self) -> str:
        """``6+``, ``6`` or ``4-6``."""
        if self.survivors_max is None:
            return f"{self.survivors_min}+"
        return str(self.survivors_min) if self.survivors_min == self.survivors_max else f"{self.survivors_min}-{self.survivors_max}"

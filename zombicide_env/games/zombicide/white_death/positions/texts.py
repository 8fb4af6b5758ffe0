"""The text of a White Death position as plain data: labels for zones, ids for cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...table.board import Board
from ..numbers.layout import SLOTS
from .text import ZombieCardText

__all__ = ["GroundText", "SetupText", "SurvivorText", "WhiteDeathText"]


@dataclass(frozen=True)
class GroundText:
    """The board with everything printed on it or placed by the quest."""

    board: Board
    rope_ladders: tuple[tuple[str, str], ...] = ()
    defiled: tuple[str, ...] = ()
    spawn: tuple[tuple[int, str], ...] = ()  # number from 0, zone; ascending
    linked: int = -1
    beacon: str | None = None
    objectives: Mapping[str, str] = field(default_factory=dict)
    exit: tuple[str, ...] = ()
    flag: str | None = None


@dataclass(frozen=True)
class SurvivorText:
    """A survivor; ``zone`` None: has left the board."""

    name: str
    zone: str | None
    inventory: tuple[str | None, ...] = (None,) * SLOTS
    unloaded: tuple[int, ...] = ()
    xp: int = 0
    wounds: int = 0
    laps: int = 0
    skills: tuple[str, ...] = ()
    actions: int | None = None
    rope_ladders: int = 0
    tokens: tuple[str, ...] = ()
    beacon: bool = False


@dataclass(frozen=True)
class SetupText:
    """A quest after its setup."""

    quest: str | int
    survivors: tuple[str, ...]


@dataclass(frozen=True)
class WhiteDeathText:
    """A whole position, every key with its default."""

    ground: GroundText
    survivors: tuple[SurvivorText, ...]
    players: tuple[tuple[str, tuple[str, ...]], ...]
    turn: str | None
    automatic: int = 0  # as in the world
    quest: str | int | None = None
    zombies: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    supply: Mapping[str, int] = field(default_factory=dict)
    noise: Mapping[str, int] = field(default_factory=dict)
    freeze: tuple[str, ...] = ()
    guards: Mapping[str, int] = field(default_factory=dict)
    cauldrons: Mapping[str, int] = field(default_factory=dict)
    loose_ladders: Mapping[str, int] = field(default_factory=dict)
    artefacts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    prepared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    zombie_cards: tuple[ZombieCardText, ...] = ()
    equipment_cards: tuple[str, ...] = ()
    artefact_cards: tuple[str, ...] = ()
    exact: Mapping[str, bool] = field(default_factory=dict)  # equipment, zombie, artefact
    equipment_discard: tuple[str, ...] = ()
    zombie_discard: tuple[ZombieCardText, ...] = ()
    artefacts_taken: int = 0
    guards_escaped: int = 0
    removed: Mapping[str, int] = field(default_factory=dict)  # objectives by colour
    modes: Mapping[str, bool] = field(default_factory=dict)
    abomination_deck: int = 0
    necromancer_deck: int = 0
    dice: tuple[int, ...] = ()

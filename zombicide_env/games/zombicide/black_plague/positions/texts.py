"""The text of a position as plain data: labels for zones, ids for cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...table.board import Board
from ..numbers.layout import SLOTS
from .text import ZombieCardText

__all__ = ["BoardText", "NecromancerText", "PositionText", "SpawnText", "SurvivorText", "VaultText"]


@dataclass(frozen=True)
class SpawnText:
    """A spawn token."""

    zone: str
    colour: str  # red, blue, green, necromancer


@dataclass(frozen=True)
class VaultText:
    """A vault and the cards in it."""

    zone: str
    doors: tuple[str, ...]
    colour: str
    cards: tuple[str, ...] = ()
    face_down: tuple[str, ...] = ()


@dataclass(frozen=True)
class BoardText:
    """The board with everything printed on it or placed by the quest."""

    board: Board
    spawn: tuple[SpawnText, ...] = ()
    exit: tuple[str, ...] = ()
    objectives: Mapping[str, str] = field(default_factory=dict)
    vaults: tuple[VaultText, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SurvivorText:
    """A survivor; ``zone`` None: has left, or is dead."""

    name: str
    zone: str | None
    alive: bool = True
    inventory: tuple[str | None, ...] = (None,) * SLOTS
    unloaded: tuple[int, ...] = ()
    xp: int = 0
    wounds: int = 0
    rotten: bool = False
    actions: int | None = None
    skills: tuple[str, ...] = ()


@dataclass(frozen=True)
class NecromancerText:
    """A Necromancer and the zone of its appearance."""

    zone: str
    entry: str


@dataclass(frozen=True)
class PositionText:
    """A whole position, every key with its default."""

    board: BoardText
    survivors: tuple[SurvivorText, ...]
    players: tuple[tuple[str, tuple[str, ...]], ...]
    turn: str | None
    automatic: int = 0  # as in the world
    quest: int | None = None
    strict_all_survivors: bool = False
    cabal: bool = False
    zombies: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    necromancers: tuple[NecromancerText, ...] = ()
    noise: Mapping[str, int] = field(default_factory=dict)
    biles: tuple[str, ...] = ()  # a zone per token, oldest first
    supply: Mapping[str, int] = field(default_factory=dict)
    dice: tuple[int, ...] = ()
    zombie_cards: tuple[ZombieCardText, ...] = ()
    equipment_cards: tuple[str, ...] = ()
    equipment_exact: bool = False
    zombie_exact: bool = False
    equipment_discard: tuple[str, ...] = ()
    zombie_discard: tuple[ZombieCardText, ...] = ()
    taken: tuple[str, ...] = ()
    killed: Mapping[str, int] = field(default_factory=dict)
    artefacts: int = 0
    vault_cards_taken: tuple[str, ...] = ()
    book: bool = False

"""Components of the game, and decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

Play = Generator["Ask", str, Any]


class Over(Exception):
    """The game has ended (ZG-5.10, ZG-5.13, ZG-5.14)."""


@dataclass
class Ask:
    """A decision: its player, its node, the legal answers."""

    player: int
    node: str
    answers: list[str]


@dataclass
class Place:
    """A location."""

    type: str | None
    near: list[int]
    ring: int
    owner: int | str | None = None
    intact: int = 0
    ruined: int = 0
    pending: int = 0
    pending_owner: int | None = None
    pending_kind: str | None = None
    horde: bool = False
    face_down: bool = False
    attacked: int = 0
    fought: bool = False
    searched: bool = False

    def ruin(self) -> None:
        """ZG-9.5."""
        self.ruined += self.intact
        self.intact, self.owner = 0, None

    def lapse(self) -> None:
        """The project there is lost (ZG-13.15)."""
        if self.pending_kind != "repair":
            self.ruined += self.pending
        self.pending, self.pending_owner, self.pending_kind = 0, None, None


@dataclass
class Person:
    """A character."""

    name: str
    index: int
    leader: bool
    fight: int
    eng: int
    sci: int
    pile: str
    zone: str = "box"
    player: int | None = None
    at: int | None = None
    exhausted: bool = False
    moved: bool = False
    origin: int | None = None
    job: str = "none"
    retreats: int = 0

    def leave(self, zone: str, player: int | None = None) -> None:
        self.zone, self.player, self.at, self.origin = zone, player, None, None
        self.exhausted = self.moved = False
        self.job, self.retreats = "none", 0


@dataclass
class Player:
    seat: int
    faction: str | None = None
    base: int | None = None
    food: int = 2
    medicine: int = 0
    vp: int = 0
    brewed: int = 0
    hand: Counter[str] = field(default_factory=Counter)
    scheme: list[str] = field(default_factory=list)
    leaders_killed: int = 0
    captures: int = 0
    erected: int = 0
    street: bool = False
    eliminated: bool = False
    passed: bool = False


@dataclass
class Fight:
    kind: str
    at: int
    sides: list[int]
    bonus: list[int] = field(default_factory=lambda: [0, 0])
    weapons: list[int] = field(default_factory=lambda: [0, 0])
    guns: list[int] = field(default_factory=lambda: [0, 0])
    rides: list[int] = field(default_factory=lambda: [0, 0])
    against: int | None = None
    reward: int | None = None
    dice: list[int] | None = None

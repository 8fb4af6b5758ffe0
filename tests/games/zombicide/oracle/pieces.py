"""Survivors and zombies of a state, common to all editions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Generic, TypeVar

from tests.games.zombicide.oracle.asking import Asking, Card, GameOver

LEVELS = ((0, "blue"), (7, "yellow"), (19, "orange"), (43, "red"))  # BP-8.3, WD-8.2


@dataclass(eq=False)
class Miniature:
    """One zombie."""

    kind: str
    zone: str


@dataclass(eq=False)
class Person:
    """One survivor."""

    name: str
    zone: str | None
    wounds: int
    xp: int
    actions: int
    skills: list[str]
    slots: dict[str, Card]
    alive: bool = True

    @property
    def in_play(self) -> bool:
        return self.alive and self.zone is not None

    def level(self) -> int:
        return sum(self.xp >= xp for xp, _ in LEVELS) - 1


S = TypeVar("S", bound=Person)
Z = TypeVar("Z", bound=Miniature)


@dataclass(eq=False, kw_only=True)
class Pieces(Asking, Generic[S, Z]):
    """A position with survivors and zombies; an edition's table adds the board and all other components."""

    survivors: list[S]
    zombies: list[Z]
    supply: Counter[str]
    noise: Counter[str]
    outcome: str = "ongoing"
    defeat: str | None = None

    def survivor(self, name: str) -> S:
        return next(one for one in self.survivors if one.name == name)

    def in_play(self) -> list[S]:
        return [one for one in self.survivors if one.in_play]

    def in_zone(self, zone: str) -> list[S]:
        return [one for one in self.in_play() if one.zone == zone]

    def zombies_in(self, zone: str, kind: str | None = None) -> list[Z]:
        return [zombie for zombie in self.zombies if zombie.zone == zone and kind in (None, zombie.kind)]

    def danger(self) -> str:
        """Level of the most experienced survivor in play (BP-8.6, BP-8.R4, WD-8.7)."""
        return LEVELS[max((one.level() for one in self.in_play()), default=0)][1]

    def drop(self, one: S, slot: str) -> None:
        """Put a survivor's card onto its discard pile."""
        raise NotImplementedError

    def lose(self, why: str) -> None:
        self.outcome, self.defeat = "lost", why
        raise GameOver

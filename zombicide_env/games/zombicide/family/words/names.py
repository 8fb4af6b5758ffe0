"""Names of a game's entities in texts: labels of zones, ids of survivors, players and cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..edition import KINDS
from ..numbers.edition_events import NAMED as OWN_NAMED
from ..numbers.events import NAMED
from ..numbers.skills import SKILLS

__all__ = ["Names", "damage_with"]


@dataclass(frozen=True)
class Names:
    """Labels by number.  ``cards[0]`` means "no card"; skills have the same ids in every game (``skills.SKILLS``).

    Doors are named by their zones, ``3a-4``.
    """

    zones: tuple[str, ...]
    survivors: tuple[str, ...]
    players: tuple[str, ...]
    cards: tuple[str, ...]
    skills: Sequence[str] = SKILLS
    doors: tuple[str, ...] = ()
    others: tuple[str, ...] = ()  # seats after the survivors'
    cars: tuple[str, ...] = ()
    #: Survivor and card of ``starts_with`` skills in excess of those in the world: an ID card has at most two, a position may name more.
    further_starts: tuple[tuple[int, str], ...] = ()

    @property
    def seats(self) -> tuple[str, ...]:
        """Return all seats: the survivors, and their opponents."""
        return (*self.survivors, *self.others)

    @cached_property
    def zone_index(self) -> dict[str, int]:
        """Return the number of each zone."""
        return {name: number for number, name in enumerate(self.zones)}

    @cached_property
    def survivor_index(self) -> dict[str, int]:
        """Return the number of each survivor."""
        return {name: number for number, name in enumerate(self.survivors)}

    @cached_property
    def card_index(self) -> dict[str, int]:
        """Return the card type of each item."""
        return {name: number for number, name in enumerate(self.cards) if number > 0}

    def of(self, entity: str, number: int) -> str:
        """Return the name of a number of an event, by the entity that it refers to; "" for none."""
        if entity == "zombies":  # a set, as bits
            return "+".join(kind for k, kind in enumerate(KINDS) if number >> k & 1)
        known = self._called.get(entity)
        if known is None:
            return str(number)
        return known[number] if 0 <= number < len(known) else ""

    @cached_property
    def _called(self) -> dict[str, Sequence[str]]:
        own = {"zone": self.zones, "survivor": self.survivors, "player": self.players, "card": self.cards, "door": self.doors}
        return {**NAMED, **OWN_NAMED, **own}


def damage_with(w: Any, s: Any, i: int, card: int) -> int:
    """How often the survivor has +1 Damage with a card."""
    return int(w["damage_with"][i][card]) + (list(s["learned_with"][i]).count(card) if card else 0)

"""Contents of an edition's box, by name: cards, survivors, tiles, miniatures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from zombicide_env.core.words import OneLineError, suggest

from .cards import EquipmentCard, ZombieCard
from .survivors import SurvivorSheet
from .vocabulary import Vocabulary


class QuestError(OneLineError):
    """No quest of that name; the message lists the known ones."""


@dataclass(frozen=True)
class Box:
    """A box.  Cards are numbered from 1 in the order of ``cards`` and ``zombie_cards`` (0: no card)."""

    id: str
    title: str
    words: Vocabulary
    supply: tuple[int, ...]
    starting: tuple[str, ...]
    further_starting: str
    cards: tuple[EquipmentCard, ...]
    zombie_cards: tuple[ZombieCard, ...]
    survivors: tuple[SurvivorSheet, ...]
    tiles: Mapping[str, Any]  # sides by id, in the form of the edition's ``world.generate``

    def card(self, name: str) -> int:
        """Return the number of an equipment card.  Raises ``ValueError`` with a suggestion for an unknown id."""
        for number, card in enumerate(self.cards, 1):
            if card.id == name:
                return number
        raise ValueError(
            f"there is not an equipment card {name!r}{suggest(name, self.card_ids)}; ids are those of {self.id}/content/equipment.csv"
        )

    @property
    def card_ids(self) -> tuple[str, ...]:
        """Ids of the equipment cards in canonical order."""
        return self.words.items

    def sheet(self, name: str) -> SurvivorSheet | None:
        """Return the ID card of a survivor, None for an unknown name."""
        return next((sheet for sheet in self.survivors if sheet.id == name), None)

"""The words by which texts speak of a game: labels of zones, ids of survivors, players and cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..numbers.skills import SKILLS

__all__ = ["Names"]


@dataclass(frozen=True)
class Names:
    """Labels by number.  ``cards[0]`` stands for "no card"; skills have the same ids in every game (``skills.SKILLS``)."""

    zones: tuple[str, ...]
    survivors: tuple[str, ...]
    players: tuple[str, ...]
    cards: tuple[str, ...]
    skills: Sequence[str] = SKILLS

    @cached_property
    def zone_index(self) -> dict[str, int]:
        """Number of each zone."""
        return {name: number for number, name in enumerate(self.zones)}

    @cached_property
    def survivor_index(self) -> dict[str, int]:
        """Number of each survivor."""
        return {name: number for number, name in enumerate(self.survivors)}

    @cached_property
    def card_index(self) -> dict[str, int]:
        """Card type of each item."""
        return {name: number for number, name in enumerate(self.cards) if number > 0}

"""The content of a position as plain numbers: places, characters, the whole position (read by ``read``, set up by ``place``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ..content.house import House
from ..numbers.layout import NONE, S3
from ..options import Options

__all__ = ["NO_CONFIG", "CharacterText", "LocationText", "PositionText"]

NO_CONFIG: Final = ("players", "first_player", "decisions", "reward", "house")  # options with other keys in a vector, or none


@dataclass(frozen=True)
class LocationText:
    """The markers of a location."""

    owner: int = NONE
    intact: int = 0
    ruined: int = 0
    pending: int = 0
    pending_owner: int = NONE
    pending_kind: int = NONE
    horde: bool = False


@dataclass(frozen=True)
class CharacterText:
    """A character on the board."""

    seat: int
    at: int
    exhausted: bool = False
    origin: int = NONE
    moved: bool = False
    job: int = 0
    retreats: int = 0


@dataclass(frozen=True)
class PositionText:
    """A whole position at the beginning of a phase."""

    config: Options
    house: House
    factions: tuple[int, ...]  # by seat, -1: not chosen
    first: int
    turn: int
    phase: int
    until: int
    bases: tuple[int, ...] = ()
    types: Mapping[int, int] = field(default_factory=dict)
    face_down: tuple[int, ...] = ()
    locations: Mapping[int, LocationText] = field(default_factory=dict)
    characters: Mapping[int, CharacterText] = field(default_factory=dict)
    hands: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    tracks: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    squads: Mapping[int, tuple[tuple[int, bool], ...]] = field(default_factory=dict)
    decks: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    top: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    discards: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    piles: Mapping[int, tuple[int, ...]] = field(default_factory=dict)  # by faction
    tile_hands: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    tile_reserve: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    zombie_cards: tuple[tuple[int, int], ...] = ()

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.factions)

    @property
    def setup(self) -> bool:
        """Whether the position is the game's setup."""
        return self.phase < S3

"""How much each consideration counts in White Death beside the family's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WEIGHTS: Final[Mapping[str, float]] = {
    "guards": 1.0,  # zombies that Guards kill, against those that a survivor kills
    "escort": 0.25,  # a step of a group of Guards toward where the team wants it
    "convoy": 0.1,  # a step of a Guard toward the Exit by which he has to leave
    "outward": 2.5,  # how much more a step counts once all that is left is to leave
    "sacred": 3.0,  # a Guard who may die where that loses the game
    "hand": 2.0,  # a card that the quest has prepared
    "fragments": 4.0,  # fragments of a folio given to who gathers them
    "rope": 4.0,  # a rope ladder taken or hung where the Beacon lacks a way
    "siege": 0.9,  # zombies that a cauldron or Dragon Fire kills
}

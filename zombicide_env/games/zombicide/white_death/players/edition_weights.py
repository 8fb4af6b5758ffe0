"""Weights of White Death: weights of the family with other values, and its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: Survivors on separate ways are faster than Necromancers and hordes.
CHANGED: Final[Mapping[str, float]] = {
    "progress": 0.6,
    "wound": 0.5,
    "luck": 1.0,
    "dear": 4.5,
    "later": 0.64,
    "run": 33.0,  # steps that a survivor leaves the team for an errand of its own
}
WEIGHTS: Final[Mapping[str, float]] = {
    "column": 1.5,  # the same if there is a prepared card for each, or Guards have to be led out and no artefacts are wanted
    "guards": 1.0,  # zombies killed by Guards, relative to those killed by a survivor
    "escort": 0.25,  # a step of a group of Guards towards the team's target
    "shepherd": 1.0,  # survivors who go to the Exit with them before the others
    "muster": 0.5,  # a step of a group of Guards towards the ramparts where they have to be at the end
    "convoy": 0.1,  # a step of a Guard towards the Exit by which it has to leave
    "outward": 2.5,  # factor of a step once the only goal left is to leave
    "sacred": 3.0,  # a Guard who may die if that loses the game
    "hand": 2.0,  # a card that the quest has prepared
    "fragments": 4.0,  # fragments of a folio given to the survivor who collects them
    "rope": 4.0,  # a rope ladder taken or hung where the Beacon lacks a way
    "siege": 0.9,  # zombies that a cauldron or Dragon Fire kills
}

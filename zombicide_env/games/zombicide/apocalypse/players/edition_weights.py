"""Weights of Apocalypse: the team's, and the Zombie Master's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CHANGED: Final[Mapping[str, float]] = {}
WEIGHTS: Final[Mapping[str, float]] = {
    # ---- the team's
    "near": 0.0436,  # wounds that zombies two steps away could deal
    "car": 6.5,  # searching a car, in addition to the worth of a Search
    "blast": 0.992,  # zombies that a Molotov or a fire kills
    "spend": 1.3,  # cost of using up a Molotov
    # ---- the Zombie Master
    "automatic": 0.0,  # above 0 the Zombie Master plays the defaults of the rules (AP-24)
    "thirst": 1.0,  # a survivor who is already wounded
    "lonely": 0.6,  # a survivor who is alone in the zone
    "pack": 0.15,  # zombies that move the same way
    "patience": 0.7,  # minimum worth of a card to be played
}

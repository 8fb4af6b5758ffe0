"""How much each consideration counts: the team's in Apocalypse, and the Zombie Master's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WEIGHTS: Final[Mapping[str, float]] = {
    # ---- the team's own
    "near": 0.0436,  # wounds that zombies two steps away could deal
    "car": 6.5,  # searching a car, beside what a Search is worth
    "blast": 0.992,  # zombies that a Molotov or a fire kills
    "spend": 1.3,  # what using up a Molotov costs
    # ---- the Zombie Master
    "automatic": 0.0,  # above 0 he takes the defaults of the rules (AP-24)
    "thirst": 1.0,  # a survivor who is wounded already
    "lonely": 0.6,  # a survivor without others in his zone
    "pack": 0.15,  # zombies that go the same way
    "patience": 0.7,  # what a card has to be worth to be played
}

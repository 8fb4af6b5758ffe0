"""How much each consideration counts: the team's in Apocalypse, and the Zombie Master's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WEIGHTS: Final[Mapping[str, float]] = {
    # ---- the family's, found by a search over games of all missions (`zombicide tune`): fewer wounds are to be had, and weapons weaker
    "progress": 0.399,
    "cohesion": 0.256,
    "alone": 1.52,
    "kill": 1.64,
    "sally": 0.0498,
    "level": 2.32,
    "search": 1.54,
    "door": 0.853,
    "room": 0.75,
    "spread": 0.197,
    "objective": 1.28,
    "wait": 18.5,
    "effort": 0.0101,
    "wound": 0.198,
    "death": 2.12,
    "later": 0.0865,
    "fear": 0.0796,
    "run": 2.32,
    "armed": 1.71,
    "arming_rounds": 5.95,
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

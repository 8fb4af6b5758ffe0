"""Numbers that only Apocalypse has: types of zombies, cars, mini-missions, the Zombie Master's cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

TOXIC: Final = (0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0)
BERSERK: Final = (0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0)
#: Walker, Fatty, Runner, Abomination, dog.
CLASSES: Final = ("walker", "fatty", "runner", "abomination", "dog")
CLASS_OF: Final = (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4)
KIND_OF: Final = (0, 0, 0, 3, 3, 3, 6, 6, 6, 9, 9, 9, 12)  # the normal one of the kind (AP-0.R2)
ESCORT: Final = (-1, -1, -1, 0, 1, 2, -1, -1, -1, -1, -1, -1, -1)  # who comes with it, two of them (AP-10.3)
STAND_IN: Final = (-1, -1, -1, -1, -1, -1, -1, -1, -1, 3, 4, 5, -1)  # who comes when there are too many (AP-10.9)
ABOMINATIONS: Final = (2, 3, 4, 5)  # on the board, by danger level (AP-10.9)
ABOMINATION_WOUNDS: Final = (3, 3, 5, 6)  # of one attack, by danger level (AP-10.8)
CARS: Final = 6
SEATS: Final = 4
SPEED: Final = 2  # AP-16.R1
LOAD: Final = 12  # supply cards under a car
BOMBS: Final = 48  # at once: each of seven survivors sets one with every action, and some lay there
BOMBS_SEEN: Final = 4  # in a zone; more of them do no more
FIRE_PASSES: Final = 3  # AP-17.R2
MINI_MISSIONS: Final = ("stash_1", "stash_2", "stash_3")
TASKS: Final[Mapping[str, tuple[str, ...]]] = {
    "stash_1": ("walkers", "runners", "abomination"),
    "stash_2": ("walkers", "fatties"),
    "stash_3": ("door", "objective", "melee"),
}
#: What has to be counted in one turn, by mini-mission and task: number of the tally, how many.
TALLY: Final = (((0, 4), (2, 2), (3, 1)), ((0, 5), (1, 2)), ((4, 1), (5, 1), (6, 3)))
TALLIES: Final = 7  # what is counted in a turn: kills by class but dogs, doors, objectives, kills in melee
MASTER_CARDS: Final = ("zb1", "zb2", "zb3", "zb4", "zb5", "zg1", "zg2", "zg3", "zg4", "zg5")
HAND_LIMIT: Final = 3  # AP-21.R3
ECHO: Final = 3
PACKS: Final = 320  # stacks of zombies that activate
PACK_NAMES: Final = ("base", "apocalypse", "zm", "toxic", "berserker", "dogs")

"""Mini-missions: their tasks, and the counters of a turn for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MINI_MISSIONS: Final = ("stash_1", "stash_2", "stash_3")
N_MINI: Final = len(MINI_MISSIONS)
TASKS: Final[Mapping[str, tuple[str, ...]]] = {
    "stash_1": ("walkers", "runners", "abomination"),
    "stash_2": ("walkers", "fatties"),
    "stash_3": ("door", "objective", "melee"),
}

#: Counters needed within one turn, by mini-mission and task: number of the tally, threshold.
TALLY: Final = (((0, 4), (2, 2), (3, 1)), ((0, 5), (1, 2)), ((4, 1), (5, 1), (6, 3)))
TALLIES: Final = 7  # counters of a turn: kills by class except dogs, doors, objectives, kills in melee
DOOR_TALLY: Final = 4
OBJECTIVE_TALLY: Final = 5
MELEE_TALLY: Final = 6

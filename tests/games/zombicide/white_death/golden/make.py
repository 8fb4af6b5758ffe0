"""The list of the golden games of White Death, and the command that makes them (``tests.games.zombicide.goldens``).

When these were made the heuristic won quests 2, 4, 5, 6 and 7 too seldom to be found winning: their won games name no player.
Many copies of one game were played with other weights, and after each round the most promising ones were copied again, until one was
won.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.games.zombicide.goldens import WON, Goldens, main

QUESTS = (
    "preparing_for_battle",
    "sound_the_alarm",
    "the_last_folios",
    "legacy_of_the_dawn",
    "scorched_earth",
    "empress_of_thorns",
    "a_rampart_too_far",
    "the_regalia",
    "wall_of_heroes",
    "defenders_of_the_empire",
    "the_last_stand",
)
ENDS = (WON, "survivor_killed", "beacon_defiled", "quest", "max_rounds")

_NOT_LOST = "the quest has no condition of defeat of its own (WD-25.55, WD-25.76): only deaths and the Beacon lose it"
_SAME = "a limit of rounds does not depend on the quest: one file shows it"

#: (quest number, end) -> why no game can end this way, or why none is stored.
IMPOSSIBLE: dict[tuple[int, str], str] = {
    **{(quest, "quest"): _NOT_LOST for quest in (3, 5)},
    **{(quest, "max_rounds"): _SAME for quest in range(1, 11)},
}


def options(quest: int, end: str) -> dict[str, Any]:
    """Options of a game of a quest with this end."""
    return {"max_rounds": 2, "at_max_rounds": "defeat"} if end == "max_rounds" else {}


GOLDENS = Goldens("white_death", Path(__file__).parent, QUESTS, ENDS, IMPOSSIBLE, options)

if __name__ == "__main__":
    sys.exit(main(GOLDENS))

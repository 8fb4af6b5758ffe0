"""The list of the golden games of Apocalypse, and the command that makes them (``tests.games.zombicide.goldens``)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.games.zombicide.goldens import DRAWN, WON, Goldens, main
from zombicide_env.games.zombicide.apocalypse.edition import KINDS

QUESTS = (
    "tutorial",
    "city_blocks",
    "y_zone",
    "race_of_zombicity",
    "drive_by_shooting",
    "big_w",
    "the_escape",
    "grindhouse",
    "zombie_police",
    "might_makes_right",
    "small_town",
)
ENDS = (WON, "no_survivors", "quest", DRAWN, "max_rounds")

_NOT_LOST = "the mission has no condition of defeat of its own, nor one that `strict_all_survivors` adds: it does not end at the Exit"
_SAME = "a limit of rounds does not depend on the mission: one file shows it"
_DRAWS = "a draw by the limit of rounds (AP-3.R2) does not depend on the mission: one file shows it"

#: (mission, end) -> why no game can end this way, or why none is stored.
IMPOSSIBLE: dict[tuple[int, str], str] = {
    **{(quest, "quest"): _NOT_LOST for quest in (0, 1, 3, 4, 5, 8, 10)},
    **{(quest, DRAWN): _DRAWS for quest in range(11) if quest != 7},
    **{(quest, "max_rounds"): _SAME for quest in range(1, 11)},
}
_STRICT = (2, 6)  # missions that end at the Exit: "quest" means a death with strict_all_survivors (BP-3.R2)
#: Missions that are won with few zombies; the others use all of them.
_HARD = {1: 4, 4: 4, 5: 4, 6: 0, 9: 4, 10: 4}


def options(quest: int, end: str) -> dict[str, Any]:
    """Options of a game of a mission with this end."""
    if end == "max_rounds":
        return {"max_rounds": 2, "at_max_rounds": "defeat"}
    if end == DRAWN:
        return {"at_max_rounds": "draw"}
    if end == "quest" and quest in _STRICT:
        return {"strict_all_survivors": True}
    if end == WON and quest in _HARD:
        return {"supply": dict.fromkeys(KINDS, 0) | {"walker": _HARD[quest]}}
    return {}


GOLDENS = Goldens("apocalypse", Path(__file__).parent, QUESTS, ENDS, IMPOSSIBLE, options)

if __name__ == "__main__":
    sys.exit(main(GOLDENS))

"""The list of the golden games of Black Plague, and the command that makes them (``tests.games.zombicide.goldens``)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.games.zombicide.goldens import WON, Goldens, main

QUESTS = (
    "danse_macabre",
    "big_game_hunting",
    "the_black_book",
    "the_shepherds",
    "famine",
    "the_commandry",
    "in_caligine_abditus",
    "dead_trail",
    "the_evil_temple",
    "the_hellhole",
    "trial_by_fire",
)
ENDS = (WON, "no_survivors", "necromancer", "quest", "max_rounds")

_KILLED = "the quest is lost by the first death (BP-23.Q4.R2), which is tested before the death of all (BP-3.R1)"
_NO_NECROMANCER = "no Necromancer ever comes: his cards leave the deck (BP-23.Q0.3) and no effect of the quest brings one"
_NOT_LOST = "the quest has no condition of defeat of its own, nor one that `strict_all_survivors` adds: it does not end at the Exit"
_SAME = "a limit of rounds does not depend on the quest: one file shows it"

#: (quest number, end) -> why no game can end this way, or why none is stored.
IMPOSSIBLE: dict[tuple[int, str], str] = {
    (0, "necromancer"): _NO_NECROMANCER,
    (4, "no_survivors"): _KILLED,
    **{(quest, "quest"): _NOT_LOST for quest in (1, 2, 3, 8, 9, 10)},
    **{(quest, "max_rounds"): _SAME for quest in range(1, 11)},
}
_STRICT = (0, 5, 6, 7)  # quests that end at the Exit: "quest" means a death with strict_all_survivors (BP-3.R2)


def options(quest: int, end: str) -> dict[str, Any]:
    """Options of a game of a quest with this end."""
    if end == "max_rounds":
        return {"max_rounds": 3, "at_max_rounds": "defeat"}
    return {"strict_all_survivors": True} if end == "quest" and quest in _STRICT else {}


GOLDENS = Goldens("black_plague", Path(__file__).parent, QUESTS, ENDS, IMPOSSIBLE, options)

if __name__ == "__main__":
    sys.exit(main(GOLDENS))

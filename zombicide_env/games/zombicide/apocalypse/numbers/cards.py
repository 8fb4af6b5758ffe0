"""Numbers of the Zombie Master's cards, and classes of zombies and equipment, by name."""

from __future__ import annotations

from typing import Final

from .figures import CLASSES, MASTER_CARDS

(ZB1, ZB2, ZB3, ZB4, ZB5, ZG1, ZG2, ZG3, ZG4, ZG5) = range(len(MASTER_CARDS))
BLUE_CARDS: Final = 5  # the first of them are blue, instant ones
(WALKERS, FATTIES, RUNNERS, ABOMINATIONS, DOGS) = range(len(CLASSES))
DOOR_TALLY: Final = 4
OBJECTIVE_TALLY: Final = 5
MELEE_TALLY: Final = 6

# ---- classes of equipment cards
CATEGORIES: Final = ("", "weapon", "pimp_weapon", "tool", "ingredient", "support", "goods", "event", "mini_mission")
(_, WEAPON, PIMP_WEAPON, TOOL, INGREDIENT, SUPPORT, GOODS, EVENT, MINI_MISSION) = range(len(CATEGORIES))

# ---- how survivors leave a mission by its Exit
EXITS: Final = ("none", "foot", "car", "choice")
(NO_EXIT, BY_FOOT, BY_CAR, BY_CHOICE) = range(len(EXITS))
CAR_KINDS: Final = ("none", "police_car", "pimpmobile")
POLICE_CAR: Final = 1
PIMPMOBILE: Final = 2

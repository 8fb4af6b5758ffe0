"""Apocalypse's own tasks."""

from __future__ import annotations

from typing import Final

SUFFER: Final = 49  # wounds of a survivor, one by one
PLAN: Final = 50  # ways of the next stack of zombies
BOMBS_GO: Final = 51
EXPIRE: Final = 52  # lasting cards of the Zombies' Phase
CAR_ATTACK: Final = 53
CAR_STOPS: Final = 54
REWARDS: Final = 55
MASTER_PHASE: Final = 56
HAND_LIMIT: Final = 57
POLICE: Final = 58
STARTED: Final = 59
FLAME: Final = 60
MASTER_NEXT: Final = 61
ARRIVED: Final = 62  # survivors may have entered other zones
DOOR_OPENED: Final = 63

RESTS: Final = (POLICE,)
"""Tasks on which a turn or the storing of a card may lie: the search of a police car continues (AP-16.R8)."""

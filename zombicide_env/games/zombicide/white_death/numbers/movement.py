"""Codes of movement: borders, classes of movers, groups of zombies, subjects of a decision about a way."""

from __future__ import annotations

from typing import Final

# ---- borders as printed
WALLED: Final = 0
OPEN: Final = 1
PASSAGE: Final = 2

# ---- movers (edition.MOVERS)
CLIMBER: Final = 1
HORDE: Final = 2
GIANT: Final = 3
CROW: Final = 4

# ---- groups that move together: kinds of a class (WD-17.12)
GROUPS: Final = 3
GROUP_OF: Final = (0, 0, 0, 1, -1, 2)  # by kind; the Defiler does not move
GROUP_MOVER: Final = (HORDE, GIANT, GIANT)

# ---- subjects of a ROUTE: a group's step, a climb, the Defiler's advance, a push
TO_MOVE: Final = 0
TO_CLIMB: Final = 1
TO_ADVANCE: Final = 2
TO_PUSH: Final = 3

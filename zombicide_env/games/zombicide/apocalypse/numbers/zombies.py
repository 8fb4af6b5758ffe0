"""Types of zombies by code, their special properties, and stacks of activated zombies."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.layout import Range

CLASSES: Final = ("walker", "fatty", "runner", "abomination", "dog")
(WALKERS, FATTIES, RUNNERS, ABOMINATIONS, DOGS) = range(len(CLASSES))

# ---- by type
CLASS_OF: Final = (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4)
KIND_OF: Final = (0, 0, 0, 3, 3, 3, 6, 6, 6, 9, 9, 9, 12)  # the normal one of the kind (AP-0.R2)
TOXIC: Final = (0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0)
BERSERK: Final = (0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0)
ESCORT: Final = (-1, -1, -1, 0, 1, 2, -1, -1, -1, -1, -1, -1, -1)  # escort of the type, two of them (AP-10.3)
STAND_IN: Final = (-1, -1, -1, -1, -1, -1, -1, -1, -1, 3, 4, 5, -1)  # kind that appears when there are too many (AP-10.9)

# ---- Abominations, by danger level
MOST_ABOMINATIONS: Final = (2, 3, 4, 5)  # on the board (AP-10.9)
ABOMINATION_WOUNDS: Final = (3, 3, 5, 6)  # of one attack (AP-10.8)

# ---- stacks of activated zombies
PACKS: Final = 320
STACKS: Final = Range(0, PACKS)
MOST: Final = 48  # zombies of one stack that an answer can name; larger numbers are sent in several parts

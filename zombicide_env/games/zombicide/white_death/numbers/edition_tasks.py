"""White Death's own tasks."""

from __future__ import annotations

from typing import Final

SIEGE: Final = 49
CLIMB: Final = 50
PLACED: Final = 51
REFLEXES: Final = 52
ADVANCE: Final = 53
SHORTAGE: Final = 54
GIANT_CARD: Final = 55
NOSES: Final = 56
LENT: Final = 57
BEGIN_CLIMB: Final = 58
REGAIN: Final = 59
HELD: Final = 60  # an attack continues after Hold Your Nose
CAST: Final = 61
AFTERMATH: Final = 62
EXTRAS: Final = 63

RESTS: Final = (LENT,)
"""Tasks on which a turn or the storing of a card may lie: the action that a Born Leader gives (WD-24.50)."""

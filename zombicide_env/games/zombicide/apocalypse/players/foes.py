"""What zombies are beside their kinds: berserkers, and Abominations (AP-10)."""

from __future__ import annotations

from zombicide_env.core.jit import jit

from ...table.codes import MELEE
from ..numbers.figures import ABOMINATION_WOUNDS, BERSERK


@jit
def immune(kind: int, combat: int) -> bool:
    """Berserkers are killed in melee only (AP-10.10)."""
    return combat != MELEE and BERSERK[kind] == 1


@jit
def bite(danger: int) -> float:
    """Wounds of one attack of an Abomination at the danger level (AP-10.8)."""
    return 1.0 * ABOMINATION_WOUNDS[danger]

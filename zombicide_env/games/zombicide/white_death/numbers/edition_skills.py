"""Columns of White Death's own skills.  Modules import this one as ``OSK``."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from .skills import SKILL_INDEX, SKILLS, by_type, column
from .spells import BLESSINGS

ROLL6_DAMAGE: Final = by_type("roll6_damage")
DAMAGE: Final = by_type("plus_1_damage")
FREEZE: Final = by_type("freeze")
DAMAGE_2: Final = by_type("damage_2")
ESCALATION: Final = by_type("escalation")
BLESSING: Final = tuple(column(skill) for skill in BLESSINGS)  # skills given by a Blessing

HOARD: Final = column("hoard")
STARTS_WITH_2_AP: Final = column("starts_with_2_ap")
SAFE_SEARCH: Final = column("safe_search")
COMBAT_REFLEXES: Final = column("combat_reflexes")
SEE_THROUGH_RUINS: Final = column("see_through_ruins")
DOUBLE_CASTING: Final = column("double_casting")
IMPROVISED_MELEE: Final = column("improvised_weapon_melee")
IMPROVISED_RANGED: Final = column("improvised_weapon_ranged")
RUIN_EXPLORER: Final = column("ruin_explorer")
DEFILED_EXPLORER: Final = column("defiled_explorer")
CLOSE_QUARTERS_MASTER: Final = column("close_quarters_master")
MEDIC: Final = column("medic")
MULTIPLE_SEARCH: Final = column("multiple_search")
SEARCH_2_CARDS: Final = column("search_2_cards")
SIDESTEP: Final = column("sidestep")
TRANSMUTATION: Final = column("transmutation")
GHOST_SIGHT: Final = column("ghost_sight")
REACH: Final = column("reach")
CLIMBER: Final = column("climber")
ARTEFACT_COLLECTOR: Final = column("artefact_collector")
GUARDS_PUSH: Final = column("guards_push")
GUARDS_EVADE: Final = column("guards_evade")
HOLD_YOUR_NOSE: Final = column("hold_your_nose")
GUARDS_GHOST_SIGHT: Final = column("guards_ghost_sight")
GUARDS_SEE_THROUGH_RUINS: Final = column("guards_see_through_ruins")
GUARDS_SLIPPERY: Final = column("guards_slippery")
GUARDS_CLIMBER: Final = column("guards_climber")
GUARDS_ZONE: Final = column("guards_plus_1_zone_per_move")


# ---- skills whose parameter is another skill: by the column of that skill, -1: none
def _columns(prefix: str) -> npt.NDArray[np.int64]:
    return np.array([SKILL_INDEX.get(f"{prefix}_{skill}", -1) for skill in (*SKILLS, "")], np.int64)


COMPANY: Final = _columns("brother_in_arms")
IS_COMPANY: Final = np.array([skill.startswith("brother_in_arms") for skill in SKILLS])
REMOTE: Final = _columns("range_2_plus")
GUARDED: Final = _columns("guards")

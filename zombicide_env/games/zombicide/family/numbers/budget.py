"""Budget of a turn: codes of free actions, once-per-turn skills and sources of rerolls."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.layout import Range

from ..edition import FREE_SKILLS, USES

# ---- specific free actions (BP-6.R6), index of STATE.free -----------------------------------------------------------
F_MELEE: Final = 0
F_RANGED: Final = 1
F_MAGIC: Final = 2
F_MOVE: Final = 3
F_SEARCH: Final = 4
F_ENCHANTMENT: Final = 5
F_DOOR: Final = 6  # Break-in
F_NOSE: Final = 7  # Hold your nose
F_SPELLCASTER: Final = 8
F_COMBAT: Final = 9
N_FREE: Final = len(FREE_SKILLS)

# ---- skills used at most once a turn, index of STATE.used --------------------------------------------------------------
U_SPRINT: Final = 0
U_JUMP: Final = 1
U_TAUNT: Final = 2
U_SHOVE: Final = 3
U_LIFESAVER: Final = 4
U_LOUD: Final = 5
U_BORN_LEADER: Final = 6
U_DESTINY: Final = 7
N_USED: Final = USES

# ---- sources of rerolls, in the order of use (BP-24.R2) -------------------------------------------------------------------
BY_AMMO: Final = 1
BY_SHIELD: Final = 2
BY_LUCKY: Final = 4
BY_ONCE: Final = BY_SHIELD  # a skill used once a turn (AP-8.R4), before Lucky; a Shield rerolls no attack
REROLLS: Final = Range(0, BY_AMMO | BY_SHIELD | BY_LUCKY)

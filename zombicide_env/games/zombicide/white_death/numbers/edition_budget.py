"""White Death's own counters of a turn, in addition to ``budget``: free actions and once-per-turn skills."""

from __future__ import annotations

from typing import Final

# ---- free actions, index of STATE.free
F_GUARD: Final = 10
F_DUAL: Final = 11
F_DEFILED: Final = 12

# ---- skills used at most once a turn, index of STATE.used
U_CHARGE: Final = 8
U_BLOODLUST: Final = 9  # + combat type
U_SAFE_SEARCH: Final = 13
U_IMPROVISED_MELEE: Final = 14
U_IMPROVISED_RANGED: Final = 15

"""Default constants of editions.  An edition imports them and sets only what differs.

``edition.pyi`` says what each name means and which of them every edition has to set.
"""

from __future__ import annotations

import numpy as np

# ---- zombies, survivors, skills
KIND_GROUPS: tuple[str, ...] = ()
MOVERS: int = 1
ONE_WAY: bool = False
LEVEL_XP: tuple[int, int, int, int] = (0, 7, 19, 43)
WOUNDS: int = 3
ACTIONS: int = 3
KIND_SKILLS: tuple[str, ...] = ("ironclad", "collector")
JOINT: str = ":"

# ---- rules
WITHOUT: tuple[str, ...] = ()
DOORS_OPEN: bool = True
NATURAL_1: bool = False
ARMOUR_AND_SHIELD: bool = True
TOUGH_ALWAYS: bool = False
LOADS_ITSELF: bool = True
TRAP_ENDS_SEARCH: bool = True
LEADS_AT_ONCE: bool = False
GUARDS: bool = False
NOISE_PER_WEAPON: bool = False
WOUND_COSTS_SLOT: bool = False
AMMO_ANYWHERE: bool = False
LARGE_TEAM_TOKENS: bool = True
FOOD_XP: int = 0

# ---- sizes of the records
NEIGHBOURS: int = 8
KEPT_ROWS: int = 509
LEVELS_OF_GROUND: bool = False
SURVIVORS: int = 12  # BP-21.R1
CARDS: int = 64
COPIES: int = 160
ZOMBIE_CARDS: int = 128
NECROMANCERS: int = 1
VAULTS: int = 1
VAULT_CARDS: int = 1
BILES: int = 1
ASIDE: int = 8
MASTERS: int = 0
LAST_PHASE: int = 2
ZONE_USES: int = 3

# ---- the box
GOALS: tuple[str, ...] = ()
TOKEN_LIMIT: int = 6  # BP-17.9
FIRST_ZOMBIE_CARD: int = 1

FORMER: np.void | None = None

"""Constants of an edition (``edition.py``): every name, its type and meaning.

The family's modules import these names from ``..edition``, so that each edition compiles the same source with its own constants.  Type
checkers and editors read this file instead of those of the editions.
"""

from collections.abc import Mapping

import numpy as np

ID: str  # the name of the package and of the game
TITLE: str

# ---- zombies, survivors, skills
KINDS: tuple[str, ...]  # kinds of zombies in canonical order (BP-0.R2)
KIND_GROUPS: tuple[str, ...]  # kinds of zombies that one zombie card activates together
TOUGHNESS: tuple[int, ...]  # by kind: damage needed for one hit to kill (BP-10.1)
PRIORITY: tuple[int, ...]  # by kind: Targeting Priority Order, the lowest is hit first (BP-13.15)
KILL_XP: tuple[int, ...]  # by kind: experience for killing one (BP-8.1)
STEPS: tuple[int, ...]  # by kind: actions per activation (BP-15.1)
KILL_ORDER: tuple[int, ...]  # kinds in the order in which automatic mode assigns hits (BP-D-18)
MOVERS: int  # classes of movers, which differ in the borders they can pass; class 0 are the survivors
MOVER_OF: tuple[int, ...]  # by kind: its class; kinds of a class are consecutive in KINDS
ONE_WAY: bool  # a border may be passable in one direction only
LEVEL_XP: tuple[int, int, int, int]  # experience at which a danger level begins, Blue to Red (BP-8.3)
WOUNDS: int  # wounds that kill a survivor (BP-13.24)
ACTIONS: int  # actions of a survivor's turn (BP-3.3)
SLOT_NAMES: tuple[str, ...]  # slots of the inventory: left, right, body, pack1 ... (BP-9.1)
SKILLS: tuple[str, ...]  # skills without a parameter, in column order
KIND_SKILLS: tuple[str, ...]  # families of skills with one column per kind of zombie
JOINT: str  # separator between a skill and its parameter in ids
FREE_SKILLS: tuple[str, ...]  # sources of the specific free actions, in the order of ``numbers.budget.F_MELEE`` ... (BP-6.R6)
USES: int  # skills used at most once a turn: numbers of ``numbers.budget.U_SPRINT`` ...
ZONE_SKILLS: tuple[str, ...]  # skills whose use names a zone of the board

# ---- rules
WITHOUT: tuple[str, ...]  # action blocks of the family that the edition lacks
DOORS_OPEN: bool  # survivors open doors (BP-11.5)
NATURAL_1: bool  # a 1 misses regardless of bonuses (WD-15.6)
ARMOUR_AND_SHIELD: bool  # a Shield rerolls for body armour (BP-13.27); else the better value counts (WD-15.26)
TOUGH_ALWAYS: bool  # Tough ignores the first wound of every attack (WD-24.35), else one wound of a Zombies' Phase (BP-22.50)
LOADS_ITSELF: bool  # Free reload is automatic after each action (BP-22.30); else it makes the action free (WD-24.17)
TRAP_ENDS_SEARCH: bool  # Aaahh!! ends the Search (BP-24.R2)
LEADS_AT_ONCE: bool  # the action that a Born leader gives is taken immediately (WD-24.50), else in the next turn (BP-22.58)
GUARDS: bool  # figures that fight on the survivors' side and may be wounded in their place (WD-13)
NOISE_PER_WEAPON: bool  # every weapon used in an attack makes noise (AP-7.2), else the attack does (BP-7.2)
WOUND_COSTS_SLOT: bool  # a wounded survivor carries one card less (AP-9.R2)
AMMO_ANYWHERE: bool  # ammunition also works from the hands (AP-9.3)
LARGE_TEAM_TOKENS: bool  # seven and more survivors add spawn tokens (BP-21.2)
FOOD_XP: int  # experience for eating (BP-24.7)

# ---- sizes of the records
ZONES: int  # zones of a board
NEIGHBOURS: int  # neighbours of a zone
DOORS: int  # doors, vault doors included
RAYS: int  # lines of sight, all zones together
KEPT_ROWS: int  # rows of distances that a thread caches, a prime number; games with the same open ways share them
GATES: int  # gates that one line of sight may pass
LEVELS_OF_GROUND: bool  # zones may be ruins and ramparts, which the observation distinguishes
LAST_GOAL: int  # highest code of a victory condition
SURVIVORS: int
CARDS: int  # equipment card types, 0 = no card
COPIES: int  # equipment cards, 0 = no card
ZOMBIE_CARDS: int
TOKENS: int  # spawn tokens
NECROMANCERS: int  # Necromancers on the board
VAULTS: int
VAULT_CARDS: int  # cards in one vault
BILES: int  # Dragon Bile tokens
ASIDE: int  # equipment cards set aside
OPTIONS: int  # answers of a small decision
MASTERS: int  # agents in addition to the survivors: 1 for a Zombie Master, whose seat follows theirs, else 0
LAST_PHASE: int  # the last of the edition's ``table.codes.PHASES``
ZONE_USES: int  # zone skills with an action block of their own: the most that an ID card may give

# ---- the box
GOALS: tuple[str, ...]  # predicates of quest files that no other edition has
TOKEN_LIMIT: int  # number of spawn tokens at which an escape is a defeat, unless the quest names another (BP-17.9)
DECK: int  # equipment cards
FIRST_ZOMBIE_CARD: int  # number printed on the first zombie card
ZOMBIE_DECK: int  # zombie cards
SUPPLY: tuple[int, ...]  # miniatures by kind
BOX: Mapping[str, int]  # tokens and doors, for warnings about quests: the engine does not run out of them
STARTING: tuple[str, ...]  # starting cards in dealing order
FURTHER_STARTING: str  # card added for every survivor above six

FORMER: np.void | None  # prefix of the world record that keeps saves of an earlier version valid; None: nothing

"""Constants and switches of White Death that are not in the files of ``content``.  No logic.

``family/edition.pyi`` says what each name means; the others are as in ``family/edition_defaults.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .edition_defaults import *  # noqa: F403 - what is not named below
from .numbers import skill_names

ID: Final = "white_death"
TITLE: Final = "White Death"

# ---- zombies, survivors, skills
KINDS: Final = ("walker", "fatty", "runner", "abomination", "defiler", "necromancer")
TOUGHNESS: Final = (1, 2, 1, 3, 1, 1)
PRIORITY: Final = (2, 1, 3, 1, 4, 4)  # WD-15.14
KILL_XP: Final = (1, 1, 1, 5, 1, 1)
STEPS: Final = (1, 1, 2, 1, 1, 1)
KILL_ORDER: Final = (3, 4, 5, 2, 1, 0)  # WD-D20
#: On foot, Climbers, the horde, zombies that climb everywhere (WD-4.9); the last class passes through walls (WD-11.5, WD-17.10).
MOVERS = 5
MOVER_OF: Final = (2, 2, 2, 3, 4, 3)
ONE_WAY = True  # zombies fall from ramparts (WD-17.13)
SLOT_NAMES: Final = ("left", "right", "body", "pack1", "pack2", "pack3", "pack4", "pack5", "pack6", "pack7")  # the last two: Hoard
SKILLS: Final = (*skill_names.BASE, *skill_names.COMPANY, *skill_names.REMOTE, *skill_names.GUARDED)
KIND_SKILLS = ("ironclad",)
JOINT = "_"
FREE_SKILLS: Final = (
    "free_melee_action",
    "free_ranged_action",
    "free_magic_action",
    "free_move_action",
    "free_search_action",
    "free_enchantment_action",
    "",  # Break-in: there are no doors
    "",  # Hold your nose draws automatically (WD-24.27)
    "spellcaster",
    "free_combat_action",
    "free_guard_action",
    "dual_expert",
    "defiled_walker",
)
USES: Final = 16
ZONE_SKILLS: Final = (
    "charge",
    "bloodlust_melee",
    "bloodlust_combat",
    "bloodlust_magic",
    "bloodlust_ranged",
    "sprint",
    "jump",
    "taunt",
)

# ---- rules
WITHOUT = (
    *("open_left", "open_right", "open_body", "open_break_in", "close", "bile", "torch"),
    *("take_artefact", "take_card", "hide", "speed", "trick", "loud", "armour_body", "armour_hide", "armour_shield"),
)
DOORS_OPEN = False
NATURAL_1 = True
ARMOUR_AND_SHIELD = False
TOUGH_ALWAYS = True
LOADS_ITSELF = False
TRAP_ENDS_SEARCH = False
LEADS_AT_ONCE = True
GUARDS = True
LARGE_TEAM_TOKENS = False
FOOD_XP = 3  # WD-12.24

# ---- sizes of the records
ZONES: Final = 76  # the largest quest has 74
DOORS: Final = 1
RAYS: Final = 1500
KEPT_ROWS = 16381
GATES: Final = 1
LEVELS_OF_GROUND = True
LAST_GOAL: Final = 20
TOKENS: Final = 8
OPTIONS: Final = 320  # any skill at all (WD-21.3)

# ---- the box
DECK: Final = 72  # WD-1.6
FIRST_ZOMBIE_CARD = 429
ZOMBIE_DECK: Final = 56

#: Miniatures in the box (WD-1.2); extra Necromancers come from another box (WD-20.6).
SUPPLY: Final = (35, 14, 14, 1, 1, 0)

#: Tokens in the box (WD-1.5), for checking maps.
BOX: Final[Mapping[str, int]] = {
    "beacon": 1,
    "cauldrons": 4,
    "exit": 1,
    "freeze": 6,
    "rope ladders": 2,
    "noise": 18,
    "blue objectives": 1,
    "green objectives": 1,
    "red objectives": 9,
    "spawn": 4,
    "defiled": 15,
    "guards": 12,
    "neutral doors": 0,
    "blue doors": 0,
    "green doors": 0,
}

#: Starting cards in dealing order (WD-2.6).
STARTING: Final = ("shashka", "shashka", "pike", "pike", "short_bow", "force_blast")

#: House: the card added for every survivor above six; the rulebook takes it from another box (WD-22.1).
FURTHER_STARTING: Final = "shashka"

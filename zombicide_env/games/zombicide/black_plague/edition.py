"""Constants and switches of Black Plague that are not in the files of ``content``.  No logic.

``family/edition.pyi`` says what each name means; the others are as in ``family/edition_defaults.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .edition_defaults import *  # noqa: F403 - what is not named below
from .former import former

ID: Final = "black_plague"
TITLE: Final = "Black Plague"

# ---- zombies, survivors, skills
KINDS: Final = ("walker", "fatty", "runner", "abomination", "necromancer")
TOUGHNESS: Final = (1, 2, 1, 3, 1)
PRIORITY: Final = (1, 2, 3, 2, 4)
KILL_XP: Final = (1, 1, 1, 5, 1)
STEPS: Final = (1, 1, 2, 1, 1)
KILL_ORDER: Final = (3, 4, 2, 1, 0)
MOVER_OF: Final = (0, 0, 0, 0, 0)
SLOT_NAMES: Final = ("left", "right", "body", "pack1", "pack2", "pack3", "pack4", "pack5")
SKILLS: Final = (
    "plus_1_max_range",
    "plus_1_action",
    "free_combat_action",
    "free_melee_action",
    "free_ranged_action",
    "free_move_action",
    "free_magic_action",
    "free_search_action",
    "free_enchantment_action",
    "plus_1_zone_per_move",
    "plus_1_to_roll_melee",
    "plus_1_to_roll_combat",
    "plus_1_to_roll_magic",
    "plus_1_to_roll_ranged",
    "plus_1_die_melee",
    "plus_1_die_combat",
    "plus_1_die_magic",
    "plus_1_die_ranged",
    "two_zones_per_move",
    "ambidextrous",
    "charge",
    "hit_and_run",
    "blitz",
    "roll6_die_melee",
    "roll6_die_combat",
    "roll6_die_magic",
    "roll6_die_ranged",
    "free_reload",
    "barbarian",
    "break_in",
    "rotten",
    "mana_rain",
    "iron_rain",
    "bloodlust_melee",
    "bloodlust_combat",
    "bloodlust_magic",
    "bloodlust_ranged",
    "reaper_melee",
    "reaper_combat",
    "reaper_magic",
    "reaper_ranged",
    "hold_your_nose",
    "spellcaster",
    "lock_it_down",
    "spellbook",
    "tough",
    "swordmaster",
    "marksman",
    "scavenger",
    "low_profile",
    "search_plus_1_card",
    "matching_set",
    "born_leader",
    "taunt",
    "slippery",
    "jump",
    "regeneration",
    "point_blank",
    "zombie_link",
    "lifesaver",
    "sprint",
    "destiny",
    "super_strength",
    "lucky",
    "tactician",
    "loud",
    "steady_hand",
    "iron_hide",
    "shove",
    "trick_shot",
    "is_that_all_youve_got",
    "frenzy_melee",
    "frenzy_combat",
    "frenzy_magic",
    "frenzy_ranged",
)
FREE_SKILLS: Final = (
    "free_melee_action",
    "free_ranged_action",
    "free_magic_action",
    "free_move_action",
    "free_search_action",
    "free_enchantment_action",
    "break_in",
    "hold_your_nose",
    "spellcaster",
    "free_combat_action",
)
USES: Final = 8
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
FOOD_XP = 1

# ---- sizes of the records
ZONES: Final = 70  # the largest quest has 69
DOORS: Final = 40
RAYS: Final = 2400
GATES: Final = 2
LAST_GOAL: Final = 15
COPIES = 192
TOKENS: Final = 24
NECROMANCERS = 12
VAULTS = 4
VAULT_CARDS = 16
BILES = 4  # BP-1.6
OPTIONS: Final = 96

# ---- the box
DECK: Final = 71  # BP-1.9
ZOMBIE_DECK: Final = 54

#: Miniatures in the box: Walkers, Fatties, Runners, Abominations, Necromancers (BP-1.2).
SUPPLY: Final = (35, 14, 14, 1, 1)

#: Tokens in the box (BP-1.5 to BP-1.8), for information and for checking maps: the engine does not run out of them (BP-1.R1).
BOX: Final[Mapping[str, int]] = {
    "neutral doors": 12,
    "blue doors": 1,
    "green doors": 1,
    "purple vault doors": 2,
    "yellow vault doors": 2,
    "vault zones": 2,
    "dragon bile": 4,
    "exit": 1,
    "first player": 1,
    "noise": 18,
    "extra action": 1,
    "rotten": 1,
    "blue objectives": 1,
    "green objectives": 1,
    "red objectives": 8,
    "blue spawn": 1,
    "green spawn": 1,
    "red spawn": 4,
    "necromancer spawn": 6,
}

#: Starting cards in dealing order (BP-2.3, BP-2.R1).
STARTING: Final = ("hammer", "mana_blast", "short_bow", "short_sword", "short_sword", "short_sword")

#: House: the card added for every survivor above six; the rulebook does not name one (BP-21.R3).
FURTHER_STARTING: Final = "short_sword"

FORMER = former()

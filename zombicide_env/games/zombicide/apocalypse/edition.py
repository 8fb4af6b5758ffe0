"""Constants and switches of Apocalypse that are not in the files of ``content``.  No logic.

``family/edition.pyi`` says what each name means; the others are as in ``family/edition_defaults.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .edition_defaults import *  # noqa: F403 - what is not named below

ID: Final = "apocalypse"
TITLE: Final = "Apocalypse"

# ---- zombies: kinds in canonical order, within a kind the types (AP-0.R2)
KINDS: Final = (
    *("walker", "toxic_walker", "berserker_walker"),
    *("fatty", "toxic_fatty", "berserker_fatty"),
    *("runner", "toxic_runner", "berserker_runner"),
    *("abomination", "toxic_abomination", "berserker_abomination"),
    "dog",
)
KIND_GROUPS = ("toxic",)
TOUGHNESS: Final = (1, 1, 1, 2, 2, 2, 1, 1, 1, 3, 3, 3, 1)
PRIORITY: Final = (2, 1, 3, 5, 4, 6, 8, 7, 9, 5, 4, 6, 10)  # AP-14.R2, except survivors
KILL_XP: Final = (1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 1)
STEPS: Final = (1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 3)
KILL_ORDER: Final = (9, 11, 10, 3, 5, 4, 6, 8, 7, 12, 0, 2, 1)  # AP-D-6
MOVER_OF: Final = (0,) * 13

# ---- survivors and skills
WOUNDS = 2  # AP-15.R1
SLOT_NAMES: Final = ("left", "right", "pack1", "pack2", "pack3")  # AP-9.R1
SKILLS: Final = (
    "plus_1_max_range",
    "plus_1_action",
    "free_combat_action",
    "free_melee_action",
    "free_ranged_action",
    "free_move_action",
    "free_search_action",
    "plus_1_zone_per_move",
    "plus_1_to_roll_melee",
    "plus_1_to_roll_combat",
    "plus_1_to_roll_ranged",
    "plus_1_die_melee",
    "plus_1_die_combat",
    "plus_1_die_ranged",
    "two_zones_per_move",
    "ambidextrous",
    "charge",
    "hit_and_run",
    "blitz",
    "roll6_die_melee",
    "roll6_die_combat",
    "roll6_die_ranged",
    "free_reload",
    "barbarian",
    "break_in",
    "rotten",
    "iron_rain",
    "bloodlust_melee",
    "bloodlust_combat",
    "bloodlust_ranged",
    "reaper_melee",
    "reaper_combat",
    "reaper_ranged",
    "hold_your_nose",
    "lock_it_down",
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
    "shove",
    "trick_shot",
    "is_that_all_youve_got",
    "frenzy_melee",
    "frenzy_combat",
    "frenzy_ranged",
    "medic",
    "one_reroll_per_turn",
)
FREE_SKILLS: Final = (
    "free_melee_action",
    "free_ranged_action",
    "",  # no magic
    "free_move_action",
    "free_search_action",
    "",
    "break_in",
    "hold_your_nose",
    "",
    "free_combat_action",
)
USES: Final = 10
ZONE_SKILLS: Final = ("charge", "bloodlust_melee", "bloodlust_combat", "bloodlust_ranged", "sprint", "jump", "taunt")

# ---- rules
WITHOUT = (
    *("attack_body", "repulse", "bile", "torch", "take_artefact", "take_card", "consume"),
    *("heal", "hide", "speed", "ready", "miss", "armour_body", "armour_hide", "armour_shield"),
)
NOISE_PER_WEAPON = True
WOUND_COSTS_SLOT = True
AMMO_ANYWHERE = True

# ---- sizes of the records
ZONES: Final = 64  # the largest mission has 49
DOORS: Final = 24
RAYS: Final = 1600
GATES: Final = 16  # doors, and zones that may burn
LAST_GOAL: Final = 27
SURVIVORS = 8
CARDS = 56
TOKENS: Final = 16
ASIDE = 16
MASTERS = 1
LAST_PHASE = 3
OPTIONS: Final = 1024

# ---- the box
GOALS = ("carried_off", "found", "gathered_at_spawn", "supplies_out", "neutralised", "held", "enough_left")
TOKEN_LIMIT = 99
DECK: Final = 92  # AP-1.R4: 70 in the deck, 9 starting cards, 13 set aside
ZOMBIE_DECK: Final = 68

#: Miniatures in the box (AP-1.R2), in the order of the kinds.
SUPPLY: Final = (40, 15, 15, 8, 4, 4, 16, 8, 8, 5, 1, 1, 10)

#: Tokens in the box (AP-1.1), for remarks about maps: the engine does not run out of them.
BOX: Final[Mapping[str, int]] = {
    "neutral doors": 12,
    "blue doors": 1,
    "green doors": 1,
    "exit": 1,
    "noise": 18,
    "cars": 4,
    "red objectives": 10,
    "red spawn": 6,
}

#: Starting cards (AP-2.10), dealt at random.
STARTING: Final = ("fire_axe", "crowbar", "pan", "pan", "pan", "pistol", "baton", "baton", "baton")
FURTHER_STARTING: Final = "pan"

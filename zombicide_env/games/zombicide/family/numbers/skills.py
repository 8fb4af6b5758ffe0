"""The skills of the Zombicide family: one column of the skill table per skill (BP-22b).

A skill with a parameter has one column per value: ``ironclad:walker``, ``plus_1_damage:melee``.
``plus_1_damage_with:<item>`` has one column per equipment card of the edition and is kept in a table of
its own (``State.damage_with``), because its values are data.  A column counts how often the survivor has the
skill: numeric skills count twice when held twice (BP-22.R4).
"""

from __future__ import annotations

from typing import Final

from ...table.codes import COMBAT_TYPES
from .. import edition
from ..edition import KINDS

#: Skill ids in column order; parameterised skills follow the simple ones.
SKILLS: Final = (
    *edition.SKILLS,
    *(f"ironclad:{kind}" for kind in KINDS),
    *(f"collector:{kind}" for kind in KINDS),
    *(f"plus_1_damage:{combat}" for combat in COMBAT_TYPES),
)
SKILL_INDEX: Final = {skill: column for column, skill in enumerate(SKILLS)}
N_SKILLS: Final = len(SKILLS)

# Column constants for the kernels (SK_CHARGE, SK_IRONCLAD + kind, ...).
SK_IRONCLAD: Final = SKILL_INDEX["ironclad:walker"]
SK_COLLECTOR: Final = SKILL_INDEX["collector:walker"]
SK_DAMAGE: Final = SKILL_INDEX["plus_1_damage:melee"]
SK_PLUS_1_MAX_RANGE: Final = SKILL_INDEX["plus_1_max_range"]
SK_PLUS_1_ACTION: Final = SKILL_INDEX["plus_1_action"]
SK_FREE_COMBAT_ACTION: Final = SKILL_INDEX["free_combat_action"]
SK_FREE_MELEE_ACTION: Final = SKILL_INDEX["free_melee_action"]
SK_FREE_RANGED_ACTION: Final = SKILL_INDEX["free_ranged_action"]
SK_FREE_MOVE_ACTION: Final = SKILL_INDEX["free_move_action"]
SK_FREE_MAGIC_ACTION: Final = SKILL_INDEX["free_magic_action"]
SK_FREE_SEARCH_ACTION: Final = SKILL_INDEX["free_search_action"]
SK_FREE_ENCHANTMENT_ACTION: Final = SKILL_INDEX["free_enchantment_action"]
SK_PLUS_1_ZONE_PER_MOVE: Final = SKILL_INDEX["plus_1_zone_per_move"]
SK_PLUS_1_TO_ROLL_MELEE: Final = SKILL_INDEX["plus_1_to_roll_melee"]
SK_PLUS_1_TO_ROLL_COMBAT: Final = SKILL_INDEX["plus_1_to_roll_combat"]
SK_PLUS_1_TO_ROLL_MAGIC: Final = SKILL_INDEX["plus_1_to_roll_magic"]
SK_PLUS_1_TO_ROLL_RANGED: Final = SKILL_INDEX["plus_1_to_roll_ranged"]
SK_PLUS_1_DIE_MELEE: Final = SKILL_INDEX["plus_1_die_melee"]
SK_PLUS_1_DIE_COMBAT: Final = SKILL_INDEX["plus_1_die_combat"]
SK_PLUS_1_DIE_MAGIC: Final = SKILL_INDEX["plus_1_die_magic"]
SK_PLUS_1_DIE_RANGED: Final = SKILL_INDEX["plus_1_die_ranged"]
SK_TWO_ZONES_PER_MOVE: Final = SKILL_INDEX["two_zones_per_move"]
SK_AMBIDEXTROUS: Final = SKILL_INDEX["ambidextrous"]
SK_CHARGE: Final = SKILL_INDEX["charge"]
SK_HIT_AND_RUN: Final = SKILL_INDEX["hit_and_run"]
SK_BLITZ: Final = SKILL_INDEX["blitz"]
SK_ROLL6_DIE_MELEE: Final = SKILL_INDEX["roll6_die_melee"]
SK_ROLL6_DIE_COMBAT: Final = SKILL_INDEX["roll6_die_combat"]
SK_ROLL6_DIE_MAGIC: Final = SKILL_INDEX["roll6_die_magic"]
SK_ROLL6_DIE_RANGED: Final = SKILL_INDEX["roll6_die_ranged"]
SK_FREE_RELOAD: Final = SKILL_INDEX["free_reload"]
SK_BARBARIAN: Final = SKILL_INDEX["barbarian"]
SK_BREAK_IN: Final = SKILL_INDEX["break_in"]
SK_ROTTEN: Final = SKILL_INDEX["rotten"]
SK_MANA_RAIN: Final = SKILL_INDEX["mana_rain"]
SK_IRON_RAIN: Final = SKILL_INDEX["iron_rain"]
SK_BLOODLUST_MELEE: Final = SKILL_INDEX["bloodlust_melee"]
SK_BLOODLUST_COMBAT: Final = SKILL_INDEX["bloodlust_combat"]
SK_BLOODLUST_MAGIC: Final = SKILL_INDEX["bloodlust_magic"]
SK_BLOODLUST_RANGED: Final = SKILL_INDEX["bloodlust_ranged"]
SK_REAPER_MELEE: Final = SKILL_INDEX["reaper_melee"]
SK_REAPER_COMBAT: Final = SKILL_INDEX["reaper_combat"]
SK_REAPER_MAGIC: Final = SKILL_INDEX["reaper_magic"]
SK_REAPER_RANGED: Final = SKILL_INDEX["reaper_ranged"]
SK_HOLD_YOUR_NOSE: Final = SKILL_INDEX["hold_your_nose"]
SK_SPELLCASTER: Final = SKILL_INDEX["spellcaster"]
SK_LOCK_IT_DOWN: Final = SKILL_INDEX["lock_it_down"]
SK_SPELLBOOK: Final = SKILL_INDEX["spellbook"]
SK_TOUGH: Final = SKILL_INDEX["tough"]
SK_SWORDMASTER: Final = SKILL_INDEX["swordmaster"]
SK_MARKSMAN: Final = SKILL_INDEX["marksman"]
SK_SCAVENGER: Final = SKILL_INDEX["scavenger"]
SK_LOW_PROFILE: Final = SKILL_INDEX["low_profile"]
SK_SEARCH_PLUS_1_CARD: Final = SKILL_INDEX["search_plus_1_card"]
SK_MATCHING_SET: Final = SKILL_INDEX["matching_set"]
SK_BORN_LEADER: Final = SKILL_INDEX["born_leader"]
SK_TAUNT: Final = SKILL_INDEX["taunt"]
SK_SLIPPERY: Final = SKILL_INDEX["slippery"]
SK_JUMP: Final = SKILL_INDEX["jump"]
SK_REGENERATION: Final = SKILL_INDEX["regeneration"]
SK_POINT_BLANK: Final = SKILL_INDEX["point_blank"]
SK_ZOMBIE_LINK: Final = SKILL_INDEX["zombie_link"]
SK_LIFESAVER: Final = SKILL_INDEX["lifesaver"]
SK_SPRINT: Final = SKILL_INDEX["sprint"]
SK_DESTINY: Final = SKILL_INDEX["destiny"]
SK_SUPER_STRENGTH: Final = SKILL_INDEX["super_strength"]
SK_LUCKY: Final = SKILL_INDEX["lucky"]
SK_TACTICIAN: Final = SKILL_INDEX["tactician"]
SK_LOUD: Final = SKILL_INDEX["loud"]
SK_STEADY_HAND: Final = SKILL_INDEX["steady_hand"]
SK_IRON_HIDE: Final = SKILL_INDEX["iron_hide"]
SK_SHOVE: Final = SKILL_INDEX["shove"]
SK_TRICK_SHOT: Final = SKILL_INDEX["trick_shot"]
SK_IS_THAT_ALL_YOUVE_GOT: Final = SKILL_INDEX["is_that_all_youve_got"]
SK_FRENZY_MELEE: Final = SKILL_INDEX["frenzy_melee"]
SK_FRENZY_COMBAT: Final = SKILL_INDEX["frenzy_combat"]
SK_FRENZY_MAGIC: Final = SKILL_INDEX["frenzy_magic"]
SK_FRENZY_RANGED: Final = SKILL_INDEX["frenzy_ranged"]

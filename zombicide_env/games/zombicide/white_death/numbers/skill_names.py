"""Ids of the skills (WD-24), including the effects that a skill may have as its parameter.

``brother_in_arms_<effect>``, ``range_2_plus_<effect>`` and ``guards_<effect>`` have a column of their own for every effect that can
matter there.
"""

from __future__ import annotations

from typing import Final

_TYPES: Final = ("melee", "ranged", "magic", "combat")


def _typed(*families: str) -> tuple[str, ...]:
    return tuple(f"{family}_{combat}" for family in families for combat in _TYPES)


BASE: Final = (
    "plus_1_max_range",
    "plus_1_action",
    "free_combat_action",
    "free_melee_action",
    "free_ranged_action",
    "free_magic_action",
    "free_move_action",
    "free_search_action",
    "free_enchantment_action",
    "free_guard_action",
    "plus_1_zone_per_move",
    *_typed("plus_1_to_roll", "plus_1_die", "roll6_die", "roll6_damage", "bloodlust", "reaper", "freeze", "damage_2", "escalation"),
    "plus_1_damage_combat",
    "ambidextrous",
    "charge",
    "hoard",
    "safe_search",
    "hit_and_run",
    "combat_reflexes",
    "free_reload",
    "barbarian",
    "see_through_ruins",
    "double_casting",
    "mana_rain",
    "iron_rain",
    "hold_your_nose",
    "spellcaster",
    "improvised_weapon_melee",
    "improvised_weapon_ranged",
    "ruin_explorer",
    "defiled_explorer",
    "spellbook",
    "tough",
    "close_quarters_master",
    "swordmaster",
    "medic",
    "marksman",
    "multiple_search",
    "scavenger",
    "starts_with_2_ap",
    "low_profile",
    "search_2_cards",
    "sidestep",
    "matching_set",
    "transmutation",
    "ghost_sight",
    "born_leader",
    "taunt",
    "slippery",
    "jump",
    "reach",
    "regeneration",
    "point_blank",
    "zombie_link",
    "climber",
    "defiled_walker",
    "artefact_collector",
    "lifesaver",
    "sprint",
    "guards_push",
    "guards_evade",
    "destiny",
    "super_strength",
    "lucky",
    "tactician",
    "steady_hand",
    "iron_hide",
    "shove",
    "dual_expert",
    "is_that_all_youve_got",
)

#: Effects of a combat action.
_COMBAT: Final = (
    *_typed("plus_1_to_roll", "plus_1_die", "plus_1_damage", "roll6_die", "roll6_damage", "reaper", "freeze", "damage_2", "escalation"),
    *("barbarian", "iron_rain", "mana_rain", "marksman", "point_blank", "steady_hand", "lucky", "super_strength", "plus_1_max_range"),
)
_ALONE: Final = (
    *("tough", "iron_hide", "low_profile", "slippery", "climber", "swordmaster", "ambidextrous", "reach", "close_quarters_master"),
    *("see_through_ruins", "ghost_sight", "plus_1_zone_per_move", "hit_and_run", "is_that_all_youve_got"),
)
_ORDERED: Final = ("climber", "plus_1_zone_per_move", "slippery", "see_through_ruins", "ghost_sight")

COMPANY: Final = tuple(f"brother_in_arms_{effect}" for effect in (*_COMBAT, *_ALONE))  # WD-24.14
REMOTE: Final = tuple(f"range_2_plus_{effect}" for effect in _COMBAT)  # WD-24.21
GUARDED: Final = tuple(f"guards_{effect}" for effect in (*_COMBAT, *_ORDERED))  # WD-24.65

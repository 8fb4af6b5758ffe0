"""What the world record began with in 0.1.0: switches that nothing reads any more.

Saves and replays hash the record with the names of its fields.  Those of 0.1.0 stay valid as long as it begins in this way; when the
environment's version is raised for another reason, this file goes.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from zombicide_env.core.layout import record

_SWITCHES: Final = """
    phases zombie_master survivors_by_players max_rounds survivor_death loss_result escape_token_limit=6 unwinnable_defeat
    last_exit_without_win_loses=1 escape_requires_all_survivors=1 seven_plus_survivors ultra_mode starting_equipment starting_gear
    equipment_deck_size=71 zombie_deck_size=54 objective_positions equipment_reshuffle artefact_source artefact_count_cumulative=1
    aaahh_cards ammo_cards=1 doors=1 door_roll=1 building_spawn_on_open=1 vaults=1 zone_spans_tiles tile_cells=3
    los_building_to_building_across_street=1 ramparts_and_ladders rope_ladders cauldrons tip_onto_ruins=1 ruins defiled_zones
    defiled_walls_all_ignored beacon objective_removed_by_spread wounds_to_kill=3 wound_costs_card adrenaline_name blue_skills=1
    inventory backpack_cards food_effect food_costs_action crafting cars search_events mini_missions noise_per target_priority
    friendly_fire natural_1_always_misses armour=1 armour_shield_combo armour_excluded armour_roll_rerolls=1 spells=1 enchantments=1
    enchantment_on_guards polearms force_blast freeze_tokens end_phase_freeze fire fire_min_range fire_placing_range=1
    fire_needs_zombie torch free_actions_pay_dragon_fire zone_destroyers zombie_kinds zombie_target_choice equal_noise_targets
    zombie_split no_target_move stay_on_noisiest_zone=1 zm_free_when_quiet runners_no_return zombie_falling fatty_escort
    abomination_limit abomination_overflow abomination_wounds abomination_climbs abomination_deck toxic_spray
    berserker_ranged_immunity toxic_excluded_from_kind_activation dog_actions spawn_order coloured_spawn_zones=1
    spawn_tokens_at_setup=4 double_spawn_cards=1 siege_cards siege_climb_needs_strict_gain=1 siege_frozen_may_climb manhole_cards
    zm_cards out_of_miniatures extra_activation_per_card_limit necromancers necromancer_card_when_present
    necromancer_spawns_immediately=1 cabal_rules guards guard_skill_cards guard_absorbs=1 guard_accuracy=4
    brother_in_arms_counts_guards=1 lorna_guard_skill_type=1 skill_set rotten_skill=1 skill_charge_limit skill_bloodlust_limit
    skill_born_leader skill_tough skill_hold_your_nose skill_slippery skill_shove_lifesaver_path skill_zombie_link_trigger
    skill_search_bonus skill_jump_walls skill_iron_hide_natural_1 skill_low_profile_scope quest1_cauldrons=4 quest1_defile=3
    quest3_objectives=5 quest3_defile=7 quest6_objectives_printed=8 quest6_defile=9
"""
_VALUES: Final = {name: int(value or 0) for name, _, value in (word.partition("=") for word in _SWITCHES.split())}


def former() -> np.void:
    """The first field of the world record."""
    table = np.zeros(1, record([(name, "i2" if name == "max_rounds" else "u1") for name in _VALUES]))
    for name, value in _VALUES.items():
        table[name] = value
    made: np.void = table[0]
    return made

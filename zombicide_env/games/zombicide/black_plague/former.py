"""Records of version 0.1.0: the form in which replays and the pinned values of the strength protocol still store games.

They hash the world including the names of its fields, and it began with switches that are no longer read; checksums of replays are of
the state as it was then.  Replays of 0.1.0 itself are rejected, because the rules have been revised; this file can be removed with the
next version of the protocol.
"""

from __future__ import annotations

import re
from typing import Any, Final

import numpy as np

from zombicide_env.core.layout import record
from zombicide_env.core.recorded import Recorded

Array = np.ndarray[Any, Any]

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
    """Return the first field of the world record."""
    table = np.zeros(1, record([(name, "i2" if name == "max_rounds" else "u1") for name in _VALUES]))
    for name, value in _VALUES.items():
        table[name] = value
    made: np.void = table[0]
    return made


#: The state: names, types and shapes of its fields.
_STATE: Final = """
    rng:u8 tape:i1[256] tape_n:i2 tape_pos:i2 scripted:u1 tape_short:u1 chance_n:i2 chance:i2[192] round:i2 phase:u1 outcome:u1
    defeat:u1 steps:i4 reward:f4[12] potential:f4 first_player:i1 go:i1 current:i1 resting:u1 depth:i2 stack:i2[96,8] pool_n:i2
    pool:i2[512] ret:i2 n_options:i2 options:i2[96] zombies:i2[70,5] crowd:i2[70] supply:i2[5] noise:i2[70] loud_zone:i2 loud_by:i1
    door:u1[40] revealed:u1[70] objective:u1[70] hidden:u1[70] bile_zone:i2[4] n_bile:i2 token_zone:i2[24] token_colour:u1[24]
    token_active:u1[24] token_id:i2[24] n_tokens:i2 next_token:i2 spawn_first:i2 necro_zone:i2[12] necro_entry:i2[12]
    necro_token:i2[12] necro_id:i2[12] n_necros:i2 next_necro:i2 dead_token:i2[12] n_dead:i2 quest_abomination:i2 dist:u1[70,70]
    dist_ok:u1[70] deck:u1[192] deck_n:i2 discard:u1[192] discard_n:i2 zdeck:u1[128] zdeck_n:i2 zdiscard:u1[128] zdiscard_n:i2
    unloaded:u1[192] spent:i2[192] vault_cards:u1[4,16] vault_face_down:u1[4,16] n_gone:i2 aside:u1[8] taken:u1[4] taken_at:u1[70]
    killed:i2[5] artefacts:i2 vault_taken:u1[64] level_reached:u1 fire_zone:i2 died:u1 zone:i2[12] alive:u1[12] wounds:u1[12] xp:i2[12]
    level:u1[12] skill:u1[12,88] damage_with:u1[12,64] inv:u1[12,8] rotten:u1[12] invisible:u1[12] gift:u1[12] acted:u1[12]
    searched:u1[12] actions:i2[12] tough_used:u1[12] nose:u1[12,70] turn_id:i2 next_turn:i2 link_turn:u1 arranged:u1 free:u1[16]
    used:u1[16] quiet:u1 pending_attack:u1 pending_run:u1 pending_blitz:u1 atk_type:u1 atk_by:i1 atk_zone:i2[2] atk_card:u1
    atk_copies:u1 atk_dagger:u1 atk_dice:i2[2] atk_accuracy:i2 atk_damage:i2 atk_hits:i2[2] atk_misses:i2[2] atk_rerolls:u1
    atk_reaper:u1 atk_kills:i2 atk_emptied:i2 atk_ff:i2[12] wnd:i2[12,5] wnd_zone:i2 wnd_left:i2[5] roll_by:i1 roll_dice:i2
    roll_need:i2 roll_plus:i2 roll_saved:i2 roll_rerolls:u1 roll_wounds:i2 roll_sure:i2 roll_damage:i2 act_zombies:i2[70,5]
    act_necro:u1[12] act_moved:i2[70,5] act_fought:u1[70] act_went:u1[70] act_to:i2[12] act_noise:i2[70] act_target:u1[70]
    act_loudest:i2 act_first:u1[8] act_taunter:i1 gain_copy:u1 gain_extra:u1 gain_left:i2 gain_search:u1 gain_matched:u1 reach:u1[70]
    queue:i2[70] mask:i1[1095]
"""
_SCRATCH: Final = ("dist", "dist_ok", "reach", "queue", "mask")  # working memory, which replays ignored


def recorded(state: np.dtype[Any], world: Array) -> Recorded:
    """Return the form in which replays store states of a game with this world; ``state`` is the current record."""
    fields = []
    for word in _STATE.split():
        name, kind, shape = re.fullmatch(r"(\w+):(\w\d)(?:\[([\d,]+)\])?", word).groups()  # type: ignore[union-attr]  # the text above fits
        fields.append((name, kind, tuple(map(int, shape.split(","))) if shape else ()))

    def damage_with(s: Array) -> Array:
        n = np.where(np.arange(len(s["skill"][0])) < world["n_survivors"][0], 1, 0)[:, None] * world["damage_with"][0]
        for learned in s["learned_with"][0].T:
            n[np.flatnonzero(learned), learned[learned > 0]] += 1
        return n

    def nose(s: Array) -> Array:
        return s["nose"][0] >> np.arange(len(s["skill"][0]))[:, None] & 1

    return Recorded(state, record(fields), _SCRATCH, {"damage_with": damage_with, "nose": nose})

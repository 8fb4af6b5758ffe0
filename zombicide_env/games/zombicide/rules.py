"""The ruleset: every switch by which the editions of the family differ, in one table and one record.

``SWITCHES`` is the table: a name, the allowed values, Black Plague's value, rule ids and a few words.  The values of
the other editions are among the allowed ones; an edition module lists only what it changes.  ``RULESET`` is the
record (one field a switch) that kernels read as ``w.rules.<name>``; it holds numbers: 0/1 for yes/no, the position
in the list of values for a choice (``code``), the number itself for a number.
Rule ids beginning with BP belong to Black Plague, WD to White Death, AP to Apocalypse.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from ...core.layout import record
from ...core.words import suggest

Value = bool | int | str


class RulesetError(ValueError):
    """A switch or a value that does not exist."""


@dataclass(frozen=True)
class Switch:
    """One switch.  ``values``: ``"flag"``, a pair (lowest, highest), or the names of a choice."""

    name: str
    values: str | tuple[int, int] | tuple[str, ...]
    default: Value
    ids: str
    meaning: str

    def encode(self, value: object) -> int:
        """The number kept in the record; ``RulesetError`` names the allowed values."""
        names = self.names
        if self.values == "flag":
            if isinstance(value, bool):
                return int(value)
            raise RulesetError(f"switch {self.name!r}: {value!r} is not a flag; use True or False")
        if names:
            if value in names:
                return names.index(str(value))
            raise RulesetError(f"switch {self.name!r}: {value!r} is not allowed{suggest(str(value), names)}; use one of {', '.join(names)}")
        low, high = self.span
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise RulesetError(f"switch {self.name!r}: {value!r} is not allowed; use a whole number from {low} to {high}")

    def decode(self, number: int) -> Value:
        """The value for a number of the record."""
        if self.values == "flag":
            return bool(number)
        return self.names[number] if self.names else int(number)

    @property
    def names(self) -> tuple[str, ...]:
        """Values of a choice, in the order of their numbers; empty for flags and numbers."""
        return tuple(v for v in self.values if isinstance(v, str)) if isinstance(self.values, tuple) else ()

    @property
    def span(self) -> tuple[int, int]:
        """Lowest and highest number of the field."""
        if isinstance(self.values, tuple) and isinstance(self.values[0], int):
            return int(self.values[0]), int(self.values[1])
        return 0, max(1, len(self.names) - 1)


_ROWS: Final[tuple[tuple[str, str | tuple[int, int] | tuple[str, ...], Value, str, str], ...]] = (
    # ---- course of the game, sides, ends
    ("phases", ("players_zombies_end", "players_zombies_master_end"), "players_zombies_end", "BP-3, AP-3", "phases of a round"),
    ("zombie_master", "flag", False, "AP-21", "a player commands the zombies"),
    ("survivors_by_players", ("free", "by_table"), "free", "BP-2.2, AP-2", "number of survivors: free, or fixed by the number of players"),
    ("max_rounds", (0, 999), 0, "AP-3", "last round of the game, 0: no limit"),
    ("survivor_death", ("removed", "defeat"), "removed", "BP-3.7, WD-3", "what the death of one survivor means"),
    ("loss_result", ("team_loses", "master_wins"), "team_loses", "BP-3, AP-3", "who wins when the team fails"),
    ("escape_token_limit", (0, 24), 6, "BP-17.9", "spawn tokens with which an escape is a defeat, 0: escapes are harmless"),
    ("unwinnable_defeat", "flag", False, "WD-3.9", "a quest that cannot be won any more is lost"),
    ("last_exit_without_win_loses", "flag", True, "WD-25.9", "defeat if all have left and the quest is not won"),
    ("escape_requires_all_survivors", "flag", True, "WD-25.9", "an escape needs every survivor"),
    ("seven_plus_survivors", ("spawn_tokens", "zombie_cards"), "spawn_tokens", "BP-21, WD-22", "what a larger team adds to the board"),
    ("ultra_mode", "flag", False, "WD-21", "play goes on past Red"),
    # ---- setup and decks
    ("starting_equipment", ("black_plague", "white_death", "apocalypse"), "black_plague", "BP-2.3", "set of starting cards"),
    ("starting_gear", ("team_deals", "one_random_each"), "team_deals", "BP-2.5, AP-2", "how starting cards are dealt"),
    ("equipment_deck_size", (0, 200), 71, "BP-1.9", "equipment cards of the box"),
    ("zombie_deck_size", (0, 128), 54, "BP-1.9", "zombie cards of the box"),
    ("objective_positions", ("quest_map", "printed_on_tiles"), "quest_map", "BP-23.1, WD-25", "where objective places are given"),
    ("equipment_reshuffle", ("everything", "no_starting", "no_wounds_and_made"), "everything", "BP-11.4, AP-12", "discards that return"),
    ("artefact_source", ("vaults", "drops_and_objectives"), "vaults", "BP-19.9, WD-19", "where artefacts come from"),
    ("artefact_count_cumulative", "flag", True, "WD-25.54", "artefacts once taken count for good"),
    ("aaahh_cards", ("walker", "four_kinds", "none"), "walker", "BP-24.9", "what the trap cards bring"),
    ("ammo_cards", "flag", True, "BP-24.10", "Plenty of Arrows and Bolts"),
    # ---- board
    ("doors", "flag", True, "BP-4.6, BP-11.5", "doors, the action to open them and its skills"),
    ("door_roll", "flag", True, "BP-11.5, AP-13", "doors may need a roll"),
    ("building_spawn_on_open", "flag", True, "BP-12.1", "a closed building fills when it is opened"),
    ("vaults", "flag", True, "BP-19", "vault zones and doors"),
    ("zone_spans_tiles", "flag", False, "BP-4.R5, AP-4", "a street zone may reach over a tile seam"),
    ("tile_cells", (1, 5), 3, "WD-4.5", "cells along the side of a tile"),
    ("los_building_to_building_across_street", "flag", True, "BP-5.R2, WD-5.6", "sight across a street"),
    ("ramparts_and_ladders", "flag", False, "WD-4", "ramparts and ladders"),
    ("rope_ladders", "flag", False, "WD-4", "rope ladders"),
    ("cauldrons", "flag", False, "WD-14", "cauldrons"),
    ("tip_onto_ruins", "flag", True, "WD-14.6", "a cauldron may be tipped onto ruins"),
    ("ruins", "flag", False, "WD-4", "ruins"),
    ("defiled_zones", "flag", False, "WD-4, WD-11", "zones that a Defiler has tainted"),
    ("defiled_walls_all_ignored", "flag", False, "WD-4.22", "every wall of a Defiled zone is ignored"),
    ("beacon", "flag", False, "WD-11", "a Beacon whose loss is a defeat"),
    ("objective_removed_by_spread", "flag", False, "WD-11", "spreading takes objectives away"),
    # ---- survivors, experience, inventory
    ("wounds_to_kill", (1, 9), 3, "BP-24.5, AP-15", "wounds that kill a survivor"),
    ("wound_costs_card", "flag", False, "AP-15", "a wound takes a card"),
    ("adrenaline_name", ("experience", "adrenaline"), "experience", "BP-8", "name of the points"),
    ("blue_skills", (1, 2), 1, "BP-2.9, WD-2", "skills at the start"),
    ("inventory", ("hands_body_pack5", "hands_pack3"), "hands_body_pack5", "BP-9.1, AP-9", "slots of a survivor"),
    ("backpack_cards", ("pack_only", "pack_or_hand", "everywhere"), "pack_only", "BP-9.6, WD-9", "places"),
    ("food_effect", ("one_experience", "none"), "one_experience", "BP-24.7", "what eating gives"),
    ("food_costs_action", "flag", False, "BP-24.7, WD-12.24", "eating costs an action"),
    ("crafting", "flag", False, "AP-11", "cards may be made from others"),
    ("cars", "flag", False, "AP-16", "cars"),
    ("search_events", "flag", False, "AP-12", "event cards in the search deck"),
    ("mini_missions", "flag", False, "AP-12", "mini-missions"),
    # ---- noise
    ("noise_per", ("action", "weapon"), "action", "BP-7, AP-7", "tokens of a noisy attack with two weapons"),
    # ---- combat
    ("target_priority", ("walkers_first", "fatties_first", "survivors_first"), "walkers_first", "BP-13.R8", "order of ranged hits"),
    ("friendly_fire", ("misses", "survivors_first"), "misses", "BP-13, AP-14", "what strikes survivors in the target zone"),
    ("natural_1_always_misses", "flag", False, "WD-15", "a rolled 1 fails whatever is added"),
    ("armour", "flag", True, "BP-13, AP-15", "body armour, shields and their rolls"),
    ("armour_shield_combo", ("reroll", "better_value"), "reroll", "BP-13, WD-15", "armour and shield together"),
    ("armour_excluded", ("abomination_and_fire", "cauldrons_too"), "abomination_and_fire", "BP-13.R16, WD-15", "not stopped"),
    ("armour_roll_rerolls", "flag", True, "BP-13", "armour rolls may be rolled again"),
    ("spells", "flag", True, "BP-13", "combat spells"),
    ("enchantments", "flag", True, "BP-24.6", "enchantments"),
    ("enchantment_on_guards", "flag", False, "WD-13", "enchantments may target Guards"),
    ("polearms", "flag", False, "WD-19", "melee weapons with range 1"),
    ("force_blast", "flag", False, "WD-19", "the starting spell gives another spell a die"),
    ("freeze_tokens", "flag", False, "WD-16", "spells may freeze zombies"),
    ("end_phase_freeze", "flag", False, "WD-16", "freeze tokens leave in the End Phase"),
    # ---- fire
    ("fire", ("bile_then_torch", "one_ranged_action", "gasoline"), "bile_then_torch", "BP-14, WD-12, AP-17", "how fire is made"),
    ("fire_min_range", (0, 1), 0, "BP-14, WD-12.21", "nearest zone that may be set on fire"),
    ("fire_placing_range", (0, 1), 1, "BP-14, AP-17", "how far fuel is thrown"),
    ("fire_needs_zombie", "flag", False, "WD-12.21", "only zones with zombies may be set on fire"),
    ("torch", ("burned_for_fire", "both_cards_burned"), "burned_for_fire", "BP-14, WD-19", "what fire costs of Torch and bile"),
    ("free_actions_pay_dragon_fire", "flag", False, "WD-12", "a free Ranged action pays for fire"),
    ("zone_destroyers", "flag", False, "AP-14", "weapons that destroy a whole zone"),
    # ---- zombies
    ("zombie_kinds", ("with_necromancer", "with_dog_and_types"), "with_necromancer", "BP-10, AP-10", "kinds in the box"),
    ("zombie_target_choice", ("sight_noise", "sight_reach_noise"), "sight_noise", "BP-15, WD-17", "how a target is chosen"),
    ("equal_noise_targets", ("split", "master_assigns"), "split", "BP-15, AP-18", "several equal targets"),
    ("zombie_split", ("equal_groups", "players_choose", "master_assigns"), "equal_groups", "BP-15.16, WD-17, AP-18", "equal routes"),
    ("no_target_move", ("stay", "master_moves"), "stay", "BP-15, AP-18", "zombies without a target"),
    ("stay_on_noisiest_zone", "flag", True, "BP-15, AP-18", "zombies stay where most noise is"),
    ("zm_free_when_quiet", "flag", False, "AP-18", "the master moves zombies freely in silence"),
    ("runners_no_return", "flag", False, "AP-19", "a second step may not lead back"),
    ("zombie_falling", "flag", False, "WD-17", "zombies may fall"),
    ("fatty_escort", (0, 2), 0, "AP-10", "Walkers that come with a Fatty"),
    ("abomination_limit", ("supply", "by_danger_level"), "supply", "BP-1.R2, AP-10", "Abominations on the board at once"),
    ("abomination_overflow", ("extra_activation", "fatty_with_walkers"), "extra_activation", "BP-16.14, AP-10", "one Abomination too many"),
    ("abomination_wounds", ("one_at_damage_3", "by_danger_level"), "one_at_damage_3", "BP-10, AP-10", "what kills an Abomination"),
    ("abomination_climbs", "flag", False, "WD-17", "Abominations climb ramparts"),
    ("abomination_deck", "flag", False, "WD-20", "several Abominations with cards of their own"),
    ("toxic_spray", "flag", False, "AP-10", "toxic zombies"),
    ("berserker_ranged_immunity", "flag", False, "AP-10", "berserkers"),
    ("toxic_excluded_from_kind_activation", "flag", False, "AP-20", "toxic zombies ignore activations of their kind"),
    ("dog_actions", (0, 3), 0, "AP-19", "actions of a dog, 0: no dogs"),
    # ---- spawning
    ("spawn_order", ("clockwise", "numbered"), "clockwise", "BP-16.2, WD-18", "order of the spawn zones"),
    ("coloured_spawn_zones", "flag", True, "BP-16.4", "spawn zones may be inactive"),
    ("spawn_tokens_at_setup", (0, 24), 4, "WD-2.12", "most spawn tokens at setup, where the edition places them"),
    ("double_spawn_cards", "flag", True, "BP-16.8", "double spawn cards"),
    ("siege_cards", "flag", False, "WD-18", "siege cards"),
    ("siege_climb_needs_strict_gain", "flag", True, "WD-18.10", "besiegers climb only to get nearer"),
    ("siege_frozen_may_climb", "flag", False, "WD-16.6", "frozen besiegers climb"),
    ("manhole_cards", "flag", False, "AP-20", "manhole cards"),
    ("zm_cards", "flag", False, "AP-21", "cards of the Zombie Master"),
    ("out_of_miniatures", ("extra_activation", "abomination"), "extra_activation", "BP-16.14, WD-18", "too few miniatures"),
    ("extra_activation_per_card_limit", (0, 9), 0, "BP-16.14, WD-18", "most extra activations by one card, 0: no limit"),
    # ---- necromancers
    ("necromancers", ("escape", "defiler", "none"), "escape", "BP-17, WD-11", "what Necromancers do"),
    ("necromancer_card_when_present", ("new_one_appears", "only_activates"), "new_one_appears", "BP-17.4, WD-18", "a later card"),
    ("necromancer_spawns_immediately", "flag", True, "BP-17.2, WD-18", "his spawn comes at once, not last in the step"),
    ("cabal_rules", ("optional", "forbidden"), "optional", "BP-18, WD-20", "several Necromancers"),
    # ---- guards
    ("guards", "flag", False, "WD-13", "Guards and their actions"),
    ("guard_skill_cards", "flag", False, "WD-23", "Guard skill cards"),
    ("guard_absorbs", (0, 9), 1, "WD-13.14", "attacks that one Guard absorbs"),
    ("guard_accuracy", (2, 6), 4, "WD-13.11", "accuracy of a Guard, melee and ranged (damage 1, range 0 and 0-1)"),
    ("brother_in_arms_counts_guards", "flag", True, "WD-24.14", "Guards count as brothers in arms"),
    ("lorna_guard_skill_type", ("melee", "ranged", "magic"), "ranged", "WD-26.10", "combat type of Lorna's Guard skill"),
    # ---- skills
    ("skill_set", ("black_plague", "white_death", "apocalypse"), "black_plague", "BP-22, WD-24.77", "skills that exist"),
    ("rotten_skill", "flag", True, "BP-22.33", "Rotten tokens"),
    ("skill_charge_limit", (0, 1), 0, "BP-22.23", "uses a turn, 0: no limit"),
    ("skill_bloodlust_limit", (0, 1), 0, "BP-22.37", "uses a turn, 0: no limit"),
    ("skill_born_leader", ("next_turn", "at_once"), "next_turn", "BP-22.58", "when the gift is used"),
    ("skill_tough", ("first_zombie_of_phase", "first_of_every_attack"), "first_zombie_of_phase", "BP-22.50", "wound ignored"),
    ("skill_hold_your_nose", ("search_action", "draws_card"), "search_action", "BP-22.45", "what the skill gives"),
    ("skill_slippery", ("stops_at_zombies", "ignores_zombies"), "stops_at_zombies", "BP-22.60", "entering a zone with zombies"),
    ("skill_shove_lifesaver_path", ("free_path", "any_adjacent"), "free_path", "BP-22.65, BP-22.74", "reach"),
    ("skill_zombie_link_trigger", ("extra_activation_card", "siege_card"), "extra_activation_card", "BP-22.64", "what gives the turn"),
    ("skill_search_bonus", ("one_more", "two_not_with_torch"), "one_more", "BP-22.56", "cards of a Search"),
    ("skill_jump_walls", ("ignores_zone_crossed", "walls_block"), "ignores_zone_crossed", "BP-22.61", "what a jump passes"),
    ("skill_iron_hide_natural_1", ("plain", "always_fails"), "plain", "BP-22.73", "a rolled 1 with Iron hide"),
    ("skill_low_profile_scope", ("ranged_and_magic_attacks", "misses"), "ranged_and_magic_attacks", "BP-22.55", "ignored"),
    # ---- quest rulings of White Death
    ("quest1_cauldrons", (0, 9), 4, "WD-25.31", "cauldrons of quest 1"),
    ("quest1_defile", (0, 20), 3, "WD-25.31", "Defile tokens of quest 1"),
    ("quest3_objectives", (0, 20), 5, "WD-25.51", "objectives of quest 3"),
    ("quest3_defile", (0, 20), 7, "WD-25.51", "Defile tokens of quest 3"),
    ("quest6_objectives_printed", (0, 20), 8, "WD-25.81", "printed objectives of quest 6 (two more are added)"),
    ("quest6_defile", (0, 20), 9, "WD-25.81", "Defile tokens of quest 6"),
)  # fmt: skip

SWITCHES: Final[Mapping[str, Switch]] = {row[0]: Switch(*row) for row in _ROWS}

#: Switches that loaders or kernels read.  Every other one is only declared: changing it changes nothing yet.
READ: Final = frozenset({"equipment_deck_size", "zombie_deck_size", "escape_token_limit"})

#: Names in the source tables whose concept has another name here.
OTHER_NAMES: Final = {
    "armour_vs": "armour_excluded",
    "backpack_rule": "backpack_cards",
    "defeat_by_escape": "escape_token_limit",
    "dragon_fire": "fire",
    "dragon_fire_min_range": "fire_min_range",
    "dragon_fire_needs_zombie": "fire_needs_zombie",
    "force_blast_equivalent": "force_blast",
    "guard_stats": "guard_accuracy",
    "necromancer": "necromancers",
    "no_return": "runners_no_return",
    "priority": "target_priority",
    "reshuffle_excludes": "equipment_reshuffle",
    "spawn_token_limit_defeat": "escape_token_limit",
    "support_works_in_reserve": "backpack_cards",
    "zombie_group_split": "zombie_split",
}

RULESET: Final = record([(switch.name, "u1" if switch.span[1] < 256 else "i2") for switch in SWITCHES.values()])


def code(name: str, value: Value) -> int:
    """The number of a value, for constants of the kernels: ``code("zombie_split", "equal_groups")``."""
    if name in OTHER_NAMES:
        raise RulesetError(f"switch {name!r} is called {OTHER_NAMES[name]!r} here")
    if name not in SWITCHES:
        raise RulesetError(f"no switch {name!r}{suggest(name, SWITCHES)}; the table is rules.SWITCHES")
    return SWITCHES[name].encode(value)


def ruleset(**switches: Value) -> np.void:
    """The record of Black Plague, with single switches set otherwise; those of an edition: ``editions.edition_rules``.

    Returns a scalar of dtype ``RULESET``.  Raises ``RulesetError`` for an unknown switch or value.
    """
    table = np.zeros(1, RULESET)
    record: np.void = table[0]
    for name, switch in SWITCHES.items():
        record[name] = switch.encode(switch.default)
    for name, value in switches.items():
        record[name] = code(name, value)
    return record


def values(record: np.void) -> dict[str, Value]:
    """A record in words: switch -> value."""
    return {name: switch.decode(int(record[name])) for name, switch in SWITCHES.items()}

"""Rulings that are options of a game (WD-29B)."""

from __future__ import annotations

from typing import Final

#: Name, default, maximum, rule and meaning.
RULINGS: Final = (
    ("artefact_count_cumulative", 1, 1, "WD-25.54: artefacts taken count, also those that nobody holds any more"),
    ("brother_in_arms_counts_guards", 1, 1, "WD-24.14: a Guard is company for Brothers in Arms"),
    ("defiled_walls_all_ignored", 0, 1, "WD-4.22: every wall of a Defiled zone is ignored, not only one between two of them"),
    ("dragon_fire_min_range", 1, 1, "WD-12.21: with 0 Dragon Fire may burn in the own zone"),
    ("dragon_fire_needs_zombie", 0, 1, "WD-12.21: Dragon Fire needs a Zombie in its zone"),
    ("escape_requires_all_survivors", 1, 1, "WD-25.9: with the Guards every Survivor has to escape"),
    ("food_costs_action", 0, 1, "WD-12.24: eating costs an action"),
    (
        "last_exit_without_win_loses",
        1,
        1,
        "WD-25.9: the game is lost as soon as the last Survivor has left without a victory, else in the End Phase",
    ),
    ("los_building_to_building_across_street", 1, 1, "WD-5.6: one sees from a room across the street into another building"),
    ("siege_climb_needs_strict_gain", 1, 1, "WD-18.10: Zombies climb only where a legal way is longer"),
    ("siege_frozen_may_climb", 0, 1, "WD-16.6: Zombies of a frozen zone climb"),
    ("tip_onto_ruins", 1, 1, "WD-14.6: a cauldron may be tipped onto ruins"),
)

"""The rule switches of a position (AP-25)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ....reading import FormatError, a_flag, a_number, a_word
from ..world.extra import leave_out_master_cards

if TYPE_CHECKING:
    from ..world.build import World

#: Switches that may be set, and their world fields.
_FLAGS: Final = {"zombie_master": "master", "zm_free_when_quiet": "quiet_is_free"}
_CARDS: Final = "zm_cards"  # without them the Zombie Master still moves the zombies (AP-2.R7)
_NUMBERS: Final = {"max_rounds": "round_limit"}
#: Switches that the edition fixes, with their values; None: a list or a text of AP-25.
_FIXED: Final[Mapping[str, Any]] = {
    "phases": ["players", "zombies", "zombie_master", "end"],
    "survivors_by_players": None,
    "starting_gear": None,
    "wounds_to_kill": 2,
    "wound_costs_card": True,
    "armour": None,
    "inventory": None,
    "support_works_in_reserve": True,
    "noise_per": None,
    "door_roll": False,
    "zone_spans_tiles": True,
    "friendly_fire": "survivors_first",
    "priority": None,
    "zombie_kinds": None,
    "fatty_escort": 2,
    "abomination_limit": [2, 3, 4, 5],
    "abomination_overflow": None,
    "abomination_wounds": [3, 3, 5, 6],
    "toxic_spray": True,
    "berserker_ranged_immunity": True,
    "dog_actions": 3,
    "zombie_split": None,
    "equal_noise_targets": None,
    "no_target_move": None,
    "stay_on_noisiest_zone": False,
    "no_return": True,
    "necromancers": False,
    "vaults": False,
    "spells": False,
    "enchantments": False,
    "double_spawn_cards": False,
    "manhole_cards": True,
    "toxic_excluded_from_kind_activation": True,
    "search_events": True,
    "mini_missions": True,
    "reshuffle_excludes": None,
    "fire": None,
    "fire_placing_range": None,
    "zone_destroyers": True,
    "cars": True,
    "crafting": True,
    "food_effect": None,
    "defeat_by_escape": False,
    "loss_result": None,
    "armour_roll_rerolls": False,
    "rotten_skill": False,
}
_MOST_ROUNDS: Final = 9999


def set_switches(world: World, switches: Mapping[str, Any]) -> None:
    """Set the variable switches; the others can only be given their fixed value."""
    for key, value in switches.items():
        path = ("switches", key)
        a_word(key, path, (*_FLAGS, _CARDS, *_NUMBERS, *_FIXED), "switch")
        if key in _FLAGS:
            world[0][_FLAGS[key]] = a_flag(value, path)
        if key in ("zombie_master", _CARDS) and not a_flag(value, path):
            leave_out_master_cards(world)
        elif key in _NUMBERS:
            world[0][_NUMBERS[key]] = -a_number(value, path, 1, _MOST_ROUNDS)  # the draw of the rules (AP-3.R2)
        elif key in _FIXED and _FIXED[key] is not None and value != _FIXED[key]:
            raise FormatError(path, f"{value!r}: this edition has {_FIXED[key]!r} (AP-25); leave it out")

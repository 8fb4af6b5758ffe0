"""Every rule switch (table WD-29) has White Death's value, and some check fails with another value.

What a single game may change is an option (``test_rulings``); what defines the edition is a constant that
``family/test_switches`` flips, a card or a map that ``test_content`` counts, or a rule that a vector plays.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from tests.games.vectors import vectors
from zombicide_env.games.zombicide import edition_module
from zombicide_env.games.zombicide.table.codes import ZC_DOUBLE
from zombicide_env.games.zombicide.white_death import edition
from zombicide_env.games.zombicide.white_death.game import WhiteDeath
from zombicide_env.games.zombicide.white_death.numbers.rulings import RULINGS
from zombicide_env.games.zombicide.white_death.world.counts import counts

HERE = Path(__file__).parent
RULES = (HERE.parents[3] / "zombicide_env" / "docs" / "rules" / "white_death.md").read_text(encoding="utf-8")

#: Checks: vectors, CONSTANTS of the edition that differ from Black Plague's, options, tests of this folder.
NOTICES = {
    "doors": "DOORS_OPEN V-17",
    "building_spawn_on_open": "DOORS_OPEN test_nothing_of_black_plague_is_on_the_boards",
    "vaults": "test_nothing_of_black_plague_is_on_the_boards",
    "artefact_source": "EX-36 EX-72c X-403",
    "spawn_order": "V-9 X-312",
    "coloured_spawn_zones": "test_nothing_of_black_plague_is_on_the_boards",
    "spawn_token_limit_defeat": "X-316",
    "double_spawn_cards": "test_nothing_of_black_plague_is_on_the_boards",
    "siege_cards": "EX-19b EX-44",
    "zombie_deck_size": "ZOMBIE_DECK V-69",
    "equipment_deck_size": "DECK V-69",
    "aaahh_cards": "test_there_are_four_aaahh_cards V-28",
    "necromancer": "EX-7 EX-36 X-316",
    "necromancer_card_when_present": "X-313",
    "necromancer_spawns_immediately": "X-312",
    "cabal_rules": "test_nothing_of_black_plague_is_an_option",
    "defiled_zones": "EX-37 EX-56c X-1",
    "beacon": "EX-100",
    "objective_removed_by_spread": "EX-78",
    "survivor_death": "V-66",
    "guards": "GUARDS EX-9 EX-10",
    "blue_skills": "test_survivor_sheets_have_their_skills",
    "ramparts_and_ladders": "V-1 EX-106a",
    "rope_ladders": "EX-34a",
    "cauldrons": "EX-70a EX-72c",
    "ruins": "EX-33 EX-84b",
    "zombie_target_choice": "EX-15 EX-50",
    "zombie_group_split": "EX-17 X-306",
    "zombie_falling": "ONE_WAY EX-18a",
    "target_priority": "PRIORITY EX-27",
    "out_of_miniatures": "EX-46",
    "extra_activation_per_card_limit": "X-336",
    "natural_1_always_misses": "NATURAL_1 EX-60",
    "armour_shield_combo": "ARMOUR_AND_SHIELD EX-108",
    "armour_vs": "EX-82 EX-72a V-29",
    "dragon_fire": "X-110 X-111",
    "torch": "V-28 V-29",
    "backpack_rule": "EX-4a X-122",
    "ammo_cards": "test_nothing_of_black_plague_is_on_the_boards",
    "force_blast_equivalent": "EX-22b X-105",
    "polearms": "EX-58a",
    "freeze_tokens": "EX-28",
    "adrenaline_name": "",  # a name: the engine uses another one
    "seven_plus_survivors": "LARGE_TEAM_TOKENS EX-88",
    "ultra_mode": "ultra EX-30a",
    "abomination_deck": "abomination_deck abomination_fest X-323 X-324",
    "guard_skill_cards": "guard_skill_cards test_survivors_without_a_guard_skill_are_dealt_one",
    "skill_charge_limit": "EX-86b",
    "skill_bloodlust_limit": "EX-86a",
    "skill_born_leader": "LEADS_AT_ONCE V-50",
    "skill_tough": "TOUGH_ALWAYS EX-80b EX-80c",
    "skill_hold_your_nose": "V-56",
    "skill_slippery": "V-46 X-14",
    "skill_shove_lifesaver_path": "V-47 V-48",
    "skill_zombie_link_trigger": "X-239",
    "skill_search_bonus": "V-53 X-229",
    "skill_jump_walls": "EX-96",
    "skill_set": "test_skills_of_other_boxes_do_not_exist",
    "end_phase_freeze": "V-12",
    "unwinnable_defeat": "X-402 X-408 X-427",
    "enchantment_on_guards": "X-61",
    "starting_equipment": "STARTING V-69",
    "equipment_reshuffle": "EX-98",
    "objective_positions": "test_quests_have_the_printed_numbers_of_tiles_and_tokens",
    "skill_iron_hide_natural_1": "NATURAL_1 X-134",
    "skill_low_profile_scope": "V-39 X-111",
    "abomination_climbs": "X-16",
    "free_actions_pay_dragon_fire": "X-133",
}


def switches(title: str) -> list[str]:
    """Names in the first column of a table of the rules."""
    rows = RULES.partition(title)[2].partition("\n##")[0].splitlines()
    cells = [row.split("|")[1] for row in rows if row.startswith("| `")]
    return [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]


def test_every_switch_of_the_table_is_here() -> None:
    assert set(switches("## 29 ")) == set(NOTICES)


@pytest.mark.parametrize("switch", NOTICES)
def test_every_switch_is_noticed_by_a_vector_an_option_or_a_test(switch: str) -> None:
    """WD-29: the vectors, options and tests exist, and the constants are not Black Plague's."""
    played = {vector.id.removeprefix("WD-") for vector in vectors("white_death")}
    options = set(inspect.signature(WhiteDeath).parameters)
    tests = set(re.findall(r"def (test_\w+)", "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))))
    for name in NOTICES[switch].split():
        if name.isupper() and "-" not in name:
            assert getattr(edition, name) != getattr(edition_module("black_plague", "edition"), name), name
        else:
            assert name in played | options | tests, name


def test_nothing_of_black_plague_is_on_the_boards() -> None:
    """WD-29: no doors, vaults, colored or sleeping spawn tokens, double spawn cards, ammunition."""
    for quest in range(11):
        w = WhiteDeath(quest).world[0]
        assert w["n_doors"] == w["n_vaults"] == 0
        assert len(set(w["token_colour"][: w["n_tokens"]].tolist())) == 1
        assert w["token_active"][: w["n_tokens"]].all()
        assert not (w["zcard_kind"] == ZC_DOUBLE).any()
        assert not w["card_ammo"].any()


def test_nothing_of_black_plague_is_an_option() -> None:
    """WD-29: ``cabal_rules`` are forbidden."""
    with pytest.raises(TypeError, match="cabal"):
        WhiteDeath(0, cabal=True)  # type: ignore[call-arg]  # forbidden, as the checker knows too


def test_every_parameter_of_the_rules_is_an_option_with_its_default() -> None:
    """WD-29B: each by its name, and the tables of the page list no others."""
    names = set(switches("### 29B "))
    constants = {"tile_cells"}  # the size of the printed tiles, which ``tiles.csv`` draws
    own = {"guard_absorbs", "guard_stats", "lorna_guard_skill_type", "spawn_tokens_at_setup"}
    assert names == {name for name, *_ in RULINGS} | set(counts()) | own | constants

"""The content files agree with the rules: the tables of the rules page are parsed and compared."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files

import pytest

from zombicide_env.games.source import Source
from zombicide_env.games.zombicide.table.cards import EquipmentCard
from zombicide_env.games.zombicide.table.codes import (
    GREEN,
    HAND_CARD,
    MAGIC,
    MELEE,
    RANGED,
    RED,
    ZC_ABOMINATION,
    ZC_EXTRA,
    ZC_NECROMANCER,
    ZC_SIEGE,
    ZC_SPAWN,
)
from zombicide_env.games.zombicide.white_death import edition
from zombicide_env.games.zombicide.white_death.numbers.skills import SKILLS
from zombicide_env.games.zombicide.white_death.world.box import box, quest, quests, read_quest
from zombicide_env.games.zombicide.white_death.world.features import guard_skill_cards, guard_stats

RULES = files("zombicide_env").joinpath("docs/rules/white_death.md").read_text(encoding="utf-8").replace("\u2013", "-")
CARDS = {card.id: card for card in box().cards}
TYPES = {"melee": MELEE, "ranged": RANGED, "combat spell": MAGIC}
LEVELS = ("blue", "yellow", "orange", "red")


def table(rule: str) -> list[dict[str, str]]:
    """Rows of the table that follows a rule of the page."""
    lines = RULES[re.search(rf"\*\*{rule}\*\*|name=\"{rule}\"", RULES).start() :].splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("|"))
    cut = [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines[start:] if line.startswith("|") or not line]
    rows = cut[: next(place for place, row in enumerate(cut) if row == [""])]
    return [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]


def stats(card: EquipmentCard) -> str:
    """Range, dice, accuracy and damage in the notation of the tables."""
    if not card.profiles:
        return "-"
    profile = card.profiles[0]
    reach = str(profile.range_min) if profile.mode == MELEE and profile.range_max == 0 else f"{profile.range_min}-{profile.range_max}"
    return f"{reach} {profile.dice} {profile.accuracy}+ {profile.damage}"


def kind_of(card: EquipmentCard) -> str:
    return next((name for name, mode in TYPES.items() if card.profiles and card.profiles[0].mode == mode), "")


# ---- equipment -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "total"), [("WD-26.1", 6), ("WD-26.3", 54), ("WD-26.4", 8)])
def test_equipment_is_what_the_tables_say(rule: str, total: int) -> None:
    """WD-26.1, WD-26.3, WD-26.4, WD-15.1, WD-15.4, WD-19.1: number, type, characteristics, Dual, traits of every card."""
    rows = table(rule)
    for row in rows:
        card = CARDS[row["id"]]
        assert card.name == row["name"]
        assert stats(card) == row["stats"], card.id
        assert kind_of(card) == (row["type"].partition(",")[0] if card.profiles else ""), card.id
        traits = row["traits"]
        assert card.polearm == ("Polearm" in traits)
        assert card.reload == ("Reload" in traits)
        assert card.from_backpack == ("from backpack" in traits or card.id in ("water", "salted_meat", "baba_yagas_blessing")), card.id
        if rule != "WD-26.4":
            assert card.copies == int(row["n"])
            assert card.dual == row["dual"].startswith("yes"), card.id
    assert sum(CARDS[row["id"]].copies for row in rows) == total
    assert all(CARDS[row["id"]].artefact == (rule == "WD-26.4") for row in rows)
    assert all(bool(CARDS[row["id"]].starting) == (rule == "WD-26.1") for row in rows)


def test_noise_and_dual_where_no_icon_is_legible() -> None:
    """WD-26.5, WD-19.2: combat spells are noisy, everything else is silent and nothing opens a door."""
    assert all(card.noisy == (kind_of(card) == "combat spell") for card in CARDS.values())
    assert {card.id for card in CARDS.values() if card.dual} == {"force_blast", "shashka", "dagger", "triple_crossbow", "lightning_bolt"}
    assert not any(card.opens_door or card.door_noisy or card.ammo for card in CARDS.values())


def test_skills_and_numbers_printed_on_cards() -> None:
    """WD-26.1, WD-26.3, WD-26.4, WD-19.8: the effects of traits are in the columns of the file."""
    printed = {card.id: card.skills for card in CARDS.values() if card.skills}
    assert printed == {
        "katana": ("roll6_damage_melee",),
        "horn_bow": ("marksman",),
        "disintegrate": ("roll6_damage_magic",),
        "storm_crossbow": ("iron_rain",),
        "ice_bow": ("freeze_ranged",),
        "partizan": ("escalation_melee",),
        "fury_of_aikai": ("mana_rain",),
    }
    assert {card.id: card.pair_damage for card in CARDS.values() if card.pair_damage} == {"shashka": 2}
    assert (CARDS["heavy_armour"].armour, CARDS["battle_shield"].armour) == (3, 4)


def test_there_are_four_aaahh_cards() -> None:
    """WD-26.2: four separate cards."""
    traps = {card.id: (card.trap, card.copies) for card in CARDS.values() if card.trap}
    assert traps == {
        "aaahh_fatty": (("fatty", 1), 1),
        "aaahh_runner": (("runner", 1), 1),
        "aaahh_walker": (("walker", 1), 1),
        "aaahh_2_walkers": (("walker", 2), 1),
    }


def test_the_box_holds_the_printed_pieces() -> None:
    """WD-1.2, WD-1.3, WD-1.4, WD-1.5, WD-1.6, WD-1.7, WD-1.8: figures, tokens, cards; no doors, vaults or double spawns."""
    assert dict(zip(edition.KINDS, edition.SUPPLY, strict=True)) == {
        "walker": 35,
        "fatty": 14,
        "runner": 14,
        "abomination": 1,
        "defiler": 1,
        "necromancer": 0,
    }
    assert sum(card.copies for card in CARDS.values()) == edition.DECK == 72
    assert len(box().zombie_cards) == edition.ZOMBIE_DECK == 56
    assert [sheet.id for sheet in box().survivors] == ["lorna", "ogon", "yasuke", "dragomir", "sarnai", "zhenya"]
    assert edition.BOX["guards"] == 12
    assert (edition.BOX["cauldrons"], edition.BOX["rope ladders"], edition.BOX["defiled"], edition.BOX["spawn"]) == (4, 2, 15, 4)
    assert not edition.DOORS_OPEN
    assert not any(quest(name).doors or quest(name).vaults for name in range(11))
    assert all(card.category != "ammunition" for card in CARDS.values())


# ---- zombie cards ----------------------------------------------------------------------------------------------------------


def test_the_zombie_deck_has_the_printed_cards() -> None:
    """WD-26.6, WD-26.7, WD-26.8, WD-18.17: kinds and numbers of the 56 cards, no double-spawn card."""
    kinds = Counter(card.kind for card in box().zombie_cards)
    assert kinds == {ZC_SPAWN: 28, ZC_ABOMINATION: 6, ZC_NECROMANCER: 6, ZC_SIEGE: 8, ZC_EXTRA: 8}
    lines = Counter(
        (card.brings[0][0], *(line[1] if line else 0 for line in card.brings))
        for card in box().zombie_cards
        if card.kind == ZC_SPAWN and card.brings[0]
    )
    assert lines == {
        ("walker", 2, 4, 6, 8): 6,
        ("fatty", 2, 2, 6, 8): 1,
        ("fatty", 1, 2, 3, 4): 5,
        ("runner", 1, 2, 3, 4): 6,
        ("walker", 1, 2, 4, 6): 5,
        ("walker", 1, 3, 5, 7): 5,
    }
    numbers = {card.kind: [] for card in box().zombie_cards}
    for card in box().zombie_cards:
        numbers[card.kind].append(card.number)
    assert numbers[ZC_SPAWN] == [*range(429, 457)]
    assert numbers[ZC_ABOMINATION] == [*range(457, 463)]
    assert numbers[ZC_NECROMANCER] == [*range(463, 469)]
    assert numbers[ZC_SIEGE] == [*range(469, 477)]
    extra = {card.number: card.extra for card in box().zombie_cards if card.kind == ZC_EXTRA}
    assert [extra[number][3] for number in range(477, 485)] == ["walker"] * 3 + ["fatty"] * 2 + ["runner"] * 3
    assert all(activated[0] is None and len(set(activated[1:])) == 1 for activated in extra.values())
    assert all(card.brings[level] == ("walker", 1) for card in box().zombie_cards if card.kind == ZC_SIEGE for level in range(1))


# ---- survivors and Guards ----------------------------------------------------------------------------------------------------


def test_survivor_sheets_have_their_skills() -> None:
    """WD-26.9, WD-26.10, WD-26.11, WD-26.12, WD-8.3, WD-2.4: two Blue skills each, the card of the body slot."""
    sheets = {sheet.id: sheet for sheet in box().survivors}
    for row in table("WD-26.11"):
        sheet = sheets[row["Survivor"].lower()]
        words = [re.findall(r"\w+", row[column]) for column in ("Blue", "Guard", "Orange", "Red")]
        assert (*sheet.blue,) == (*words[0], *words[1])
        assert (*sheet.orange,) == (*words[2],)
        assert (*sheet.red,) == (*words[3],)
        assert not sheet.body_slot_item
    assert {name: sheets[name].body_slot_item for name in ("ogon", "yasuke", "lorna")} == {
        "ogon": "battle_shield",
        "yasuke": "katana",
        "lorna": "spear",
    }
    assert (sheets["ogon"].orange, sheets["ogon"].red) == (
        ("bloodlust_melee", "iron_hide"),
        ("free_combat_action", "combat_reflexes", "reaper_melee"),
    )
    assert sheets["yasuke"].red == ("bloodlust_melee", "jump", "plus_1_damage_melee")
    assert sheets["lorna"].blue == ("free_move_action", "guards_damage_2_ranged")
    assert sheets["lorna"].orange == ("plus_1_die_combat", "free_combat_action")
    assert sheets["lorna"].red == ("plus_1_die_combat", "freeze_combat", "super_strength")
    assert all(len(sheet.blue) == 2 and sheet.blue[1].startswith("guards_") for sheet in sheets.values())


def test_guards_have_their_numbers_and_skill_cards() -> None:
    """WD-13.11, WD-26.14, WD-23.3: the Guards' numbers, and 14 cards of existing skills."""
    assert guard_stats() == {"melee": (0, 0, 4, 1), "ranged": (0, 1, 4, 1)}
    assert len(guard_skill_cards()) == 14
    assert {"guards_plus_1_max_range", "guards_freeze_ranged"} <= set(guard_skill_cards()) <= set(SKILLS)


def test_skills_of_other_boxes_do_not_exist() -> None:
    """WD-24.77, WD-8.8: skills of Black Plague that White Death does not have."""
    gone = ("blitz", "break_in", "lock_it_down", "rotten", "loud", "trick_shot", "two_zones_per_move", "search_plus_1_card")
    assert not set(gone) & set(SKILLS)
    assert not any(skill.startswith(("collector", "frenzy", "plus_1_damage_with")) for skill in SKILLS)


def test_every_skill_of_the_rules_has_a_column() -> None:
    """WD-24.0: ids of section 24, with parameters filled in; "Starts with" an item is not a column but a card at setup."""
    section = RULES[RULES.index("**+1 Max Range**") : RULES.index("## 25 Quests")]
    ids = [match[1] for match in re.finditer(r"\*\*[^*]+\*\* `([a-z0-9_<>]+)`", section)]
    assert len(ids) == 76
    types = {"<t>": ("melee", "ranged", "magic", "combat"), "<type>": ("melee", "move", "guard", "search"), "<kind>": edition.KINDS[:5]}
    for name in ids:
        parameter = next(iter(re.findall("<.*>", name)), "")
        for value in types.get(parameter, ("plus_1_die_melee",) if parameter else ("",)):
            skill = name.replace(parameter, value) if parameter else name
            assert skill in SKILLS or skill.startswith("starts_with_"), skill


# ---- quests ------------------------------------------------------------------------------------------------------------------


def count(row: dict[str, str], column: str) -> int:
    return int(row[column].rstrip("*"))


@pytest.mark.parametrize("row", table("WD-25.12"), ids=lambda row: row["Quest"])
def test_quests_have_the_printed_numbers_of_tiles_and_tokens(row: dict[str, str]) -> None:
    """WD-25.12, WD-25.2 to 25.6 and the counts of each quest: tiles, objectives, tokens.

    WD-1.1, WD-1.9, WD-2.1, WD-25.3, WD-25.4, WD-25.6, WD-25.51, WD-25.71, WD-25.81, WD-25.101, WD-25.111, WD-25.121.
    """
    found = quest(0 if row["Quest"] == "Tutorial" else int(row["Quest"][1:]))
    assert found.difficulty == row["Difficulty"].lower()
    rows = [line.split() for line in row["Rows of tiles"].split(" / ")]
    assert [[tile for tile, _ in line] for line in found.tiles] == rows
    colours = Counter(place.colour for place in found.objectives if not place.shuffled)
    shuffled = sum(place.shuffled for place in found.objectives)
    red = colours[RED] + shuffled - found.shuffled_blue - found.shuffled_green
    printed = tuple(int(number.rstrip("*")) for number in row["R/B/G"].split("/"))
    assert (red, found.shuffled_blue + colours[2], found.shuffled_green + colours[GREEN]) == printed
    assert sum(found.guards.values()) == count(row, "Guards")
    assert sum(found.cauldrons.values()) == count(row, "Cauldrons")
    assert sum(found.rope_ladders.values()) == count(row, "Rope ladders")
    assert len(found.defiled) == count(row, "Defile")
    assert bool(found.exit) == (row["Exit"] == "yes")
    assert bool(found.flag) == (row["Flag"] == "yes")
    assert len(found.start) == count(row, "Start zones")
    assert found.beacon
    assert found.beacon not in found.defiled
    assert found.survivors_min == 6
    assert len({tile[:2] for line in rows for tile in line}) == sum(len(line) for line in rows)


@pytest.mark.parametrize("number", range(11))
def test_spawn_tokens_lie_on_defiled_zones(number: int) -> None:
    """WD-2.12, WD-2.11, WD-2.8: k = min(4, Defile tokens), each on a Defiled zone; no objective is on one."""
    found = quest(number)
    zones = [spawn.zone for spawn in found.spawn_zones]
    assert len(zones) == min(4, len(found.defiled))
    assert set(zones) <= set(found.defiled)
    assert not {place.zone for place in found.objectives} & set(found.defiled)
    assert set(found.start) <= {label for line in found.cells for label in line}


@pytest.mark.parametrize(("number", "shuffled"), [(1, True), (2, True), (3, True), (4, False), (6, True), (7, True), (8, True), (10, True)])
def test_coloured_objectives_are_shuffled_where_the_quest_says_so(number: int, shuffled: bool) -> None:
    """WD-25.32, WD-25.42, WD-25.52, WD-25.62, WD-25.82, WD-25.92, WD-25.102, WD-25.122: shuffled among the red ones, or in their places."""
    found = quest(number)
    assert (found.shuffled_blue, found.shuffled_green) == ((1, 1) if shuffled else (0, 0))
    assert all(place.shuffled == shuffled for place in found.objectives)


def test_a_map_with_a_defiled_beacon_is_refused() -> None:
    """WD-2.11: neither the Beacon's nor an objective's zone may be Defiled from the start."""
    for zone, reason in ((quest(1).beacon, "Beacon's zone"), (quest(1).objectives[0].zone, "objective's zone")):
        source = next(
            Source.packaged("zombicide_env.games.zombicide.white_death", f"content/quests/{name.name}")
            for name in files("zombicide_env.games.zombicide.white_death").joinpath("content/quests").iterdir()
            if name.name.startswith("01_")
        )
        line = next(line for line in source.text.splitlines() if re.match(r" *- \{zone: \S+, at: .*spawn: 1\}", line))
        changed = source.text.replace(line, re.sub(r"zone: \S+, at: \[\d+, \d+\],", f"zone: {zone},", line))
        with pytest.raises(ValueError, match=reason):
            read_quest(Source(source.name, changed))
    assert len(quests()) == 11
    assert CARDS["sword"].place == HAND_CARD

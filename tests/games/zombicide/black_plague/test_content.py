"""The content files agree with the contents of the box, and a broken file is reported with file, line and reason."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from zombicide_env import make_game
from zombicide_env.games.source import ContentError, Source
from zombicide_env.games.zombicide.black_plague import edition
from zombicide_env.games.zombicide.black_plague.numbers.skills import SKILLS
from zombicide_env.games.zombicide.black_plague.world.box import box, quest, quests, read_quest
from zombicide_env.games.zombicide.table.box import QuestError
from zombicide_env.games.zombicide.table.cards import load_equipment, load_zombie_cards
from zombicide_env.games.zombicide.table.codes import (
    BLUE,
    BODY_CARD,
    EFFECTS,
    FX_DAGGER,
    GOAL_TEAM_HOLDS,
    HAND_CARD,
    LOCKED,
    MAGIC,
    MELEE,
    PACK_CARD,
    RANGED,
    RED,
    TRAP_CARD,
    ZC_DOUBLE,
    ZC_EXTRA,
    ZC_NECROMANCER,
    ZC_SPAWN,
)
from zombicide_env.games.zombicide.table.survivors import load_survivors, skill_problem
from zombicide_env.games.zombicide.table.tiles import lay_out, load_tiles, turned

BP = box()
CARDS = {card.id: card for card in BP.cards}


def packaged(file: str) -> Source:
    return Source.packaged("zombicide_env.games.zombicide.black_plague", f"content/{file}")


def changed(file: str, old: str, new: str) -> Source:
    """Return a packaged file with one text replaced."""
    source = packaged(file)
    assert source.text.count(old) == 1, (old, source.text.count(old))
    return Source(source.name, source.text.replace(old, new))


def line_of(source: Source, text: str) -> int:
    return source.text[: source.text.index(text)].count("\n") + 1


# ---- counts ----------------------------------------------------------------------------------------------------


def test_cards_figures_and_tokens_add_up() -> None:
    """BP-EX-41: 65 zombies, 68 tokens, 71 + 54 = 125 cards."""
    assert sum(edition.SUPPLY) == 65
    assert sum(edition.BOX.values()) == 68
    assert sum(card.copies for card in BP.cards) == 71
    assert len(BP.zombie_cards) == 54


def test_the_equipment_deck_has_the_printed_cards() -> None:
    """BP-1.10, BP-24.1."""
    assert {card.id: card.starting for card in BP.cards if card.starting} == {
        "hammer": 1,
        "mana_blast": 1,
        "short_bow": 1,
        "short_sword": 3,
    }
    assert [card.id for card in BP.cards if card.artefact] == ["orcish_crossbow", "inferno"]
    assert sum(card.in_deck for card in BP.cards) == 63
    assert Counter(card.place for card in BP.cards) == {HAND_CARD: 24, BODY_CARD: 3, PACK_CARD: 5, TRAP_CARD: 1}
    assert max(profile.damage for card in BP.cards for profile in card.profiles) == 2  # BP-24.2


def test_cards_have_their_printed_values() -> None:
    axe, crossbow, orcish, fireball = (CARDS[name] for name in ("axe", "hand_crossbow", "orcish_crossbow", "fireball"))
    assert (axe.opens_door, axe.door_noisy, axe.noisy, axe.dual) == (1, True, False, True)
    assert (CARDS["great_sword"].opens_door, CARDS["longbow"].opens_door) == (5, 0)
    shot = crossbow.profile(RANGED)
    assert shot is not None
    assert (shot.range_min, shot.range_max, shot.dice, shot.accuracy, shot.damage) == (0, 3, 2, 3, 1)
    assert crossbow.reload
    assert {profile.mode for profile in orcish.profiles} == {RANGED, MELEE}
    spell = fireball.profile(MAGIC)
    assert spell is not None
    assert spell.dice == 3
    assert fireball.noisy
    assert CARDS["dagger"].effect == FX_DAGGER
    assert (CARDS["plate_armour"].armour, CARDS["shield"].armour) == (3, 4)
    assert EFFECTS[CARDS["salted_meat"].effect] == "food"


def test_the_zombie_deck_has_the_printed_cards() -> None:
    """BP-24.3."""
    assert Counter(card.kind for card in BP.zombie_cards) == {ZC_SPAWN: 36, ZC_EXTRA: 4, ZC_NECROMANCER: 6, ZC_DOUBLE: 8}
    walker, fatty, runner, abomination, _ = edition.KINDS
    abominations = {
        (card.number, level) for card in BP.zombie_cards for level in range(4) if (card.brings[level] or ("", 0))[0] == abomination
    }
    assert abominations == {(13, 0), (25, 0), (14, 1), (26, 1), (15, 2), (27, 2), (16, 3), (28, 3)}
    extra = [card.extra for card in BP.zombie_cards if card.kind == ZC_EXTRA]
    assert extra == [(None, kind, kind, kind) for kind in (walker, walker, fatty, runner)]  # BP-16.7: nobody at Blue
    assert BP.zombie_cards[0].brings == (None, (runner, 2), (walker, 5), (fatty, 2))


def test_survivors_have_one_blue_two_orange_and_three_red_skills() -> None:
    """BP-22.81: one blue, yellow +1 action, two orange, three red."""
    assert [sheet.id for sheet in BP.survivors] == ["ann", "baldric", "clovis", "nelly", "samson", "silas"]
    for sheet in BP.survivors:
        assert (len(sheet.blue), len(sheet.orange), len(sheet.red), sheet.yellow) == (1, 2, 3, "plus_1_action")
        assert {*sheet.blue, *sheet.orange, *sheet.red} <= set(SKILLS)
        assert sheet.body_slot_item in CARDS
    nelly, samson = BP.sheet("nelly"), BP.sheet("samson")
    assert nelly is not None
    assert nelly.body_slot_item == "dagger"
    assert samson is not None
    assert "plus_1_damage:melee" in samson.red


# ---- tiles -----------------------------------------------------------------------------------------------------


def test_tiles_are_complete_and_turn() -> None:
    assert sorted(BP.tiles) == sorted(f"{number}{side}" for number in range(1, 10) for side in "RV")
    for tile in BP.tiles.values():
        assert turned(turned(turned(turned(tile, 90), 90), 90), 90) == tile
        assert turned(turned(tile, 90), 90) == turned(tile, 180)
    assert turned(BP.tiles["1R"], 90).rows == (("B", "B", "s"), ("s", "s", "s"), ("s", "C", "A"))
    assert turned(BP.tiles["1R"], 90).edges["north"] == ("gap", "wall", "s")


def test_tiles_laid_side_by_side_are_joined_where_two_gaps_meet() -> None:
    """BP-4.R2."""
    layout = lay_out(BP.tiles, [[("9R", 0), ("4V", 270)]])
    assert layout.rows[0] == ("9A", "9A", "9B", "4B", "4a", "4D")
    assert layout.rows[1] == ("9a", "9b", "9B", "4b", "4c", "4d")
    assert frozenset(("9B", "4B")) in layout.openings
    assert frozenset(("9D", "4A")) in layout.openings
    assert not any(len({label[0] for label in pair}) == 2 for pair in layout.openings if "9A" in pair)


# ---- quests ----------------------------------------------------------------------------------------------------


def test_all_quests_load() -> None:
    found = quests()
    assert [one.number for one in found] == list(range(11))
    assert [one.id for one in found[:3]] == ["danse_macabre", "big_game_hunting", "the_black_book"]
    assert [one.survivors_text for one in found] == ["4+", "6+", "6+", "6+", "6", *["6+"] * 6]
    assert all(one.tiles for one in found)


def test_quests_fit_into_the_box() -> None:
    box = edition.BOX
    for one in quests():
        doors = Counter(door.colour for door in one.doors)
        assert all(doors[colour] <= box[f"{colour} doors"] for colour in ("neutral", "blue", "green"))
        assert all(len(vault.doors) <= box[f"{vault.colour} vault doors"] for vault in one.vaults)
        # One blue and one green token; the eight red ones can also be their backs.
        assert len(one.objectives) <= 10
        assert one.shuffled_blue <= 1
        assert one.shuffled_green <= 1
        spawns = Counter[int]()
        for spawn in one.spawn_zones:
            spawns[spawn.colour] += spawn.tokens
        assert spawns[RED] <= box["red spawn"]


def test_a_quest_is_found_by_id_alias_number_and_path(tmp_path: Path) -> None:
    assert quest("danse_macabre") == quest(0) == quest("0") == quest("tutorial")
    path = tmp_path / "mine.yaml"
    text = packaged("quests/00_danse_macabre.yaml").text
    path.write_text(text.replace("id: danse_macabre", "id: mine").replace("number: 0\n", ""))
    mine = quest(str(path))
    assert (mine.id, mine.number) == ("mine", -1)
    assert mine.cells == quest(0).cells
    assert quest(path) == mine
    with pytest.raises(QuestError, match=r"no quest 'big_gme_hunting' \(did you mean 'big_game_hunting'\?\)"):
        quest("big_gme_hunting")
    with pytest.raises(QuestError, match=r"danse_macabre \(0\)"):
        quest(11)
    with pytest.raises(ContentError, match=r"nowhere\.yaml:1: cannot be read"):
        quest(tmp_path / "nowhere.yaml")


def test_quests_have_their_printed_special_rules() -> None:
    tutorial, famine, temple = quest(0), quest(4), quest(8)
    assert tutorial.removed_necromancers == 6
    assert tutorial.exit_allowed
    assert [door.state for door in tutorial.doors].count(LOCKED) == 2
    assert [goal.a for goal in famine.goals if goal.kind == GOAL_TEAM_HOLDS] == ["apples", "salted_meat", "water"]
    assert famine.in_end_phase
    assert famine.vaults[0].key == BLUE
    assert temple.removed_cards == {"dragon_bile": -1, "torch": -1}
    assert quest(10).vaults[0].key == RED
    assert quest(7).exit_after_step == 1


# ---- broken files ----------------------------------------------------------------------------------------------

_EQUIPMENT = [
    ("0,0,5,5+,1", "0,0,5,9+,1", r"accuracy '9\+' is not a die roll; use 2\+\.\.6\+"),
    ("great_sword,Great Sword,melee,hand", "great_sword,Great Sword,melee,hnd", r"slot 'hnd' is unknown \(did you mean 'hand'\?\)"),
    ("healing,,chosen", "heeling,,chosen", r"effect 'heeling' is unknown \(did you mean 'healing'\?\)"),
    ("longbow,Longbow,ranged,hand,ranged,1,3", "longbow,Longbow,ranged,hand,ranged,4,3", "range_min 4 is greater than range_max 3"),
    ("axe,Axe,melee,hand,melee,0,0,1,4+,1,yes,no,auto", "axe,Axe,melee,hand,melee,0,0,1,4+,1,yes,no,always", "opens_door 'always'"),
    (
        "water,Water,food,backpack,,,,,,,,,,,,,2,0",
        "water,Water,food,backpack,,,,,,,,,,,,,2,3",
        "starting '3' is not a whole number from 0 to 2",
    ),
    ("orcish_crossbow,,,,melee,0,0", "orcish_crossbow,Second,,,melee,0,0", "name must be empty in the second line"),
    ("orcish_crossbow,,,,melee,0,0", "orcish_crossbow,,,,magic,0,0", "already has such a profile"),
    ("id,name,category", "id,nmae,category", r"column 'nmae' is unknown \(did you mean 'name'\?\)"),
]


@pytest.mark.parametrize(("old", "new", "reason"), _EQUIPMENT)
def test_broken_equipment_names_line_and_reason(old: str, new: str, reason: str) -> None:
    source = changed("equipment.csv", old, new)
    with pytest.raises(ContentError, match=reason) as error:
        load_equipment(source)
    assert error.value.file == "black_plague/content/equipment.csv"
    assert error.value.line == line_of(source, new)
    assert str(error.value).startswith(f"black_plague/content/equipment.csv:{error.value.line}: ")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("13,spawn,abomination 1", "13,spawn,abominatoin 1", r"blue: kind 'abominatoin' is unknown \(did you mean 'abomination'\?\)"),
        ("13,spawn,abomination 1", "13,spawn,abomination", "blue 'abomination' is not a line of a card"),
        ("13,spawn,abomination 1", "13,spawn,necromancer 1", "Necromancers come with cards of kind necromancer"),
        ("41,necromancer,,", "42,necromancer,,", "card 42 follows card 40"),
        ("47,double_spawn,,", "47,double_spawn,walker 1,", "has no lines"),
    ],
)
def test_broken_zombie_cards_name_line_and_reason(old: str, new: str, reason: str) -> None:
    source = changed("zombie_cards.csv", old, new)
    with pytest.raises(ContentError, match=reason) as error:
        load_zombie_cards(source, BP.words)
    assert error.value.line == line_of(source, new)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Baldric,spellcaster", "Baldric,spelcaster", r"blue: skill 'spelcaster' is unknown \(did you mean 'spellcaster'\?\)"),
        ("plus_1_damage:melee", "plus_1_damage", "needs one of plus_1_damage:melee, plus_1_damage:ranged"),
        ("plus_1_damage:melee", "plus_1_damage_with:swrod", r"'swrod' is not an equipment card \(did you mean 'sword'\?\)"),
        ("free_ranged_action; point_blank", "free_ranged_action; starts_with:sword", "put it under blue"),
        ("Silas,plus_1_to_roll_ranged", "Silas,charge; sprint; jump; taunt", "at most 3 skills may name a zone"),
        ("silas,Silas", "ann,Silas", "'ann' appears twice"),
    ],
)
def test_broken_survivors_name_line_and_reason(old: str, new: str, reason: str) -> None:
    source = changed("survivors.csv", old, new)
    with pytest.raises(ContentError, match=reason) as error:
        load_survivors(source, BP.words)
    assert error.value.line == line_of(source, new)


def test_a_survivor_may_hold_three_zone_skills_in_any_learnable_combination() -> None:
    row = "silas,Silas,plus_1_to_roll_ranged,plus_1_action,free_ranged_action; point_blank,"
    assert load_survivors(changed("survivors.csv", row, "silas,Silas,charge; jump,plus_1_action,free_ranged_action; taunt,"), BP.words)
    with pytest.raises(ContentError, match="charge, jump, sprint, taunt could be held together"):
        load_survivors(changed("survivors.csv", row, "silas,Silas,charge; jump; sprint,plus_1_action,free_ranged_action; taunt,"), BP.words)


def test_broken_tiles_name_line_and_reason() -> None:
    openings, edges = packaged("tile_openings.csv"), packaged("tile_edges.csv")
    with pytest.raises(ContentError, match=r"tiles\.csv:2: cell 'x' is neither") as error:
        load_tiles(changed("tiles.csv", "1R,s s A", "1R,s x A"), openings, edges)
    assert error.value.line == 2
    with pytest.raises(ContentError, match=r"tile_edges\.csv:3: north: 'gap' does not fit the cell 's'"):
        load_tiles(packaged("tiles.csv"), openings, changed("tile_edges.csv", "1V,s wall gap", "1V,gap wall gap"))


Q0 = "quests/00_danse_macabre.yaml"
_QUESTS = [
    ("difficulty: easy", "difficulty: esay", r"difficulty: 'esay' is unknown \(did you mean 'easy'\?\)"),
    ("start: [9c]", "start: [9x]", "there is no zone '9x' on the board"),
    ("start: [9c]", "starts: [9c]", r"key 'starts' is unknown \(did you mean 'start'\?\)"),
    ("zones: [9C, 9c], at: [[2, 0], [2, 1]]", "zones: [9C, 9c], at: [[2, 0], [1, 1]]", "do not share a side"),
    ("zones: [9C, 9c], at: [[2, 0], [2, 1]]", "zones: [9C, 9c], at: [[2, 2], [2, 1]]", r"cell \[2, 2\] is 9D, not 9C"),
    ("state: open", "state: opne", r"'opne' is unknown \(did you mean 'open'\?\)"),
    ("objective: green, unlocks_doors: [3]", "objective: green, unlocks_doors: [2]", r"write locked_until: taken\(green\) there"),
    ("shuffled_tokens: {green: 1, red: 1}", "shuffled_tokens: {green: 1, red: 2}", "3 tokens to shuffle for 2 places"),
    ("win: {id: BP-23.Q0.2, steps: [[exit_complete]]", "win: {id: BP-23.Q0.2, steps: [[exit_compleet]]", "predicate 'exit_compleet'"),
    ("kind: objective_xp, xp: 5", "kind: objective_xp, xp: 6", "objectives give 5 experience"),
    ("kind: replace_zombie", "kind: replace_zombies", r"'replace_zombies' is unknown \(did you mean 'replace_zombie'\?\)"),
    ("remove_zombie_cards: {id: BP-23.Q0.3, necromancer: 6}", "remove_zombie_cards: {id: BP-23.Q0.3, necromancer: 7}", "from 0 to 6"),
    ("zone: VY, doors", "zone: vy, doors", "capital letter"),
    ("kind: exit, zone: 4D", "kind: exit, zone: 4C", "not listed under exit"),
    ("minutes: 45", "minutes: [45", "broken YAML"),
    ("minutes: 45", "foo: 45", r"key 'foo' is unknown; use one of id, title, .*, doors, .*, notes"),
    ("steps: [[exit_complete]]", "steps: [[held(9c)]]", "predicate 'held' is unknown"),
]


@pytest.mark.parametrize(("old", "new", "reason"), _QUESTS)
def test_broken_quests_name_line_and_reason(old: str, new: str, reason: str) -> None:
    source = changed(Q0, old, new)
    with pytest.raises(ContentError, match=reason) as error:
        read_quest(source)
    assert error.value.file == f"black_plague/content/{Q0}"
    if "YAML" not in reason and "zombie_cards" not in old and "shuffled" not in old:
        assert error.value.line == line_of(source, new)


def test_every_predicate_is_described() -> None:
    """Those of Apocalypse were named, and taken: a quest with them could never be won."""
    with pytest.raises(ContentError, match="predicate 'foo' is unknown") as error:
        read_quest(changed(Q0, "steps: [[exit_complete]]", "steps: [[foo]]"))
    guide, named = packaged("quests/README.md").text, error.value.reason.split("use one of ")[1].split(", ")
    assert [name for name in named if f"`{name}" not in guide] == []


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (lambda text: text.replace("  9a 9b 9B 4b 4c 4d\n", "  9a 9b 9B 4b 4c\n"), "  9a 9b", "cells: 5 cells in a row, 6 in the first"),
        (
            lambda text: text.replace("  9a 9b 9B 4b 4c 4d\n", "  9a 9B 9b 4b 4c 4d\n"),
            "cells:",
            "row 1 does not fit the tiles, which give: 9a 9b",
        ),
        (
            lambda text: "".join(line for line in text.splitlines(keepends=True) if "zones: [9B, 4B]" not in line),
            "cells:",
            "the tiles join 4B and 9B",
        ),
        (
            lambda text: text.replace("rotation_cw: 270}", "rotation_cw: 270, turned: yes}"),
            "  - [{tile: 9R",
            "key 'turned' is unknown",
        ),
    ],
)
def test_quests_must_be_what_their_tiles_show(change: Callable[[str], str], line: str, reason: str) -> None:
    source = Source("mine.yaml", change(packaged(Q0).text))
    with pytest.raises(ContentError, match=reason) as error:
        read_quest(source)
    assert error.value.line == line_of(source, line)


def test_a_quest_without_tiles_is_free_but_must_make_a_board() -> None:
    text = re.sub(r"^tiles:\n(  - .*\n)+", "", packaged(Q0).text, flags=re.MULTILINE)
    assert read_quest(Source("mine.yaml", text)).tiles == ()
    broken = Source("mine.yaml", text.replace("  9a 9b 9B 4b 4c 4d", "  9a 9b 9B 4b 4c 9a"))
    with pytest.raises(ContentError, match=r"cell \[1, 5\] is 9a, not 4d|no zone '4d'"):
        read_quest(broken)


def test_spawn_zones_run_clockwise() -> None:
    text = packaged("quests/02_the_black_book.yaml").text
    swapped = re.sub(r"at: \[\[\d+, \d+\]\], edge", "edge", text)
    swapped = swapped.replace("zone: 5a, order: 2", "zone: X, order: 2").replace("zone: 7d, order: 3", "zone: 5a, order: 3")
    source = Source("mine.yaml", swapped.replace("zone: X, order: 2", "zone: 7d, order: 2"))
    with pytest.raises(ContentError, match=r"do not run clockwise .* list them as 8a, 5a, 7d, 4b") as error:
        read_quest(source)
    assert error.value.line == line_of(source, "spawn_zones:")


def test_unknown_skills_and_parameters_are_named() -> None:
    assert skill_problem("ironclad:walker", BP.words) is None
    assert skill_problem("starts_with:torch", BP.words) is None
    assert skill_problem("plus_1_damage:magic", BP.words) is None
    assert "did you mean" in (skill_problem("sprnt", BP.words) or "")


def test_every_kind_of_zombie_has_a_supply() -> None:
    assert len(edition.KINDS) == len(edition.SUPPLY) == 5


def test_files_of_spreadsheets_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "von Excel, ä.csv"
    path.write_bytes("\ufeffid,name,blue,orange,red\r\nzed,Zed,taunt,charge; jump,lucky; blitz; loud\r\n".encode())
    six = ["ann", "baldric", "clovis", "nelly", "samson"]
    assert make_game("black_plague", survivors=[*six, f"{path}:zed"]).options["survivors"][-1].endswith(":zed")
    path.write_bytes("\ufeffid,name,blue,orange,red\r\n".encode())
    with pytest.raises(ValueError, match="has no survivor 'zed'; it has none"):
        make_game("black_plague", survivors=[*six, f"{path}:zed"])


def test_a_pickled_game_keeps_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only options are pickled: with another board in the file, states of the game would be read as something else."""
    monkeypatch.chdir(tmp_path)
    header = "id,name,category,slot,mode,range_min,range_max,dice,accuracy,damage,dual,copies\n"
    Path("cards.csv").write_text(f"{header}spear,Spear,melee,hand,melee,0,0,2,4+,2,no,3\n")
    packed = pickle.dumps(make_game("black_plague", cards="cards.csv"))
    assert pickle.loads(packed).options["cards"] == "cards.csv"
    Path("cards.csv").write_text(f"{header}spear,Spear,melee,hand,melee,0,0,3,4+,2,no,3\n")
    with pytest.raises(ValueError, match=r"BlackPlague\(cards='cards.csv'\) was pickled with other files"):
        pickle.loads(packed)
    Path("cards.csv").unlink()
    with pytest.raises(ContentError, match=re.escape(f"cards.csv:1: cannot be read: there is no such file in {tmp_path}")):
        pickle.loads(packed)

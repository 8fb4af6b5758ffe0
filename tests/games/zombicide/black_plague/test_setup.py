"""The start of a game: components, dealing, larger teams, and the setup list of every quest (BP-1, BP-2, BP-21, BP-23)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.games.zombicide.black_plague.play import QUESTS, SIX, game, start
from zombicide_env.games.zombicide.black_plague import edition
from zombicide_env.games.zombicide.black_plague.game import BlackPlague
from zombicide_env.games.zombicide.black_plague.numbers.layout import NECROMANCER
from zombicide_env.games.zombicide.black_plague.world.box import box, quest
from zombicide_env.games.zombicide.black_plague.world.build import new_world
from zombicide_env.games.zombicide.table.codes import BLUE, GREEN, ROOM, STREET, ZC_NECROMANCER
from zombicide_env.games.zombicide.table.survivors import TeamError

BP = box()
COLOURS = {0: "none", 1: "red", 2: "blue", 3: "green"}


def at_start(number: int, seed: int = 1, **options: Any) -> dict[str, Any]:
    """Return ``describe()`` of the quest before the first action."""
    return game(number, **options).describe(start(game(number, **options), seed).states)


def state(number: int, seed: int = 1, **options: Any) -> np.void:
    found: np.void = start(game(number, **options), seed).states[0]
    return found


def cards_of(survivor: dict[str, Any]) -> list[str]:
    return [card for card in (survivor["left"], survivor["right"], survivor["body"], *survivor["pack"]) if card]


# ---- the box ---------------------------------------------------------------------------------------------------------


def test_figures_and_tokens_are_as_many_as_in_the_box() -> None:
    """BP-EX-41: BP-1.2, BP-1.8, BP-1.9; the tokens of BP-1.5, BP-1.6, BP-1.7."""
    assert dict(zip(("walker", "fatty", "runner", "abomination", "necromancer"), edition.SUPPLY, strict=True)) == {
        "walker": 35,
        "fatty": 14,
        "runner": 14,
        "abomination": 1,
        "necromancer": 1,
    }
    assert sum(edition.SUPPLY) == 65
    assert sum(edition.BOX.values()) == 68
    assert (sum(card.copies for card in BP.cards), len(BP.zombie_cards)) == (71, 54)
    box = edition.BOX
    assert (box["neutral doors"], box["blue doors"], box["green doors"]) == (12, 1, 1)
    assert (box["purple vault doors"], box["yellow vault doors"]) == (2, 2)


def test_survivors_of_the_box() -> None:
    """BP-1.3, BP-24.4, BP-24.5: six survivors, their body-slot items, three wounds, three actions."""
    assert tuple(sheet.id for sheet in BP.survivors) == SIX
    assert BP.sheet("nelly").body_slot_item == "dagger"
    assert "plus_1_damage:melee" in BP.sheet("samson").red
    for name, survivor in at_start(1)["survivors"].items():
        assert (survivor["actions"], survivor["wounds"]) == (3, 0), name


def test_tiles_have_two_sides_and_no_quest_uses_both() -> None:
    """BP-1.1, BP-1.R4, BP-4.1, BP-4.R5: nine tiles with two sides; no quest uses both sides of a tile; no street crosses a seam."""
    sides = set(BP.tiles)
    assert sides == {f"{number}{side}" for number in range(1, 10) for side in "RV"}
    for number in QUESTS:
        used = [tile for row in quest(number).tiles for tile, _ in row]
        assert len({tile[0] for tile in used}) == len(used), number
        board = game(number).board
        for zone, kind in zip(board.zones, board.kinds, strict=True):
            cells = [(r // 3, c // 3) for r, row in enumerate(quest(number).cells) for c, label in enumerate(row) if label == zone]
            assert kind != STREET or len(set(cells)) == 1, (number, zone)


# ---- the deal --------------------------------------------------------------------------------------------------------


def test_starting_cards_are_dealt_round_robin() -> None:
    """BP-2.3, BP-2.5, BP-2.R1, BP-D-2: one each, into a hand; with four survivors, two of them get two."""
    survivors = at_start(1)["survivors"]
    assert [survivors[name]["left"] for name in SIX] == ["hammer", "mana_blast", "short_bow", "short_sword", "short_sword", "short_sword"]
    assert all(len(cards_of(survivor)) == 1 for survivor in survivors.values())
    four = at_start(0, survivors=4)["survivors"]
    assert [cards_of(four[name]) for name in SIX[:4]] == [
        ["hammer", "short_sword"],
        ["mana_blast", "short_sword"],
        ["short_bow"],
        ["short_sword"],
    ]
    assert (four["ann"]["left"], four["ann"]["right"]) == ("hammer", "short_sword")


def test_survivors_start_without_experience_and_with_their_blue_skill() -> None:
    """BP-2.9, BP-2.8, BP-2.R3, BP-D-3: in the starting zone, unhurt, at Blue."""
    for number in QUESTS:
        found = at_start(number)
        starts = sorted(quest(number).start, key=game(number).board.index)
        for i, sheet in enumerate(BP.survivors):
            survivor = found["survivors"][sheet.id]
            assert (survivor["xp"], survivor["wounds"], survivor["danger"], survivor["alive"]) == (0, 0, "blue", True)
            assert survivor["skills"] == sorted(sheet.blue)
            assert survivor["zone"] == starts[i % len(starts)]
        assert (found["round"], found["phase"], found["danger"], found["outcome"]) == (1, "players", "blue", "ongoing")


def test_both_decks_are_shuffled_by_the_seed() -> None:
    """BP-2.7, BP-2.R5, BP-2.4, BP-1.10: 63 and 54 cards in another order for another seed; the artefacts are not in the deck."""
    one, same, other = state(1, 5), state(1, 5), state(1, 6)
    assert (one["deck_n"], one["zdeck_n"], one["discard_n"], one["zdiscard_n"]) == (63, 54, 0, 0)
    for pile in ("deck", "zdeck"):
        assert (one[pile] == same[pile]).all()
        assert (one[pile] != other[pile]).any()
        assert sorted(one[pile]) == sorted(other[pile])
    w = new_world()[0]
    names = {BP.cards[w["copy_card"][copy] - 1].id for copy in one["deck"][:63]}
    assert not names & {"inferno", "orcish_crossbow"}


def test_players_share_the_survivors_and_one_of_them_begins() -> None:
    """BP-2.2, BP-2.10, BP-D-6, BP-3.R5: one player controls all six, or up to six players share them; player 0 starts."""
    assert at_start(1)["first_player"] == "player_0"
    shared = BlackPlague(1, players=[["ann", "silas"], ["baldric", "clovis"], ["nelly", "samson"]], first_player=1)
    found = start(shared, 1)
    assert shared.describe(found.states)["first_player"] == "player_1"
    assert set(shared.legal_texts(found.states)) == {"activate baldric", "activate clovis"}
    with pytest.raises(ValueError, match="players must share out"):
        BlackPlague(1, players=[["ann"], ["baldric"]])


@pytest.mark.parametrize("number", QUESTS)
def test_a_quest_needs_its_number_of_survivors(number: int) -> None:
    """BP-2.R6, BP-D-1: 0 needs four, 4 exactly six, the others six; fewer only as a named variant."""
    least = 4 if number == 0 else 6
    with pytest.raises(TeamError, match="needs"):
        BlackPlague(number, survivors=least - 1)
    assert len(BlackPlague(number, survivors=least - 1, allow_small_team=True).agents) == least - 1
    if number == 4:
        with pytest.raises(TeamError, match="is for 6 survivors, not 7"):
            BlackPlague(4, survivors=7)


# ---- seven and more survivors ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "extra"), [(6, 0), (7, 1), (8, 1), (9, 2), (10, 2), (11, 3), (12, 3)])
def test_teams_of_more_than_six_face_more_spawn_zones(number: int, extra: int) -> None:
    """BP-EX-38: BP-21.1, BP-21.2, BP-21.3, BP-21.R1, BP-21.R2, BP-21.R3, BP-D-4, for 6 to 12 survivors."""
    large, usual = state(1, survivors=number), state(1)
    zones = game(1).names.zones
    order = [zones[z] for z in large["token_zone"][: large["n_tokens"]]]
    first = [zones[z] for z in usual["token_zone"][: usual["n_tokens"]]]
    assert large["n_tokens"] == usual["n_tokens"] + extra
    assert Counter(order) == Counter(first) + Counter(first[:extra])
    assert order == sorted(order, key=first.index)  # a new token is next to the one of its zone
    assert int(game(1, survivors=number).world[0]["token_limit"]) == 6 + extra
    dealt = [card for survivor in at_start(1, survivors=number)["survivors"].values() for card in cards_of(survivor)]
    assert len(dealt) == number
    assert Counter(dealt)["short_sword"] == 3 + number - 6


def test_deal_and_first_spawn_zone_can_be_chosen() -> None:
    """BP-D-2, BP-D-4, BP-D-5: another deal, another zone for the additional token, another first spawn zone."""
    deal = ["silas", "ann", "baldric", "clovis", "nelly", "samson"]
    made = BlackPlague(1, deal=deal, first_spawn="9e")
    found = made.describe(start(made, 1).states)
    assert found["survivors"]["silas"]["left"] == "hammer"
    assert found["spawn_order"] == ["9e", "2a", "1c"]
    made = BlackPlague(1, survivors=7, extra_spawns=["1c"])
    assert made.describe(start(made, 1).states)["spawn_order"] == ["2a", "1c", "1c", "9e"]
    with pytest.raises(TeamError, match="everybody at least once"):
        BlackPlague(1, deal=["ann"] * 6)


# ---- quests -----------------------------------------------------------------------------------------------------------

GRIDS = {  # BP-23.Q0.1, BP-23.Q1.1, BP-23.Q2.1, BP-23.Q3.1, BP-23.Q4.1, BP-23.Q5.1
    0: "9R 4V",
    1: "2R 8V / 9V 1V",
    2: "8R 5R / 4V 7V",
    3: "3V 1R / 4V 2R / 5R 9V",
    4: "8R 3R / 6R 2R / 5R 1R",
    5: "7R 4R / 8R 6R / 9R 5R",
    6: "9V 2R / 6R 3R / 8R 5R",  # BP-23.Q6.1, BP-23.Q7.1, BP-23.Q8.1, BP-23.Q9.1, BP-23.Q10.1
    7: "3V 5V / 6V 1R / 4R 2R",
    8: "8R 9V 1V / 5R 4R 2R",
    9: "7R 9R 8V / 2R 1V 6V",
    10: "8V 3R 4V / 7R 6R 5R / 2R 1V 9V",
}
DIFFICULTY = ["easy"] * 3 + ["medium"] * 5 + ["hard"] * 3
SHUFFLED = {  # BP-23.Q0.4, BP-23.Q1.3, BP-23.Q2.3, BP-23.Q3.3, BP-23.Q4.3, BP-23.Q5.3, BP-23.Q6.3, BP-23.Q7.3, BP-23.Q8.3, BP-23.Q10.3
    0: ("green",), 1: ("blue",), 2: ("blue", "green"), 3: ("blue", "green"), 4: ("blue",), 5: ("blue", "green"),
    6: ("blue", "green"), 7: ("blue", "green"), 8: ("blue", "green"), 9: (), 10: ("blue",),
}  # fmt: skip
ARTEFACTS = {  # of each vault, purple first
    0: {"yellow": 0}, 1: {"purple": 1, "yellow": 1}, 2: {"purple": 1, "yellow": 1}, 3: {"purple": 1, "yellow": 1}, 4: {"yellow": 1},
    5: {"purple": 1, "yellow": 1}, 6: {"purple": 0, "yellow": 2}, 7: {"purple": 1, "yellow": 1}, 8: {"purple": 2, "yellow": 0}, 9: {},
    10: {"purple": 0},
}  # fmt: skip


@pytest.mark.parametrize("number", QUESTS)
def test_tiles_and_boards_are_those_of_the_maps(number: int) -> None:
    """BP-2.1, BP-23.1, BP-23.2, BP-23.R1: tiles row by row with north on top, and what the map shows."""
    found = quest(number)
    assert " / ".join(" ".join(tile for tile, _ in row) for row in found.tiles) == GRIDS[number]
    assert found.difficulty == DIFFICULTY[number]
    board = game(number).board
    assert len(found.start) >= 1
    assert len(found.exit) == (1 if number in (0, 5, 6, 7) else 0)  # BP-23.Q6.R1, BP-23.Q6.5
    for spawn in found.spawn_zones:  # BP-23.R7, BP-23.R8
        assert spawn.active == (spawn.colour not in (BLUE, GREEN))
        assert board.kinds[board.index(spawn.zone)] == STREET or number == 9
    assert sum(spawn.tokens for spawn in found.spawn_zones if spawn.active) <= 4


@pytest.mark.parametrize("number", QUESTS)
def test_objectives_and_artefacts_are_dealt_at_random(number: int) -> None:
    """BP-23.R4, BP-19.R2, BP-2.R4, BP-1.R3: colors and artefacts change with the seed and are face down."""
    found, places, vaults = quest(number), set(), set()
    fixed = {place.zone: COLOURS[place.colour] for place in found.objectives if not place.shuffled}
    made = game(number)
    for seed in range(12):
        s = start(made, seed).states[0]
        colours = {made.names.zones[z]: COLOURS[int(c)] for z, c in enumerate(s["objective"]) if c}
        assert set(colours) == {place.zone for place in found.objectives}
        assert all(colours[zone] == colour for zone, colour in fixed.items())
        lots = Counter(colour for zone, colour in colours.items() if zone not in fixed)
        assert sorted(c for c in lots if c != "red") == list(SHUFFLED[number])
        assert all(lots[c] == 1 for c in lots if c != "red")
        places.add(tuple(sorted(colours.items())))
        assert all(bool(s["hidden"][made.names.zone_index[p.zone]]) == p.shuffled for p in found.objectives)
        down = [[int(copy) for copy, hidden in zip(s["vault_cards"][v], s["vault_face_down"][v], strict=True) if hidden] for v in range(2)]
        assert [len(cards) for cards in down[: len(found.vaults)]] == list(ARTEFACTS[number].values())
        assert sum(map(len, down)) + int((s["aside"] > 0).sum()) == 2
        vaults.add(tuple(map(tuple, down)))
    assert len(places) > 1 or not SHUFFLED[number]
    assert len(vaults) > 1 or not any(ARTEFACTS[number].values())
    assert [vault.colour for vault in found.vaults] == list(ARTEFACTS[number])


@pytest.mark.parametrize("number", QUESTS)
def test_every_key_can_be_reached(number: int) -> None:
    """BP-23.Q2.R2: with the doors that reachable keys unlock, every objective and the Exit can be reached."""
    made = game(number)
    w, zones = made.world[0], made.names.zones
    for seed in range(12):
        s = start(made, seed).states[0]
        keys: set[int] = set()
        reached: set[int] = set()
        for _ in range(6):
            reached, frontier = set(), {int(z) for z in w["start_zone"][:6]}
            while frontier:
                z = frontier.pop()
                reached.add(z)
                for n in range(int(w["degree"][z])):
                    door = int(w["link_door"][z, n])
                    locked = door >= 0 and s["door"][door] == 2 and int(w["door_key"][door]) not in keys
                    if not locked and int(w["neighbour"][z, n]) not in reached:
                        frontier.add(int(w["neighbour"][z, n]))
            keys |= {int(s["objective"][z]) for z in reached if s["objective"][z] > 1}
            if all(z in reached for z in range(len(zones)) if s["objective"][z]):
                keys.add(1)
        wanted = [zones[z] for z in range(len(zones)) if s["objective"][z] or w["exit_zone"][z]]
        assert all(made.names.zone_index[zone] in reached for zone in wanted), (number, seed)


def test_the_tutorial_is_set_up_as_printed() -> None:
    """BP-23.Q0.3, BP-23.Q0.5, BP-23.Q0.9, BP-23.Q0.R1, BP-23.Q0.8."""
    found, s = at_start(0), state(0)
    assert s["zdeck_n"] == 48
    placed = Counter(kind for census in found["zombies"].values() for kind, n in census.items() for _ in range(n))
    assert placed == {"walker": 1, "fatty": 1, "runner": 1}
    assert [place.shuffled for place in quest(0).objectives if place.colour == BLUE] == [False]
    assert Counter(COLOURS[spawn.colour] for spawn in quest(0).spawn_zones) == {"green": 1, "red": 1}
    assert found["spawn_order"] == [spawn.zone for spawn in quest(0).spawn_zones if spawn.active]
    board, w = game(0).board, game(0).world[0]
    vault = board.index(quest(0).vaults[0].zone)
    ways = {int(w["neighbour"][vault, n]) for n in range(int(w["degree"][vault]))}
    assert {board.zones[z][0] for z in ways} == {"4"}


def test_no_zombies_but_in_quests_0_and_10() -> None:
    """BP-23.Q8.R2, BP-23.Q9.R4, BP-23.Q10.3."""
    for number in range(1, 11):
        census = [kinds for kinds in at_start(number)["zombies"].values() if kinds]
        assert census == ([{"abomination": 1}] if number == 10 else []), number
    assert quest(9).vaults == ()


def test_the_book_of_quest_2_is_an_objective_place() -> None:
    """BP-23.Q2.R1: the place of the book is an objective place on tile 8R."""
    (zone,) = quest(2).special_zones["book"]
    assert zone.startswith("8")
    assert zone in {place.zone for place in quest(2).objectives}


def test_vault_doors_of_quests_4_7_8_and_10() -> None:
    """BP-23.Q4.4, BP-23.Q7.4, BP-23.Q8.5, BP-23.Q10.6: numbers of doors and their keys."""
    facts = {
        4: {"yellow": (2, "blue")},
        7: {"purple": (2, "blue"), "yellow": (1, "green")},
        8: {"purple": (1, "blue"), "yellow": (1, "green")},
    }
    for number, vaults in facts.items():
        assert {vault.colour: (len(vault.doors), COLOURS[vault.key]) for vault in quest(number).vaults} == vaults
    assert [(vault.colour, COLOURS[vault.key]) for vault in quest(10).vaults] == [("purple", "red")]
    doors = at_start(8)["doors"]
    assert [state for name, state in doors.items() if "V" in name] == ["locked"] * 2


def test_coloured_doors_wait_for_their_objective() -> None:
    """BP-23.Q0.7, BP-23.Q2.4, BP-23.Q5.4, BP-23.Q6.4: a blue and a green door, locked."""
    for number in (0, 2, 5, 6):
        w = game(number).world[0]
        keys = Counter(COLOURS[int(k)] for k, d in zip(w["door_key"], w["door_start"], strict=True) if d == 2)
        assert keys == {"blue": 1, "green": 1}, number


def test_quest_6_purple_vault_is_a_passage() -> None:
    """BP-23.Q6.R2: it is empty, and the Exit cannot be reached without it."""
    (vault,) = (vault for vault in quest(6).vaults if vault.colour == "purple")
    assert (vault.random_artefacts, dict(vault.cards)) == (0, {})
    w, board = game(6).world[0], game(6).board
    closed = board.index(vault.zone)
    reached, frontier = set(), {board.index(quest(6).start[0])}
    while frontier:
        z = frontier.pop()
        reached.add(z)
        frontier |= {int(w["neighbour"][z, n]) for n in range(int(w["degree"][z]))} - reached - {closed}
    assert board.index(quest(6).exit[0]) not in reached


def test_cards_that_quests_8_and_10_take_out() -> None:
    """BP-23.Q8.4, BP-23.Q10.3, BP-23.Q10.R3: Dragon Bile and Torches leave the deck; some of them are in vaults."""
    w = new_world()[0]

    def named(copies: Any) -> Counter[str]:
        return Counter(BP.cards[w["copy_card"][int(copy)] - 1].id for copy in copies if copy)

    eight, ten = state(8), state(10)
    assert not {"dragon_bile", "torch"} & set(named(eight["deck"][: eight["deck_n"]]))
    assert eight["deck_n"] == 63 - 8
    assert named(eight["vault_cards"][1]) == {"dragon_bile": 1, "torch": 1}
    assert sorted(named(eight["vault_cards"][0])) == ["inferno", "orcish_crossbow"]
    assert named(ten["deck"][: ten["deck_n"]])["dragon_bile"] == 0
    assert named(ten["vault_cards"][0]) == {"dragon_bile": 4}
    assert int((ten["aside"] > 0).sum()) == 2


def test_the_hell_hole_of_quest_9_has_two_active_spawn_tokens() -> None:
    """BP-23.Q9.R2: one zone of tile 1V with two active spawn tokens."""
    (zone,) = quest(9).special_zones["hellhole"]
    assert zone.startswith("1")
    assert [(spawn.tokens, spawn.active) for spawn in quest(9).spawn_zones if spawn.zone == zone] == [(2, True)]


def test_nobody_gets_into_the_sealed_building_of_quest_10() -> None:
    """BP-23.Q10.4, BP-23.Q10.R4, BP-23.Q10.7: the north-east building cannot be entered; the Abomination's is an ordinary closed one."""
    w, board = game(10).world[0], game(10).board
    sealed = board.index("4D")
    assert int(w["degree"][sealed]) == 0
    lair = next(board.index(zone) for zone, census in at_start(10)["zombies"].items() if census)
    assert board.zones[lair].startswith("1")
    assert board.kinds[lair] == ROOM
    assert w["spawns_on_open"][w["building"][lair]] == 1
    assert int(w["quest_abomination"]) == lair
    assert not {sealed} & {int(z) for z in w["token_zone"][: w["n_tokens"]]}


def test_a_card_in_addition_by_starts_with() -> None:
    """BP-2.6, BP-2.R2, BP-22.54: in addition to the dealt cards, from the deck; if there is none left, an extra copy."""
    from zombicide_env.games.zombicide.black_plague.world.build import add_skill

    made = BlackPlague(1)
    made.world.setflags(write=True)
    for survivor, card in ((0, "healing"), (1, "healing")):
        add_skill(made.world, survivor, f"starts_with:{card}")
    batch = start(made, 1)
    survivors = made.describe(batch.states)["survivors"]
    assert cards_of(survivors["ann"]) == ["hammer", "healing"]
    assert cards_of(survivors["baldric"]) == ["mana_blast", "healing"]
    assert batch.states[0]["deck_n"] == 62
    assert made.status(batch.states).value == 0


def test_further_necromancers_make_the_cabal() -> None:
    """BP-EX-22, BP-D-42, BP-18.1, BP-18.R2: the deck keeps six Necromancer cards; further miniatures make the Cabal."""
    made = game(1, cabal=True, supply=(("necromancer", 4),))
    w, s = made.world[0], start(made, 1).states[0]
    assert sum(int(w["zcard_kind"][card]) == ZC_NECROMANCER for card in s["zdeck"][: s["zdeck_n"]]) == 6
    assert s["zdeck_n"] == 54
    assert (int(w["cabal"]), int(s["supply"][NECROMANCER])) == (1, 4)
    assert int(game(1).world[0]["cabal"]) == 0  # BP-18.R1


def test_survivors_and_doubtful_places_name_their_sources() -> None:
    """BP-24.R1: every survivor names its source and how sure it is, every doubtful place of a map too."""
    assert all(sheet.source and sheet.confidence for sheet in BP.survivors)
    notes = [note for number in QUESTS for note in quest(number).notes]
    assert len(notes) > 20
    assert {note.confidence for note in notes} <= {"high", "medium", "low"}


@pytest.mark.parametrize("number", QUESTS)
def test_an_objective_brings_five_experience(number: int) -> None:
    """BP-8.2, BP-23.R6, BP-23.Q1.4, BP-23.Q3.4: in every quest, whatever else its color does."""
    made = game(number)
    batch = start(made, 2)
    batch.step([made.parse(batch.states, "activate ann")])
    s = batch.states[0]
    s["zone"][0] = next(z for z in range(len(made.names.zones)) if s["objective"][z])
    batch.refresh()
    batch.step([made.parse(batch.states, "take")])
    assert batch.states[0]["xp"][0] == 5

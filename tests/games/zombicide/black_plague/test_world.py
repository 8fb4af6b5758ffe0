"""The WORLD record agrees with content, quest and team."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zombicide_env.games.zombicide.black_plague.numbers.layout import ABOMINATION, FATTY, NECROMANCER, RUNNER, WALKER
from zombicide_env.games.zombicide.black_plague.numbers.skills import SKILL_INDEX
from zombicide_env.games.zombicide.black_plague.numbers.state import WORLD
from zombicide_env.games.zombicide.black_plague.options import Options
from zombicide_env.games.zombicide.black_plague.world import build as worlds
from zombicide_env.games.zombicide.black_plague.world.box import box, quest
from zombicide_env.games.zombicide.black_plague.world.team import team
from zombicide_env.games.zombicide.table.board import grid_board, quest_board
from zombicide_env.games.zombicide.table.codes import (
    BLUE,
    FX_BILE,
    GOAL_ARTEFACTS,
    GOAL_EXIT,
    GOAL_FIRE_IN,
    GOAL_KILLED,
    GOAL_LEVEL,
    GOAL_QUEST_ABOMINATION,
    GOAL_TAKEN_AT,
    GOAL_TEAM_HOLDS,
    GREEN,
    LOCKED,
    MAGIC,
    RANGED,
    RED,
    RULE_ACTIVATE_SPAWN,
    RULE_GIVES_ARTEFACT,
    RULE_GIVES_CARD,
    RULE_LOSE_KILLED,
    RULE_OBJECTIVE_BRINGS,
    RULE_OBJECTIVE_SPAWNS,
    RULE_REPLACE,
    VAULT,
    ZC_NECROMANCER,
)
from zombicide_env.games.zombicide.table.survivors import SurvivorSheet, TeamError

BP = box()


def build_world(number: int | str, survivors: int | Sequence[str | SurvivorSheet] = 6, **options: Any) -> np.ndarray[Any, Any]:
    """The world of a quest and a team."""
    return worlds.build_world(quest(number), team(survivors), Options(**options))


def names(w: np.void, copies: np.ndarray) -> list[str]:
    return [BP.cards[w["copy_card"][copy] - 1].id for copy in copies if copy]


def rules_of(w: np.void) -> list[tuple[int, ...]]:
    return [tuple(int(x) for x in row) for row in w["rule"][: w["n_rules"]]]


def goals_of(w: np.void) -> list[tuple[int, ...]]:
    return [tuple(int(x) for x in row) for row in w["goal"][: w["n_goals"]]]


# ---- cards -----------------------------------------------------------------------------------------------------


def test_every_copy_of_a_card_lies_in_one_place() -> None:
    """BP-1.10, BP-2.3, BP-2.4: every copy is in exactly one place."""
    w = worlds.new_world()[0]
    assert w["n_cards"] == len(BP.cards)
    assert w["n_copies"] == 71
    assert names(w, w["start_cards"]) == ["hammer", "mana_blast", "short_bow", "short_sword", "short_sword", "short_sword"]
    assert sorted(names(w, w["artefacts"])) == ["inferno", "orcish_crossbow"]
    assert (w["n_deck"], w["n_start"], w["n_artefacts"], w["n_zdeck"]) == (63, 6, 2, 54)
    piles = [*w["deck"][: w["n_deck"]], *w["start_cards"][: w["n_start"]], *w["artefacts"][: w["n_artefacts"]]]
    assert sorted(int(copy) for copy in piles) == list(range(1, 72))
    assert list(w["deck"][: w["n_deck"]]) == sorted(w["deck"][: w["n_deck"]])
    assert list(w["copy_card"][1:72]) == sorted(w["copy_card"][1:72])


def test_columns_of_equipment_are_those_of_the_cards() -> None:
    w = worlds.new_world()[0]
    great_sword, crossbow, orcish, inferno = (BP.card(name) for name in ("great_sword", "crossbow", "orcish_crossbow", "inferno"))
    assert (w["melee_dice"][great_sword], w["melee_accuracy"][great_sword]) == (5, 5)
    assert (w["card_opens"][great_sword], w["card_door_dice"][great_sword], w["card_door_noisy"][great_sword]) == (5, 5, 1)
    assert (w["shot"][crossbow], w["shot_min"][crossbow], w["shot_max"][crossbow], w["card_opens"][crossbow]) == (RANGED, 1, 3, 0)
    assert (w["shot"][orcish], w["melee_dice"][orcish], w["card_reload"][orcish]) == (RANGED, 2, 1)
    assert (w["shot"][inferno], w["shot_damage"][inferno], w["card_noisy"][inferno]) == (MAGIC, 2, 1)
    assert w["card_effect"][BP.card("dragon_bile")] == FX_BILE
    assert not w["shot"][great_sword]
    assert not any(w[name][0] for name in ("card_place", "melee_dice", "shot", "card_effect"))


def test_columns_of_zombie_cards_are_those_of_the_cards() -> None:
    w = worlds.new_world()[0]
    assert list(w["zdeck"][:54]) == list(range(1, 55))
    assert [int(w["zcard_brings"][1, level, kind]) for level, kind in ((1, RUNNER), (2, WALKER), (3, FATTY))] == [2, 5, 2]
    assert not w["zcard_brings"][1, 0].any()
    assert list(w["zcard_extra"][39]) == [-1, FATTY, FATTY, FATTY]
    assert list(w["zcard_extra"][1]) == [-1] * 4
    assert not w["zcard_brings"][41:].any()


def test_cards_of_ones_own() -> None:
    world = worlds.new_world()
    card = worlds.add_zombie_card(world, brings={(0, WALKER): 2, (3, ABOMINATION): 1})
    w = world[0]
    assert card == 55
    assert w["zcard_brings"][55, 0, WALKER] == 2
    assert w["n_zdeck"] == 54
    copies = worlds.add_copies(world, BP.card("torch"), 2)
    assert copies == [72, 73]
    assert names(w, np.array(copies)) == ["torch", "torch"]
    assert len(worlds.take_from_deck(world, BP.card("torch"))) == 4
    assert "torch" not in names(w, w["deck"])
    assert worlds.take_from_deck(world, BP.card("torch"), 1) == []


# ---- board -----------------------------------------------------------------------------------------------------


def test_a_board_fills_the_fields_of_the_world() -> None:
    board = grid_board(
        "a b B C\na c D .",
        {"b-B": "closed door", "B-C": "passage", "c-D": "blue door", "c-V": "open door"},
        {"V": {"doors": ["c", "C"], "colour": "yellow"}},
    )
    world = worlds.new_world()
    worlds.fill_board(world, board)
    w = world[0]
    assert (w["n_zones"], w["n_doors"], w["n_buildings"], w["n_vaults"]) == (7, 4, 2, 1)
    assert list(w["vault_of"][:7]) == [-1] * 6 + [0]
    assert w["vault_zone"][0] == 6
    assert w["zone_kind"][6] == VAULT
    assert list(w["spawns_on_open"][:3]) == [1, 1, 0]
    for zone in range(7):
        links = list(zip(w["neighbour"][zone], w["link_door"][zone], strict=True))
        assert links[: w["degree"][zone]] == list(board.neighbours[zone])
        assert set(links[w["degree"][zone] :]) <= {(-1, -1)}
        rays = range(w["ray_from"][zone], w["ray_from"][zone + 1])
        kept = [(int(w["ray_zone"][i]), int(w["ray_range"][i]), tuple(int(d) for d in w["ray_door"][i] if d >= 0)) for i in rays]
        assert kept == [(ray.zone, ray.range, ray.doors) for ray in board.rays[zone]]
    assert (w["door_start"][1], w["door_key"][1]) == (LOCKED, BLUE)
    assert w["quest"] == w["spawn_first"] == -1
    assert w["n_tokens"] == w["n_goals"] == w["n_survivors"] == 0


# ---- quests ----------------------------------------------------------------------------------------------------


def test_the_world_of_the_tutorial_is_that_of_its_file() -> None:
    world = build_world("tutorial", survivors=4)
    w = world[0]
    board = quest_board(quest(0))
    z = board.index
    assert world.shape == (1,)
    assert world.dtype == WORLD
    assert [int(w["token_zone"][i]) for i in range(w["n_tokens"])] == [z("4a"), z("9a")]
    assert list(w["token_colour"][:2]) == [GREEN, RED]
    assert list(w["token_active"][:2]) == [0, 1]
    assert w["spawn_first"] == z("4a")
    assert [i for i in range(17) if w["exit_zone"][i]] == [z("4D")]
    assert {int(i) for i in np.flatnonzero(w["shuffled"])} == {z("4b"), z("4d")}
    assert (w["objective"][z("4b")], w["objective"][z("9C")]) == (RED, BLUE)
    assert (w["shuffle_blue"], w["shuffle_green"]) == (0, 1)
    assert [w["zombie_start"][z(label), kind] for label, kind in (("9B", FATTY), ("9b", WALKER), ("9D", RUNNER))] == [1, 1, 1]
    assert w["zombie_start"].sum() == 3
    assert w["n_zdeck"] == 48
    assert not any(w["zcard_kind"][card] == ZC_NECROMANCER for card in w["zdeck"][:48])
    assert rules_of(w) == [(RULE_REPLACE, 0, ABOMINATION, FATTY), (RULE_ACTIVATE_SPAWN, GREEN, 0, 0)]
    assert goals_of(w) == [(0, GOAL_EXIT, 0, 1)]
    assert (w["exit_zone"].sum(), w["exit_after_step"], w["goal_in_end_phase"]) == (1, 0, 0)
    assert [int(zone) for zone in w["start_zone"]] == [z("9c")] * 4 + [-1] * 8
    keys = {tuple(board.zones[zone] for zone in w["door_zone"][d]): int(w["door_key"][d]) for d in range(w["n_doors"])}
    assert {pair for pair, key in keys.items() if key} == {("9A", "9b"), ("4a", "4D")}


def test_goals_and_rules_of_quests_1_and_2_are_those_of_their_files() -> None:
    w = build_world(1)[0]
    assert rules_of(w) == [(RULE_OBJECTIVE_BRINGS, BLUE, NECROMANCER, ABOMINATION)]
    assert [goal[:3] for goal in goals_of(w)][:2] == [(0, GOAL_KILLED, ABOMINATION), (0, GOAL_KILLED, NECROMANCER)]
    assert list(w["vault_random"][:2]) == [1, 1]
    board = quest_board(quest(2))
    w = build_world(2)[0]
    assert goals_of(w) == [(0, GOAL_TAKEN_AT, board.index("8C"), 1), (0, GOAL_ARTEFACTS, 0, 2), (0, GOAL_LEVEL, 3, 1)]
    assert list(np.flatnonzero(w["mark_zone"])) == [board.index("8C")]
    assert (w["shuffle_blue"], w["shuffle_green"], w["n_tokens"]) == (1, 1, 4)


def test_rules_and_goals_of_later_quests_are_in_the_world() -> None:
    assert rules_of(build_world(3)[0]) == [(RULE_OBJECTIVE_SPAWNS, BLUE, 1, 0), (RULE_OBJECTIVE_SPAWNS, GREEN, 1, 0)]
    famine = build_world(4)[0]
    assert rules_of(famine) == [(RULE_LOSE_KILLED, 0, 0, 0)]
    assert [(step, kind, b) for step, kind, _, b in goals_of(famine)][:3] == [(0, GOAL_TEAM_HOLDS, 2)] * 3
    assert famine["goal_in_end_phase"] == 1
    assert build_world(7)[0]["exit_after_step"] == 1
    hole = build_world(9)[0]
    board = quest_board(quest(9))
    assert rules_of(hole) == [(RULE_GIVES_CARD, 0, BP.card("dragon_bile"), 1)]
    assert goals_of(hole)[1] == (1, GOAL_FIRE_IN, board.index("1A"), 1)
    assert [int(zone) for zone in hole["token_zone"][:4]] == [board.index(label) for label in ("2a", "6b", "1A", "1A")]


def test_quests_take_their_cards_out_of_the_deck() -> None:
    """BP-23.Q8.4, BP-23.Q10.3."""
    temple = build_world(8)[0]
    assert not {"torch", "dragon_bile"} & set(names(temple, temple["deck"]))
    assert temple["n_deck"] == 55
    assert sorted(names(temple, temple["vault_cards"][1])) == ["dragon_bile", "torch"]
    assert list(temple["vault_random"][:2]) == [2, 0]
    fire = build_world(10)[0]
    assert names(fire, fire["vault_cards"][0]) == ["dragon_bile"] * 4
    assert len(set(fire["vault_cards"][0][:4])) == 4
    assert fire["n_deck"] == 59
    board = quest_board(quest(10))
    assert fire["quest_abomination"] == board.index("1A")
    assert fire["zombie_start"][board.index("1A"), ABOMINATION] == 1
    assert goals_of(fire) == [(0, GOAL_QUEST_ABOMINATION, 0, 1)]
    assert rules_of(fire) == [(RULE_GIVES_ARTEFACT, BLUE, 0, 0)]
    assert fire["door_key"][fire["n_doors"] - 1] == RED


@pytest.mark.parametrize("number", range(11))
def test_every_quest_makes_a_sound_world(number: int) -> None:
    w = build_world(number)[0]
    tokens = int(w["n_tokens"])
    assert 1 <= tokens <= 4
    assert w["token_limit"] == 6
    assert all(w["objective"][zone] for zone in np.flatnonzero(w["shuffled"]))
    assert w["shuffle_blue"] + w["shuffle_green"] <= w["shuffled"].sum()
    assert all(0 <= zone < w["n_zones"] for zone in w["start_zone"][:6])
    copies = [*w["deck"][: w["n_deck"]], *w["start_cards"][: w["n_start"]], *w["artefacts"][: w["n_artefacts"]], *w["vault_cards"].ravel()]
    lying = [int(copy) for copy in copies if copy]
    assert len(lying) == len(set(lying))
    assert list(w["supply"]) == [35, 14, 14, 1, 1]


def test_quest_rules_on_another_board() -> None:
    world = worlds.new_world()
    board = grid_board("a B C", {"a-B": "passage", "B-C": "passage"}, {"V": {"doors": ["C"], "colour": "yellow"}})
    worlds.fill_board(world, board)
    worlds.fill_quest(world, quest(2), worlds.foreign_zone_ids(quest(2), {"book_zone": board.index("B")}, {}))
    assert goals_of(world[0])[0] == (0, GOAL_TAKEN_AT, board.index("B"), 1)
    assert world[0]["n_tokens"] == 0
    worlds.fill_quest(world, quest(9), worlds.foreign_zone_ids(quest(9), {"hell_hole": 0}, {}))
    assert [goal[2] for goal in goals_of(world[0])] == [0, 0]
    worlds.fill_quest(world, quest(4), worlds.foreign_zone_ids(quest(4), {}, {"yellow": board.index("V")}))
    assert [goal[2] for goal in goals_of(world[0])][3:] == [board.index("V")] * 2
    worlds.fill_quest(world, quest(4), worlds.foreign_zone_ids(quest(4), {}, {}))
    assert [goal[2] for goal in goals_of(world[0])][3:] == [-1, -1]


# ---- team ------------------------------------------------------------------------------------------------------


def test_a_team_fills_the_fields_of_the_world() -> None:
    w = build_world(0, survivors=["nelly", "samson", "silas", "ann"], players=[["nelly", "ann"], ["samson", "silas"]])[0]
    assert (w["n_survivors"], w["n_players"]) == (4, 2)
    assert list(w["player_of"][:4]) == [0, 1, 1, 0]
    assert w["skill_start"][0, SKILL_INDEX["free_move_action"]] == 1
    assert w["skill_start"].sum() == 4
    assert w["body_card"][0] == BP.card("dagger")
    assert list(w["learn_orange"][0]) == [SKILL_INDEX["bloodlust_melee"], SKILL_INDEX["slippery"], -1, -1]
    assert list(w["learn_red"][1][:3]) == [SKILL_INDEX[s] for s in ("plus_1_damage:melee", "free_combat_action", "barbarian")]
    assert list(build_world(0, 6, players=2)[0]["player_of"][:6]) == [0, 0, 0, 1, 1, 1]
    assert list(build_world(0, 5, players=3)[0]["player_of"][:5]) == [0, 0, 1, 1, 2]


def test_skills_with_items() -> None:
    sheet = SurvivorSheet(
        "alf",
        "Alf",
        blue=("starts_with:torch", "starts_with:inferno", "plus_1_die_melee", "plus_1_die_melee", "plus_1_damage_with:axe"),
        orange=("slippery", "plus_1_damage_with:sword"),
    )
    w = build_world(0, survivors=[sheet, "ann", "baldric", "clovis"])[0]
    assert list(w["starts_with"][0]) == [BP.card("torch"), BP.card("inferno")]
    # Setup takes them out of the deck (BP-2.R2); the artefact is not in it, so the deck gets an extra copy.
    assert names(w, w["deck"]).count("torch") == 4
    assert names(w, w["deck"]).count("inferno") == 1
    assert (w["n_deck"], w["n_copies"]) == (64, 72)
    assert w["skill_start"][0, SKILL_INDEX["plus_1_die_melee"]] == 2  # BP-22.R4
    assert w["damage_with"][0, BP.card("axe")] == 1
    assert list(w["learn_orange"][0]) == [SKILL_INDEX["slippery"], -2, -1, -1]
    assert w["learn_damage_with"][0, 0, 1] == BP.card("sword")


def test_starts_with_a_starting_card() -> None:
    """BP-2.R2: from the deck, else from the starting cards, else an extra copy."""
    sheets = [SurvivorSheet(name, name, blue=("starts_with:hammer",)) for name in ("alf", "bea", "cid")]
    for count, deck, starting, copies in ((1, 1, 1, 71), (2, 2, 0, 71), (3, 3, 0, 72)):
        w = build_world(0, survivors=sheets[:count], allow_small_team=True)[0]
        assert names(w, w["deck"]).count("hammer") == deck
        assert names(w, w["start_cards"]).count("hammer") == starting
        assert w["n_copies"] == copies


@pytest.mark.parametrize(("number", "extra", "limit"), [(6, 0, 6), (7, 1, 7), (8, 1, 7), (9, 2, 8), (10, 2, 8), (11, 3, 9), (12, 3, 9)])
def test_teams_of_seven_and_more_have_more_tokens(number: int, extra: int, limit: int) -> None:
    """BP-21.R1 to BP-21.R3."""
    w = build_world(1, survivors=number)[0]
    board = quest_board(quest(1))
    assert w["n_tokens"] == 3 + extra
    assert w["token_limit"] == limit
    assert w["n_start"] == max(6, number)
    assert names(w, w["start_cards"])[6:] == ["short_sword"] * (number - 6)
    zones = [board.zones[zone] for zone in w["token_zone"][: w["n_tokens"]]]
    assert zones == [label for n, label in enumerate(("2a", "1c", "9e")) for _ in range(2 if n < extra else 1)]
    assert all(w["token_active"][: w["n_tokens"]])


def test_a_large_team_has_second_copies_of_id_cards() -> None:
    sheets = worlds.team(8)
    assert [sheet.id for sheet in sheets][6:] == ["ann_2", "baldric_2"]
    assert sheets[6].blue == sheets[0].blue


def test_impossible_teams_are_refused() -> None:
    for count, reason in ((0, "a team has 1 to 12"), (13, "a team has 1 to 12")):
        with pytest.raises(TeamError, match=reason):
            build_world(0, survivors=count)
    with pytest.raises(TeamError, match=r"no survivor 'neli' \(did you mean 'nelly'\?\)"):
        build_world(0, survivors=["neli", "ann", "silas", "samson"])
    with pytest.raises(TeamError, match="'ann' appears twice; write ann_2"):
        build_world(0, survivors=["ann", "ann", "silas", "samson"])
    with pytest.raises(
        TeamError, match=r"the quest .+ needs 6\+ survivors, not 4: choose more, or allow a small team \(allow_small_team=True\)"
    ):
        build_world(1, survivors=4)
    assert build_world(1, survivors=4, allow_small_team=True)[0]["n_survivors"] == 4
    with pytest.raises(TeamError, match="the quest Famine is for 6 survivors, not 7: choose fewer"):
        build_world(4, survivors=7, allow_small_team=True)
    with pytest.raises(TeamError, match="7 players for 6 survivors"):
        build_world(0, players=7)
    with pytest.raises(TeamError, match="players must share out ann, baldric, clovis, nelly"):
        build_world(0, survivors=4, players=[["ann", "baldric"], ["clovis", "clovis"]])


def test_options_and_supply_are_in_the_world() -> None:
    w = build_world(0, decisions="actions", max_rounds=30, reward="shaped", cabal=True, supply={"necromancer": 3})[0]
    assert [int(w[name]) for name in ("automatic", "max_rounds", "shaped", "cabal", "strict_all_survivors")] == [1, -30, 1, 1, 0]
    assert build_world(0, max_rounds=30, at_max_rounds="truncation")[0]["max_rounds"] == 30
    assert list(w["supply"]) == [35, 14, 14, 1, 3]
    with pytest.raises(ValueError, match="max_rounds=0: at least 1"):
        build_world(0, max_rounds=0)
    with pytest.raises(ValueError, match="supply 'walkers'"):
        build_world(0, supply={"walkers": 3})


def test_the_same_arguments_give_the_same_bytes(tmp_path: Path) -> None:
    assert build_world(2).tobytes() == build_world("the_black_book").tobytes()
    assert build_world(2).tobytes() != build_world(2, survivors=7).tobytes()

"""The start of a game (AP-1, AP-2), and the options that change it (AP-D-1, AP-25)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from zombicide_env.core.batch import Batch
from zombicide_env.games.zombicide.apocalypse.edition import KINDS
from zombicide_env.games.zombicide.apocalypse.game import Apocalypse
from zombicide_env.games.zombicide.apocalypse.world.box import box
from zombicide_env.games.zombicide.apocalypse.world.content import content_file
from zombicide_env.games.zombicide.apocalypse.world.rows import rows
from zombicide_env.games.zombicide.table.codes import BLUE, RED, ZC_MASTER

pytestmark = pytest.mark.slow


def begun(seed: int = 0, **options: Any) -> tuple[Apocalypse, Any]:
    """A game and its first state, a record."""
    game = Apocalypse(**options)
    batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8")
    batch.reset()
    return game, batch.states[0]


def names(game: Apocalypse, copies: Any) -> list[str]:
    w = game.world[0]
    return [box().card_ids[w["copy_card"][copy] - 1] for copy in copies if copy]


def test_the_box_holds_what_the_list_of_components_says() -> None:
    """AP-1.1, AP-1.2, AP-26.R4: wounds are counted per survivor and are not cards here."""
    game, s = begun(quest="small_town")
    w = game.world[0]
    assert sum(w["supply"][KINDS.index(kind)] for kind in ("walker", "fatty", "runner")) == 40 + 8 + 16
    assert len([card for card in box().zombie_cards if card.pack == "base"]) == 42
    assert "wound" not in box().card_ids
    # 62 cards of the box, 2 more Gasoline, and the pack of this edition
    assert int(w["n_deck"] + w["n_start"] + w["n_artefacts"]) == 92
    assert s["wounds"].sum() == 0


@pytest.mark.parametrize("name", ["equipment", "zombie_cards", "zombie_master_cards", "event_cards", "mini_missions", "survivors", "cars"])
def test_every_row_of_the_data_says_where_it_comes_from(name: str) -> None:
    """AP-26.R2."""
    for row in rows(content_file(f"{name}.csv")):
        if row.get("name", row["id"] if "id" in row else row["kind"]):  # a second profile belongs to the row above
            assert row.get("provenance", row.get("source")) in ("source", "public", "house"), row


def test_the_canonical_order_of_the_deck_is_that_of_the_rows() -> None:
    """AP-26.R5: copies of a row are consecutive, instances are numbered in that order."""
    w = Apocalypse(quest="small_town").world[0]
    deck = [int(copy) for copy in w["deck"][: w["n_deck"]]]
    types = [int(w["copy_card"][copy]) for copy in deck]
    assert deck == sorted(deck) and types == sorted(types)
    zombies = w["zdeck"][: w["n_zdeck"]].tolist()
    assert zombies == sorted(zombies)


def test_decks_are_shuffled_and_the_seed_is_the_game() -> None:
    """AP-2.5, AP-2.R9, AP-INV-9: one generator deals everything; the same seed and the same decisions give the same game."""
    first, again, other = (begun(seed, quest="small_town")[1] for seed in (1, 1, 2))
    for field in ("deck", "zdeck", "inv", "zm_hand", "rng"):
        assert (first[field] == again[field]).all(), field
    assert any((first[field] != other[field]).any() for field in ("deck", "zdeck"))
    assert (first["deck"][: first["deck_n"]] != np.sort(first["deck"][: first["deck_n"]])).any()


def test_same_decisions_play_the_same_game() -> None:
    """AP-INV-9."""
    game = Apocalypse(quest="race_of_zombicity")
    states = []
    for _ in range(2):
        batch = Batch(game, 1, seed=8, autoreset="disabled", observation_dtype="uint8")
        batch.reset()
        choose = np.random.default_rng(2)
        for _ in range(150):
            if not batch.dones[0]:
                batch.step(np.array([int(choose.choice(np.flatnonzero(batch.masks[0])))]))
        states.append(batch.states.tobytes())
    assert states[0] == states[1]


@pytest.mark.parametrize(("players", "team"), [(1, 4), (2, 6), (3, 6), (4, 4), (5, 5), (6, 6)])
def test_the_master_is_one_agent_more_and_players_command_survivors_in_turn(players: int, team: int) -> None:
    """AP-2.6, AP-2.R1, AP-2.7."""
    game, s = begun(quest="small_town", players=players)
    assert len(game.agents) == team + 1 and game.agents[-1] == "zombie_master"
    assert s["owner"][:team].tolist() == [i % players for i in range(team)]


def test_starting_cards_are_dealt_by_lot() -> None:
    """AP-2.10, AP-2.R2: everybody gets exactly one; all three weapons, and the remaining Pans and Batons in both numbers."""
    dealt, extra = set(), set()
    for seed in range(12):
        game, s = begun(seed, quest="small_town", survivors=["amy", "doug", "josh", "ned", "wanda"])
        cards = [names(game, s["inv"][i]) for i in range(5)]
        assert all(len(own) == 1 for own in cards)
        count = Counter(card for own in cards for card in own)
        assert count["fire_axe"] == count["crowbar"] == count["pistol"] == 1 and count["pan"] + count["baton"] == 2
        dealt.add(tuple(own[0] for own in cards))
        extra.add(count["pan"])
    assert len(dealt) > 6 and extra == {1}  # k = 1: one of each for the remaining two


def test_the_master_s_first_card_is_taken_from_the_deck() -> None:
    """AP-2.R6, AP-21.R10: one, at random; none without the pack zm, in mission 0 or without a Zombie Master."""
    found = set()
    for seed in range(12):
        game, s = begun(seed, quest="small_town")
        assert s["zm_hand"].sum() == 1
        left = [
            game.world[0]["zcard_master"][card] - 1 for card in s["zdeck"][: s["zdeck_n"]] if game.world[0]["zcard_kind"][card] == ZC_MASTER
        ]
        assert len(left) == 9 and s["zm_hand"].argmax() not in left
        found.add(int(s["zm_hand"].argmax()))
    assert len(found) > 4
    for options in ({"packs": ("base", "toxic")}, {"quest": "tutorial"}, {"zombie_master": False}):
        _, s = begun(**{"quest": "small_town", **options})
        assert s["zm_hand"].sum() == 0


def test_mission_9_hides_its_blue_objective_and_keeps_the_others_for_recruits() -> None:
    """AP-26.M9, AP-2.R9."""
    places = set()
    for seed in range(12):
        _, s = begun(seed, quest="might_makes_right", players=2)
        zones = np.flatnonzero(s["objective"])
        assert len(zones) == 4 and s["hidden"][zones].all()
        assert sorted(s["objective"][zones].tolist()) == sorted([RED, RED, RED, BLUE])
        places.add(int(np.flatnonzero(s["objective"] == BLUE)[0]))
        assert s["waiting"].sum() == 4 and s["alive"].sum() == 2
    assert len(places) > 2


def test_the_setup_follows_its_options() -> None:
    """AP-2.1, AP-D-1, AP-2.R5, AP-2.R7, AP-1.R2: first player, packs, miniatures, dealt cards."""
    game, s = begun(quest="small_town", players=2, first_player=1, packs=("base",), supply={"dog": 3, "walker": 9}, deal={"amy": "crowbar"})
    assert s["first_player"] == 1
    assert s["supply"][KINDS.index("dog")] == 3 and s["supply"][KINDS.index("walker")] == 9
    assert s["zdeck_n"] == 42 and s["zm_hand"].sum() == 0
    assert names(game, s["inv"][0]) == ["crowbar"]
    assert not {"baton", "lighter", "rpg"} & {box().card_ids[game.world[0]["copy_card"][copy] - 1] for copy in s["deck"][: s["deck_n"]]}


def test_several_starting_zones_are_filled_in_turn() -> None:
    """AP-D-2: round robin in zone order; the public missions have one each (AP-2.8)."""
    for quest in range(11):
        _, s = begun(quest=quest)
        here = s["alive"] == 1
        assert len(set(s["zone"][here].tolist())) == 1

"""The table at the start of a game: teams of all sizes, their cards and skills, the Beacon (WD-2, WD-22, WD-23)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from tests.games.zombicide.play import start
from zombicide_env.games.zombicide.white_death.game import WhiteDeath
from zombicide_env.games.zombicide.white_death.numbers.skills import SKILLS
from zombicide_env.games.zombicide.white_death.options import Options
from zombicide_env.games.zombicide.white_death.world.box import box, quest
from zombicide_env.games.zombicide.white_death.world.build import build_world


def begun(game: WhiteDeath, seed: int = 1) -> np.void:
    """The start state of the game with this seed."""
    state: np.void = start(game, seed).states[0]
    return state


def cards(game: WhiteDeath) -> list[list[str]]:
    """Cards that each survivor holds at the start."""
    s, w = begun(game), game.world[0]
    return [[box().card_ids[w["copy_card"][c] - 1] for c in s["inv"][i] if c] for i in range(len(game.agents))]


def guard_skills(game: WhiteDeath) -> list[str]:
    return [SKILLS[k] for row in game.world[0]["skill_start"] for k in np.flatnonzero(row) if SKILLS[k].startswith("guards_")]


@pytest.mark.parametrize("number", [1, 4, 6, 9, 12])
def test_starting_cards_are_dealt_to_teams_of_every_size(number: int) -> None:
    """WD-2.2, WD-2.6, WD-22.1: all six are dealt, at least one each; one more for each Survivor above six."""
    game = WhiteDeath(1, survivors=number, allow_small_team=True)
    held = cards(game)
    assert all(held)
    every = Counter(card for hold in held for card in hold)
    extra = {"shashka": max(0, number - 6)}
    assert every == Counter({"shashka": 2, "pike": 2, "short_bow": 1, "force_blast": 1}) + Counter(extra)
    assert game.world[0]["extra_cards"] == max(0, number - 5) // 2  # WD-22.3


def test_a_team_larger_than_six_has_the_cards_of_the_rule() -> None:
    """WD-22.3: one additional Zombie card for 7 or 8 Survivors, two for 9 or 10, three for 11 or 12."""
    assert [int(WhiteDeath(1, survivors=n).world[0]["extra_cards"]) for n in range(6, 13)] == [0, 1, 1, 2, 2, 3, 3]


def test_players_and_the_first_of_them() -> None:
    """WD-2.2, WD-2.9: Survivors are shared out; any player can be chosen to start."""
    game = WhiteDeath(1, players=3, first_player=2)
    assert begun(game)["first_player"] == 2


def test_skills_give_actions_and_cards_at_setup() -> None:
    """WD-24.42, WD-24.43, WD-2.6: two AP from the start, and the named card in addition to the dealt one."""
    sheet = replace(box().survivors[0], blue=("starts_with_2_ap", "starts_with:dagger"))
    world = build_world(quest(1), [sheet, *box().survivors[1:]], Options())
    assert world[0]["start_xp"][0] == 2
    assert box().cards[int(world[0]["starts_with"][0, 0]) - 1].id == "dagger"


def test_survivors_without_a_guard_skill_are_dealt_one() -> None:
    """WD-23.1, WD-23.2: one card of fourteen for each Survivor without a Guard skill, the same for the same number."""
    plain = [replace(sheet, blue=sheet.blue[:1]) for sheet in box().survivors]
    world = build_world(quest(1), plain, Options(guard_skill_cards=3))
    dealt = [SKILLS[k] for row in world[0]["skill_start"] for k in np.flatnonzero(row) if SKILLS[k].startswith("guards_")]
    assert len(dealt) == len(set(dealt)) == 6
    again = build_world(quest(1), plain, Options(guard_skill_cards=3))
    assert (again[0]["skill_start"] == world[0]["skill_start"]).all()
    assert guard_skills(WhiteDeath(1, guard_skill_cards=3)) == guard_skills(WhiteDeath(1))


def test_a_quest_without_a_beacon_has_it_where_survivors_start() -> None:
    """WD-2.10: a quest without a Beacon has it in the starting zone."""
    found = replace(quest(1), beacon="")
    world = build_world(found, box().survivors[:6], Options())
    assert world[0]["beacon_start"] == world[0]["start_zone"][0]


def test_hidden_tokens_and_cards_differ_from_game_to_game() -> None:
    """WD-1.10, WD-25.5: colours under the tokens and the prepared cards differ from game to game."""
    game = WhiteDeath(2)
    colours = {tuple(begun(game, seed)["objective"].tolist()) for seed in range(8)}
    assert len(colours) > 1
    piles = {tuple(begun(WhiteDeath(0), seed)["pile"].ravel().tolist()) for seed in range(3)}
    assert len(piles) == 3

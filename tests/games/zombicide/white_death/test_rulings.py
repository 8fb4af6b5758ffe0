"""Every optional ruling is read: flipping it changes what is legal or what happens (WD-29B)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from zombicide_agents import make
from zombicide_env.conformance.white_death import WhiteDeathPosition, position
from zombicide_env.core.batch import Batch
from zombicide_env.games.zombicide.white_death.game import WhiteDeath
from zombicide_env.games.zombicide.white_death.numbers.rulings import RULINGS
from zombicide_env.games.zombicide.white_death.numbers.skills import SKILL_INDEX
from zombicide_env.games.zombicide.white_death.world.counts import counts

DEFAULTS = {name: value for name, value, *_ in RULINGS}


def placed(text: str, **rulings: Any) -> WhiteDeathPosition:
    """Return the position of a vector's text with other rulings."""
    of = position({"game": "white_death", **yaml.safe_load(text)})
    for name, value in rulings.items():
        of.world[0][name] = value
    return of


def both(text: str, name: str) -> tuple[WhiteDeathPosition, WhiteDeathPosition]:
    """Return the position with the default, and with the ruling flipped."""
    return placed(text), placed(text, **{name: 1 - DEFAULTS[name]})


#: Ruling, position, a text that is legal under one of its values only.
LEGAL = {
    "dragon_fire_min_range": ("{board: {cells: a b}, survivors: {mira: {zone: a, left: torch, right: dragon_bile}}}", "dragonfire a"),
    "dragon_fire_needs_zombie": ("{board: {cells: a b}, survivors: {mira: {zone: a, left: torch, right: dragon_bile}}}", "dragonfire b"),
    "food_costs_action": (
        "{board: {cells: a b}, survivors: {mira: {zone: a, left: apples, actions: 0, skills: [taunt]}}, zombies: {b: {walker: 1}}}",
        "consume apples",
    ),
    "tip_onto_ruins": ("{board: {cells: p A, ramparts: [p], ruins: [A]}, survivors: {mira: {zone: p}}, cauldrons: {p: 1}}", "tip A"),
    "defiled_walls_all_ignored": ("{board: {cells: a B, defiled: [B]}, survivors: {mira: {zone: a}}}", "move B"),
    "los_building_to_building_across_street": (
        """{board: {cells: A b C, links: {A-b: passage, b-C: passage}}, survivors: {mira: {zone: A, left: battle_bow}},
            zombies: {C: {fatty: 1}}}""",
        "shoot C battle_bow",
    ),
}


@pytest.mark.parametrize("name", LEGAL)
def test_rulings_change_what_is_legal(name: str) -> None:
    """WD-12.21, WD-12.24, WD-14.6, WD-4.22, WD-5.6."""
    text, action = LEGAL[name]
    usual, other = both(text, name)
    assert usual.is_legal(action) != other.is_legal(action)


def census(of: WhiteDeathPosition, zone: str) -> dict[str, int]:
    found: dict[str, int] = of.describe()["zombies"][zone]
    return found


def test_a_fire_in_the_own_zone_burns_who_made_it() -> None:
    """WD-12.21."""
    of = placed(LEGAL["dragon_fire_min_range"][0], dragon_fire_min_range=0)
    of.play("dragonfire a")
    assert of.describe()["defeat"] == "survivor_killed"


def test_the_player_does_not_burn_itself() -> None:
    """WD-12.21: where Dragon Fire may burn in the survivor's zone, its score is that of this zone, with the survivor in it."""
    of = WhiteDeath("preparing_for_battle", rulings={"dragon_fire_min_range": False, "dragon_fire_needs_zombie": False})
    player = make("greedy", of).player(of)
    assert player is not None
    start, borders = of.action_codec.start["dragon_fire"], of.world[0]["neighbour"].shape[1]
    batch = Batch(of, 256, seed=1, autoreset="disabled", observation_dtype="uint8")
    scores: list[float] = []
    for _ in range(60):
        burns = np.flatnonzero(batch.masks[:, start + borders])
        scores += batch.judge(player)[burns, start + borders].tolist() if len(burns) else []
        batch.step(np.maximum(batch.think(player), 0))
    assert len(scores) > 3 and max(scores) < -10


def test_food_is_paid() -> None:
    """WD-12.24."""
    for of, actions in zip(
        both("{board: {cells: a}, survivors: {mira: {zone: a, left: apples}}}", "food_costs_action"), (3, 2), strict=True
    ):
        of.play("consume apples")
        assert of.describe()["survivors"]["mira"]["actions"] == actions


def test_sight_is_told_as_it_is_played() -> None:
    """WD-5.6, WD-4.22: ``describe`` follows the rulings."""
    usual, other = both(LEGAL["los_building_to_building_across_street"][0], "los_building_to_building_across_street")
    assert (usual.describe()["los"]["A"], other.describe()["los"]["A"]) == ({"b": 1, "C": 2}, {"b": 1})
    usual, other = both(LEGAL["defiled_walls_all_ignored"][0], "defiled_walls_all_ignored")
    assert (usual.describe()["los"]["a"], other.describe()["los"]["a"]) == ({}, {"B": 1})


def test_a_ruling_says_whether_guards_count_as_company() -> None:
    """WD-24.14."""
    text = """{board: {cells: a}, survivors: {mira: {zone: a, left: sword, skills: [brother_in_arms_plus_1_die_melee]}}, guards: {a: 1},
        zombies: {a: {fatty: 1}}, dice: [1, 1, 1]}"""
    for of, left in zip(both(text, "brother_in_arms_counts_guards"), (0, 1), strict=True):
        of.play("melee sword")
        assert of.describe()["dice_left"] == left


def test_a_ruling_says_whether_sieges_climb() -> None:
    """WD-18.10, WD-16.6."""
    ladder = """{board: {cells: "p\\na", ramparts: [p], ladders: [p-a], spawn: [a]}, survivors: {mira: {zone: p}},
        zombies: {a: {walker: 1}}, zombie_cards: [siege]}"""
    frozen = ladder.replace("ladders: [p-a], ", "").replace("zombie_cards", "freeze: [a], zombie_cards")
    for text, name in ((ladder, "siege_climb_needs_strict_gain"), (frozen, "siege_frozen_may_climb")):
        usual, other = both(text, name)
        for of in (usual, other):
            of.run("spawn_step")
        assert (census(usual, "p"), census(other, "p")) == ({}, {"walker": 1})
        assert other.describe()["freeze"] == []


def test_a_ruling_says_who_has_to_escape() -> None:
    """WD-25.9: with the Guards only, the first Survivor who leaves with the last of them wins."""
    text = "{quest: 6, board: {cells: a b, exit: [b]}, survivors: {mira: {zone: b}, oleg: {zone: a}}, guards: {b: 1}}"
    for of, outcome in zip(both(text, "escape_requires_all_survivors"), ("ongoing", "won"), strict=True):
        of.play("end")
        of.play("exit")
        assert of.describe()["outcome"] == outcome


def test_when_an_empty_board_is_lost() -> None:
    """WD-25.9."""
    text = "{quest: 6, board: {cells: a b, exit: [b]}, survivors: {mira: {zone: b}}, guards: {a: 1}}"
    for of, outcome in zip(both(text, "last_exit_without_win_loses"), ("lost", "ongoing"), strict=True):
        of.play("end")
        of.play("exit")
        assert of.describe()["outcome"] == outcome


def test_only_artefacts_of_the_box_count() -> None:
    """WD-25.54."""
    text = """{quest: 3, board: {cells: a, objectives: {a: red}}, survivors: {mira: {zone: a}}, progress: {artefacts: 7},
        artefact_cards: [ice_bow], automatic: true}"""
    held = """{quest: 3, board: {cells: a, objectives: {a: red}}, artefact_cards: [ice_bow], automatic: true, survivors: {mira: {zone: a,
        left: dervish_blades, pack: [partizan, storm_crossbow, baba_yagas_pestle, fury_of_aikai, royal_guard_halberd, baba_yagas_blessing],
        skills: [hoard]}}}"""
    for position_text, outcomes in ((text, ("won", "ongoing")), (held, ("ongoing", "won"))):
        for of, outcome in zip(both(position_text, "artefact_count_cumulative"), outcomes, strict=True):
            of.play("take")
            assert of.describe()["outcome"] == outcome


def test_how_many_attacks_a_guard_takes() -> None:
    """WD-13.14."""
    text = "{board: {cells: a}, survivors: {mira: {zone: a}, oleg: {zone: a}}, guards: {a: 1}, zombies: {a: {walker: 2}}}"
    for absorbs, again in ((1, False), (2, True)):
        of = placed(text, guard_absorbs=absorbs)
        of.run("activation_step")
        of.play("wound guard")
        assert of.is_legal("wound guard") == again


@pytest.mark.parametrize(
    ("order", "dice", "stats"),
    [
        ("guards a melee", [3], [[0, 0, 3, 1], [0, 1, 4, 1]]),
        ("guards b shoot a", [3], [[0, 0, 4, 1], [0, 1, 3, 1]]),
        ("guards a melee", [4], [[0, 0, 4, 2], [0, 1, 4, 1]]),
        ("guards b shoot a", [4], [[0, 0, 4, 1], [0, 1, 4, 2]]),
    ],
)
def test_a_ruling_says_how_guards_fight(order: str, dice: list[int], stats: list[list[int]]) -> None:
    """WD-13.11: accuracy and damage of both attacks."""
    kind = "fatty" if [line[3] for line in stats] != [1, 1] else "walker"
    text = (
        f"{{board: {{cells: a b}}, survivors: {{mira: {{zone: b}}}}, guards: {{a: 1, b: 1}}, zombies: {{a: {{{kind}: 1}}}}, dice: {dice}}}"
    )
    for of, left in ((placed(text), {kind: 1}), (placed(text, guard_stats=stats), {})):
        of.play(order)
        assert census(of, "a") == left


def test_a_ruling_says_how_far_guards_shoot() -> None:
    """WD-13.11."""
    text = "{board: {cells: a b c}, survivors: {mira: {zone: a}}, guards: {a: 1}, zombies: {a: {walker: 1}, c: {walker: 1}}}"
    ranges = {zone: [placed(text).is_legal(f"guards a shoot {zone}")] for zone in "ac"}
    for zone, found in ranges.items():
        found.append(placed(text, guard_stats=[[0, 0, 4, 1], [1, 2, 4, 1]]).is_legal(f"guards a shoot {zone}"))
    assert ranges == {"a": [True, False], "c": [False, True]}


def test_rulings_are_options() -> None:
    """WD-29B, WD-13.11, WD-26.10: by name, each checked; unnamed ones have the documented default."""
    world = WhiteDeath(1, rulings={"food_costs_action": True, "guard_stats": {"melee": [0, 0, 3, 2]}}).world[0]
    assert world["food_costs_action"] == 1
    assert world["guard_stats"].tolist() == [[0, 0, 3, 2], [0, 1, 4, 1]]
    lorna = WhiteDeath(1, rulings={"lorna_guard_skill_type": "melee"}).world[0]["skill_start"][0]
    assert (lorna[SKILL_INDEX["guards_damage_2_melee"]], lorna[SKILL_INDEX["guards_damage_2_ranged"]]) == (1, 0)
    usual = WhiteDeath(1).world[0]
    assert {name: usual[name] for name in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize(
    ("rulings", "message"),
    [
        ({"food_cost_action": True}, "did you mean 'food_costs_action'"),
        ({"dragon_fire_min_range": 2}, "from 0 to 1"),
        ({"guard_stats": {"magic": [0, 0, 4, 1]}}, "melee or ranged"),
        ({"guard_stats": {"melee": [0, 1, 4, 1]}}, "in their own zone"),
        ({"lorna_guard_skill_type": "magic"}, "melee, ranged or combat"),
    ],
)
def test_wrong_rulings_are_refused(rulings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        WhiteDeath(1, rulings=rulings)


def test_no_ruling_is_left_out() -> None:
    """Each is flipped in the tests above."""
    text = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{name}"' in text for name in DEFAULTS)


# ---- numbers of tokens that a legend leaves open -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", counts())
def test_rulings_change_counts_of_pieces(name: str) -> None:
    """WD-25.31, WD-25.51, WD-25.81, WD-2.12: the number of pieces, and a spawn token for each of the first four Defile tokens."""
    count = counts()[name]
    field = {"cauldrons": "cauldrons_start", "defiled": "defiled_start", "objectives": "objective"}[count.piece]
    usual, other = WhiteDeath(count.quest).world[0], WhiteDeath(count.quest, rulings={name: count.other}).world[0]
    extra = 2 if name == "quest6_objectives_printed" else 0  # the additional ones (WD-25.82)
    assert [int(np.count_nonzero(w[field])) for w in (usual, other)] == [count.usual + extra, count.other + extra]
    tokens = other["token_zone"][: other["n_tokens"]]
    assert len(set(tokens.tolist())) == min(4, np.count_nonzero(other["defiled_start"]))
    assert other["defiled_start"][tokens].all()
    assert not (other["defiled_start"].astype(bool) & (other["objective"] > 0)).any()
    assert not other["defiled_start"][other["beacon_start"]]
    assert WhiteDeath(0, rulings={name: count.other}).world[0].tobytes() == WhiteDeath(0).world[0].tobytes()


def test_a_ruling_says_how_many_spawn_tokens_there_are_at_first() -> None:
    """WD-2.12: fewer of them, or more on Defile tokens."""
    of = WhiteDeath(1, rulings={"spawn_tokens_at_setup": 1})
    assert [int(of.world[0]["n_tokens"]), int(np.count_nonzero(of.world[0]["defiled_start"]))] == [1, 3]
    with pytest.raises(ValueError, match="use 1 to 3"):
        WhiteDeath(1, rulings={"spawn_tokens_at_setup": 4})
    assert WhiteDeath(1, rulings={"spawn_tokens_at_setup": 4, "quest1_defile": 4}).world[0]["n_tokens"] == 4
    with pytest.raises(ValueError, match="read as 4 or 3"):
        WhiteDeath(1, rulings={"quest1_cauldrons": 5})

"""Impossible positions are refused; the error says what is wrong and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.vectors import report_on
from zombicide_env.conformance.apocalypse import position

GOOD = """
- id: T-1
  rules: [AP-16.2]
  title: out of a car
  game: apocalypse
  drive: true
  board:
    cells: |
      a b B C
      a c D .
    links: {b-B: closed door, B-C: passage, c-D: open door}
    spawn: [a, "c:blue"]
    manholes: {b: [a, b]}
  survivors:
    alf: {left: pistol, actions: 2}
    bea: {zone: b, wounds: 1, pack: [water]}
  cars: {car1: {kind: police_car, zone: a, started: true, driver: alf}}
  tokens: {c: {fire: 1}}
  fire_timers: {c: 2}
  zm: {hand: [zb1], active: {zg1: b, zg3: null}}
  supply: {fatty: 1}
  play:
    - alf: leave
  expect: {alf: {zone: a, actions: 1, in_car: null}, fire_timers: {c: 2}}
"""


def test_good_position_is_taken(tmp_path: Path) -> None:
    report = report_on(tmp_path, GOOD)
    assert report.passed, report.line()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("bea: {zone: b", "run: {zone: b", "'run' is a label or a key"),
        ("bea: {zone: b", "zombie_master: {zone: b", "'zombie_master' is a label or a key"),
        ("bea: {zone: b", "my bea: {zone: b", "'my bea' is not the name of a survivor"),
        ("bea: {zone: b", "x: {zone: b", "'x' is not the name of a survivor"),
        ("pack: [water]", "pack: [water, water, water, water]", "a reserve holds 3"),
        ("pack: [water]", "left: pan, right: pan, pack: [water, water, water]", "at most 4 cards, 5 minus wounds"),
        ("wounds: 1, pack: [water]", "actions: 2", "only the survivor of 'turn' (alf)"),
        ("wounds: 1, pack: [water]", "left: pistol, unloaded: [left]", "the slot left holds no weapon that is reloaded"),
        ("  supply: {fatty: 1}", "  turn: bea\n  supply: {fatty: 1}", "only the survivor of 'turn' (bea)"),
        ("bea: {zone: b, wounds: 1, pack: [water]}", "bea: {alive: false}\n  turn: bea", "bea is not in play"),
        ("  supply: {fatty: 1}", "  players: {player_0: [alf, bea], player_1: [alf]}", "alf already belongs to a player"),
        ("car1: {kind", "a: {kind", "'a' is not the name of a car"),
        ("car1: {kind", "bea: {kind", "'bea' is a label or a key; cars have names of their own"),
        ("police_car, zone: a", "police_car, zone: D", "D is a room; a car stands in the street"),
        ("driver: alf", "driver: bea", "bea is not where the car is; leave out the survivor's 'zone'"),
        ("driver: alf", "driver: alf, p1: alf", "alf sits on another seat already"),
        ("driver: alf", "driver: alf, p4: bea", "unknown key 'p4'"),
        ("tokens: {c: {fire: 1}}", "tokens: {b: {fire: 1}}", "nothing burns in c; name its fire under 'tokens'"),
        ("tokens: {c: {fire: 1}}", "tokens: {c: {fire: 1, gasoline: -1}}", "whole number from 0 to 1"),
        ("hand: [zb1]", "hand: [zb1, zb1]", "zb1 is named twice; there is one"),
        ("hand: [zb1]", "hand: [zg1]", "zg1 is named twice; there is one"),
        ("zg1: b", "zg1: null", "zg1 needs a target"),
        ("zg3: null", "zg3: b", "zg3 has no target; write null"),
        ("zg3: null", "zb3: b", "zb3 works at once and never lies open"),
        ("supply: {fatty: 1}", "supply: {fatty: -1}", "supply.fatty: must be a whole number"),
        ("supply: {fatty: 1}", "decks: {equipmnt: {}}", "unknown key 'equipmnt'"),
        ("supply: {fatty: 1}", "decks: {zombie: {exact: 1}}", "must be true or false"),
        ("supply: {fatty: 1}", "piles: {pan: -1}", "whole number from 0"),
        ("supply: {fatty: 1}", "pimp_cards: [water]", "water is not a pimp weapon"),
        ("manholes: {b: [a, b]}", "manholes: {b: b}", "must be a list"),
        ("manholes: {b: [a, b]}", "marks: {bunker: [E]}", "board.marks.bunker: unknown zone 'E'"),
        ("manholes: {b: [a, b]}", "marks: {bunker: [B, C]}", "there is one bunker, not 2"),
        ("pack: [water]", "left: aaahh", "survivors.bea.left: aaahh is never kept"),
        ("pack: [water]", "pack: [water, stash_1]", "survivors.bea.pack.1: stash_1 is never kept"),
        ("wounds: 1, pack: [water]", "xp: [7]", "survivors.bea.xp: must be a whole number"),
        ("wounds: 1, pack: [water]", "minimissions: {stash_1: walkers}", "must be a list"),
        ("wounds: 1, pack: [water]}", "wounds: 1}\n    cid: 3", "survivors.cid: must be a mapping"),
        ("cars: {car1: {kind: police_car, zone: a, started: true, driver: alf}}", "cars: {car1: a}", "cars.car1: must be a mapping"),
        ("tokens: {c: {fire: 1}}", "tokens: {c: fire}", "tokens.c: must be a mapping"),
        ("tokens: {c: {fire: 1}}", "tokens: {c: {fire: 1, gasoline: 1}}", "gasoline or a fire, not both"),
        ("supply: {fatty: 1}", "zombies: {c: {walker: 1}}", "somebody stands in the fire"),
        ("bea: {zone: b", "bea: {zone: c", "somebody stands in the fire"),
        ("supply: {fatty: 1}", "bombs: {b: alf}", "bombs.b: must be a list"),
        ("supply: {fatty: 1}", f"bombs: {{b: [{', '.join(['alf'] * 49)}]}}", "at most 48 Time Bombs"),
        ("hand: [zb1]", "hand: [zb1], discard: zb2", "zm.discard: must be a list"),
        ("supply: {fatty: 1}", "packs: [base]", "this game has no Zombie Master cards"),
        ("supply: {fatty: 1}", "packs: true", "packs: must be a list"),
        ("supply: {fatty: 1}", "packs: 3", "packs: must be a list"),
        ("supply: {fatty: 1}", "switches: {zombie_master: false}", "this game has no Zombie Master cards"),
    ],
)
def test_impossible_position_is_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    report = report_on(tmp_path, GOOD, old, new)
    assert report.invalid, report.line()
    assert report.problem is not None and reason in report.problem, report.problem


def test_a_pile_of_more_cards_than_there_are_has_copies_of_its_own() -> None:
    """AP-INV-3: no copy lies twice on it."""
    survivors = {"alf": {"zone": "a", "left": "molotov"}}
    placed = position({"game": "apocalypse", "board": {"cells": "a b"}, "survivors": survivors, "piles": {"molotov": 5, "pan": 2}})
    copies = [int(copy) for name in ("deck", "discard", "inv") for copy in placed.state[0][name].flat if copy]
    assert len(set(copies)) == len(copies)
    assert placed.describe()["piles"]["molotov"] == 5


@pytest.mark.parametrize(
    ("expected", "reason"),
    [
        ("to_act: zoe", "unknown value 'zoe'"),
        ("los: {z: {a: 1}}", "unknown zone 'z'"),
        ("los: {a: {z: 0}}", "unknown zone 'z'"),
        ("fire_timers: {z: 1}", "unknown zone 'z'"),
        ("bombs: {a: [zoe]}", "unknown survivor 'zoe'"),
        ("cars: {car2: {zone: a}}", "unknown car 'car2'"),
        ("cars: {car1: {p4: null}}", "unknown key 'p4'"),
        ("cars: {car1: {kind: tank}}", "unknown value 'tank'"),
        ("cars: {car1: {zone: z}}", "unknown value 'z'"),
        ("cars: {car1: {p1: zoe}}", "unknown value 'zoe'"),
        ("cars: {car1: {started: 1}}", "must be true or false"),
        ("cars: {car1: {supplies: [watter]}}", "unknown card 'watter'"),
        ("zm: {hands: []}", "unknown key 'hands'"),
        ("zm: {hand: [zb9]}", "unknown card 'zb9'"),
        ("zm: {hand_size: few}", "must be a number"),
        ("zm: {active: {zg9: a}}", "unknown card 'zg9'"),
        ("zm: {active: {zg1: z}}", "unknown value 'z'"),
        ("piles: {watter: 1}", "unknown card 'watter'"),
        ("carried: {watter: 1}", "unknown card 'watter'"),
        ("decks: {artefact: 1}", "unknown deck 'artefact'"),
        ("alf: {hidden: 0}", "must be true or false"),
        ("alf: {cards: none}", "must be a number"),
        ("alf: {in_car: car1.boot}", "unknown value 'car1.boot'"),
        ("alf: {minimissions: {stash_9: []}}", "unknown mini-mission 'stash_9'"),
        ("alf: {minimissions: {stash_1: [door]}}", "unknown task 'door'"),
    ],
)
def test_unknown_names_in_expectations_are_refused(tmp_path: Path, expected: str, reason: str) -> None:
    report = report_on(tmp_path, GOOD, "- alf: leave", f"- alf: leave\n    - expect: {{{expected}}}")
    assert report.invalid and report.problem is not None and reason in report.problem, report.line()


def test_every_value_that_is_described_can_be_expected(tmp_path: Path) -> None:
    known = """- expect: {to_act: alf, los: {a: {b: 1}}, bombs: {},
        cars: {car1: {kind: police_car, zone: a, driver: null, started: true, supplies: []}},
        zm: {hand: [zb1], hand_size: ">0", active: {zg1: b, zg3: null}, discard: []}, piles: {molotov: ">=0"}, carried: {pistol: 1},
        decks: {zombie: ">9"}, bea: {left_board: false, in_play: true, cards: 1, limit: 4, minimissions: {}, hidden: false}}"""
    report = report_on(tmp_path, GOOD, "- alf: leave", f"- alf: leave\n    {known}")
    assert report.passed, report.line()


def test_the_victim_of_a_cramp_is_in_play(tmp_path: Path) -> None:
    gone = GOOD.replace("bea: {zone: b, wounds: 1, pack: [water]}", "bea: {zone: null}")
    report = report_on(tmp_path, gone, "zg3: null", "zg2: bea")
    assert report.invalid and report.problem is not None
    assert "bea is not in play; a Cramp ends with its victim" in report.problem


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("board: {quest: 3}\n  quest: 4\n  survivors: {alf: {}}", "the board is that of mission 3"),
        ("setup: {quest: 11}", "setup.quest: must be a whole number from 0 to 10"),
        ("setup: {quest: 1, players: 0}", "setup.players: must be a whole number from 1 to 6"),
        ("setup: {quest: 1, survivors: [7]}", "setup.survivors.0: must be a word"),
        ("setup: {quest: 1, survivors: [alf, bea, cid, A00]}", "'A00' is a label or a key"),
        ("setup: {quest: 9}\n  recruits: [alf]", "recruits: unknown recruit 'alf'"),
        ("setup: {quest: 3}\n  pimp_cards: [water]", "water is not a pimp weapon"),
        ("setup: {quest: 1, packs: true}", "setup.packs: must be a list"),
    ],
)
def test_mission_and_setup_are_checked(tmp_path: Path, entry: str, reason: str) -> None:
    text = f"- id: T-2\n  rules: [AP-2.1]\n  title: t\n  game: apocalypse\n  {entry}\n  expect: {{round: 1}}\n"
    report = report_on(tmp_path, text)
    assert report.invalid, report.line()
    assert report.problem is not None and reason in report.problem, report.problem

"""Every vector is a test, and violations of the format are invalid."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.vectors import hold_in_the_other_mode, report_on, vectors
from zombicide_env.conformance import Report, Vector, check

VECTORS = vectors("z_game")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_every_vector_passes(vector: Vector) -> None:
    report = check(vector)
    assert report.passed, report.line()


@pytest.mark.slow
def test_vectors_pass_in_the_other_mode_too() -> None:
    hold_in_the_other_mode("z_game")


GOOD = """
- id: T-1
  rules: [ZG-12.24]
  title: a zombie fight
  game: z_game
  players: [party, bees]
  bases: {party: 7, bees: 12}
  turn: 3
  phase: d2_zombie_fights
  until: d4_day_scoring
  locations: {9: {owner: party, intact: 1}}
  characters: {party: {kif: {at: 8, origin: 9}, dora: 9}, bees: {mari: 12}}
  squads: {8: ["party*"]}
  hands: {party: [shotgun, bat]}
  tracks: {party: {vp: 3}}
  discards: {melee: [bat]}
  top: {firearm: [pistol]}
  zombie_cards: [4/1]
  dice: [2]
  play:
    - player_0: fight
    - only: ["party: done", "party: use shotgun", "player_0: use bat"]
    - illegal: ["bees: done", "party: use pistol"]
    - party: use shotgun
  expect: {8: {controller: party}, kif: {at: 8}, party: {hand: [pistol, bat], vp: "<4"}, winners: [], decks: {melee: [knife]}}
"""


def report_of(folder: Path, old: str = "", new: str = "") -> Report:
    return report_on(folder, GOOD, old, new)


def test_good_vector_passes(tmp_path: Path) -> None:
    report = report_of(tmp_path, ", decks: {melee: [knife]}", "")
    assert report.passed, report.line()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("phase: d2_zombie_fights", "phase: d2", "unknown phase 'd2'"),
        ("  phase: d2_zombie_fights\n", "", "'phase' is missing"),
        ("phase: d2_zombie_fights", "phase: s1_factions", "give the number of players"),
        ("phase: d2_zombie_fights", "phase: s0_tiles", "give the number of players"),
        ("phase: d2_zombie_fights", "phase: s3_quick", "exists only with quick_start"),
        ("phase: d2_zombie_fights", "phase: e1_construction", "'squads' has no meaning"),
        ("until: d4_day_scoring", "until: tomorrow", "unknown phase 'tomorrow'"),
        ("turn: 3", "turn: 0", "whole number from 1"),
        ("turn: 3", "turn: 31", "whole number from 1 to 30"),
        ("turn: 3", "config: {max_turns: 2}\n  turn: 3", "whole number from 1 to 2"),
        ("  turn: 3", "  config: {speed: 3}\n  turn: 3", "unknown key 'speed'"),
        ("  turn: 3", "  config: {trade: off}\n  turn: 3", 'write "off"'),
        ("  turn: 3", "  config: {target: long}\n  turn: 3", "there is no value of target 'long'"),
        ("  turn: 3", "  config: {leader_speed: 3}\n  turn: 3", "leader_speed=3: at most 2 is possible"),
        ("  turn: 3", "  config: {auto_skip: 1}\n  turn: 3", "auto_skip=1: true or false is needed"),
        ("  turn: 3", "  config: {fog_of_war: true, terrain_knowledge: true}\n  turn: 3", "exclude each other"),
        ("  turn: 3", "  face_down: [2]\n  turn: 3", "'face_down' has no meaning"),
        ("  turn: 3", "  piles: {party: [kif]}\n  turn: 3", "'piles' has no meaning"),
        ("  turn: 3", "  config: {few_but_effective: true}\n  piles: {party: [mari]}\n  turn: 3", "unknown card 'mari'"),
        ("  turn: 3", "  tiles: {7: shop}\n  turn: 3", "stay where they are"),
        ("  turn: 3", "  tiles: {2: base}\n  turn: 3", "unknown type 'base'"),
        ("  turn: 3", "  weather: fine\n  turn: 3", "unknown key 'weather'"),
        ("players: [party, bees]", "players: [party, party]", "different factions"),
        ("players: [party, bees]", "players: [party]", "different factions"),
        ("players: [party, bees]", "players: 2", "list them"),
        ("players: [party, bees]", "players: [party, wasps]", "unknown faction 'wasps'"),
        ("bases: {party: 7, bees: 12}", "bases: {party: 7}", "each player once"),
        ("bases: {party: 7, bees: 12}", "bases: {party: 7, bees: 8}", "with its own Base"),
        ("{9: {owner: party, intact: 1}}", "{9: {intact: 1}}", "exactly when it has intact markers"),
        ("{9: {owner: party, intact: 1}}", "{23: {}}", "whole number from 0 to 16"),
        ("{9: {owner: party, intact: 1}}", "{9: {owner: party, intact: 3}}", "whole number from 0 to 2"),
        ("{9: {owner: party, intact: 1}}", "{9: {owner: party, intact: 1, ruined: 2}}", "at most two markers"),
        ("{9: {owner: party, intact: 1}}", "{9: {pending: 1}}", "belong together"),
        ("{9: {owner: party, intact: 1}}", "{9: {ruined: 1, pending: 2, pending_owner: party, pending_kind: repair}}", "two markers"),
        ("{9: {owner: party, intact: 1}}", "{0: {ruined: 1}}", "no marker can lie on the Street"),
        ("kif: {at: 8, origin: 9}", "kif: {origin: 9}", "the key 'at' is missing"),
        ("kif: {at: 8, origin: 9}", "baduma: {at: 8, origin: 9}", "baduma leads the bees"),
        ("kif: {at: 8, origin: 9}", "kif: {at: 8, job: cook}", "unknown job 'cook'"),
        ("kif: {at: 8, origin: 9}", "kif: {at: 8}", "give their 'origin'"),
        ("bees: {mari: 12}", "bees: {kif: 12}", "kif is named twice"),
        ("bees: {mari: 12}", "bees: {mari: 9}", "several players"),
        ('squads: {8: ["party*"]}', 'squads: {8: ["bees*"]}', "each player with characters there"),
        ("hands: {party: [shotgun, bat]}", "hands: {party: [shotgun, club]}", "unknown card 'club'"),
        ("hands: {party: [shotgun, bat]}", "hands: {party: [kif]}", "kif is named 2 times"),
        ("hands: {party: [shotgun, bat]}", "hands: {party: [horse, horse, horse]}", "there are 2"),
        ("hands: {party: [shotgun, bat]}", "hands: {raiders: [bat]}", "unknown player 'raiders'"),
        ("tracks: {party: {vp: 3}}", "tracks: {party: {gold: 3}}", "unknown key 'gold'"),
        ("discards: {melee: [bat]}", "discards: {melee: [pistol]}", "unknown card 'pistol'"),
        ("top: {firearm: [pistol]}", "decks: {firearm: []}\n  top: {firearm: [pistol]}", "named under 'decks' already"),
        ("zombie_cards: [4/1]", "zombie_cards: [4/3]", "unknown zombie card '4/3'"),
        ("dice: [2]", "dice: [7]", "whole number from 1 to 6"),
        ("[ZG-12.24]", "[rule 12.4]", "'rule 12.4' is not a rule id"),
        ("- player_0: fight", "- player_2: fight", "neither an agent"),
        ("- player_0: fight", "- run: lunch", "unknown step 'lunch'"),
        ("kif: {at: 8}, party", "kif: {place: 8}, party", "unknown key 'place'"),
        ("expect: {8: ", "expect: {17: ", "a location from 0 to 16"),
        ("winners: []", "victors: []", "unknown key 'victors'"),
        ("decks: {melee: [knife]}", "decks: {mele: [knife]}", "unknown name 'mele'"),
        ("decks: {melee: [knife]}", "deck_sizes: {zombies: 23}", "unknown name 'zombies'"),
        ("decks: {melee: [knife]}", "zombie_deck: {9/9: 1}", "unknown name '9/9'"),
        ("decks: {melee: [knife]}", "piles: {wasps: []}", "unknown name 'wasps'"),
        ("decks: {melee: [knife]}", "fight: {strength: {wasps: 1}}", "unknown name 'wasps'"),
        ("hand: [pistol, bat]", "hand: [pistol, club]", "unknown card 'club'"),
    ],
)
def test_broken_format_is_invalid(tmp_path: Path, old: str, new: str, reason: str) -> None:
    report = report_of(tmp_path, old, new)
    assert report.invalid, report.line()
    assert report.problem is not None and reason in report.problem, report.problem


DEALT = """
- id: T-2
  rules: [ZG-17.7]
  title: tiles
  game: z_game
  config: {terrain_knowledge: true}
  players: 4
  phase: s0_tiles
  tile_hands:
    player_0: [house, shop, pharmacy, police]
    player_1: [house, shop, pharmacy, police]
    player_2: [house, shop, pharmacy, fire]
    player_3: [house, shop, parking, parking]
  tile_reserve: [fire, pharmacy]
  expect: {to_act: player_0}
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("pharmacy, fire]", "pharmacy, fire, fire]"),
        ("    player_3: [house, shop, parking, parking]\n  tile_reserve: [fire, pharmacy]", "    player_3: [house, shop, parking]"),
        ("parking, parking]\n  tile_reserve: [fire, pharmacy]", "parking, parking, fire]\n  tile_reserve: [pharmacy]"),
        ("    player_0: [house, shop, pharmacy, police]\n", ""),
        ("police]\n    player_1: [house, ", "police, house]\n    player_1: ["),
    ],
)
def test_everybody_is_dealt_as_many_tiles(tmp_path: Path, old: str, new: str) -> None:
    """ZG-17.7: four each with four players, two in reserve; who had fewer could not lay one in turn."""
    report = report_on(tmp_path, DEALT, old, new)
    assert report.passed is not bool(old), report.line()
    assert not old or "or unequal hands (ZG-17.7)" in str(report.problem)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("  dice: [2]\n", "", "not scripted"),
        ("dice: [2]", "dice: [2, 3]", "left over: [3]"),
        ("zombie_cards: [4/1]", "zombie_cards: [4/1, 1/0]", "left over: ['1/0']"),
        ('"player_0: use bat"', '"player_0: done"', "party may also: use bat"),
        ("- player_0: fight", "- bees: fight", "party decides now"),
        ("melee: [knife]", "melee: [bat]", "knife"),
        ("kif: {at: 8}, party", "kif: {at: 9}, characters: {kif: {moved: true}}, party", "9"),  # both forms are valid
        ("8: {controller: party}", 'locations: {8: {ruined: 1}}, "8": {controller: party}', "1"),
        ("party: {hand: [pistol, bat]", "players: {party: {food: 7}}, party: {hand: [pistol, bat]", "7"),
    ],
)
def test_what_does_not_hold_fails(tmp_path: Path, old: str, new: str, found: str) -> None:
    report = report_of(tmp_path, old, new)
    assert not report.invalid, report.problem
    assert not report.passed
    assert any(found in f"{failure.expected} {failure.found}" for failure in report.failures), report.failures

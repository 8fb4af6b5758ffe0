"""Every vector is a test, and what breaks the format is invalid."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from zombicide_env.conformance import Report, Vector, check, load
from zombicide_env.conformance.hit_z_road import hit_z_road
from zombicide_env.games.hit_z_road.status import Status, status

FOLDER = Path(__file__).parents[1] / "conformance" / "hit_z_road"
VECTORS = load(FOLDER)


@pytest.mark.python_mode
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_vector(vector: Vector) -> None:
    report = check(vector)
    assert report.passed, report.line()


def test_positions_are_sound() -> None:
    for vector in VECTORS:
        at = hit_z_road(vector.document)
        assert status(at.world, at.state) == Status(0), vector.id


@pytest.mark.slow
def test_other_mode() -> None:
    """The same vectors hold in the mode that this run does not use: compiled, or plain Python."""
    switched = "0" if os.environ.get("NUMBA_DISABLE_JIT", "0") == "1" else "1"
    command = [sys.executable, "-m", "zombicide_env.conformance", str(FOLDER)]
    done = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": switched}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


GOOD = """
- id: T-1
  rules: [HZ-7.R3]
  title: a battle
  game: hit_z_road
  players: {player_0: {ammo: 1}, player_1: {}}
  round: 3
  phase: card
  routes: {1: [II-1, II-19], 2: [II-2, II-3], 3: [II-16, II-17]}
  taken: {1: player_0}
  turn: player_0
  card: II-19
  dice: [kill, dodge, kill, dodge]
  cards: [II-4]
  play:
    - player_0: shoot 2
    - illegal: ["player_0: shoot 1", "player_1: fight", "player_0: flee now"]
  expect: {battle: {zombies: 3}, player_0: {ammo: 0}, deck: {1: 0}, keys: {3: 2}}
"""


def report_of(folder: Path, old: str = "", new: str = "") -> Report:
    assert old in GOOD
    file = folder / "vectors.yaml"
    file.write_text(dedent(GOOD.replace(old, new) if old else GOOD), encoding="utf-8")
    [vector] = load(file)
    return check(vector)


def test_good_vector_passes(tmp_path: Path) -> None:
    report = report_of(tmp_path)
    assert report.passed, report.line()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("  phase: card", "  phase: cards", "unknown phase 'cards' (did you mean 'card'?)"),
        ("  phase: card\n", "", "'phase' is missing"),
        ("  round: 3", "  round: 9", "whole number from 1 to 8"),
        ("  round: 3", "  round: 6", "card of level 2; level 3 is used here"),
        ("{ammo: 1}", "{ammo: -1}", "whole number from 0"),
        ("{ammo: 1}", "{wood: 1}", "unknown key 'wood'"),
        ("{ammo: 1}", "{alive: false, ammo: 1}", "a dead player has nothing"),
        ("{ammo: 1}", "{alive: false}", "player_0 is eliminated"),
        ("{ammo: 1}", "{survivors: 0}", "whole number from 1 to 7"),
        ("{ammo: 1}", "{tokens: {molotow: 1}}", "unknown token 'molotow' (did you mean 'molotov'?)"),
        ("{ammo: 1}", "{cards: [II-19]}", "II-19 is named twice"),
        ("{ammo: 1}", "{cards: [I-17]}", "bears the symbol J"),
        ("player_1: {}}", "player_2: {}}", "without a gap"),
        ("3: [II-16, II-17]}", "3: [II-16, II-2]}", "II-2 is named twice"),
        ("3: [II-16, II-17]}", "3: [II-16]}", "a route has 2 cards, not 1"),
        (", 3: [II-16, II-17]}", "}", "route 3 is missing"),
        ("3: [II-16, II-17]}", "4: [II-16, II-17]}", "there is no route 4"),
        ("  taken: {1: player_0}\n", "", "no route in 'taken'"),
        ("  turn: player_0\n", "", "the key 'turn' is missing"),
        ("  turn: player_0\n", "  turn: player_1\n", "player_1 has no route in 'taken'"),
        ("  card: II-19", "  card: II-2", "no card of the route"),
        ("  card: II-19", "  card: II-99", "unknown card 'II-99'"),
        ("  card: II-19", "  card: II-19\n  battle: {card: II-19}", "has no meaning in the phase 'card'"),
        ("[kill, dodge, kill, dodge]", "[kill, 5]", "unknown die result 5"),
        ("  cards: [II-4]", "  cards: [III-4]", "card of level 3; level 2 is used here"),
        ("  cards: [II-4]", "  automatic: 1", "must be true or false"),
        ("shoot 2\n", "shoot 2\n    - run: lunch\n", "unknown step 'lunch'"),
        ("zombies: 3", "zombies: three", "must be a number"),
        ("zombies: 3", "wolves: 3", "unknown key 'wolves'"),
        ("deck: {1: 0}", "deck: {4: 0}", "must be a number from 1 to 3"),
        ("keys: {3: 2}", "weather: fine", "unknown key 'weather'"),
    ],
)
def test_broken_format_is_invalid(tmp_path: Path, old: str, new: str, reason: str) -> None:
    report = report_of(tmp_path, old, new)
    assert report.invalid, report.line()
    assert reason in str(report.problem)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("zombies: 3", "zombies: 2", "expected 2, found 3"),
        ("deck: {1: 0}", "deck: {2: 11}", "expect deck.2: expected 11, found 12"),
        ("keys: {3: 2}", "keys: {}", "expect keys: expected {}, found {3: 2}"),
        ("dodge, kill, dodge]", "dodge]", "a die that is not scripted was rolled"),
        ("dodge, kill, dodge]", "dodge, kill, horror]", "a scripted result that the die rolled does not have"),
        ("dodge, kill, dodge]", "dodge, kill, dodge, kill]", "dice left over: ['kill']"),
        ("player_0: shoot 2\n", "player_0: shoot 3\n", "legal now: shoot 2, shoot 1, shoot 0"),
        ("player_0: shoot 2\n", "player_1: shoot 2\n", "player_0 decides now"),
        ("shoot 2\n", "shoot 2\n    - run: auction\n", "the pending decision is flee"),
    ],
)
def test_what_does_not_hold_is_a_failure(tmp_path: Path, old: str, new: str, found: str) -> None:
    report = report_of(tmp_path, old, new)
    assert not report.invalid, report.line()
    assert not report.passed
    assert found in "\n".join(map(str, report.failures))


def test_a_card_may_lie_with_its_taker_after_it_has_been_played(tmp_path: Path) -> None:
    assert report_of(tmp_path, "{ammo: 1}", "{ammo: 1, cards: [II-1]}").passed

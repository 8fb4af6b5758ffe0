"""The engine against the oracle on random positions: every decision, every set of legal answers, the final state.

A failure prints a conformance vector that shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.games.zombicide.black_plague.oracle import scenes
from tests.games.zombicide.black_plague.oracle.deal import (
    deal_building,
    deal_fight,
    deal_horde,
    deal_round,
    deal_sight,
    deal_spawn,
    deal_turn,
)
from tests.games.zombicide.oracle import cards, fight, harm, horde
from tests.games.zombicide.oracle.birth import add_token
from tests.games.zombicide.oracle.board import Board
from tests.games.zombicide.oracle.lockstep import engine
from tests.games.zombicide.oracle.table import Table, Token
from tests.games.zombicide.oracle.turn import Turn
from tests.needs import AT_LENGTH, LENGTH
from zombicide_env.core.jit import PYTHON_MODE

#: Scene, positions of a quick run, positions of the long run, minimum number of decisions of a quick run.
SCENES = {
    "sight": (scenes.sight, 40, 1000, 800),
    "horde": (scenes.horde, 80, 2000, 100),
    "spawn": (scenes.spawn, 80, 2000, 40),
    "building": (scenes.building, 80, 2000, 20),
    "fight": (scenes.fight, 80, 2000, 40),
    "turn": (scenes.turn, 30, 1000, 150),
    "rounds": (scenes.rounds, 10, 400, 100),
}
#: Plain Python plays a third of a quick run: it detects what compiled code would do silently.
SHARE = 3 if PYTHON_MODE else 1


@pytest.mark.python_mode
@pytest.mark.parametrize("name", SCENES)
def test_engine_plays_as_the_rules_say(name: str) -> None:
    scene, quick, _, questions = SCENES[name]
    assert sum(scene(seed) for seed in range(quick // SHARE)) >= questions // SHARE


@pytest.mark.slow
@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.skipif(not AT_LENGTH, reason=LENGTH)) for part in range(1, 5))])
@pytest.mark.parametrize("name", SCENES)
def test_engine_plays_as_the_rules_say_at_length(name: str, part: int) -> None:
    scene, _, long, _ = SCENES[name]
    start = 10_000 + part * long // 5
    assert sum(scene(seed) for seed in range(start, start + long // 5)) > long // 5 // 4


# ---- the comparison itself: errors in the oracle are detected --------------------------------------------------------


def _first_difference(scene: Callable[[int], int], positions: int = 400) -> str:
    for seed in range(positions):
        try:
            scene(seed)
        except AssertionError as error:
            return str(error)
    return ""


def test_wrong_sight_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Board, "sight", lambda board, a, b: board.distances(a).get(b))
    assert "the rules say" in _first_difference(scenes.sight)


def test_wrong_noise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "loudness", lambda table, zone: table.noise[zone] + len(table.in_zone(zone)))
    assert "the rules say" in _first_difference(scenes.horde)


def test_wrong_escape_zones_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(horde, "escape_zones", lambda table, _: [token.zone for token in table.tokens])
    assert "the rules say" in _first_difference(scenes.horde)


def test_wrong_shield_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harm, "SHIELD", 3)
    assert "the rules say" in _first_difference(scenes.horde)


def test_wrong_priority_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fight, "PRIORITY", {**fight.PRIORITY, "runner": 1})
    assert "the rules say" in _first_difference(scenes.fight)


def test_wrong_penalty_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Turn, "penalty", lambda turn: turn.crowd(turn.here))  # Slippery forgotten
    assert "the rules say" in _first_difference(scenes.turn)


def test_forgotten_free_actions_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Turn, "purses", lambda *_: [])
    assert "the rules say" in _first_difference(scenes.turn)


def test_wrong_slot_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "fits", lambda *_: True)
    assert "the rules say" in _first_difference(scenes.turn)


# ---- the positions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", [deal_sight, deal_horde, deal_spawn, deal_building, deal_fight, deal_turn, deal_round])
def test_oracle_reads_a_position_as_the_engine_does(deal: Callable[[Random], dict[str, object]]) -> None:
    for seed in range(20):
        document = deal(Random(seed))
        told, found = Table.read(document).told(), engine(document).describe()
        for key in ("zombies", "noise", "spawn", "spawn_order", "supply", "danger"):
            assert told[key] == found[key], (key, document)


def test_a_token_takes_its_place_by_its_angle() -> None:
    corners = {"cells": "a b\nd c", "spawn": ["d", "b"]}
    table = Table.read({"board": corners, "survivors": {"alf": {"zone": "a"}}})
    for zone in ("c", "a", "b"):
        add_token(table, Token(zone, "necromancer", active=True))
    assert [token.zone for token in table.tokens] == ["d", "a", "b", "b", "c"]  # clockwise from d

"""The engine against the oracle on random positions: every decision, every set of legal answers, the states after every action.

A failure prints a conformance vector that shows it.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.games.zombicide.oracle.lockstep import engine
from tests.games.zombicide.white_death.oracle import birth, fight, harm, horde, scenes
from tests.games.zombicide.white_death.oracle.board import Board
from tests.games.zombicide.white_death.oracle.deal import OUT_OF_SCOPE, deal, deal_quest
from tests.games.zombicide.white_death.oracle.table import Table, nothing
from tests.needs import AT_LENGTH, LENGTH

#: Scene, positions of a quick run, positions of the long run, minimum number of decisions of a quick run.
SCENES = {
    "rounds": (scenes.rounds, 12, 400, 200),
    "skilled": (scenes.skilled, 12, 400, 100),
    "horde": (scenes.horde, 40, 400, 60),
    "quests": (scenes.quests, 12, 400, 150),
}


@pytest.mark.parametrize("name", SCENES)
def test_engine_plays_as_the_rules_say(name: str) -> None:
    scene, quick, _, questions = SCENES[name]
    assert sum(scene(seed) for seed in range(quick)) >= questions


@pytest.mark.slow
@pytest.mark.skipif(not AT_LENGTH, reason=LENGTH)
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", SCENES)
def test_engine_plays_as_the_rules_say_at_length(name: str, part: int) -> None:
    scene, _, long, _ = SCENES[name]
    start = 10_000 + part * long // 4
    assert sum(scene(seed) for seed in range(start, start + long // 4)) > long // 4


@pytest.mark.parametrize("dealt", [deal, deal_quest])
def test_oracle_reads_a_position_as_the_engine_does(dealt: scenes.Deal) -> None:
    for seed in range(10):
        document = dealt(Random(seed))
        table = Table.read(document)
        found = table.found(engine(document))
        for key, value in table.told().items():
            told = {part: found[key][part] for part in value} if key in document["survivors"] else found[key]
            assert told == value, key


def test_what_is_out_of_scope_is_not_dealt() -> None:
    for seed in range(200):
        document = deal_quest(Random(seed))
        assert "modes" not in document
        for entry in document["survivors"].values():
            cards = [*entry.get("pack", []), *(entry.get(slot) for slot in ("left", "right", "body"))]
            assert not any(card in OUT_OF_SCOPE["cards"] for card in [*cards, *document["equipment_cards"]])
            assert not any(skill.startswith(OUT_OF_SCOPE["skills"]) for skill in entry["skills"])


# ---- the comparison itself: errors in the oracle are detected --------------------------------------------------------


def _first_difference(name: str, positions: int = 100) -> str:
    for seed in range(positions):
        try:
            SCENES[name][0](seed)
        except AssertionError as error:
            return str(error)
    return ""


def test_zombies_that_use_rope_ladders_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Board, "shambles", Board.walks)
    assert "the rules say" in _first_difference("horde")


def test_targets_without_reachability_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(horde, "targets", lambda table, zone, _: [there for there in table.board.zones if table.peopled(there)][:1])
    assert "the rules say" in _first_difference("horde")


def test_a_siege_without_a_climb_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(birth, "climb", lambda _: nothing())
    assert "the rules say" in _first_difference("horde", 300)


def test_the_priority_of_black_plague_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fight, "PRIORITY", {**fight.PRIORITY, "walker": 1, "fatty": 2, "abomination": 2})
    assert "the rules say" in _first_difference("rounds")


def test_wrong_armour_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harm, "ARMOUR", 6)
    assert "the rules say" in _first_difference("rounds")

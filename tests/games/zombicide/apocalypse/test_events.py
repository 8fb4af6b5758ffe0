"""Events report every healing: charts and films count by them."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from zombicide_env.conformance.zombicide import ZombicidePosition
from zombicide_env.core.events import Event
from zombicide_env.games.zombicide.apocalypse.numbers.events import CODEC

FIRST_AID = """
game: apocalypse
board:
  cells: |
    a
survivors:
  alf: {zone: a, left: katana, wounds: WOUNDS, xp: 5, minimissions: {stash_1: [walkers, abomination]}}
  bea: {zone: a, wounds: 1}
zombies: {a: {runner: 2, walker: 1}}
dice: [4, 5]
play: []
expect: {}
"""
MEDICINE = """
game: apocalypse
quest: 2
board:
  cells: |
    a b
  exit: [b]
  objectives: {a: medicine}
survivors:
  alf: {zone: a, wounds: 1}
play: []
expect: {}
"""


def events_of(text: str, *moves: str) -> list[Event]:
    """Play the moves from a position; the events of the last one."""
    position: Any = ZombicidePosition.read(yaml.safe_load(text))
    position.world["telling"] = 1
    for move in moves:
        position.world["n_events"] = 0
        position.play(move)
    return list(CODEC.decode(position.world["events"][0], int(position.world["n_events"][0])))


@pytest.mark.parametrize(("wounds", "healed"), [(1, 0), (0, 1)])
def test_first_aid_reports_whom_it_heals(wounds: int, healed: int) -> None:
    """The searcher, or the first wounded survivor of the zone (AP-15.R5)."""
    text = FIRST_AID.replace("WOUNDS", str(wounds))
    found = [event for event in events_of(text, "melee katana", "hit runner", "hit runner", "reward first_aid") if event.kind == "heal"]
    assert [dict(event.values) for event in found] == [{"who": healed, "n": 1, "wounds": 0}]


def test_medicine_reports_whom_it_heals() -> None:
    """The taker loses one wound (AP-26.M2)."""
    found = [event for event in events_of(MEDICINE, "take") if event.kind == "heal"]
    assert [dict(event.values) for event in found] == [{"who": 0, "n": 1, "wounds": 0}]

"""Events of Hit Z Road report exactly what has changed, and nothing about face-down cards."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zombicide_env.core.batch import Batch
from zombicide_env.core.events import Event
from zombicide_env.games.hit_z_road.game import HitZRoad
from zombicide_env.games.hit_z_road.numbers.events import CODEC
from zombicide_env.games.hit_z_road.numbers.layout import WITH_PLAYER
from zombicide_env.replay import SUFFIX, read
from zombicide_env.replay.player import steps

PLAYERS = ("own", "group", "tokens", "bonus", "liquidator", "alive", "score", "winner")


def table(state: Any) -> dict[str, Any]:
    """Public facts that events report."""
    s = state[0]
    facts: dict[str, Any] = {name: s[name].tolist() for name in PLAYERS}
    return facts | {
        "round": int(s["round"]),
        "order": s["order"][: s["n_order"]].tolist(),
        "taken": s["taken"].tolist(),
        "cards": {c: int(place) - WITH_PLAYER for c, place in enumerate(s["where"].tolist()) if place >= WITH_PLAYER},
        "zombies": int(s["zombies"]),
        "outcome": int(s["outcome"]),
    }


def follow(facts: dict[str, Any], event: Event) -> None:
    v, who = event.values, event.values.get("who", -1)
    match event.kind:
        case "round":
            facts["round"], facts["taken"] = v["n"], [-1] * len(facts["taken"])
        case "order":
            facts["order"][v["place"]] = who
        case "route":
            facts["taken"][v["route"]] = who
        case "resource" | "survivors" | "points":
            name = {"resource": "own", "survivors": "group", "points": "bonus"}[event.kind]
            if event.kind == "resource":
                facts[name][who][v["resource"]] += v["n"]
                assert facts[name][who][v["resource"]] == v["total"]
            else:
                facts[name][who] += v["n"]
                assert facts[name][who] == v["total"]
        case "token":
            facts["tokens"][who][v["what"]] += v["n"]
            assert facts["tokens"][who][v["what"]] == v["total"]
        case "liquidator":
            facts["liquidator"][who] = 1
        case "eliminated":
            for name in ("own", "tokens"):
                facts[name][who] = [0] * len(facts[name][who])
            for name in ("group", "bonus", "liquidator", "alive"):
                facts[name][who] = 0
            facts["order"].remove(who)
            facts["cards"] = {card: owner for card, owner in facts["cards"].items() if owner != who}
            facts["zombies"] = 0
        case "collect":
            facts["cards"][v["card"]], facts["zombies"] = who, 0
        case "box":
            facts["zombies"] = 0
        case "battle":
            facts["zombies"] = v["zombies"]
        case "zombies":
            facts["zombies"] += v["n"]
            assert facts["zombies"] == v["left"]
        case "score":
            facts["score"][who] = v["n"]
        case "winner":
            facts["winner"][who] = 1
        case "end":
            facts["outcome"] = v["outcome"]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_events_are_what_has_changed(players: int) -> None:
    game, told = HitZRoad(players=players), Counter[str]()
    batch = Batch(game, 1, seed=5, autoreset="disabled", observation_dtype="uint8", record_events=True)
    for _ in range(12):
        batch.reset()
        while batch.deciders[0] >= 0:
            before = batch.states.copy()
            batch.step(batch.random_actions())
            facts, events = table(before), batch.events()
            for event in events:
                follow(facts, event)
                told[event.kind] += 1
            if any(event.kind == "end" for event in events):  # the cards on the routes stay there
                facts["taken"] = table(batch.states)["taken"]
            assert facts == table(batch.states), [game.sentence(event) for event in events]
    assert told["battle"] > 20


def test_every_kind_is_told_in_a_golden_game() -> None:
    replays = [read(path) for path in (Path(__file__).parent / "golden").iterdir() if path.suffix == SUFFIX]
    assert {event.kind for replay in replays for step in steps(replay) for event in step.events} == {kind.name for kind in CODEC.kinds}


def test_every_card_that_is_named_has_been_turned_up() -> None:
    game = HitZRoad(players=1)  # solo: cards lie face down
    batch = Batch(game, 1, seed=2, autoreset="disabled", observation_dtype="uint8", record_events=True)
    named = 0
    for _ in range(300):
        if batch.deciders[0] < 0:
            batch.reset()
        batch.step(batch.random_actions())
        for event in batch.events():
            if "card" in event.values:
                named += 1
                assert batch.states["seen"][0, event.values["card"]] == 1
    assert named > 30


def test_a_table_of_one_hears_what_a_table_of_many_would() -> None:
    """All players know the same: every event is for everybody."""
    game = HitZRoad(players=4)
    batch = Batch(game, 1, seed=2, autoreset="disabled", observation_dtype="uint8", record_events=True)
    heard = 0
    for _ in range(150):
        if batch.deciders[0] >= 0:
            batch.step(batch.random_actions())
            heard += len(batch.events())
            assert game.events_for(batch.events(), frozenset({game.agents[int(np.argmax(batch.states["alive"]))]})) == batch.events()
    assert heard > 30

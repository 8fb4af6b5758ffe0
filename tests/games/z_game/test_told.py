"""Events of Z-Game report exactly what has changed, and reveal to no seat what it may not know (ZG-19.1)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games.z_game.play import TABLES
from zombicide_env.core.batch import Batch
from zombicide_env.core.events import Event
from zombicide_env.games.z_game.game import ZGame
from zombicide_env.games.z_game.numbers.events import CODEC
from zombicide_env.games.z_game.numbers.layout import ON_BOARD
from zombicide_env.replay import SUFFIX, read
from zombicide_env.replay.player import steps

#: Event kinds that name a card and are visible to everybody.
OPEN_CARDS = {"received", "gave_up", "showed", "wished"}
FIELDS = ("vp", "eliminated", "intact", "ruined", "owner", "food", "medicine")


def table(state: Any) -> dict[str, Any]:
    """Public facts that events report."""
    s = state[0]
    facts: dict[str, Any] = {name: s[name].tolist() for name in FIELDS}
    here = [(int(s["seat"][c]), int(s["at"][c])) if s["zone"][c] == ON_BOARD else None for c in range(len(s["at"]))]
    return facts | {"characters": here, "phase": int(s["phase"]), "outcome": int(s["outcome"]), "winner": s["winner"].tolist()}


def follow(facts: dict[str, Any], event: Event) -> None:
    v = event.values
    who, c = v.get("who", -1), v.get("character", -1)
    match event.kind:
        case "phase":
            facts["phase"] = v["phase"]
        case "vp":
            facts["vp"][who] += v["n"]
            assert facts["vp"][who] == v["total"]
        case "stock":
            facts["food"][who], facts["medicine"][who] = v["food"], v["medicine"]
        case "brewed":
            facts["brewed"][who] += v["n"]
            assert facts["brewed"][who] == v["total"]
        case "eliminated":
            facts["eliminated"][who] = 1
        case "end":
            facts["outcome"] = v["outcome"]
        case "winner":
            facts["winner"][who] = 1
        case "deploy":
            assert facts["characters"][c] is None
            facts["characters"][c] = (who, v["location"])
        case "move":
            assert facts["characters"][c] == (who, v["start"])
            facts["characters"][c] = (who, v["to"])
        case "death" | "enslaved":
            assert facts["characters"][c][1] == v["location"]
            facts["characters"][c] = None
        case "markers":
            loc = v["location"]
            facts["owner"][loc], facts["intact"][loc], facts["ruined"][loc] = v["owner"], v["intact"], v["ruined"]


def played(options: dict[str, Any], seed: int, moves: int) -> Any:
    """(game, batch, state before, action) of a random game with little passing."""
    game = ZGame(**options)
    batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8", record_events=True)
    rng = np.random.default_rng(seed)
    for _ in range(moves):
        if batch.deciders[0] < 0:
            return
        legal = np.flatnonzero(batch.masks[0])
        weights = np.where(legal == game.action_codec.start["pass"], 0.2, 1.0)
        action = int(rng.choice(legal, p=weights / weights.sum()))
        before = batch.states.copy()
        batch.step([action])
        yield game, batch, before, action


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_events_are_what_has_changed(options: dict[str, Any]) -> None:
    for game, batch, before, _ in played(options, 3, 1500):
        facts = table(before) | {"brewed": before[0]["brewed"].tolist()}
        for event in batch.events():
            follow(facts, event)
        del facts["brewed"]  # it is gone when the Flare-up is over
        assert facts == table(batch.states), [game.sentence(event) for event in batch.events()]


def test_dice_on_which_nothing_is_needed_have_no_line_of_their_own() -> None:
    """Their faces are shown next to the move; "0 or more is needed" would explain nothing."""
    needs = Counter[bool]()
    for game, batch, _, _ in played({"players": 2}, 3, 1500):
        dice = [event for event in batch.events() if event.kind == "die"]
        needs += Counter(event.values["need"] > 0 for event in dice)
        assert [event for event in game.brief(batch.events()) if event.kind == "die"] == [die for die in dice if die.values["need"]]
    assert needs[True] > 0 and needs[False] > 0


@pytest.mark.slow
def test_cards_are_told_to_those_who_may_know_them() -> None:
    """A card is named to everybody if everybody sees it, else only to those whose card it was or is."""
    told = Counter[str]()
    for seed in range(6):
        for game, batch, _, _ in played({"players": 3, "target": "epic"}, seed, 4000):
            for event in batch.events():
                told[event.kind] += 1
                if "card" not in event.values or event.kind in OPEN_CARDS:
                    assert event.seats == -1
                else:
                    own = {event.values[name] for name in ("who", "victim", "giver") if name in event.values}
                    assert event.seats == sum(1 << seat for seat in own)
                    for seat, agent in enumerate(game.agents):
                        assert (event in game.events_for((event,), frozenset({agent}))) == (seat in own)
    assert {"drew_card", "committed", "laid_card", "took_up_card", "stole_card"} <= set(told)
    assert {kind.name for kind in CODEC.kinds} - set(told) <= {"tile", "enslaved", "eliminated"}  # with other options, or rare


@pytest.mark.parametrize("seed", [0, 1])
def test_what_a_seat_is_told_does_not_depend_on_what_is_hidden_from_it(seed: int) -> None:
    """The same action in worlds that look the same to a seat, whether it decides or not: the same dice, other hands and decks.
    Hidden information may be revealed (a card drawn, stolen or turned up); otherwise the seat gets the same events and texts.
    """
    light, same = {"drew", "drew_card", "gave_up", "received", "stole_card", "shuffle", "took_up_card", "clash", "showed"}, [0, 0]
    rng = np.random.default_rng(seed)
    worlds: Any = None
    for game, batch, before, action in played({"players": 3, "target": "blitz", "max_turns": 2}, seed, 1500):
        if rng.random() > 0.1:
            continue
        who, events = game.decider(before), batch.events()
        if {event.kind for event in events} & light:
            continue
        worlds = worlds or Batch(game, 3, seed=0, autoreset="disabled", observation_dtype="uint8")
        text = game.notation(before, action)
        for seat, agent in enumerate(game.agents):
            worlds.put(before)
            worlds.resample(seat)
            own = frozenset({agent})
            for i in np.flatnonzero(worlds.masks[:, action]).tolist():  # where the decider has the card
                world = worlds.states[i : i + 1].copy()
                world["rng"] = before["rng"]
                other = game.tell(world, action)
                if not {event.kind for event in other} & light:
                    assert game.events_for(other, own) == game.events_for(events, own)
                    assert game.text_for(text, who, own, world) == game.text_for(text, who, own, before)
                    same[agent == who] += 1
    assert min(same) > 20


@pytest.mark.slow
def test_every_kind_is_told_in_some_game() -> None:
    """In a golden game; enslaved fighters and stolen cards are rare, so two random games are played for them."""
    replays = [read(path) for path in (Path(__file__).parent / "golden").iterdir() if path.suffix == SUFFIX]
    told = {event.kind for replay in replays for step in steps(replay) for event in step.events}
    for seed in (0, 8):
        told |= {event.kind for _, batch, _, _ in played({"players": 4, "target": "epic"}, seed, 3000) for event in batch.events()}
    assert told == {kind.name for kind in CODEC.kinds}

"""Clickable targets and log entries: ``targets`` and events of the games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from tests.toys.hunt import Hunt
from zombicide_env import make_game
from zombicide_env.core.scene import Group, Item, Scene
from zombicide_env.play import Session
from zombicide_env.replay.player import steps

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("black_plague", {"quest": "danse_macabre"}),
    ("black_plague", {"quest": "the_black_book"}),
    ("hit_z_road", {"players": 4}),
    ("hit_z_road", {"players": 1}),
]


def tags(scene: Scene) -> set[str]:
    """Tags of everything that can be clicked."""

    def walk(items: tuple[Item, ...]) -> Iterator[str]:
        for item in items:
            yield item.tag if isinstance(item, Group) else ""
            if isinstance(item, Group):
                yield from walk(item.items)

    slots = (slot.tag for panel in scene.panels for slot in panel.slots)
    return {*walk(scene.items), *(panel.tag for panel in scene.panels), *slots} - {""}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("spec", ["greedy", "random"])
def test_every_target_can_be_clicked(name: str, options: dict[str, Any], spec: str) -> None:
    game = make_game(name, **options)
    session = Session(game, [agents.make(spec, game)], seed=6)
    aimed: Counter[str] = Counter()
    while not session.over and len(session.moves) < 150:
        there = tags(game.scene(session.state))
        for action in np.flatnonzero(session.mask).tolist():
            found = game.targets(session.state, action)
            assert set(found) <= there, (game.notation(session.state, action), found)
            aimed.update(tag.partition(":")[0] for tag in found)
        session.step()
    assert aimed.keys() >= (
        {"zone", "slot", "survivor"}
        if name == "black_plague"
        else {"route", "card", "own"} - ({"card"} if options["players"] == 1 else set())
    )


def test_a_card_is_carried_from_its_place_to_the_other(tutorial: Any) -> None:
    session = Session(tutorial, [agents.make("random")], seed=1)
    for text in ("activate ann", "trade baldric"):
        session.apply(tutorial.parse(session.state, text))
    assert tutorial.targets(session.state, tutorial.parse(session.state, "receive left right")) == ("slot:1:0", "slot:0:1")
    assert tutorial.targets(session.state, tutorial.parse(session.state, "give left right")) == ("slot:0:0", "slot:1:1")


def told(game: Any, texts: list[str], seed: int) -> list[tuple[str, ...]]:
    """Short log entries of actions that are played one after the other."""
    session = Session(game, [agents.make("random")], seed=seed)
    moves = [session.apply(game.parse(session.state, text)) for text in texts]
    return [tuple(game.sentence(event) for event in game.brief(move.events)) for move in moves]


def test_a_fight_is_told(tutorial: Any) -> None:
    fights = [told(tutorial, ["activate ann", "move 9b", "melee hammer"], seed)[2] for seed in range(8)]
    swing = "ann attacks 9b with hammer x 1 (melee)"
    assert (swing, "ann kills walker x 1 in 9b", "ann: +1 XP, 1 in all") in fights
    assert (swing,) in fights  # a miss
    assert told(tutorial, ["activate ann", "move 9b"], 1) == [("it is ann's turn",), ("ann goes from 9c to 9b",)]


def test_dice_are_told_with_the_numbers_that_they_need(tutorial: Any) -> None:
    session = Session(tutorial, [agents.make("random")], seed=1)
    for text in ("activate ann", "move 9b", "melee hammer"):
        move = session.apply(tutorial.parse(session.state, text))
    dice = [event.values for event in move.events if event.kind == "die"]
    assert " ".join(["dice", *(str(die["face"]) for die in dice)]) == move.chance
    assert all(die["success"] == (die["face"] + die["bonus"] >= die["need"]) for die in dice)


def test_every_place_of_an_event_can_be_shown(tutorial: Any) -> None:
    """The page draws arrows between the zones that events name, so they must be items of the scene."""
    session = Session(tutorial, [agents.make("greedy", tutorial)], seed=2)
    session.play(200)
    there = tags(tutorial.scene(session.state))
    found = {tag for move in session.moves for event in move.events for tag in tutorial.event_tags(event)}
    assert {tag for tag in found if tag.startswith("zone:")} <= there
    assert any(tag.startswith("survivor:") for tag in found)


def test_an_undone_move_is_told_again_as_it_is_played_again(tutorial: Any) -> None:
    session = Session(tutorial, [agents.make("random")], seed=4, keep=True)
    for text in ("activate ann", "move 9b", "melee hammer"):
        session.apply(tutorial.parse(session.state, text))
    first = session.moves[2].events
    session.rewind(2)
    assert session.apply(tutorial.parse(session.state, "melee hammer")).events == first != ()  # the same dice
    session.rewind(2)
    assert "kill" not in [event.kind for event in session.apply(tutorial.parse(session.state, "move 9c")).events]


def test_what_is_told_is_told_again_by_a_replay(tutorial: Any) -> None:
    session = Session(tutorial, [agents.make("greedy", tutorial)], seed=2)
    session.play(150)
    assert [step.events for step in steps(session.replay, tutorial)] == [move.events for move in session.moves]
    state = session.state.copy()
    assert tutorial.tell(state, int(np.flatnonzero(session.mask)[0])) != () and (state == session.state).all()


def test_nobody_is_told_the_secrets_of_the_other_side() -> None:
    game = Hunt(runners=2)
    session = Session(game, [agents.make("random")], seed=3)
    session.play()
    eyes = {side: [e.kind for move in session.moves for e in game.events_for(move.events, frozenset(side))] for side in SIDES}
    assert "hidden" in eyes["runner_0", "runner_1"] and "laid" not in eyes["runner_0", "runner_1"]
    assert "laid" in eyes["hunter",] and "hidden" not in eyes["hunter",]
    assert all("dug" in kinds for kinds in eyes.values())
    assert {"hidden", "laid", "dug"} <= {event.kind for move in session.moves for event in game.events_for(move.events, None)}


SIDES = (("runner_0", "runner_1"), ("hunter",))

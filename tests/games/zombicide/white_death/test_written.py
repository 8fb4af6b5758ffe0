"""Positions of played games written as vectors: reading them gives the same position, down to the fields of the record."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import yaml

import zombicide_agents as agents
from zombicide_env import make_game
from zombicide_env.conformance.export import vector
from zombicide_env.conformance.positions import builder
from zombicide_env.games.reading import FormatError
from zombicide_env.games.zombicide.white_death.numbers.tokens import FREE_TOKENS
from zombicide_env.games.zombicide.white_death.positions.moves import joined
from zombicide_env.play import Session

#: Fields of every zone, and of every survivor, that have to be equal.
ZONES = ("zombies", "crowd", "noise", "objective", "frozen", "defiled", "rope", "loose", "guards", "cauldrons")
SURVIVORS = ("alive", "xp", "level", "wounds", "ladders", "laps", "keepsakes", "skill", "acted", "actions", "blessing", "learned")
WHOLE = (
    "phase",
    "guards_escaped",
    "linked",
    "defiler_zone",
    "beacon_zone",
    "beacon_taken",
    "supply",
    "removed",
    "artefacts",
    "brothers",
    "ways",
)
TURN = ("free", "used", "pending_attack", "pending_run", "lent")


def fields(world: Any, state: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """Relevant parts of a state, with names for survivors and cards for copies."""
    w, s = world[0], state[0]
    cards = w["copy_card"]
    there = s["alive"] == 1
    found: dict[str, Any] = {field: s[field][: w["n_zones"]].tolist() for field in ZONES}
    found |= {field: s[field].tolist() for field in WHOLE}
    found["kinds"] = [3 if burned else int(kind) for kind, burned in zip(w["zone_kind"], s["burned"], strict=True)]
    for i, name in enumerate(names):
        found[name] = {field: s[field][i].tolist() for field in SURVIVORS}
        found[name] |= {"zone": int(s["zone"][i]), "cards": [int(cards[copy]) for copy in s["inv"][i][:3]], "here": bool(there[i])}
        found[name] |= {"pack": [int(cards[copy]) for copy in s["inv"][i][3:] if copy]}
        found[name] |= {"empty": [int(cards[copy]) for copy in s["inv"][i] if copy and s["unloaded"][copy]]}
    found["carrier"] = names[s["beacon_by"]] if s["beacon_by"] >= 0 else None
    found["tokens"] = {int(t): int(z) for t, z in zip(s["token_id"][: s["n_tokens"]], s["token_zone"], strict=False) if t < FREE_TOKENS}
    found["turn"] = names[s["current"]] if s["current"] >= 0 else None
    if s["current"] >= 0:
        found |= {field: s[field].tolist() for field in TURN}
        found |= {field: int(s[field][s["current"]]) for field in ("searched", "ordered")}
        found["spent"] = sorted(int(cards[copy]) for copy in s["inv"].ravel() if copy and s["spent"][copy] == s["turn_id"])
    found["ground"] = {
        z: [int(cards[copy]) for zone, copy in zip(s["ground_zone"], s["ground_copy"], strict=True) if zone == z and copy]
        for z in range(w["n_zones"])
    }
    found["artefact_deck"] = [int(cards[copy]) for copy in s["aside"] if copy]
    found["piles"] = {
        int(z): [int(cards[c]) for c in pile[:n]] for z, pile, n in zip(s["pile_zone"], s["pile"], s["pile_n"], strict=True) if n
    }
    found["discard"] = Counter(int(cards[copy]) for copy in s["discard"][: s["discard_n"]])
    if w["quest"]:  # not the tutorial: taking a prepared card is scripted as drawing one from the deck
        found["deck"] = Counter(int(cards[copy]) for copy in s["deck"][: s["deck_n"]])
    for deck, n in (("zdeck", "zdeck_n"), ("zdiscard", "zdiscard_n")):
        found[deck] = Counter(s[deck][: s[n]].tolist())
    return found


def read_again(document: dict[str, Any]) -> Any:
    """Return the position of a vector after its play."""
    position = builder("white_death")(document)
    for step in document["play"]:
        ((who, what),) = step.items()
        if who == "run":
            position.run(what)
        elif who not in ("legal", "only"):
            assert position.decider() == who
            position.play(what)
    return position


def differences(session: Session, at: int, document: dict[str, Any]) -> list[str]:
    game: Any = session.game
    position = read_again(document)
    played = fields(game._world, session.state_at(at), game._names.survivors)
    read = fields(position.world, position.state, position.names.survivors)
    assert played.keys() == read.keys()
    return [f"{key}: {played[key]} played, {read[key]} read" for key in played if played[key] != read[key]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("quest", "spec", "moves", "options"),
    [
        ("preparing_for_battle", "greedy", 80, {"ultra": True}),
        ("sound_the_alarm", "random", 150, {"players": 2}),
        ("the_last_folios", "greedy", 60, {}),
        ("empress_of_thorns", "random", 150, {"survivors": ["yasuke", "zhenya", "sarnai"], "allow_small_team": True}),
        ("a_rampart_too_far", "random", 150, {"many_necromancers": True, "necromancer_deck": 2}),
        ("defenders_of_the_empire", "random", 120, {}),
    ],
)
def test_a_position_is_read_as_it_was(quest: str, spec: str, moves: int, options: dict[str, Any]) -> None:
    game = make_game("white_death", quest=quest, **options)
    session = Session(game, [agents.make(spec, game)], seed=5, keep=True)
    session.play(moves)
    last = len(session.moves) - 1
    written, problems = 0, []
    for at in range(0, last, max(1, last // 8)):
        try:
            (document,) = yaml.safe_load(vector(session.replay, at))
        except ValueError as error:
            problems.append(str(error))
            continue
        assert not differences(session, at, document), at
        written += 1
    assert written >= 2, problems


@pytest.mark.parametrize(
    ("options", "changes", "reason"),
    [
        ({"rulings": {"food_costs_action": True}}, {}, "rulings of the rules, and food_costs_action"),
        ({"guard_absorbs": 2}, {}, "guard_absorbs"),
        ({"abomination_deck": 1}, {"abominations_left": 0}, "Abomination deck"),
        ({}, {"blessing": 1}, "Blessing"),
        ({"quest": "the_last_folios"}, {"token_zone": 0}, "spawn token 1"),
    ],
)
def test_what_no_vector_can_say_is_refused_with_the_reason(options: dict[str, Any], changes: dict[str, int], reason: str) -> None:
    game: Any = make_game("white_death", **({"quest": "legacy_of_the_dawn"} | options))
    session = Session(game, [agents.make("random", game)], seed=1)
    state = session.state.copy()
    for field, value in changes.items():
        state[field] = value
    with pytest.raises(ValueError, match=reason):
        game.written(state)


def test_what_has_happened_before_is_told() -> None:
    """WD-25.46, WD-25.84: Guards who have left, objectives that Defile tokens have removed."""
    game: Any = make_game("white_death", quest="a_rampart_too_far")
    session = Session(game, [agents.make("random", game)], seed=1)
    state = session.state.copy()
    zone = state["guards"][0].argmax()
    state["guards_escaped"], state["guards"][0, zone], state["removed"][0, 1] = state["guards"][0, zone], 0, 2
    (written,) = game.written(state)
    assert written.document["progress"] == {"guards_escaped": int(state["guards_escaped"][0]), "removed": {"red": 2}}
    assert written.document["guards"].get(game.board.zones[zone]) is None


@pytest.mark.parametrize(
    ("keys", "where"),
    [
        ({"artefacts": {"a": ["partizan", "sword"]}}, "artefacts.a"),
        ({"artefact_cards": ["pike"]}, "artefact_cards"),
        ({"progress": {"removed": {"yellow": 1}}}, "progress.removed"),
        ({"board": {"cells": "a b", "ladders": ["a-b"]}}, "a ladder joins a and b"),
        ({"board": {"cells": "a p", "ramparts": ["p"], "rope_ladders": ["a-p", "p-a"]}}, "board.rope_ladders.1"),
    ],
)
def test_what_no_position_can_have_is_refused(keys: dict[str, Any], where: str) -> None:
    """WD-26.4: only artefacts lie on the ground or in their deck.  WD-4.11, WD-4.15: where ladders lead, one of rope on a border."""
    with pytest.raises(FormatError, match=where.replace(".", r"\W+")):
        builder("white_death")({"game": "white_death", "board": {"cells": "a b"}, "survivors": {"mira": {"zone": "a"}}, **keys})


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        (["guards a", "order move", "number all", "where b"], ["guards a move b"]),
        (["guards a", "order melee", "number 2", "move c"], ["guards a:2 melee", "move c"]),
        (["noise", "twice healing", "upon mira", "upon oleg"], ["noise", "enchant mira+oleg healing"]),
    ],
)
def test_parts_of_a_text_are_joined(parts: list[str], whole: list[str]) -> None:
    assert joined(parts) == whole
    with pytest.raises(ValueError, match="in one text"):
        joined(["guards a", "order move"])

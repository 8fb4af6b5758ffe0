"""Observations: everything that is public and nothing that is hidden (HZ-2.R2, HZ-4.R2, HZ-11.R2, HZ-13.R2)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zombicide_env.conformance.hit_z_road import HitZRoadPosition
from zombicide_env.conformance.hit_z_road import position as placed
from zombicide_env.core.jit import buffers, entry, records
from zombicide_env.games.hit_z_road.numbers.observation import N_OBS, OBSERVATION
from zombicide_env.games.hit_z_road.rules.observe import observe

Document = dict[str, Any]

AUCTION: Document = {
    "players": {"player_1": {}, "player_0": {}, "player_2": {}},
    "round": 3,
    "phase": "auction",
    "routes": {1: ["II-1", "II-2"], 2: ["II-3", "II-4"], 3: ["II-5", "II-6"]},
}
MELEE: Document = {
    "players": {"player_0": {"cards": ["I-3"]}, "player_1": {}, "player_2": {}},
    "round": 3,
    "phase": "battle",
    "routes": {1: ["II-16", "II-22"], 2: ["II-3", "II-4"], 3: ["II-17", "II-6"]},
    "taken": {1: "player_0"},
    "turn": "player_0",
    "battle": {"card": "II-22", "zombies": 5, "step": "melee", "melee_round": 1},
    "dice": ["wounded", "adrenaline", "dodge", "dodge", "adrenaline"],
}
START: Document = {**MELEE, "battle": {"card": "II-22"}, "dice": []}
SOLO: Document = {
    "players": {"player_0": {}},
    "round": 6,
    "phase": "route",
    "routes": {1: ["III-1", "III-2"], 2: ["III-3", "III-4"], 3: ["III-7", "III-8"]},
}


@entry
def _observe(worlds: Any, states: Any, agent: int, out: Any) -> None:
    observe(worlds[0], states[0], agent, out)


def put(document: Document, path: tuple[Any, ...], value: Any) -> Document:
    """Return the document with another value at the path."""
    if not path:
        return value
    return {**document, path[0]: put(document.get(path[0], {}), path[1:], value)}


def position(document: Document, *answers: str) -> HitZRoadPosition:
    at = placed({"id": "O-1", "rules": ["HZ-4.R2"], "title": "seen", "game": "hit_z_road", "expect": {}, **document})
    for answer in answers:
        at.play(answer)
    assert not at.dice_problem()
    return at


def seen(at: HitZRoadPosition) -> list[np.ndarray[Any, Any]]:
    """Return the observation of every seat."""
    views = []
    for seat in range(len(at.agents)):
        out = np.zeros(N_OBS, np.uint8)  # the arguments of `observe`: this game has no frame
        _observe(records(at.world), records(at.state), seat, buffers(out))
        assert (out <= OBSERVATION.high).all()
        views.append(out)
    return views


def same(one: HitZRoadPosition, two: HitZRoadPosition) -> list[bool]:
    return [np.array_equal(a, b) for a, b in zip(seen(one), seen(two), strict=True)]


HIDDEN: list[tuple[str, Document, tuple[Any, ...], Any, tuple[str, ...]]] = [
    ("the next cards of the deck", AUCTION, ("cards",), ["II-9", "II-10"], ()),
    ("cards far down in the deck", AUCTION, ("cards",), ["II-7", "II-8", "II-9", "II-10", "II-11", "II-12", "II-14"], ("bid 1", "bid 2")),
    ("the deck in a battle", MELEE, ("cards",), ["II-20", "II-21"], ()),
    ("both cards of the first solo route", SOLO, ("routes", 1), ["III-16", "III-22"], ()),
    ("the right card of the second solo route", SOLO, ("routes", 2), ["III-3", "III-22"], ()),
    ("face-down cards while the bonus is taken", SOLO, ("routes", 1), ["III-16", "III-22"], ("route 1", "take gas")),
    ("the second card of a solo route", SOLO, ("routes", 2), ["III-3", "III-16"], ("route 2",)),
    ("the other solo routes after the choice", SOLO, ("routes", 1), ["III-16", "III-22"], ("route 2",)),
    ("the dice to come", MELEE, ("dice",), ["wounded", "adrenaline", "dodge", "dodge", "adrenaline", "kill", "kill"], ()),
]


@pytest.mark.python_mode
@pytest.mark.parametrize(("document", "path", "value", "answers"), [case[1:] for case in HIDDEN], ids=[case[0] for case in HIDDEN])
def test_what_nobody_knows_is_not_seen(document: Document, path: tuple[Any, ...], value: Any, answers: tuple[str, ...]) -> None:
    one, two = position(document, *answers), position(put(document, path, value), *answers)
    assert one.state.tobytes() != two.state.tobytes()
    assert one.describe() == two.describe()
    assert all(same(one, two))


def test_a_removed_card_and_one_in_the_deck_look_alike() -> None:
    """HZ-2.6: the box of the setup is face down."""
    one, two = position(MELEE), position(MELEE)
    s = two.state[0]
    place = int(np.flatnonzero(s["deck"][: s["deck_n"]] == max(s["deck"][: s["deck_n"]]))[0])
    inside = int(s["deck"][place])
    outside = next(
        int(c) for c in np.flatnonzero((s["where"] == 0) & (s["seen"] == 0) & (two.world[0]["level"] == 3) & (two.world[0]["in_play"] == 1))
    )
    s["deck"][place], s["where"][inside], s["where"][outside] = outside, 0, 1
    assert all(same(one, two))


PUBLIC: list[tuple[str, Document, tuple[Any, ...], Any]] = [
    *((f"{name} of a player", AUCTION, ("players", "player_2", name), 3) for name in ("survivors", "ammo", "gas", "adrenaline", "bonus")),
    *(
        (f"{token} of a player", AUCTION, ("players", "player_2", "tokens"), {token: 1})
        for token in ("sniper_rifle", "map", "fanatic", "school_bus", "toxic_gas", "injured", "molotov")
    ),
    ("a second token", MELEE, ("players", "player_2", "tokens"), {"map": 2}),
    ("the Liquidator", AUCTION, ("players", "player_2", "liquidator"), True),
    ("an elimination", AUCTION, ("players", "player_2"), {"alive": False}),
    ("a collected card", AUCTION, ("players", "player_2", "cards"), ["I-1"]),
    ("a collected card without points", AUCTION, ("players", "player_2", "cards"), ["I-3"]),
    ("the turn order", AUCTION, ("players",), {"player_1": {}, "player_2": {}, "player_0": {}}),
    ("a key", AUCTION, ("keys",), {3: 2}),
    ("a card of a route", AUCTION, ("routes", 2), ["II-3", "II-7"]),
    ("the order of the routes", AUCTION, ("routes",), {1: ["II-3", "II-4"], 2: ["II-1", "II-2"], 3: ["II-5", "II-6"]}),
    ("the order on a route", AUCTION, ("routes", 1), ["II-2", "II-1"]),
    ("the round", AUCTION, ("round",), 4),
    ("zombies left", MELEE, ("battle", "zombies"), 4),
    ("melee rounds", MELEE, ("battle", "melee_round"), 3),
    ("a wound more", MELEE, ("dice",), ["wounded", "wounded", "dodge", "dodge", "adrenaline"]),
    ("a lightning more", MELEE, ("dice",), ["wounded", "adrenaline", "adrenaline", "dodge", "adrenaline"]),
    ("a red die instead of a black one", MELEE, ("dice",), ["adrenaline", "adrenaline", "dodge", "dodge", "wounded"]),
    ("the card that is played", START, ("battle",), {"card": "II-16", "zombies": 6}),
    ("the step of a battle", START, ("battle", "step"), "flee"),
    ("who has taken a route", MELEE, ("taken",), {1: "player_0", 2: "player_2"}),
    ("the open solo card", SOLO, ("routes", 2), ["III-12", "III-4"]),
    ("the open solo route", SOLO, ("routes", 3), ["III-7", "III-18"]),
]


@pytest.mark.python_mode
@pytest.mark.parametrize(("document", "path", "value"), [case[1:] for case in PUBLIC], ids=[case[0] for case in PUBLIC])
def test_what_everybody_knows_is_seen_from_every_seat(document: Document, path: tuple[Any, ...], value: Any) -> None:
    assert not any(same(position(document), position(put(document, path, value))))


@pytest.mark.python_mode
@pytest.mark.parametrize(
    ("one", "two"),
    [
        (("pass",), ("bid 1",)),
        (("bid 1",), ("bid 2",)),
        (("pass", "bid 3"), ("bid 3", "pass")),
        (("bid 1", "bid 2"), ("pass", "bid 2")),
        (("bid 1", "pass"), ("bid 1",)),
        (("bid 3", "pass", "pass"), ("bid 3", "pass", "pass", "pay ammo")),
        (("bid 3", "pass", "pass", "pay gas"), ("bid 3", "pass", "pass", "pay ammo")),
        (("pass", "pass", "pass"), ("pass", "pass")),
    ],
)
def test_the_course_of_an_auction_is_seen(one: tuple[str, ...], two: tuple[str, ...]) -> None:
    assert not any(same(position(AUCTION, *one), position(AUCTION, *two)))


def test_the_number_of_players_is_seen() -> None:
    """HZ-10.1: an eliminated player still belongs to the game."""
    other = {
        **AUCTION,
        "players": {**AUCTION["players"], "player_3": {"alive": False}},
        "routes": {**AUCTION["routes"], 4: ["II-23", "II-24"]},
    }
    assert not any(np.array_equal(a, b) for a, b in zip(seen(position(AUCTION)), seen(position(other)), strict=False))

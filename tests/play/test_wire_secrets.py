"""Messages reveal to no browser what its seat may not know."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.secretive import word
from tests.play.thinkers import Still
from tests.play.wire import Client, Server, quick
from zombicide_env import make_game
from zombicide_env.play import Session


@pytest.mark.slow
def test_a_seats_secrets_never_reach_another_browser(server: Server) -> None:
    one, two, three = (Client(server) for _ in range(3))
    room = one.create(game="secretive", options={"goal": 20, "danger": 0}, seats=["human", "open", "random"], seed=987654321987)
    with one.enter(room) as a, two.enter(room) as b, three.enter(room) as c:
        b.say(type="sit", agents=["walker_1"])
        b.wait(lambda v: v["seats"][1]["mine"])
        a.act("rest")
        b.wait(lambda v: v["turn"])
        b.say(type="look", at=0, advisors=["random"])
        assert b.hear("view", until=lambda v: v["advice"])["advice"][0]["reason"] == "hidden"
        c.say(type="look", at=1, advisors=["random"])
        assert c.hear("view", until=lambda v: v["advice"])["advice"][0]["reason"] == "hidden"
        b.say(type="look")
        b.wait(lambda v: v["live"])
        b.act("push 2")  # walker_2 falls, secretly
        a.wait(lambda v: v["total"] == 2)
        c.say(type="look", at=2)
        c.wait(lambda v: v["total"] == 2)
        for table, own, others in ((a, [0], [1, 2]), (b, [1], [0, 2]), (c, [], [0, 1, 2])):
            heard = "".join(table.heard)
            assert all(word(f"walker_{i}") in heard for i in own)
            assert not any(word(f"walker_{i}") in heard for i in others)
            assert "987654321987" not in heard and '"rng"' not in heard
        assert [e["t"] for e in b.log] == ["rest", "push 2"]
        assert [e["t"] for e in a.log] == ["rest", "push"]
        assert "secret-word" not in "".join(c.heard) and "push 2" not in "".join(c.heard)
        for client in (one, two, three):
            answer = client.http.get(f"/api/rooms/{room}/replay")
            assert answer.status_code == 400 and "dice to come" in answer.text
            assert "987654321987" not in client.http.get("/api/hello").text
        while not a.wait(lambda v: v["turn"] or v["over"])["over"]:
            a.act("step 1")  # nobody falls
            b.wait(lambda v: v["turn"] or v["over"])
            if not b.view["over"]:
                b.act("step 1")
        assert word("walker_2") in json.dumps(a.view["board"])
    assert one.http.get(f"/api/rooms/{room}/replay").status_code == 200


def test_what_lies_face_down_in_hit_z_road_is_not_sent(server: Server) -> None:
    """Some routes of the solo mode are face down: no message names a card before it is turned up."""
    from zombicide_env.games.hit_z_road.content import cards

    client = Client(server)
    with client.enter(client.create(game="hit_z_road", options={"players": 1}, seats=["human"], seed=5)) as table:
        session = Session(make_game("hit_z_road", players=1), [Still()], seed=5, keep=True)
        for _ in range(12):
            state = session.state[0]
            heard = set(re.findall(r"\b[IV]+-\d+\b", "".join(table.heard)))
            assert heard <= {card.id for card in cards() if state["seen"][card.number]}
            assert "a card that lies face down" in table.view["board"]["svg"]
            action = table.view["legal"][0]["a"]
            session.apply(action)
            table.act()
    assert heard


def test_the_order_of_decks_is_not_sent(server: Server) -> None:
    """The same position with its hidden cards dealt otherwise gives the same messages."""
    seen = []
    for seed in (11, 12):
        client = Client(server)
        with client.enter(client.create(**quick(seed=seed, seats=["human"]))) as table:
            seen.append({k: v for k, v in table.view.items() if k not in ("room", "seats")})
    assert seen[0] == seen[1]


FIGHT = {
    "id": "wire",
    "rules": ["ZG-12.38"],
    "title": "a people fight is about to begin",
    "game": "z_game",
    "players": ["bees", "bikers", "party"],
    "phase": "d3_people_fights",
    "characters": {
        "bees": {"mari": 8, "hazel": 8, "anvil": 8},
        "bikers": {"paul": {"at": 8, "origin": 9}, "otto": {"at": 8, "origin": 9}},
    },
    "squads": {8: ["bees", "bikers"]},
    "hands": {"bees": ["knife", "pistol", "shotgun", "tools"], "bikers": ["axe", "grenade"], "party": ["horse"]},
    "zombie_cards": ["7/3"],
}


def told_of_a_fight(server: Server, cards: list[str]) -> list[Any]:
    """Return the views of the attacker and of a spectator, and all their messages, while defender and attacker lay down cards."""
    from zombicide_env.games.z_game.positions.place import z_game_position

    one, two, three = (Client(server) for _ in range(3))
    room = one.create(game="z_game", options={"players": 3}, seats=["human", "open", "open"], seed=1)
    with one.enter(room) as a, two.enter(room) as b, three.enter(room) as c:
        b.say(type="sit", agents=["player_1"])
        for table in (a, b, c):
            table.wait(lambda v: not v["seats"][1]["free"])
        server.put(room, z_game_position(FIGHT).state)
        a.wait(lambda v: "fight" in str(v["legal"]))
        for table in (b, c):
            table.wait(lambda v: "Mari of Bees" in str(v["board"]))
        heard = [len(table.heard) for table in (b, c)]
        for text in ["fight", *(f"use {card}" for card in cards), "done"]:
            a.act(text)
        b.wait(lambda v: v["turn"])
        b.act("use grenade")
        assert a.view["total"] == len(cards) + 2 and b.view["total"] == 2
        c.say(type="look", at=0)
        c.wait(lambda v: not v["live"])
        assert c.view["total"] == 1
        hidden = ("type", "from", "room", "seats")  # not part of the game
        during = [{key: value for key, value in table.view.items() if key not in hidden} | {"log": list(table.log)} for table in (b, c)]
        said = [table.heard[start:] for table, start in zip((b, c), heard, strict=True)]
        assert all(len(texts) <= 3 for texts in said)  # fewer if messages are merged
        b.act("done")
        c.wait(lambda v: v["total"] == 2)
        assert [e["who"] for e in c.log] == ["player_0", "player_1"]
    return [during, said]


def test_how_many_cards_are_laid_down_is_not_sent(server: Server) -> None:
    """ZG-19.1, ZG-10.12: the waiting players get the same messages from a side that lays down nothing and from one that lays down all."""
    (none, _), (both, said) = told_of_a_fight(server, []), told_of_a_fight(server, ["knife", "pistol"])
    assert none == both
    assert not any("pistol" in text for text in said[1])

"""Branches: a game that continues from a position of another one, and who may branch while the other game is being played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import yaml

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

import zombicide_agents as agents
from tests.play.wire import Client, Server, quick
from zombicide_env import make_game
from zombicide_env.play import Person, Session
from zombicide_env.replay import Recorder, verify
from zombicide_env.replay.player import steps
from zombicide_env.replay.reading import parse


@pytest.mark.parametrize("number", [0, 25])
def test_another_way_has_the_same_past_and_another_future(number: int) -> None:
    """All known information is the same, decks and dice are not; the replay records the branch."""
    game = make_game("black_plague", quest="danse_macabre")
    whole = Session(game, [agents.make("greedy", game)], seed=3, keep=True)
    whole.play(40)
    parted = whole.parted(number, seed=77)
    assert parted == whole.parted(number, seed=77) != whole.parted(number, seed=78)
    assert whole.parted(number, seed=77).header.redrawn == {number: 77}
    other = Session.follow(parse("\n".join(parted.lines()) + "\n", partial=True), game, lambda _: agents.make("greedy", game))
    here, there = whole.position(number), other.now
    assert (here.observation == there.observation).all() and (here.mask == there.mask).all() and here.decider == there.decider
    assert not np.array_equal(here.state["rng"], there.state["rng"])
    assert not np.array_equal(here.state["zdeck"], there.state["zdeck"])
    assert [move.text for move in other.moves] == [move.text for move in whole.moves[:number]]
    assert other.moves[-1:] == [] or other.undo_to is None  # no undo beyond the branch: there the dice are those of the original game
    other.play(20)
    assert len(other.moves) == number + 20
    verify(other.replay)
    assert Recorder.follow(other.replay, game).replay == other.replay
    again = Session.follow(replace(other.replay, end=None), game, lambda _: Person()).parted(number + 5, 1)
    assert again.header.redrawn == {number: 77, number + 5: 1}
    assert [entry.text for entry in again.entries] == [move.text for move in other.moves[: number + 5]]
    for _ in steps(again, game):
        pass


@pytest.mark.slow
def test_who_is_alone_at_the_table_tries_positions_out_while_the_game_goes_on(server: Server) -> None:
    """From any position; the original game is unchanged, and nothing exported reveals its future dice."""
    client, guest = Client(server), Client(server)
    room = client.create(**quick(seats=["human"]))
    with client.enter(room) as table:
        for _ in range(3):
            table.act()
        before = {key: table.view[key] for key in ("total", "legal", "board")}
        assert table.view["barred"] == table.view["mute"] == table.view["of"] == "" and not table.view["download"]
        assert client.http.post(f"/api/rooms/{room}/foresee", json={"at": 3, "games": 4}).json()["games"] == 4
        for at in (0, 3):
            made = client.http.post(f"/api/rooms/{room}/branch", json={"at": at}).json()["room"]
            with client.enter(made) as other:
                assert (other.view["total"], other.view["of"], other.view["turn"], other.view["undo"]) == (at, room, True, False)
                assert not other.view["download"] and other.view["barred"] == ""
                other.act()
            assert client.http.get(f"/api/rooms/{made}/replay").status_code == 400  # it has the seed of an unfinished game
            further = client.http.post(f"/api/rooms/{made}/branch", json={"at": at + 1}).json()["room"]
            with client.enter(further) as other:
                assert other.view["total"] == at + 1 and not other.view["download"]
            assert "danse_macabre_round_1" in client.http.get(f"/api/rooms/{room}/quest?at={at}").text
        assert "EXPORTED" in client.http.get(f"/api/rooms/{room}/vector?at=0").text
        watched = client.http.post(f"/api/rooms/{room}/branch", json={"at": 2, "spec": "greedy"}).json()["room"]
        with client.enter(watched) as other:
            assert {seat["player"] for seat in other.view["seats"]} == {"greedy"}
            assert not other.view["download"]
        assert {key: table.view[key] for key in before} == before
        with guest.enter(room) as looker:
            assert looker.view["barred"] == "guest"
        for path in ("quest", "vector"):
            assert "who looks on" in guest.http.get(f"/api/rooms/{room}/{path}?at=0").json()["error"]
        assert "who looks on" in guest.http.post(f"/api/rooms/{room}/branch", json={"at": 0}).json()["error"]
        far = client.http.post(f"/api/rooms/{room}/branch", json={"at": 10_000_000}).json()["room"]
        assert {way["at"] for way in client.http.get(f"/api/rooms/{room}/tree").json()["branches"] if way["room"] == far} == {3}


@pytest.mark.slow
def test_a_sandbox_tells_no_hidden_objective_of_the_game_that_goes_on(server: Server) -> None:
    """Exports of any of its positions, also from before the branch, resample the face-down objectives."""
    client = Client(server)
    room = client.create(game="black_plague", options={"quest": "big_game_hunting"}, seats=["human"], seed=3)
    with client.enter(room) as table:
        for _ in range(4):
            table.act()
    made = client.http.post(f"/api/rooms/{room}/branch", json={"at": 4}).json()["room"]
    for at in (0, 2):
        told = [yaml.safe_load(client.http.get(f"/api/rooms/{made}/vector?at={at}").text) for _ in range(6)]
        assert len({str(vector[0]["board"]["objectives"]) for vector in told}) > 1


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (quick(seats=["human", "open"]), "others play here"),
        ({"game": "secretive", "options": {"agents": 2}, "seats": ["human", "waits"]}, "hidden from you"),
    ],
)
def test_nobody_tries_out_what_would_be_unfair_to_others(server: Server, wish: dict[str, Any], why: str) -> None:
    client = Client(server)
    room = client.create(**wish)
    answers = [
        client.http.post(f"/api/rooms/{room}/branch", json={"at": 0}),
        *(client.http.get(f"/api/rooms/{room}/{kind}?at=0") for kind in ("quest", "vector")),
    ]
    assert [answer.status_code for answer in answers] == [400] * 3
    assert all(why in answer.json()["error"] for answer in answers)


def test_the_replay_of_another_way_may_be_had_when_the_game_is_over(server: Server) -> None:
    client = Client(server)
    room = client.create(game="secretive", options={"agents": 2, "goal": 2}, seats=["human"])
    other = client.http.post(f"/api/rooms/{room}/branch", json={"at": 0}).json()["room"]
    with client.enter(other) as table:
        while not table.view["over"]:
            table.act()
        assert not table.view["download"] and client.http.get(f"/api/rooms/{other}/film").status_code == 400
    with client.enter(room) as table:
        while not table.view["over"]:
            table.act()
    assert client.http.get(f"/api/rooms/{other}/replay").text.startswith("zombicide replay")


def test_no_agent_thinks_for_people_who_play_against_each_other(server: Server) -> None:
    client, guest = Client(server), Client(server)
    room = client.create(game="hit_z_road", options={"players": 2}, seats=["human", "open"], seed=1)
    with client.enter(room) as table, guest.enter(room) as other:
        assert table.view["mute"] == ""
        other.say(type="sit", agents=[seat["agent"] for seat in other.view["seats"] if seat["free"]])
        table.wait(lambda view: view["mute"] == "contested")
        told = client.http.post(f"/api/rooms/{room}/foresee", json={"at": 0, "games": 2})
        assert told.status_code == 400 and "no agent thinks" in told.json()["error"]
        table.say(type="look", advisors=["greedy"])
        assert table.hear("view", until=lambda view: view["advice"])["advice"][0]["reason"] == "contested"

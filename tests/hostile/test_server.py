"""Corrupted browser input: each request and message gets an answer of one line, and the server keeps running."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.hostile.spoil import VALUES, forged, fuzz, spoilt, text_of, tried
from tests.hostile.test_formats import recorded
from tests.play.wire import Client, Server, Table
from zombicide_env import GAMES, make_game
from zombicide_env.core.batch import Batch
from zombicide_env.play.protocol import parse

FUZZ = fuzz(40)
MESSAGES: tuple[dict[str, Any], ...] = (
    {"type": "act", "at": 0, "action": 1},
    {"type": "undo", "at": 0},
    {"type": "sit", "agents": ["player_0"], "sit": True},
    {"type": "pace", "paused": True, "pace": 0.5},
    {"type": "step"},
    {"type": "look", "at": 0, "advisor": "checkpoint:highway"},
)
WISH: dict[str, Any] = {
    "game": "hit_z_road",
    "options": {"players": 2},
    "seats": ["human", "human"],
    "seed": 5,
    "sandbox": True,
    "pace": 0.0,
}
TEAM: dict[str, Any] = {"quest": "danse_macabre", "survivors": ["ann", "samson"], "allow_small_team": True}
ANSWERS = (200, 400, 403, 404, 413, 429, 503)


@cache
def requests() -> tuple[tuple[str, dict[str, Any]], ...]:
    """Valid requests, a recorded game among them."""
    return (
        ("/api/seats", {"game": "black_plague", "options": TEAM}),
        ("/api/seats", {"game": "z_game", "options": {"players": 3, "target": "blitz", "fog_of_war": True}}),
        ("/api/rooms", WISH),
        ("/api/replays", {"text": recorded()}),
    )


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    for name in GAMES:
        Batch(make_game(name), 1, seed=0)  # browsers do not wait for the compiler
    server = Server(tmp_path_factory.mktemp("games"), making=10**6, messages=1e6)
    yield Client(server)
    server.stop()


@pytest.fixture(scope="module")
def table(client: Client) -> Iterator[Table]:
    with client.enter(client.create(**WISH)) as entered:
        yield entered


def answered(client: Client, answer: Any) -> None:
    assert answer.status_code in ANSWERS
    if answer.status_code != 200:
        reason = answer.json()["error"]
        assert reason.isprintable()
        assert len(reason) < 1200
    assert client.http.get("/api/hello").status_code == 200


def spoilt_json(document: Any) -> st.SearchStrategy[str]:
    """The document as JSON, with changed values or changed characters."""
    return st.one_of(forged(document).map(text_of), spoilt(text_of(document)), VALUES.map(text_of))


@FUZZ
@given(st.sampled_from(MESSAGES).flatmap(spoilt_json))
def test_a_message_is_understood_or_refused(text: str) -> None:
    tried(lambda: parse(text), ValueError)
    tried(lambda: parse(text.encode("utf-8", "surrogatepass")), ValueError)


@pytest.mark.slow
@FUZZ
@given(data=st.data())
def test_a_room_goes_on_whatever_is_said_in_it(data: st.DataObject, table: Table) -> None:
    text = data.draw(st.sampled_from(MESSAGES).flatmap(spoilt_json))
    as_bytes = text.encode("utf-8", "replace")
    table.socket.send(as_bytes if data.draw(st.booleans()) else as_bytes.decode())
    table.say(type="shut up")
    table.hear("refused", until=lambda told: told["reason"].startswith("message: Input tag 'shut up'"))
    table.say(type="look")
    table.hear("view")


@pytest.mark.slow
@FUZZ
@given(data=st.data())
def test_a_request_is_answered_or_refused(data: st.DataObject, client: Client) -> None:
    path, document = data.draw(st.sampled_from(requests()))
    body = data.draw(spoilt_json(document)).encode("utf-8", "surrogatepass")
    answered(client, client.http.post(path, content=body))


@pytest.mark.slow
@FUZZ
@given(data=st.data())
def test_any_address_is_answered_or_refused(data: st.DataObject, client: Client) -> None:
    word = data.draw(st.sampled_from(("black_plague", "generated:seed=1,tiles=1", "3", "player_0")).flatmap(spoilt))
    word = word.encode("utf-8", "replace").decode()[:3000]
    quest, game, twice = (
        {"game": "black_plague", "quest": word},
        {"game": word},
        [("game", "hit_z_road"), ("players", word), ("players", "2")],
    )
    answered(client, client.http.get("/api/preview", params=data.draw(st.sampled_from((quest, game, twice)))))


@pytest.mark.slow
def test_requests_that_are_not_spoilt_are_answered(client: Client) -> None:
    for path, document in requests():
        assert client.http.post(path, content=json.dumps(document)).status_code == 200

"""Analysis: how games from a position end, how good its moves are, and branches played in a separate room."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

import zombicide_agents as agents
from tests.play.pages import until
from tests.play.wire import Client, Server, come, quick
from zombicide_env import make_game
from zombicide_env.play import Session, win_probability


@pytest.mark.slow
def test_the_chance_is_how_often_games_from_there_are_won() -> None:
    """The predicted chance of positions equals the share of games that the same player wins from there."""
    game = make_game("black_plague", quest="danse_macabre")
    told, happened = [], []
    for seed in range(24):
        session = Session(game, [agents.make("greedy", game)], seed=seed)
        session.play(120)
        if not session.over:
            found = win_probability.ends(game, session.state, 50, seed)
            assert found["games"] == 50 == sum(n for *_, n in found["ends"])
            told.append(found["won"][0] / 50)
            happened.append(session.play().name == "won")
    assert len(told) > 10
    assert sum(told) / len(told) == pytest.approx(sum(happened) / len(happened), abs=0.2)


def test_moves_are_compared_in_the_same_games() -> None:
    game = make_game("black_plague", quest="danse_macabre")
    session = Session(game, [agents.make("greedy", game)], seed=2)
    session.play(30)
    legal = [game.parse(session.state, text) for text in game.legal_texts(session.state)]
    told = win_probability.compared(game, session.state, 20, 1, 0)
    found = told["moves"]
    assert [share for _, share in found] == sorted((share for _, share in found), reverse=True)
    assert {action for action, _ in found} <= set(legal) and told["legal"] == len(legal)
    assert told == win_probability.compared(game, session.state, 20, 1, 0)


def test_of_many_moves_those_are_compared_that_the_player_likes() -> None:
    """The player's own choice is among the compared moves, however many there are and whatever its index."""
    game = make_game("black_plague", quest="danse_macabre")
    guide = agents.make("greedy", game)
    session = Session(game, [guide], seed=3)
    choice, place = -1, 0
    while place < win_probability.MOVES:
        session.step()
        now = session.now
        choice = guide.act(now.observation, now.mask, game, now.state)
        place = np.flatnonzero(now.mask).tolist().index(choice)
    told = win_probability.compared(game, session.state, 1, 1, 0)
    assert len(told["moves"]) == win_probability.MOVES < told["legal"]
    assert choice in [action for action, _ in told["moves"]]


@pytest.mark.slow
def test_a_room_is_foreseen_by_who_may_see_it(server: Server, record: str) -> None:
    client = Client(server)
    room = client.create(**quick())
    found = client.http.post(f"/api/rooms/{room}/foresee", json={"at": 0, "games": 10}).json()
    assert found["games"] == 10 and len(found["won"]) == 6
    moves = client.http.post(f"/api/rooms/{room}/foresee", json={"at": 0, "games": 4, "compare": True}).json()["moves"]
    assert {"activate ann", "activate silas"} <= {move["t"] for move in moves}
    assert client.http.post(f"/api/rooms/{room}/foresee", json={"at": 0, "games": 101}).status_code == 400
    watched = client.http.post("/api/replays", json={"text": record}).json()["room"]
    branch = client.http.post(f"/api/rooms/{watched}/branch", json={"at": 5}).json()["room"]
    with client.enter(branch) as table:
        assert table.view["total"] == 5 and table.view["turn"] and table.view["sandbox"]
        assert table.act()["total"] == 6


@pytest.mark.slow
def test_secrets_of_others_are_not_foreseen(server: Server) -> None:
    client, guest = Client(server), Client(server)
    room = client.create(game="secretive", options={"agents": 2}, seats=["human", "open"])
    with client.enter(room) as table:
        mine = table.view["turn"]
    answers = [one.http.post(f"/api/rooms/{room}/foresee", json={"at": 0, "games": 2}) for one in (client, guest)]
    assert (answers[0].status_code == 200) == mine
    assert answers[1].status_code == 400 and answers[1].json()["error"] == "another player decides here"


@pytest.mark.browser
@pytest.mark.slow
def test_the_page_draws_chances_and_returns_from_another_way(server: Server, window: Any, record: str) -> None:
    page = window(server.url)
    page.wait_for_selector("#seats select")
    client = Client(server, {cookie["name"]: cookie["value"] for cookie in page.context.cookies()})
    room = client.http.post("/api/replays", json={"text": record}).json()["room"]
    page.goto(f"{server.url}/#/room/{room}")
    page.wait_for_selector("#board svg")
    page.click("#chances")
    until(page, "document.querySelector('.graph .curve')?.getAttribute('points').split(' ').length === 24")
    assert page.locator(".graph .axis").all_text_contents()[:3] == ["0 %", "50 %", "100 %"]
    total = int(page.inner_text("#where").split("/")[1])
    assert re.fullmatch(rf"Chance of winning after move {total - 1}: [\d.]+ %", page.inner_text(".graph .chance-now"))
    assert page.locator(".graph .axis").last.text_content() == f"move {total}"
    page.click("#first")
    until(page, "!document.querySelector('#hundred').ariaDisabled")
    page.click("#hundred")
    page.wait_for_selector(".found .bars li")
    page.click("#forth")
    until(page, "document.querySelector('#where').textContent.startsWith('1/')")
    page.click("#moves")
    page.wait_for_selector(".found .bars li.played")
    page.click("[data-branch=human]")
    page.wait_for_selector("#turn.mine .act")
    page.click("#parted a")
    until(page, f"location.hash === '#/room/{room}'")


@pytest.mark.browser
@pytest.mark.slow
def test_chances_that_would_tell_secrets_are_not_offered(server: Server, window: Any) -> None:
    """Positions of others are refused, whoever is to move now."""
    client = Client(server)
    room = client.create(game="secretive", options={"agents": 2}, seats=["human", "random"])
    page = come(window, client)
    page.goto(f"{server.url}/#/room/{room}")
    page.wait_for_selector("#chances[data-why]")
    assert page.get_attribute("#chances", "data-why").startswith("Some moves of this game belong to others")

"""Teammates on the page: their next actions, wishes to them, and their answers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import until
from tests.play.wire import Client, Server, come
from zombicide_env.core.wishes import REASONS, WORDS

pytestmark = pytest.mark.slow

GAME = {"game": "black_plague", "options": {"quest": "big_game_hunting"}, "seats": ["human", *["greedy"] * 5], "seed": 3}


def answered(view: dict[str, Any], number: int) -> bool:
    return bool(view["company"] and view["company"]["said"] and view["company"]["said"][-1]["n"] >= number)


def test_a_person_asks_teammates_and_each_answer_comes_with_its_reason(server: Server) -> None:
    client = Client(server)
    with client.enter(client.create(**GAME)) as table:
        view = table.wait(lambda view: view["company"] and len(view["company"]["intentions"]) == 5)
        company = view["company"]
        assert company["mates"] == [f"survivor_{k}" for k in range(1, 6)]
        assert set(company["kinds"]) == {"zone", "door", "survivor", "slot"}
        assert {kind for kinds in company["kinds"].values() for kind in kinds} == set(WORDS)
        assert all(intention["way"][0].startswith("zone:") for intention in company["intentions"])
        table.say(type="wish", to="survivor_1", kind="wait")
        said = table.wait(lambda view: answered(view, 1))["company"]["said"][-1]
        assert (said["accepted"], said["reason"], said["by"]) == (True, "", "survivor_0")
        table.say(type="wish", to="survivor_2", kind="go", target="zone:999")
        said = table.wait(lambda view: answered(view, 2))["company"]["said"][-1]
        assert not said["accepted"]
        assert said["reason"] in REASONS
        total = table.view["total"]
        while table.view["company"]["said"][0]["granted"] is None and table.view["total"] < total + 60:
            table.wait(lambda view: view["turn"])
            ends = [action["t"] for action in table.view["legal"] if action["t"] in ("end", "activate ann")]
            table.act(ends[0] if ends else "")
        assert table.view["company"]["said"][0]["granted"] is True


def test_who_has_no_seat_and_who_is_no_program_is_refused(server: Server) -> None:
    host = Client(server)
    room = host.create(**{**GAME, "seats": ["human", "open", *["greedy"] * 4]})
    with Client(server).enter(room) as guest:
        assert "only players may ask" in guest.refused(type="wish", to="survivor_2", kind="wait")
    with host.enter(room) as table:
        assert "programs" in table.refused(type="wish", to="survivor_1", kind="wait")
        assert table.view["company"]["mates"] == [f"survivor_{k}" for k in range(2, 6)]


def test_a_game_without_wishes_shows_no_teammates(server: Server) -> None:
    client = Client(server)
    with client.enter(client.create(game="hit_z_road", options={"players": 2}, seats=["human", "greedy"], seed=1)) as table:
        assert table.view["company"] is None


@pytest.mark.browser
def test_a_wish_is_made_by_buttons_and_on_the_board_and_the_way_is_drawn(server: Server, window: Any) -> None:
    client = Client(server)
    room = client.create(**GAME)
    page = come(window, client)
    page.goto(f"{server.url}/#/room/{room}")
    page.wait_for_selector("#turn.mine .act")
    page.wait_for_selector("#wishes [data-mate=survivor_1] .faint")
    page.hover("#wishes [data-mate=survivor_1]")
    assert page.locator("#board g.plan polyline").count() == 1
    legal = page.locator("#board svg .can").count()
    page.click("#wishes [data-mate=survivor_1] button")
    until(page, f"document.querySelectorAll('#board svg .can').length > {legal}")
    page.click("#wishes [data-wish^=wait]")
    page.wait_for_selector("#wishes [data-answer=yes]")
    assert page.locator("#wishes .offers").count() == 0
    assert page.locator("#board svg .can").count() == legal  # clicks on the board play again
    page.click("#wishes [data-mate=survivor_2] button")
    until(page, f"document.querySelectorAll('#board svg .can').length > {legal}")
    page.locator("#board svg [data-for='zone:0']").first.dispatch_event("keydown", {"key": "Enter", "bubbles": True})
    page.locator("#menu button").first.click()
    until(page, "document.querySelectorAll('#wishes .answers li').length === 2")

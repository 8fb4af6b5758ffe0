"""The end of a game on the page: told from the viewer's side, with a summary for each player and the possible next steps."""

from __future__ import annotations

import json
from functools import cache, partial
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

import zombicide_agents as agents
from tests.play.wire import Client, Server, come
from zombicide_env import make_game
from zombicide_env.play import Person, Session
from zombicide_env.play.api import KEY
from zombicide_env.play.facts import fresh_facts
from zombicide_env.play.people import hashed

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MASTER = "zombie_master"
ROOMS = iter(range(10**6, 10**7))


@cache
def finished(game_id: str, team_wins: bool) -> Session:
    """A game by greedy players that ends in this result."""
    game = make_game(game_id, **({"players": 2} if game_id == "hit_z_road" else {}))
    for seed in range(200):
        greedy = agents.make("greedy", game)
        session = Session(game, [[greedy], [greedy]] if game.type.kind == "asymmetric" else [greedy], seed=seed)
        session.play()
        if bool(game.winners(session.state)[0, 0]) == team_wins and session.outcome.name in ("won", "lost"):
            return session
    raise AssertionError("no game ends so")


def ended(server: Server, window: Any, session: Session, mine: set[str], **kind: Any) -> Any:
    """A page at a saved game that has ended, with these seats taken by the viewer."""
    game = session.game
    people = [Person() if agent in mine else agents.make("greedy", game) for agent in game.agents]
    again = Session(game, [[people[0]], [people[-1]]] if game.type.kind == "asymmetric" else people, seed=session.seed)
    for move in session.moves:
        again.apply(move.action)
    client, room = Client(server), f"ended{next(ROOMS)}"
    facts = fresh_facts(hashed(client.cookies[KEY]), dict.fromkeys(mine, hashed(client.cookies[KEY])), pace=0)
    (server.folder / f"{room}.json").write_text(json.dumps(facts))
    again.replay.write(server.folder / f"{room}.replay")
    page = come(partial(window, **kind), client)
    page.goto(f"{server.url}/#/room/{room}")
    page.wait_for_selector("#end:not([hidden]) tbody tr")
    return page


def told(page: Any) -> list[str]:
    """Texts of the banner, the end, the place of the buttons, and the screen reader."""
    return [
        page.inner_text("#banner"),
        page.inner_text("#end h2"),
        page.inner_text("#turn h2"),
        page.text_content("#spoken").split(". ")[-1],
    ]


@pytest.mark.parametrize("team_wins", [True, False])
@pytest.mark.parametrize("master", [True, False])
def test_the_end_is_shown_from_the_side_of_each_player(server: Server, window: Any, team_wins: bool, master: bool) -> None:
    """A winning Zombie Master is not shown a defeat."""
    session = finished("apocalypse", team_wins)
    team = {agent for agent in session.game.agents if agent != MASTER}
    page = ended(server, window, session, {MASTER} if master else team)
    said = told(page)
    start = "You have lost" if team_wins == master else "You have won"
    assert len(set(said)) == 1 and said[0].startswith(start), said
    assert not any(word in page.inner_text("body") for word in ("VICTORY", "DEFEAT"))


def test_rivals_see_the_winner(server: Server, window: Any) -> None:
    session = finished("hit_z_road", True)
    winner, loser = session.game.agents
    assert set(told(ended(server, window, session, {winner}))) == {"You have won"}
    assert set(told(ended(server, window, session, {loser}))) == {"You have lost \u2013 won by Player 1"}


def test_who_looks_on_or_plays_both_sides_is_told_who_has_won(server: Server, window: Any) -> None:
    session = finished("hit_z_road", True)
    for mine in (set(), set(session.game.agents)):
        assert set(told(ended(server, window, session, mine))) == {"Won by Player 1"}


def test_the_end_says_what_happened_to_each_and_what_comes_next(server: Server, window: Any) -> None:
    session = finished("black_plague", False)
    page = ended(server, window, session, set(session.game.agents), locale="ru-RU")
    assert page.inner_text("#end h2").startswith("Вы проиграли: ")
    panels = session.game.scene(session.state).panels
    fates = page.locator("#end .fate").all_inner_texts()
    assert len(fates) == len(panels) and all(len(fate.split()) >= len(panel.badges) for fate, panel in zip(fates, panels, strict=True))
    assert page.locator("#rematch.main").count() == 1  # a losing player can try again
    assert page.locator("#further").count() == (session.game.options["quest"] != "the_black_book")
    page.set_viewport_size({"width": 1366, "height": 768})
    assert page.locator("#rematch").bounding_box()["y"] < 740  # without scrolling
    for button in ("#watch", "#turning", "#film"):
        assert page.locator(f"#end {button}").count() == 1
    page.click("#turning")
    page.wait_for_selector("#end .turned :is(li, p:not(:text('Идёт')))", timeout=180_000)
    page.click("#further")
    page.wait_for_selector("#turn.mine .act")
    assert page.evaluate("location.hash").startswith("#/room/")


def test_the_end_can_be_read_on_a_small_phone(server: Server, window: Any) -> None:
    """The summary breaks no word or number, and the button that enlarges the board covers no goal."""
    session = finished("hit_z_road", True)
    page = ended(server, window, session, {session.game.agents[0]}, locale="ru-RU", width=320, height=568, touch=True)
    button, goals = (page.locator(part).bounding_box() for part in ("#zoom", "#goals"))
    assert button["y"] + button["height"] <= goals["y"]
    lines = "[...document.querySelectorAll('#end tbody td:not(.fate)')].map((e) => e.getBoundingClientRect().height)"
    assert max(page.evaluate(lines)) < 60
    widths = "[...document.querySelectorAll('#end th')].map((e) => [e.textContent, e.getBoundingClientRect().width])"
    assert all(width > 4 * max(map(len, text.split())) for text, width in page.evaluate(widths))


def test_the_guide_is_gone_when_the_game_is_over(server: Server, window: Any) -> None:
    session = finished("hit_z_road", True)
    page = ended(server, window, session, {session.game.agents[0]})
    page.evaluate("localStorage.setItem(`guide.${location.hash.split('/')[2]}`, 'hit_z_road')")
    page.reload()
    page.wait_for_selector("#end:not([hidden]) tbody tr")
    assert page.locator("#guide").is_hidden()


def test_bars_of_compared_moves_carry_intervals(server: Server, window: Any) -> None:
    client = Client(server)
    room = client.create(game="hit_z_road", options={"players": 2}, seats=["human"], seed=3)
    page = come(window, client)
    page.goto(f"{server.url}/#/room/{room}")
    page.click("#moves")
    page.wait_for_selector(".found .bars li", timeout=180_000)
    ranges = page.evaluate("""[...document.querySelectorAll('.found .bars li')].map((row) => {
      const [whole, bar, range] = [row, row.querySelector('.bar'), row.querySelector('.range')].map((e) => e.getBoundingClientRect());
      return [range.left - whole.left, bar.width, range.right - whole.left, whole.width, row.querySelector('.p').textContent];
    })""")
    assert ranges
    for low, middle, high, whole, words in ranges:
        assert -1 <= low <= middle + 1 and middle - 1 <= high <= whole + 1 and 0.03 * whole < high - low < 0.25 * whole
        assert "\N{EN DASH}" in words

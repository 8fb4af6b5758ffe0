"""The page in Chromium: games played with the mouse, and what the page shows of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import board_point, moves, play, play_out, start, until
from tests.play.wire import Breaks, Client, Server, come, quick, sit_down
from zombicide_env import make_game, replay
from zombicide_env.play import Session
from zombicide_env.replay.reading import parse

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_whole_game_with_ai_teammates(server: Server, window: Any) -> None:
    page = window(server.url)
    page.wait_for_selector("#map svg")
    assert page.locator("#map li").inner_text() == "leave by the Exit (0 out, 6 on the board)"
    assert page.locator("#o-quest option").first.inner_text().startswith("0. Danse Macabre")
    page.wait_for_selector("#seats select")
    room = start(page, preset="mixed", **{"o-max_rounds": "2", "seed": "5", "pace": "0"})
    play_out(page, "click")
    assert page.inner_text("#banner")
    session = parse(Client(server, None).http.get(f"/api/rooms/{room}/replay").text)
    replay.verify(session)
    assert {player for _, player in session.header.agents.values()} == {"human", "greedy"}
    with page.expect_download() as download:
        page.click("#download")
    assert Path(download.value.path()).read_text(encoding="utf-8").startswith("zombicide replay")
    page.click("#turn a.main")
    page.wait_for_selector("#kept a")
    assert room in page.get_attribute("#kept a", "href")


def test_a_random_quest_is_offered(server: Server, window: Any) -> None:
    page = window(server.url)
    page.wait_for_selector("#map svg")
    assert page.locator("#o-quest-own").is_hidden()
    page.select_option("#o-quest", label="a random quest")
    assert page.input_value("#o-quest-own").startswith("generated:seed=")
    page.fill("#o-quest-own", "generated:seed=7,tiles=2,difficulty=1")
    page.locator("#o-quest-own").dispatch_event("change")
    until(page, "document.querySelector('#map b')?.textContent.includes('7')")
    start(page, preset="alone")
    assert page.inner_text("#title") == "Generated quest 7 (train)"
    page.goto(server.url)
    page.wait_for_selector("#kept a")
    assert page.locator("#kept b").inner_text() == "a random quest (seed=7,tiles=2,difficulty=1)"


def test_clicks_on_the_board_the_cards_and_undo(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", sandbox="yes", seed="3")
    page.locator('#board g[data-tag="survivor:0"]').click()  # activates Ann
    page.wait_for_selector('.act[data-act="move 9b"]')
    zones = {e.get_attribute("data-for") for e in page.locator(".shade.go").all()}
    named = {a.get_attribute("data-act").split()[-1] for a in page.locator(".move .act").all()}
    assert len(zones) == len(named) > 0
    page.mouse.click(*board_point(page, "zone:6"))  # 9b: there she could fight as well, so a menu opens
    page.click("#menu :text('Move: 9b')")
    page.wait_for_selector('.act[data-act="melee hammer"]')
    assert "Ann" in page.locator('#board g[data-tag="zone:6"] title').inner_html()
    page.click("#undo")
    page.wait_for_selector('.act[data-act="move 9b"]')
    play(page, "trade baldric")
    source, goal = page.locator('#hand [data-tag="slot:1:0"]'), page.locator('#hand [data-tag="slot:0:1"]')
    assert source.inner_text().endswith("Mana Blast")
    source.drag_to(goal)
    until(page, "document.querySelector('#hand [data-tag=\"slot:0:1\"]').textContent.includes('Mana Blast')")
    page.wait_for_timeout(200)  # the click that ends a drag does nothing
    page.locator('#hand [data-tag="slot:0:1"]').click()  # and back, by clicks
    if page.locator("#menu").is_visible():
        page.click("#menu :text('Move this card')")
    page.locator('#hand [data-tag="slot:1:0"].goal').click()
    until(page, "document.querySelector('#hand [data-tag=\"slot:1:0\"]').textContent.includes('Mana Blast')")
    assert page.locator("#log li.now").inner_text().startswith("Ann Trade")  # no move has been played


def test_cards_are_laid_to_and_fro_before_the_result_is_played(server: Server, window: Any) -> None:
    """BP-11.R11: in the game each card moves once; on the page as often as the player likes."""
    page = window(server.url)
    start(page, preset="alone", sandbox="yes", seed="3")
    play(page, "activate ann")
    play(page, "trade baldric")

    def slot(tag: str) -> Any:
        return page.locator(f'#hand [data-tag="{tag}"]')

    def lay(source: str, goal: str) -> None:
        slot(source).click()
        if page.locator("#menu").is_visible():
            page.click("#menu :text('Move this card')")
        page.locator(f'#hand [data-tag="{goal}"].goal').click()

    assert "Mana Blast" in slot("slot:1:0").inner_text()
    lay("slot:1:0", "slot:0:3")
    lay("slot:0:3", "slot:0:1")  # the same card again
    lay("slot:0:1", "slot:0:4")
    assert "Mana Blast" in slot("slot:0:4").inner_text()
    page.click('[data-lay="back"]')
    assert "Mana Blast" in slot("slot:1:0").inner_text()
    assert page.locator('[data-lay="confirm"]').count() == 0
    lay("slot:1:0", "slot:0:4")
    lay("slot:0:4", "slot:0:3")
    page.click('[data-lay="confirm"]')
    page.wait_for_selector("#log li:has-text('Done')")
    assert "Mana Blast" in slot("slot:0:3").inner_text()
    played = page.locator("#log li").all_inner_texts()
    assert sum("Receive" in line for line in played) == 1


def test_the_survivor_in_turn_and_the_partner_of_a_trade_are_beside_the_actions(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="3")
    assert page.locator("#hand .panel").count() == 0
    play(page, "activate ann")
    assert page.locator("#hand .name").all_inner_texts() == ["Ann"]
    play(page, "trade clovis")
    assert page.locator("#hand .name").all_inner_texts() == ["Ann", "Clovis"]
    assert page.locator("#panels .name").count() == 6  # the team stays as it is
    page.click("#turn summary")
    assert "Short Bow" in page.locator('.act[data-act="receive left right"]').inner_text()


def test_a_large_team_has_seconds_of_its_survivors(server: Server, window: Any) -> None:
    page = window(server.url)
    page.wait_for_selector("#seats select")
    page.select_option("#o-survivors-count", "12")
    until(page, "document.querySelectorAll('#seats .name').length === 12")
    assert page.locator("#seats .name").last.inner_text() == "Silas 2"
    start(page, preset="alone", seed="3")
    assert page.locator("#panels .panel").count() == 12
    assert page.locator('.act[data-act="activate ann_2"] span').inner_text() == "Activate: Ann 2"


def test_the_hit_of_a_die_is_chosen_on_the_board(server: Server, window: Any) -> None:
    """A saved game in which a die has hit one of several kinds of zombies."""
    import zombicide_agents as agents

    game = make_game("black_plague", quest="danse_macabre")
    hits: list[str] = []
    seed = 0
    while not hits:
        seed += 1
        guide = Session(game, [agents.make("greedy", game)], seed=seed)
        while not guide.over and not (hits := [text for text in game.legal_texts(guide.state) if text.startswith("hit ")]):
            guide.step()
    page = sit_down(server, window, guide, seed, "ahitbyadie")
    page.wait_for_selector(f'.act[data-act="{hits[0]}"]')
    assert page.locator(".rolled .cube").count() > 0  # the dice that have been rolled
    glowing = page.locator("#board g.zombie.can")
    assert glowing.count() == len(hits) >= 2
    before = moves(page)
    page.locator(f'#board g.zombie.can[data-tag$=":{hits[0].split()[1]}"]').click()
    until(page, f"Number(document.querySelector('#where').textContent.split('/')[1]) > {before}")
    assert f"kills {hits[0].split()[1]} x 1" in page.inner_text("#log li.now")


def test_hit_z_road_is_played_by_clicks(server: Server, window: Any) -> None:
    page = window(server.url)
    page.wait_for_selector("#seats select")
    page.select_option("#game", "hit_z_road")
    page.wait_for_selector("#map text:text('Route 4')")
    start(page, preset="against", seed="5", pace="0")
    done: set[str] = set()
    wanted = {"bid": '#board g.can[data-tag^="bid:"]', "pay": '[data-tag^="own:0:"].can', "route": '#board g.can[data-tag^="route:"]'}
    while not done >= wanted.keys():
        page.wait_for_selector("#turn.mine .act, #turn a.main")
        texts = page.evaluate("[...document.querySelectorAll('#turn .act')].map((e) => e.dataset.act)")
        verb = next((name for name in wanted if any(text.startswith(name) for text in texts)), "")
        if verb in done and "pass" in texts:
            verb = ""
        before = moves(page)
        if not verb:
            page.locator("#turn .act").first.click()
        else:
            page.locator(wanted[verb]).last.click()
            if verb == "pay":
                page.wait_for_selector("#menu:not([hidden]) button")
                page.locator("#menu button").first.click()
            done.add(verb)
        until(page, f"Number(document.querySelector('#where').textContent.split('/')[1]) > {before}")
    log = page.inner_text("#log")
    assert "Player 1 Bid" in log and "Player 1 Route" in log and "keeps I-" in log
    assert page.locator("#panels .panel").count() == 4
    seat = page.locator("#seats-here li").first.inner_text().split()
    assert seat in (["Player", "1", "you", "Leave"], ["Player", "1", "you,", "deciding", "Leave"])


def test_who_plays_has_a_failed_agent_tried_again(server: Server, window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(server)
    room = client.create(game="secretive", options={"goal": 50, "agents": 2}, seats=["breaks", "human"], seed=1)
    page = come(window, client)
    page.goto(f"{server.url}/#/room/{room}")
    page.wait_for_selector("#retry")
    assert "An agent has failed: breaks: out of ideas" in page.inner_text("#line")
    assert "the game has stopped" in page.inner_text("#turn h2")
    line, asked = (page.locator(part).bounding_box() for part in ("#line", "#turn h2"))
    assert line["y"] + line["height"] <= asked["y"]  # the line does not cover the question
    monkeypatch.setattr(Breaks, "act", lambda self, observation, mask, *_: int(mask.argmax()))  # the agent works again
    page.click("#retry")
    page.wait_for_selector("#retry", state="detached")
    page.wait_for_selector(".act")  # and it is the person's turn


def test_who_plays_alone_replaces_a_failed_agent_at_a_new_table(server: Server, window: Any) -> None:
    """The record of the game names its players, so it does not change: the others keep their seats at the new table."""
    client = Client(server)
    room = client.create(**quick(seats=["human", "breaks", "greedy"]))
    page = come(window, client)
    page.goto(f"{server.url}/#/room/{room}")
    page.click('[data-act="activate baldric"]')
    page.wait_for_selector("#retry")
    for spec, seats in (("greedy", {"human", "greedy"}), ("human", {"human", "greedy"})):
        page.click(f"[data-instead={spec}]")
        page.wait_for_selector("#parted a")
        until(page, f"!location.hash.includes({room!r})")
        other = page.url.rpartition("/")[2]
        with client.enter(other) as table:
            players = [seat["player"] for seat in table.view["seats"]]
            assert players[:3] == ["human", spec, "greedy"] and set(players) == seats
            assert [seat["mine"] for seat in table.view["seats"]] == [player == "human" for player in players]
            assert table.view["of"] == room and not table.view["sandbox"] and not table.view["problem"]
        page.goto(f"{server.url}/#/room/{room}")
        page.wait_for_selector("#retry")


def test_a_typed_action_is_said_once(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="3")
    page.fill("#say", "activate ann")
    page.press("#say", "Enter")
    until(page, "Number(document.querySelector('#where').textContent.split('/')[1]) > 0")
    page.wait_for_selector('.act[data-act="end"]')
    assert page.input_value("#say") == ""


def test_places_of_a_pack_that_are_alike_are_one_button(server: Server, window: Any) -> None:
    """Only one of five empty places is offered, and a full one separately; the log names a survivor once per turn."""
    page = window(server.url)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    assert page.inner_text("#log li.now").split() == ["Ann", "Activate"]

    def texts(start: str) -> list[str]:
        return [act.get_attribute("data-act") for act in page.locator(f'#turn .act[data-act^="{start}"]').all()]

    def say(text: str) -> None:
        before = moves(page)
        page.fill("#say", text)
        page.press("#say", "Enter")
        until(page, f"Number(document.querySelector('#where').textContent.split('/')[1]) > {before}")

    say("reorganise")
    assert texts("put left pack") == ["put left pack1"]
    say("put left pack1")
    assert texts("put pack1") == []  # a card that has been moved stays there (BP-11.R11)
    say("done")
    say("trade baldric")
    assert texts("receive left pack") == ["receive left pack1", "receive left pack2"]
    assert texts("give pack1 pack") == ["give pack1 pack1"]


def test_white_death_is_played_to_its_end_on_a_phone(server: Server, window: Any) -> None:
    """All survivors end their turns until the siege has won: by taps on the sheet, in Russian."""
    page = window(server.url, width=390, height=844, locale="ru-RU", touch=True)
    page.wait_for_selector("#map svg")
    page.select_option("#game", "white_death")
    page.wait_for_selector("#o-quest option[value=preparing_for_battle]", state="attached")
    start(page, preset="alone", seed="3")
    play_out(page, "tap")
    assert page.locator("#sheet #turn").count() == 1
    assert page.inner_text("#turn h2").startswith("Вы проиграли: ")
    page.wait_for_selector("#end .tally tbody tr")
    assert page.locator("#end .tally tbody tr").count() == 6
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_the_view_asked_for_last_is_shown(server: Server, window: Any) -> None:
    """A table is opened while the first page still waits for its answer, which arrives after the table is shown."""
    client = Client(server)
    room = client.create(game="black_plague", seats=["human"], seed=3)
    page = come(window, client)
    held: list[Any] = []
    page.route("**/api/hello", lambda route: route.continue_() if held else held.append(route))
    page.reload()
    while not held:
        page.wait_for_timeout(50)
    page.goto(f"{server.url}/#/room/{room}")
    page.wait_for_selector("#turn.mine .act")
    with page.expect_response("**/api/hello"):
        held[0].continue_()
    page.wait_for_timeout(300)
    play(page, page.locator("#turn .act").first.get_attribute("data-act"))  # the next message is shown at the right place
    assert page.locator("#seats").count() == 0

"""During the animation of a move, board, prompt and log show the same moment; the animation can be configured and has no side effects."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import hold_film, moves, play, start, until
from tests.play.wire import Client, Server, come

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOMENT = """[...['#where', '#log', '#facts', '#spoken'].map((id) => document.querySelector(id).textContent),
  [...document.querySelectorAll('#turn .act')].map((e) => e.dataset.act).join()]"""


def shot(server: Server, window: Any, **kind: Any) -> Any:
    """A page in the middle of the animation of an attack."""
    page = window(server.url, motion=True, **kind)
    start(page, preset="alone", seed="5")
    play(page, "activate baldric")
    hold_film(page)
    page.evaluate(f"window.before = JSON.stringify({MOMENT})")
    page.locator('[data-act="cast 9b mana_blast"]').click()
    page.wait_for_selector("#story.playing")
    return page


def test_question_header_and_log_wait_for_the_end_of_a_film(server: Server, window: Any) -> None:
    page = shot(server, window)
    assert page.evaluate(f"window.before === JSON.stringify({MOMENT})")
    assert page.locator("main.showing").count() == 1
    until(page, "!document.querySelector('#story.playing') || void held()")
    assert moves(page) == 2 and "Cast: 9b" in page.inner_text("#log li.now")
    assert page.locator("main.showing").count() == 0


@pytest.mark.parametrize("where", ["#stage svg", '[data-act="end"]', "#hand .slot"])
def test_a_touch_shows_the_end_at_once_and_does_nothing_else(server: Server, window: Any, where: str) -> None:
    page = shot(server, window)
    page.locator(where).first.click()
    assert page.locator("#story.playing").count() == 0
    assert moves(page) == 2
    assert page.locator("#menu").is_hidden()
    page.wait_for_timeout(200)
    assert moves(page) == 2


def test_dice_tumble_and_land_on_what_was_rolled(server: Server, window: Any) -> None:
    page = shot(server, window)
    until(page, "document.querySelector('#stage .rolling .tumble') !== null || void held()")
    thrown = page.locator("#stage .rolling .tumble > .cube:first-child").evaluate_all("all => all.map((e) => e.getAttribute('aria-label'))")
    until(page, "!document.querySelector('#story.playing') || void held()")
    assert page.locator("#stage .rolling").count() == 0  # no dice are left there
    landed = page.locator("#log li.now .cube").evaluate_all("all => all.map((e) => e.getAttribute('aria-label'))")
    assert thrown == landed != []


def test_shots_fly_and_nothing_of_a_film_stays(server: Server, window: Any) -> None:
    page = shot(server, window)
    assert page.locator("#board .ghosts .shot").count() > 0
    page.click("#skip")
    assert page.locator(".ghosts, .rolling, .dealt").count() == 0
    holding = "getAnimations({ subtree: true }).filter((one) => one.effect.getTiming().fill === 'both').length"
    assert page.evaluate(f"document.querySelector('#board').{holding}") == 0


def test_brief_films_leave_out_what_is_small(server: Server, window: Any) -> None:
    def beats(tempo: str) -> int:
        page = window(server.url, motion=True)
        page.evaluate(f"localStorage.setItem('tempo', '{tempo}')")
        start(page, preset="alone", seed="5")
        play(page, "activate baldric")
        hold_film(page)
        page.locator('[data-act="cast 9b mana_blast"]').click()
        page.wait_for_selector("#story.playing")
        count = 0
        while page.locator("#story.playing").count():
            page.evaluate("held()")
            count += 1
        return count

    full, brief = beats("1"), beats("2")
    assert 2 <= brief < full


def test_films_may_be_of_what_concerns_oneself_alone(server: Server, window: Any) -> None:
    """Fights of distant teammates are not animated; fights of the player's survivors are."""
    client = Client(server)
    room = client.create(game="black_plague", options={"quest": "danse_macabre"}, seats=["open", "human"], seed=5)
    other = Client(server)
    page = come(lambda url: window(url, motion=True), client)
    page.evaluate("localStorage.setItem('concerns', 'yes')")
    page.goto(f"{server.url}/#/room/{room}")
    page.wait_for_selector("#board svg")
    mine = page.evaluate("document.querySelectorAll('.seatlist li').length")
    assert mine > 0
    hold_film(page)
    with other.enter(room) as table:
        free = [seat["agent"] for seat in table.view["seats"] if seat["free"]]
        table.say(type="sit", agents=free)
        table.wait(lambda view: any(seat["mine"] for seat in view["seats"]))
        names = {seat["agent"]: seat["name"] for seat in table.view["seats"] if seat["mine"]}
        assert "baldric" in names.values() or "ann" in names.values()
        for text in ("activate ann", "move 9b", "melee hammer"):
            table.act(text)
            until(page, f"Number(document.querySelector('#where').textContent.split('/')[1]) >= {table.view['total']}")
    assert page.locator("#story.playing").count() == 0


def test_films_of_others_are_chosen_beside_the_speed(server: Server, window: Any) -> None:
    client = Client(server)
    page = come(window, client)
    for seats, shown in ((["human"], False), (["human", "greedy"], True)):
        room = client.create(game="black_plague", options={"quest": "danse_macabre"}, seats=seats, seed=5)
        page.goto(f"{server.url}/#/room/{room}")
        page.wait_for_selector("#turn .act")
        until(page, f"document.querySelector('#mine')?.hidden === {json.dumps(not shown)}")  # the table before may still be there
    for pressed in ("true", "false"):
        page.locator("#mine").evaluate("e => e.click()")
        assert page.get_attribute("#mine", "aria-pressed") == pressed
        assert (page.evaluate("localStorage.getItem('concerns')") == "yes") == (pressed == "true")


def test_with_reduced_motion_nothing_moves(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="5")
    play(page, "activate baldric")
    page.select_option("#tempo", "1")
    hold_film(page)
    page.locator('[data-act="cast 9b mana_blast"]').click()
    page.wait_for_selector("#story.playing")
    for _ in range(8):
        assert page.locator(".ghosts, .rolling, .dealt, .tumble").count() == 0
        if not page.locator("#story.playing").count():
            break
        page.evaluate("held()")


def test_figures_go_to_their_new_places(server: Server, window: Any) -> None:
    page = window(server.url, motion=True)
    start(page, preset="alone", seed="5")
    play(page, "activate ann")
    page.evaluate("""() => {
      window.moved = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...given) { window.moved.push(this.dataset.tag); return animate.apply(this, given); };
    }""")
    play(page, "move 9b")
    assert "survivor:0" in page.evaluate("window.moved")


def test_sounds_are_off_until_somebody_wants_them(server: Server, window: Any) -> None:
    page = window(server.url, motion=True)
    page.evaluate("""() => {
      window.played = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...given) { window.played += 1; return start.apply(this, given); };
    }""")
    start(page, preset="alone", seed="5")
    play(page, "activate ann")
    assert page.evaluate("window.played") == 0
    assert page.get_attribute("#sound", "aria-pressed") == "false"
    page.click("#sound")
    assert page.evaluate("window.played") > 0
    assert page.get_attribute("#sound", "aria-pressed") == "true"
    page.click("#sound")
    assert page.evaluate("localStorage.getItem('sound')") == ""


def test_who_looks_elsewhere_is_told_of_the_own_turn(server: Server, window: Any) -> None:
    page = window(server.url)
    page.context.grant_permissions(["notifications"])
    page.add_init_script("""
      window.notes = [];
      class Note {
        constructor(title, { body }) { window.notes.push(body); }
        static permission = 'granted';
        static requestPermission() { return Promise.resolve('granted'); }
      }
      window.Notification = Note;
      Object.defineProperty(document, 'hidden', { get: () => window.away === true });
    """)
    page.reload()
    start(page, preset="mixed", seed="5", pace="0")
    page.wait_for_selector("#turn.mine .act")
    page.keyboard.press("?")
    page.check("#notify")
    page.click("#close-manual")
    page.evaluate("window.away = true")
    for _ in range(12):
        if page.evaluate("window.notes.length"):
            break
        end = page.locator('#turn .act[data-act="end"]')
        (end if end.count() else page.locator("#turn .act")).first.click()
        page.wait_for_timeout(300)
        page.wait_for_selector("#turn.mine .act")
    assert page.evaluate("window.notes.length") > 0

"""Cards on the page: drawn with their numbers, enlarged, aimed in two steps on the board, dragged to their targets."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.axes import violations
from tests.play.pages import board_point, moves, play, press, start, until
from tests.play.wire import Client, Server, come
from zombicide_env import make_game
from zombicide_env.games import GAMES

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BLAST = '#hand .slot[data-tag="slot:1:0"]'  # Baldric's starting card
LIT = "[...document.querySelectorAll('#board .shade')].map((e) => e.dataset.for)"


@pytest.fixture
def baldric(server: Server, window: Any) -> Any:
    """Baldric's turn: 9b can be shot at, 9b and 9C walked to."""
    page = window(server.url)
    start(page, preset="alone", seed="5")
    play(page, "activate baldric")
    return page


def test_a_card_shows_its_numbers(baldric: Any) -> None:
    assert baldric.locator(f"{BLAST} .figure").all_text_contents() == ["1", "4+", "1", "0-1", ""]
    assert baldric.get_attribute(BLAST, "aria-description") == "dice 1, hits on 4+, damage 1, range 0-1, noisy, in pairs"
    assert baldric.locator(f"{BLAST} svg.outline path").count() == 1


def test_a_long_name_of_a_card_is_not_cut_off(baldric: Any) -> None:
    """A style of the log reached cards, so that names did not wrap."""
    cut = """(card) => {
      card.querySelector(':scope > span').textContent = 'Long name of a card';
      return card.scrollWidth - card.clientWidth;
    }"""
    assert baldric.locator(BLAST).evaluate(cut) <= 0


def test_the_numbers_are_those_of_the_game() -> None:
    """The page draws the numbers that the engine uses."""
    told = make_game("black_plague").reference()["equipment"]
    assert told["hammer"]["profiles"] == [{"mode": "melee", "low": 0, "high": 0, "dice": 1, "accuracy": 4, "damage": 2}]
    assert told["hand_crossbow"]["reload"] and told["axe"]["opens_door"] == 1 and told["dagger"]["opens_door"] == 4
    assert [len(told[name].get("profiles", ())) for name in ("orcish_crossbow", "torch")] == [2, 0]
    assert make_game("z_game").reference()["cards"]["shotgun"] == {"deck": "firearm", "strength": 2}


@pytest.mark.parametrize("game", GAMES)
def test_every_card_of_a_hand_is_drawn(shared: Server, window: Any, game: str) -> None:
    """No card is shown as a bare word; numbers of resources are not cards."""
    client = Client(shared)
    options = {"players": 2} if game in ("hit_z_road", "z_game") else {}
    seats = ["human"] if game != "apocalypse" else ["greedy", "greedy", "greedy", "greedy", "human"]
    room = client.create(game=game, options=options, seats=seats, seed=3)
    page = come(window, client)
    page.goto(f"{shared.url}/#/room/{room}")
    page.wait_for_selector("#turn.mine .act")
    for _ in range(5):
        press(page, ("faction", "activate", "pass"))
        page.wait_for_selector("#turn.mine .act")
        if page.locator("#panels .slot.full").count():
            break
    cards = "[...document.querySelectorAll('#panels .slot.full')].filter((e) => !/^\\d+$/.test(e.querySelector('span').textContent))"
    drawn = page.evaluate(f"{cards}.map((e) => e.matches('.drawn'))")
    assert all(drawn)
    assert drawn or game == "hit_z_road"


def test_a_pressed_card_lights_its_targets_and_a_pressed_target_plays_it(baldric: Any) -> None:
    before = baldric.evaluate(LIT)
    assert set(before) > {"zone:6"}
    baldric.click(BLAST)
    assert baldric.evaluate(LIT) == ["zone:6"]
    assert baldric.locator("#board.aiming").count() == 1
    assert baldric.inner_text("#turn .aiming span") == "Mana Blast: choose a target on the board"
    assert baldric.locator('#turn [data-act="move 9b"]').count() == 0
    baldric.click("#unaim")
    assert baldric.evaluate(LIT) == before
    baldric.click(BLAST)
    count = moves(baldric)
    baldric.mouse.click(*board_point(baldric, "zone:6"))
    until(baldric, f"Number(document.querySelector('#where').textContent.split('/')[1]) > {count}")
    assert "Cast: 9b, Mana blast" in baldric.inner_text("#log li.now")
    assert baldric.locator("#board.aiming").count() == 0


def test_aiming_by_keyboard(baldric: Any) -> None:
    baldric.keyboard.press("Tab")  # shows that the keyboard is in use
    baldric.focus(BLAST)
    baldric.keyboard.press("Enter")
    assert baldric.evaluate("document.activeElement.dataset.for") == "zone:6"
    baldric.keyboard.press("Escape")
    assert baldric.evaluate("document.activeElement.dataset.tag") == "slot:1:0"
    assert baldric.locator("#board.aiming").count() == 0
    baldric.keyboard.press("Enter")
    count = moves(baldric)
    baldric.keyboard.press("Enter")
    until(baldric, f"Number(document.querySelector('#where').textContent.split('/')[1]) > {count}")
    assert "Cast: 9b" in baldric.inner_text("#log li.now")


def test_a_card_is_dragged_to_its_target(baldric: Any) -> None:
    count, lit = moves(baldric), baldric.evaluate(LIT)
    card = baldric.locator(BLAST).bounding_box()
    for goal, played in ((board_point(baldric, "zone:0"), False), (board_point(baldric, "zone:6"), True)):
        baldric.mouse.move(card["x"] + 30, card["y"] + 30)
        baldric.mouse.down()
        baldric.mouse.move(*goal, steps=4)
        assert baldric.locator(".carried").count() == 1
        assert baldric.evaluate(LIT) == ["zone:6"]
        baldric.mouse.up()
        assert baldric.locator(".carried").count() == 0
        if played:
            until(baldric, f"Number(document.querySelector('#where').textContent.split('/')[1]) > {count}")
        else:
            assert baldric.evaluate(LIT) == lit and moves(baldric) == count
    assert "Cast: 9b" in baldric.inner_text("#log li.now")


def test_a_card_is_looked_at_large(baldric: Any) -> None:
    """Includes another player's card, which cannot be used now."""
    baldric.click('#panels .slot[data-tag="slot:2:0"]')
    baldric.wait_for_selector("#look[open]")
    assert "Short Bow" in baldric.inner_text("#look .large .title")
    assert "range 0-1" in baldric.inner_text("#look .said")
    baldric.keyboard.press("Escape")
    assert baldric.locator("#look[open]").count() == 0


def test_actions_that_differ_by_their_target_are_one_row(baldric: Any) -> None:
    row = baldric.locator("#turn .row-of", has_text="Trade with")
    assert row.locator(".act").count() == 5
    assert row.locator(".act").first.aria_snapshot().strip("- '") == 'button "Trade with: Ann"'
    assert baldric.locator("#turn .row-of", has_text="Move").locator(".act").count() == 2


def test_the_masters_cards_are_known_to_the_master_alone(server: Server, window: Any) -> None:
    """They are drawn, and highlight their targets; the survivors' side sees no trace of them."""
    client = Client(server)
    room = client.create(game="apocalypse", seats=["open", "open", "open", "open", "human"], seed=5)
    other = Client(server)
    with other.enter(room) as table:
        seats = [seat["agent"] for seat in table.view["seats"] if seat["free"]]
        table.say(type="sit", agents=seats)
        table.wait(lambda view: sum(seat["mine"] for seat in view["seats"]) == len(seats))
        for _ in range(60):
            if not table.wait(lambda view: view["turn"] or not set(view["asked"]) & set(seats))["turn"]:
                break
            end = next((a["t"] for a in table.view["legal"] if a["t"] == "end"), "")
            table.act(end)
        panels = {panel["tag"]: panel for panel in table.view["board"]["panels"]}
        assert panels["zombie_master"]["slots"] == []
        assert not [text for text in table.heard if '"master:' in text]
    page = come(window, client)
    page.goto(f"{server.url}/#/room/{room}")
    page.wait_for_selector("#turn.mine .act")
    cards = page.locator('#hand .slot.drawn[data-tag^="master:"].can')
    assert cards.count() > 0
    cards.first.click()
    assert page.locator("#board.aiming .shade").count() > 0


def test_the_card_beside_the_question_is_the_card(baldric: Any) -> None:
    """It is pressed and dragged like the one on the panel, which may be off-screen."""
    chip = baldric.locator("#turn .card-chip")
    chip.click()
    assert baldric.evaluate(LIT) == ["zone:6"]
    baldric.keyboard.press("Escape")
    count, box = moves(baldric), chip.bounding_box()
    baldric.mouse.move(box["x"] + 20, box["y"] + 10)
    baldric.mouse.down()
    baldric.mouse.move(*board_point(baldric, "zone:6"), steps=4)
    baldric.mouse.up()
    until(baldric, f"Number(document.querySelector('#where').textContent.split('/')[1]) > {count}")
    assert "Cast: 9b" in baldric.inner_text("#log li.now")


def test_a_card_that_is_gained_is_shown_and_laid_into_a_place(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="3")
    for text in ("activate ann", "move 9C", "take", "search"):
        play(page, text)
    assert page.locator("#turn .asked .card-chip > b").inner_text() == "Longbow"
    page.click('#hand .slot[data-tag="slot:0:1"]')
    until(page, "document.querySelector('#hand [data-tag=\"slot:0:1\"]').textContent.includes('Longbow')")


def test_a_token_that_may_be_taken_is_lit(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", seed="3")
    play(page, "activate ann")
    assert page.locator("#board g.objective.can").count() == 0
    play(page, "move 9C")
    assert page.locator("#board g.objective.can").count() == 1
    play(page, "take")
    assert page.locator("#board g.objective.can").count() == 0


def test_a_finger_drags_a_card_after_a_moment_and_scrolls_before(server: Server, window: Any) -> None:
    page = window(server.url, width=390, height=844, touch=True)
    start(page, preset="alone", seed="5")
    play(page, "activate baldric")
    wire = page.context.new_cdp_session(page)

    def touch(kind: str, *point: float) -> None:
        points = [{"x": point[0], "y": point[1]}] if point else []
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    box = page.locator("#turn .card-chip").bounding_box()
    here, goal = (box["x"] + 40, box["y"] + 16), board_point(page, "zone:6")
    touch("touchStart", *here)
    touch("touchMove", here[0], here[1] - 60)
    assert page.locator(".carried").count() == 0
    touch("touchEnd")
    count = moves(page)
    page.locator("#turn .card-chip").scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    box = page.locator("#turn .card-chip").bounding_box()
    here = (box["x"] + 40, box["y"] + 16)
    touch("touchStart", *here)
    page.wait_for_timeout(1000)
    touch("touchMove", here[0] - 10, here[1] - 20)
    touch("touchMove", *goal)
    page.wait_for_selector(".carried")
    assert page.evaluate(LIT) == ["zone:6"]
    touch("touchEnd")
    until(page, f"Number(document.querySelector('#where').textContent.split('/')[1]) > {count}")
    assert "Cast: 9b" in page.text_content("#log li.now")


def test_cards_and_aims_are_in_order_for_everybody(baldric: Any) -> None:
    """An accessibility checker finds nothing in an enlarged card, nor while aiming."""
    baldric.click(BLAST)
    found = violations(baldric, "aim")
    baldric.click("#turn .aiming button")
    baldric.wait_for_selector("#look[open]")
    found += violations(baldric, "card")
    baldric.keyboard.press("Escape")
    assert baldric.locator("#look[open]").count() == 0
    assert baldric.locator("#board.aiming").count() == 1  # only the card is closed
    baldric.click("#theme")
    assert found + violations(baldric, "aim, the other theme") == []

"""The page in Chromium: played with mouse, keyboard and finger, alone and by two, watched, resumed."""

from __future__ import annotations

import contextlib
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason='needs the extra serve: pip install "zombicide-env[serve]"')

from tests.play.wire import Client, Server
from zombicide_env import make_game, replay
from zombicide_env.play import Person, Session
from zombicide_env.play.room import hashed
from zombicide_env.play.server import KEY
from zombicide_env.play.store import Store
from zombicide_env.replay.format import parse

pytestmark = [pytest.mark.browser, pytest.mark.slow]
WAIT = 30_000


@pytest.fixture
def window(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page in a browser of its own; every error of a script fails the test."""
    errors: list[str] = []
    with contextlib.ExitStack() as stack:

        def open_page(url: str, *, width: int = 1400, height: int = 900, locale: str = "en-US", touch: bool = False) -> Any:
            own = (url.split("/#")[0].split("/?")[0], "data:", "ws:")
            context = chromium.new_context(viewport={"width": width, "height": height}, locale=locale, has_touch=touch, is_mobile=touch)
            stack.callback(context.close)
            context.set_default_timeout(WAIT)
            page = context.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
            page.on("request", lambda request: None if request.url.startswith(own) else errors.append(request.url))
            page.goto(url)
            return page

        yield open_page
        assert [error for error in errors if "WebSocket connection" not in error and "ERR_CONNECTION" not in error] == []


def start(page: Any, **options: str) -> str:
    """Fill in the form of a new game and start it; the room's id."""
    page.wait_for_selector("#seats select")
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    for name, value in options.items():
        if name == "preset":
            page.click(f"[data-preset={value}]")
        elif name == "sandbox":
            page.check("#sandbox")
        elif page.locator(f"#{name}").evaluate("e => e.tagName") == "SELECT":
            page.select_option(f"#{name}", value)
        else:
            page.fill(f"#{name}", value)
            page.locator(f"#{name}").dispatch_event("change")
    page.click("#start")
    page.wait_for_selector("#board svg")
    return str(re.search(r"#/room/(\w+)", page.url)[1])  # type: ignore[index]


def until(page: Any, condition: str) -> None:
    """Wait for a condition; the page's own policy forbids playwright's way to wait inside of it."""
    end = time.monotonic() + WAIT / 1000
    while not page.evaluate(condition):
        assert time.monotonic() < end, condition
        page.wait_for_timeout(50)


def moves(page: Any) -> int:
    return int(page.inner_text("#where").split("/")[1])


def play(page: Any, text: str) -> None:
    """Press the button of an action and wait until the game has gone on."""
    before = moves(page)
    page.locator(f'[data-act="{text}"]').first.click()
    until(page, f"Number(document.querySelector('#where').textContent.split('/')[1]) > {before}")


def board_point(page: Any, tag: str) -> tuple[float, float]:
    """A place in the upper right corner of a zone, where no token lies."""
    box = page.locator(f'#board g[data-tag="{tag}"]').first.bounding_box()
    return box["x"] + box["width"] * 0.85, box["y"] + box["height"] * 0.2


# ---- a whole game


def test_a_whole_game_with_ai_teammates(server: Server, window: Any) -> None:
    page = window(server.url)
    page.wait_for_selector("#map svg")
    assert page.locator("#map li").inner_text() == "leave by the Exit (0 out, 6 on the board)"
    assert page.locator("#o-quest option").first.inner_text().startswith("0. Danse Macabre")
    page.wait_for_selector("#seats select")
    room = start(page, preset="mixed", **{"o-max_rounds": "2", "seed": "5", "pace": "0"})
    while True:
        page.wait_for_selector("#turn.mine .act, #turn a.main")
        if page.locator("#turn a.main").count():
            break
        act = page.locator('.act[data-act="end"]')
        (act if act.count() else page.locator("#turn .act")).first.click()
        page.wait_for_timeout(60)
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
    until(page, "document.querySelector('#map b').textContent.includes('7')")
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
    source, goal = page.locator('[data-tag="slot:1:0"]'), page.locator('[data-tag="slot:0:1"]')
    assert source.inner_text().endswith("Mana Blast")
    source.drag_to(goal)
    until(page, "document.querySelector('[data-tag=\"slot:0:1\"]').textContent.includes('Mana Blast')")
    page.locator('[data-tag="slot:0:1"]').click()  # and back, by clicks
    page.click("#menu :text('Move this card')")
    page.locator('[data-tag="slot:1:0"].goal').click()
    until(page, "document.querySelector('[data-tag=\"slot:1:0\"]').textContent.includes('Mana Blast')")
    assert page.locator("#log li.now").inner_text().startswith("Ann Give")


def test_the_keyboard_is_enough(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="alone", sandbox="yes", seed="3")
    page.keyboard.press("/")
    page.keyboard.type("activate a")
    page.keyboard.press("Enter")
    page.wait_for_selector('.act[data-act="move 9b"]')
    page.locator('.shade[data-for="zone:6"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the first entry of the menu
    page.wait_for_selector('.act[data-act="melee hammer"]')
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    until(page, "document.querySelector('#where').textContent === '1/2'")
    page.keyboard.press("Home")
    until(page, "document.querySelector('#where').textContent === '0/2'")
    assert page.locator(".act").count() == 0
    page.keyboard.press("End")
    page.wait_for_selector(".act")
    page.keyboard.press("u")
    until(page, "document.querySelector('#where').textContent === '1/1'")
    page.keyboard.press("?")
    assert "U: take back" in page.inner_text("#menu")
    page.keyboard.press("Escape")
    assert page.locator("#menu").is_hidden()
    page.keyboard.press("/")
    page.keyboard.type("mov")
    page.keyboard.press("Enter")
    page.wait_for_selector(".toast.bad")  # two begin so
    assert "move 9b" in page.inner_text(".toast.bad")


def test_the_hit_of_a_die_is_chosen_on_the_board(server: Server, window: Any) -> None:
    """A kept game in which a die has hit one of several kinds of zombies."""
    import agents

    game = make_game("black_plague", quest="danse_macabre")
    guide = Session(game, [agents.make("greedy", game)], seed=3)
    while not (hits := [text for text in game.legal_texts(guide.state) if text.startswith("hit ")]):
        guide.step()
    session, store, room = Session(game, [Person()], seed=3), Store(server.folder), "ahitbyadie"
    for move in guide.moves:
        session.apply(move.action)
    client = Client(server)
    me = hashed(client.cookies[KEY])
    store.save_facts(room, {"host": me, "seats": dict.fromkeys(game.agents, me), "sandbox": False, "pace": 0.0, "record": False})
    store.book(room, session).close()
    page = window(server.url)
    page.wait_for_selector("#seats select")  # it has got a key of its own, which gives way
    page.context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in client.cookies.items()])
    page.goto(f"{server.url}/#/room/{room}")
    page.wait_for_selector(f'.act[data-act="{hits[0]}"]')
    assert page.locator(".rolled .die").count() > 0  # the dice that have been rolled
    glowing = page.locator("#board g.zombie.can")
    assert glowing.count() == len(hits) >= 2
    before = moves(page)
    page.locator(f'#board g.zombie.can[data-tag$=":{hits[0].split()[1]}"]').click()
    until(page, f"Number(document.querySelector('#where').textContent.split('/')[1]) > {before}")
    assert "killed: 1" in page.inner_text("#log li.now")


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
        texts = [act.get_attribute("data-act") for act in page.locator("#turn .act").all()]
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
    assert page.locator("#seats-here li").first.inner_text().split() == ["Player", "1", "you", "Leave"]


# ---- by several, watched, resumed


def test_two_browsers_in_one_game(server: Server, window: Any) -> None:
    one = window(server.url)
    start(one, preset="together", seed="3")
    two = window(one.url)
    two.wait_for_selector("#sit-all")
    assert two.locator(".act").count() == 0
    two.click("#sit-all")
    two.wait_for_selector("#seats-here :text('you')")
    play(one, "activate silas")  # a seat of the second browser
    two.wait_for_selector(".act")
    assert one.locator("#turn .act").count() == 0
    assert "Silas" in one.inner_text("#turn")
    play(two, "move 9b")
    until(one, "document.querySelector('#where').textContent === '2/2'")
    assert "Silas" in one.inner_text("#log li.now")
    two.close()
    assert one.locator("#line").is_hidden()


def test_a_link_lets_a_friend_in(window: Any, tmp_path: Path) -> None:
    server = Server(tmp_path / "games", token="t" * 24)
    try:
        host = window(f"{server.url}/?token={server.token}")
        room = start(host, preset="together", seed="3")
        assert server.token not in host.url
        host.evaluate("Object.defineProperty(navigator, 'clipboard', { value: { writeText: (text) => { window.copied = text; } } })")
        host.click("#share")
        until(host, "window.copied")
        link = host.evaluate("window.copied")
        assert link == f"{server.url}/?token={server.token}#/room/{room}"
        friend = window(link)
        friend.click("#sit-all")
        friend.wait_for_selector("#seats-here :text('you')")
        assert friend.url == f"{server.url}/#/room/{room}"
    finally:
        server.stop()


def test_watching_agents_pause_step_and_go_back(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="watch", seed="4", pace="0.2", **{"o-max_rounds": "3"})
    until(page, "Number(document.querySelector('#where').textContent.split('/')[1]) > 3")
    page.click("#run")
    page.wait_for_selector('#run[data-running="false"]')
    page.wait_for_timeout(400)
    stopped = moves(page)
    page.wait_for_timeout(700)
    assert moves(page) == stopped
    page.click("#forth")
    until(page, f"document.querySelector('#where').textContent === '{stopped + 1}/{stopped + 1}'")
    page.click("#first")
    page.wait_for_selector("#where.past")
    assert page.inner_text("#facts").startswith("Round 1")
    page.click("#last")
    page.select_option("#pace", "0")
    page.click("#run")
    page.wait_for_selector("#turn a.main")
    page.select_option("#rounds", label="Round 2")
    until(page, "document.querySelector('#facts').innerText.startsWith('Round 2')")


@pytest.mark.train
def test_a_learned_policy_plays_along_and_says_what_it_thinks(server: Server, window: Any) -> None:
    pytest.importorskip("torch", reason='needs the extra train: pip install "zombicide-env[train]"')
    page = window(server.url)
    start(page, preset="learned", seed="5", pace="0")
    page.wait_for_selector("#turn.mine .act")
    page.click("#advice-box summary")
    page.click('[data-advisor="checkpoint:danse_macabre"]')
    page.wait_for_selector("#bars li")
    assert "expected value" in page.inner_text("#value")
    first = page.inner_text("#bars")
    assert sum(float(text.split("%")[0]) for text in page.locator("#bars .p").all_inner_texts()) == pytest.approx(100, abs=6)
    assert page.locator(".act .likely").count() > 0  # beside the actions, too
    page.locator("#turn .act").first.click()
    until(page, "document.querySelector('#where').textContent !== '0/0'")
    page.wait_for_selector("#turn.mine .act")
    until(page, "document.querySelector('#bars') !== null")
    page.click("#first")
    page.wait_for_selector("#where.past")
    until(page, "document.querySelector('#bars') !== null")
    assert page.inner_text("#bars") == first
    page.keyboard.press("ArrowRight")
    until(page, "document.querySelector('#where').textContent.startsWith('1/')")
    assert page.inner_text("#bars") != first
    assert "checkpoint:danse_macabre" in page.inner_text("#seats-here")


@pytest.fixture(scope="module")
def record() -> str:
    import agents

    game = make_game("black_plague", quest="danse_macabre", max_rounds=3)
    session = Session(game, [agents.make("greedy", game)], seed=8)
    session.play()
    return "\n".join(session.replay.lines()) + "\n"


def test_a_replay_is_opened_and_played(server: Server, window: Any, record: str, tmp_path: Path) -> None:
    path = tmp_path / "game.replay"
    path.write_text(record, encoding="utf-8")
    page = window(server.url)
    page.set_input_files("#replay", path)
    page.wait_for_selector("#board svg")
    total = len(parse(record).entries)
    until(page, f"document.querySelector('#where').textContent === '{total}/{total}'")
    page.click("#first")
    until(page, "document.querySelector('#where').textContent.startsWith('0/')")
    assert page.locator("#banner").is_hidden()  # who looks back is not told how it ends
    page.click("#advice-box summary")
    page.select_option("#pace", "0")
    page.click("#run")
    until(page, "Number(document.querySelector('#where').textContent.split('/')[0]) > 5")
    page.click("#run")
    assert page.locator("#advice-box p").is_visible()  # what has been opened stays open
    page.locator("#log li[title]").first.click()
    until(page, f"document.querySelector('#where').textContent === '1/{total}'")
    assert page.locator(".act").count() == 0


def test_names_in_a_replay_are_text_and_nothing_else(server: Server, window: Any, record: str, tmp_path: Path) -> None:
    from dataclasses import replace

    whole = parse(record)
    evil = "<img src=x onerror='document.title=666'>"
    agents = {agent: (name, evil) for agent, (name, _) in whole.header.agents.items()}
    forged = replace(whole, header=replace(whole.header, agents=agents))
    (tmp_path / "evil.replay").write_text("\n".join(forged.lines()) + "\n", encoding="utf-8")
    page = window(server.url)
    page.set_input_files("#replay", tmp_path / "evil.replay")
    page.wait_for_selector("#board svg")
    assert evil in page.inner_text("#seats-here")
    assert page.locator("main img").count() == 0
    assert page.title() != "666"


def test_a_killed_server_comes_back(window: Any, tmp_path: Path, root: Path, plain_environment: dict[str, str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    command = [sys.executable, "-m", "zombicide_env.cli", "serve", "--no-open", "--port", str(port), "--games", str(tmp_path)]

    def launch() -> subprocess.Popen[bytes]:
        process = subprocess.Popen(command, cwd=root, env=plain_environment, stdout=subprocess.PIPE)
        assert process.stdout is not None
        assert b"serving on" in process.stdout.readline()
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
                return process
            time.sleep(0.1)
        raise AssertionError("the server does not answer")

    process = launch()
    try:
        page = window(f"http://127.0.0.1:{port}")
        start(page, preset="alone", seed="3")
        play(page, "activate ann")
        play(page, "move 9b")
        process.send_signal(signal.SIGKILL)
        process.wait()
        page.wait_for_selector("#line:not([hidden])")
        process = launch()
        page.wait_for_selector("#line", state="hidden")
        play(page, "melee hammer")
        assert moves(page) == 3
        page.reload()
        page.wait_for_selector(".act")
        assert page.locator("#log li[title]").count() == 3
    finally:
        process.kill()
        process.wait()


# ---- small windows, other languages


@pytest.mark.parametrize("width", [360, 768, 1400])
def test_nothing_is_cut_off_at_any_width(server: Server, window: Any, width: int) -> None:
    page = window(server.url, width=width, height=780, touch=width < 700)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    start(page, preset="alone", sandbox="yes", seed="3")
    assert page.evaluate(wide) <= 0
    if width < 700:
        page.locator('#board g[data-tag="survivor:0"]').tap()
        page.wait_for_selector('.act[data-act="move 9b"]')
        page.touchscreen.tap(*board_point(page, "zone:6"))
        page.locator("#menu :text('Move: 9b')").tap()
        page.wait_for_selector('.act[data-act="melee hammer"]')
        assert page.evaluate(wide) <= 0
        page.locator('#board g[data-tag="exit"]').tap()  # nothing to be done there: what it is
        assert page.inner_text("#menu") == "Exit"
        page.keyboard.press("Escape")
        narrow = page.locator("#board svg").bounding_box()["width"]
        page.locator("#zoom").tap()
        assert page.locator("#board svg").bounding_box()["width"] > 1.8 * narrow
        assert page.evaluate(wide) <= 0


def test_russian_leaves_no_english_behind(server: Server, window: Any, record: str, tmp_path: Path) -> None:
    page = window(server.url, locale="ru-RU")
    page.wait_for_selector("#seats select")
    assert page.get_attribute("html", "lang") == "ru"
    room = Client(server).http.post("/api/replays", json={"text": record}).json()["room"]
    page.goto(f"{server.url}/#/room/{room}")
    page.wait_for_selector("#board svg")
    parts = ["#facts", "#goals", "#turn", "#log", "#panels", "#legend", "#banner", "h2", "#controls"]
    text = " ".join(page.inner_text(part) for part in parts)
    assert set(re.findall(r"[A-Za-z]{3,}", text)) - {"greedy"} == set()
    page.click("#language")
    page.wait_for_selector(":text('What has happened')")
    assert page.get_attribute("html", "lang") == "en"

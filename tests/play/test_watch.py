"""The page in Chromium: games with several browsers, watched, reopened, resumed."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.needs import SERVE, TRAIN

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import WAIT, moves, play, start, until
from tests.play.wire import Server
from zombicide_env.replay.reading import parse

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_two_browsers_in_one_game(server: Server, window: Any) -> None:
    one = window(server.url)
    start(one, preset="together", seed="3")
    two = window(one.url)
    two.wait_for_selector("#take-all")
    assert two.locator(".act").count() == 0
    two.click("#take-all")
    two.wait_for_selector("#seats-here :text('you')")
    two.wait_for_selector(".act")
    until(one, "document.querySelector('[data-act=\"activate ann\"]') && !document.querySelector('[data-act=\"activate silas\"]')")
    play(two, "activate silas")  # each player starts the turns of its own survivors
    until(one, "document.querySelectorAll('#turn .act').length === 0")
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
        host.click("#copy-link")
        until(host, "window.copied")
        link = host.evaluate("window.copied")
        assert link == f"{server.url}/game/{room}?token={server.token}"
        friend = window(link)
        friend.click("#take-all")
        friend.wait_for_selector("#seats-here :text('you')")
        assert friend.url == f"{server.url}/#/room/{room}"
    finally:
        server.stop()


def test_watching_agents_pause_step_and_go_back(server: Server, window: Any) -> None:
    page = window(server.url)
    start(page, preset="watch", seed="4", pace="0.6", **{"o-max_rounds": "3"})
    until(page, "Number(document.querySelector('#where').textContent.split('/')[1]) > 3")
    page.click("#run")
    page.wait_for_selector('#run[data-running="false"]')
    stopped = moves(page)
    page.wait_for_timeout(900)
    assert moves(page) == stopped
    page.click("#forth")
    until(page, f"document.querySelector('#where').textContent === '{stopped + 1}/{stopped + 1}'")
    page.click("#first")
    page.wait_for_selector("#where.past")
    assert page.inner_text("#facts").startswith("Round 1")
    page.click("#last")
    page.wait_for_selector("#where:not(.past)")
    page.select_option("#pace", "0")
    page.click("#run")
    page.wait_for_selector("#turn a.main")
    page.select_option("#rounds", label="Round 2")
    until(page, "document.querySelector('#facts').innerText.startsWith('Round 2')")


@pytest.mark.train
def test_a_learned_policy_plays_along_and_says_what_it_thinks(server: Server, window: Any) -> None:
    pytest.importorskip("torch", reason=TRAIN)
    page = window(server.url)
    start(page, preset="learned", seed="5", pace="0")
    page.wait_for_selector("#turn.mine .act")
    page.click('[data-advisor="checkpoint:danse_macabre"]')
    page.wait_for_selector("#bars li", timeout=3 * WAIT)  # loading a policy's libraries takes long on a busy machine
    assert "expected value" in page.inner_text(".opinion .value")
    first = page.inner_text("#bars")
    assert sum(float(text.split("%")[0]) for text in page.locator("#bars .p").all_inner_texts()) == pytest.approx(100, abs=6)
    assert page.locator(".act .likely").count() > 0  # next to the actions, too
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
    assert "AI: learned (Danse Macabre)" in page.inner_text("#seats-here")


def test_a_replay_is_opened_and_played(server: Server, window: Any, record: str, tmp_path: Path) -> None:
    path = tmp_path / "game.replay"
    path.write_text(record, encoding="utf-8")
    page = window(server.url)
    page.set_input_files("#replay", path)
    page.wait_for_selector("#board svg")
    total = len(parse(record).entries)
    until(page, f"document.querySelector('#where').textContent === '0/{total}'")
    assert page.locator("#banner").is_hidden()  # a viewer of the past does not see the result
    page.select_option("#pace", "0")
    page.click("#turn button.main")
    until(page, "Number(document.querySelector('#where').textContent.split('/')[0]) > 5")
    page.click("#run")
    assert page.locator("#advice-box p").first.is_visible()
    page.locator("#log li.move").first.click()
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


def test_a_killed_server_comes_back(window: Any, port: int, tmp_path: Path, root: Path, plain_environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "zombicide_env.cli", "serve", "--no-open", "--port", str(port), "--games", str(tmp_path)]

    def launch() -> subprocess.Popen[bytes]:
        process = subprocess.Popen(command, cwd=root, env=plain_environment, stdout=subprocess.PIPE)
        assert process.stdout is not None
        assert b"serving on" in process.stdout.readline()
        for _ in range(600):
            # It does not listen yet.
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
        page.wait_for_selector("#log li.move", timeout=3 * WAIT)  # the server has found the game again
        play(page, "melee hammer")
        assert moves(page) == 3
        page.reload()
        page.wait_for_selector(".act")
        assert page.locator("#log li.move").count() == 3
    finally:
        process.kill()
        process.wait()

"""Fixtures: a server for tests, and Chromium if it is installed."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.needs import library
from tests.play.pages import WAIT
from zombicide_benchmarks.printing import BROWSERS
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.games import GAMES

CHROMIUM = next((path for name in BROWSERS if (path := shutil.which(name))), None)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Rerun browser tests once after a timeout, which a busy machine may cause; no other failure is rerun."""
    if config.pluginmanager.hasplugin("rerunfailures"):
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=["^TimeoutError: "], rerun_except=["^AssertionError: "]))


@pytest.fixture(scope="session")
def warm() -> None:
    """Compile the games beforehand, so that browsers do not wait for it."""
    for name in GAMES:
        Batch(make_game(name), 1, seed=0)


@pytest.fixture
def server(warm: None, tmp_path: Path) -> Iterator[Any]:
    from tests.play.wire import Server

    running = Server(tmp_path / "games")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def shared(warm: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One server for tests that leave nothing behind."""
    from tests.play.wire import Server

    running = Server(tmp_path_factory.mktemp("games"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def chromium(warm: None) -> Iterator[Any]:
    """The system's Chromium, driven by playwright."""
    pytest.importorskip("playwright.sync_api", reason=library("playwright"))
    if CHROMIUM is None:
        pytest.skip("needs Chromium; on Debian: apt-get install chromium-headless-shell")
    with browser() as running:
        yield running


@pytest.fixture
def window(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Function that opens a page in a separate browser context; any script error fails the test."""
    errors: list[str] = []
    with contextlib.ExitStack() as stack:

        def open_page(
            url: str,
            *,
            width: int = 1400,
            height: int = 900,
            locale: str = "en-US",
            touch: bool = False,
            motion: bool = False,
            asks: bool = False,
            researcher: bool = True,
        ) -> Any:
            own = ("/".join(url.split("/")[:3]), "data:", "ws:")
            size = {"width": width, "height": height}
            moved = "no-preference" if motion else "reduce"
            context = chromium.new_context(viewport=size, locale=locale, has_touch=touch, is_mobile=touch, reduced_motion=moved)
            stack.callback(context.close)
            context.set_default_timeout(WAIT)
            if not asks:  # turns end with actions left without a confirmation
                context.add_init_script("try { localStorage.setItem('end', 'no'); } catch { }")
            if researcher:  # the page's mode that shows everything
                context.add_init_script("try { localStorage.setItem('face', 'researcher'); } catch { }")
            page = context.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
            page.on("request", lambda request: None if request.url.startswith(own) else errors.append(request.url))
            page.goto(url)
            return page

        yield open_page
        assert [error for error in errors if "WebSocket connection" not in error and "ERR_CONNECTION" not in error] == []


@pytest.fixture(scope="module")
def record() -> str:
    """A recorded game of three rounds by greedy players."""
    import zombicide_agents as agents
    from zombicide_env.play import Session

    game = make_game("black_plague", quest="danse_macabre", max_rounds=3)
    session = Session(game, [agents.make("greedy", game)], seed=8)
    session.play()
    return "\n".join(session.replay.lines()) + "\n"


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    """A running Chromium."""
    from playwright import sync_api as playwright

    arguments = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
    arguments += ["--disable-component-update", "--disable-sync"]
    with contextlib.ExitStack() as stack:
        driver = stack.enter_context(playwright.sync_playwright())
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
        stack.callback(browser.close)
        yield browser

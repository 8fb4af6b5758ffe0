"""A server for tests, and Chromium where there is one."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.games import GAMES

CHROMIUM = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def warm() -> None:
    """The games compiled: browsers do not wait for that."""
    for name in GAMES:
        Batch(make_game(name), 1, seed=0)


@pytest.fixture
def server(warm: None, tmp_path: Path) -> Iterator[Any]:
    from tests.play.wire import Server

    running = Server(tmp_path / "games")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def chromium(warm: None) -> Iterator[Any]:
    """Chromium of the system, driven by playwright."""
    pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install playwright")
    if CHROMIUM is None:
        pytest.skip("needs Chromium; on Debian: apt-get install chromium")
    with browser() as running:
        yield running


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

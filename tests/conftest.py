"""Fixtures for all tests, and the part of the suite that runs as plain Python."""

from __future__ import annotations

import gc
import importlib.util
import os
import re
import signal
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]

# A shell that starts the tests in the background has them ignore Ctrl-C, and every process that they start: some are tested by it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Modules of tests with the training extra are not even imported where these are left out: torch alone takes seconds."""
    if "not train" in (config.getoption("markexpr") or "") and collection_path.name.startswith("test_"):
        return True if re.search(r"^pytestmark = .*\bmark\.train\b", collection_path.read_text(encoding="utf-8"), re.MULTILINE) else None
    return None


def pytest_collection() -> None:
    """No garbage is looked for while tests are collected: half of the time went into going through what stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Nor later in what was made until now: modules and tests live as long as the process."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that need the training extra are left out where it is not installed, those with other trainers unless they are asked for.

    The longest begin first: at the end of a run the other workers would wait for them.
    """
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    for name, what in (("clients", "trains with another library"), ("cluster", "starts a cluster")):
        if name not in (config.getoption("markexpr") or ""):
            for item in items:
                if item.get_closest_marker(name):  # keywords have the names of folders too
                    item.add_marker(pytest.mark.skip(reason=f"{what}: pytest -m {name}"))
    missing = [name for name in ("torch", "stable_baselines3", "sb3_contrib") if importlib.util.find_spec(name) is None]
    if missing:
        skip = pytest.mark.skip(reason=f'needs {", ".join(missing)}: pip install "zombicide-env[train]"')
        for item in items:
            if item.get_closest_marker("train"):
                item.add_marker(skip)


def pytest_report_header() -> str:
    from zombicide_env.core.cache import cache_folder
    from zombicide_env.core.jit import PYTHON_MODE

    return "kernels: plain Python" if PYTHON_MODE else f"kernels: compiled, cache {cache_folder()}"


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def plain_environment() -> dict[str, str]:
    """Environment variables for a fresh Python process that finds the checkout and nothing of this one's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    path = os.pathsep.join(str(ROOT / part) for part in ("", "agents", "training", "benchmarks"))
    return kept | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


def _built(folder: Path, project: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(command, cwd=project, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    return _built(tmp_path_factory.mktemp("wheel"), ROOT)


@pytest.fixture(scope="session")
def checkpoints_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the trained policies and values."""
    return _built(tmp_path_factory.mktemp("checkpoints"), ROOT / "agents" / "zombicide_checkpoints")


@pytest.fixture(scope="session")
def page_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the files of the page."""
    return _built(tmp_path_factory.mktemp("page"), ROOT / "zombicide_env" / "play" / "page")


@pytest.fixture
def port() -> Iterator[int]:
    """A port at which a server may listen, now and again: it is bound here as well, so that nobody else is given it meanwhile."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


@pytest.fixture(scope="session")
def tutorial() -> Any:
    """The first quest with its usual team; a game never changes, so all tests may share it."""
    from zombicide_env import make_game

    return make_game("black_plague", quest="danse_macabre")


@pytest.fixture
def strict() -> Iterator[None]:
    """Warnings are errors, but for the two that PettingZoo has for every dict observation."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in ("Observation is not a NumPy array", "Observation space for each agent probably should be"):
            warnings.filterwarnings("ignore", message=text)  # true, and meant: observations have a mask
        yield

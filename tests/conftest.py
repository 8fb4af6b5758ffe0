"""Fixtures for all tests, and the selection of tests that can run here."""

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

# Every worker of the run, and every process that a test starts, computes in one thread: threads of several processes that wait for each
# other on the same cores take two or three times the processor time.  To be set before torch is imported.
for _threads in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")

# A shell that starts the tests in the background makes them, and every process they start, ignore Ctrl+C, which some tests send.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip modules with training tests before importing them, if these are deselected: importing torch alone takes seconds."""
    if "not train" in (config.getoption("markexpr") or "") and collection_path.name.startswith("test_"):
        return True if re.search(r"^pytestmark = .*\bmark\.train\b", collection_path.read_text(encoding="utf-8"), re.MULTILINE) else None
    return None


def pytest_collection() -> None:
    """Disable garbage collection during test collection: half of the time was spent on traversing objects that stay alive."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Exempt everything created so far from garbage collection: modules and tests live as long as the process."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip tests whose extra is missing, and those with other trainers unless they are requested; run the longest tests first.

    Long tests go first so that no worker has to wait for one at the end of a run.
    """
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    for name, what in (("clients", "trains with another library"), ("cluster", "starts a cluster")):
        if name not in (config.getoption("markexpr") or ""):
            for item in items:
                if item.get_closest_marker(name):  # keywords contain the names of folders too
                    item.add_marker(pytest.mark.skip(reason=f"{what}: pytest -m {name}"))
    missing = [name for name in ("torch", "stable_baselines3", "sb3_contrib") if importlib.util.find_spec(name) is None]
    if missing:
        from zombicide_env.extras import install

        skip = pytest.mark.skip(reason=f"needs {', '.join(missing)}: {install('train')}")
        for item in items:
            if item.get_closest_marker("train"):
                item.add_marker(skip)


def pytest_report_header() -> str:
    from zombicide_env.core.cache import cache_folder
    from zombicide_env.core.jit import PYTHON_MODE

    return "kernels: plain Python" if PYTHON_MODE else f"kernels: compiled, cache {cache_folder()}"


@pytest.fixture(scope="session")
def root() -> Path:
    """Root folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def plain_environment() -> dict[str, str]:
    """Environment variables for a fresh Python process that finds the checkout and none of this process's settings."""
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
    """Wheel built from this checkout."""
    return _built(tmp_path_factory.mktemp("wheel"), ROOT)


@pytest.fixture(scope="session")
def checkpoints_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Wheel of the trained policies and value networks."""
    return _built(tmp_path_factory.mktemp("checkpoints"), ROOT / "agents" / "zombicide_checkpoints")


@pytest.fixture(scope="session")
def page_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Wheel of the web page's files."""
    return _built(tmp_path_factory.mktemp("page"), ROOT / "zombicide_env" / "play" / "page")


@pytest.fixture
def port() -> Iterator[int]:
    """Port that a server can listen on repeatedly: it stays bound here too, so that no other process is given it meanwhile."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


@pytest.fixture(scope="session")
def tutorial() -> Any:
    """The first quest with its default team; games are immutable, so all tests share it."""
    from zombicide_env import make_game

    return make_game("black_plague", quest="danse_macabre")


@pytest.fixture
def strict() -> Iterator[None]:
    """Turn warnings into errors, except the two that PettingZoo emits for every dict observation."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in ("Observation is not a NumPy array", "Observation space for each agent probably should be"):
            warnings.filterwarnings("ignore", message=text)  # both are true and intended: observations contain a mask
        yield

"""Packaging: a small wheel, separate checkpoints and page, workflows that are pinned and cover the supported platforms."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import needs

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in (ROOT / ".github" / "workflows").glob("*.yml")}
#: Runs in a process that finds only what was unpacked.
ASK = """
import zombicide_agents as agents
from zombicide_env import make_game

try:
    print(agents.make("checkpoint:highway", make_game("hit_z_road")).name)
except agents.AgentError as error:
    print(error)
"""


def _asked(installed: Path, environment: dict[str, str]) -> str:
    plain = environment | {"PYTHONPATH": os.fspath(installed), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", ASK], cwd=installed, env=plain, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_measurements_whose_results_are_files_of_the_checkout_are_not_in_the_wheel() -> None:
    """A new one has to be named in pyproject.toml; one of them was not, and wrote into site-packages."""
    left_out = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]["exclude"]
    folder = ROOT / "benchmarks" / "zombicide_benchmarks"
    writing = [path for path in folder.rglob("*.py") if re.search(r'parents\[\d\] / "results"', path.read_text(encoding="utf-8"))]
    assert len(writing) > 5
    assert not [path.name for path in writing if not any(path.is_relative_to(ROOT / one) for one in left_out)]


@pytest.mark.slow
def test_the_wheel_is_small_and_finds_the_checkpoints_where_they_are_installed(
    wheel: Path, checkpoints_wheel: Path, tmp_path: Path, plain_environment: dict[str, str]
) -> None:
    assert wheel.stat().st_size < 2_020_000  # 17 MB with the checkpoints
    page = (ROOT / "zombicide_env" / "docs" / "platforms.md").read_text(encoding="utf-8")
    [claimed] = re.findall(r"`zombicide-checkpoints` \((\d+) MB\)", page)
    assert abs(int(claimed) - checkpoints_wheel.stat().st_size / 1e6) < 3
    with zipfile.ZipFile(wheel) as archive:
        assert not any(name.endswith(".safetensors") for name in archive.namelist())
        archive.extractall(tmp_path)
    assert 'pip install ".[checkpoints]"' in _asked(tmp_path, plain_environment)
    with zipfile.ZipFile(checkpoints_wheel) as archive:
        assert all(name.startswith("zombicide_checkpoints") for name in archive.namelist())
        archive.extractall(tmp_path)
    assert _asked(tmp_path, plain_environment) == "checkpoint:highway\n"


@pytest.mark.slow
def test_the_commands_of_the_wheel_have_their_modules(wheel: Path, tmp_path: Path, plain_environment: dict[str, str]) -> None:
    """Some measurements are left out of the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    code = "import zombicide_benchmarks.run, zombicide_benchmarks.machine, zombicide_env.docs.pig, zombicide_env.quests\n"
    code += "import zombicide_benchmarks.strength.page, zombicide_benchmarks.strength.play, zombicide_benchmarks.gaps.command"
    plain = plain_environment | {"PYTHONPATH": os.fspath(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=plain, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["docs --check", "conformance --coverage", "benchmark --training", "benchmark --load"])
def test_commands_that_need_a_checkout_say_so_in_the_wheel(
    command: str, wheel: Path, tmp_path: Path, plain_environment: dict[str, str]
) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    plain = plain_environment | {"PYTHONPATH": os.fspath(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    words = [sys.executable, "-m", "zombicide_env.cli", *shlex.split(command)]
    done = subprocess.run(words, cwd=tmp_path, env=plain, capture_output=True, text=True)
    assert done.returncode == 1
    assert "works in a checkout of the repository only" in done.stderr
    assert "Traceback" not in done.stderr


#: Runs in a process that finds only what was unpacked: prints the server's answer, or why there is none.
SERVE = """
from fastapi.testclient import TestClient
from zombicide_env.cli import main
from zombicide_env.play import server
from zombicide_env.serve import catalogue

if server.TEXTS.exists():
    with TestClient(server.make_app(catalogue(), "games"), base_url="http://127.0.0.1") as client:
        for path in ("/", "/texts/ru", "/static/app.js", "/static/style.css", "/static/tiles/black_plague.svg"):
            print(path, client.get(path).status_code)
else:
    main(["serve", "--no-open"])
"""


@pytest.mark.slow
def test_the_page_is_served_where_its_wheel_is_installed(
    wheel: Path, page_wheel: Path, tmp_path: Path, plain_environment: dict[str, str]
) -> None:
    pytest.importorskip("fastapi", reason=needs.library("fastapi"))
    plain = plain_environment | {"PYTHONPATH": os.fspath(tmp_path), "NUMBA_DISABLE_JIT": "1"}

    def served() -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", SERVE], cwd=tmp_path, env=plain, capture_output=True, text=True)

    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    assert "zombicide_page is not installed" in (missing := served().stderr) and 'pip install ".[serve]"' in missing
    with zipfile.ZipFile(page_wheel) as archive:
        assert {Path(name).suffix for name in archive.namelist() if name.startswith("zombicide_page/")} == {
            ".css",
            ".html",
            ".js",
            ".json",
            ".svg",
        }
        archive.extractall(tmp_path)
    answered = served()
    assert [line.rpartition(" ")[2] for line in answered.stdout.splitlines()] == ["200"] * 5, answered.stdout + answered.stderr


@pytest.mark.parametrize(
    ("extra", "folder", "brought"),
    [
        ("checkpoints", "agents/zombicide_checkpoints", ("train", "serve", "all")),
        ("page", "zombicide_env/play/page", ("serve",)),
    ],
)
def test_extras_bring_the_distributions_that_they_need(extra: str, folder: str, brought: tuple[str, ...]) -> None:
    extras = PROJECT["optional-dependencies"]
    assert extras[extra] == [f"zombicide-{extra} @ {{root:uri}}/{folder}"]
    assert all(extra in extras[name][0] for name in brought)
    own = tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert own["version"] == PROJECT["version"]  # a release asks for its own version


@pytest.mark.parametrize("name", WORKFLOWS)
def test_actions_are_pinned(name: str) -> None:
    """Actions are pinned to a commit, since a tag can be moved; Dependabot updates the comment with it."""
    lines = re.findall(r"uses: (.*)", (ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8"))
    for line in lines:
        assert re.fullmatch(r"[\w/.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\./\.github/workflows/\w+\.yml", line), line


def test_every_python_that_is_claimed_is_tried() -> None:
    claimed = [text.rpartition(" ")[2] for text in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d+$", text)]
    assert claimed == ["3.11", "3.12", "3.13", "3.14"]
    for job in ("test", "extras"):
        assert WORKFLOWS["test"]["jobs"][job]["strategy"]["matrix"]["python"] == claimed


def test_other_systems_are_tried_and_a_release_runs_all_tests() -> None:
    systems = " ".join(WORKFLOWS["platforms"]["jobs"]["quick"]["strategy"]["matrix"]["system"])
    assert all(name in systems for name in ("arm", "macos", "windows"))
    release = WORKFLOWS["release"]["jobs"]
    assert release["test"]["uses"] == "./.github/workflows/test.yml" and "workflow_call" in WORKFLOWS["test"][True]
    assert release["build"]["needs"] == "test" and release["publish"]["needs"] == "build"


@pytest.mark.train
def test_the_commands_of_the_container_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    import tyro

    from zombicide_env import cli

    class Understood(Exception):
        pass

    read = tyro.cli

    def only_read(*given: Any, **how: Any) -> None:
        read(*given, **how)
        raise Understood

    monkeypatch.setattr(tyro, "cli", only_read)
    lines = re.findall(r"^#   podman run --rm (?:-p \S+ )?zombicide-env (.*)$", (ROOT / "Containerfile").read_text(), re.MULTILINE)
    assert len(lines) == 2
    for line in lines:
        with pytest.raises(Understood):
            cli.main(shlex.split(line))

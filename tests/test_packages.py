"""What is built and how it is tried: a small wheel, the checkpoints next to it, workflows that are pinned and cover what is claimed."""

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

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in (ROOT / ".github" / "workflows").glob("*.yml")}
#: In a process that finds only what was unpacked.
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


@pytest.mark.slow
def test_the_wheel_is_small_and_finds_the_checkpoints_where_they_are_installed(
    wheel: Path, checkpoints_wheel: Path, tmp_path: Path, plain_environment: dict[str, str]
) -> None:
    assert wheel.stat().st_size < 2 * 2**20  # two MiB; 17 MB with the checkpoints
    with zipfile.ZipFile(wheel) as archive:
        assert not any(name.endswith(".safetensors") for name in archive.namelist())
        archive.extractall(tmp_path)
    assert 'pip install "zombicide-env[checkpoints]"' in _asked(tmp_path, plain_environment)
    with zipfile.ZipFile(checkpoints_wheel) as archive:
        assert all(name.startswith("zombicide_checkpoints") for name in archive.namelist())
        archive.extractall(tmp_path)
    assert _asked(tmp_path, plain_environment) == "checkpoint:highway\n"


@pytest.mark.slow
def test_the_commands_of_the_wheel_have_their_modules(wheel: Path, tmp_path: Path, plain_environment: dict[str, str]) -> None:
    """Some measurements are left out of it."""
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


def test_extras_that_play_with_checkpoints_bring_them() -> None:
    extras = PROJECT["optional-dependencies"]
    assert extras["checkpoints"] == ["zombicide-checkpoints @ {root:uri}/agents/zombicide_checkpoints"]
    for name in ("train", "serve", "all"):
        assert "checkpoints" in extras[name][0]
    own = tomllib.loads((ROOT / "agents" / "zombicide_checkpoints" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert own["version"] == PROJECT["version"]  # a release asks for its own version


def _used(workflow: Any) -> list[str]:
    steps = [step for job in workflow["jobs"].values() for step in job.get("steps", ())]
    return [step["uses"] for step in steps if "uses" in step]


@pytest.mark.parametrize("name", WORKFLOWS)
def test_actions_are_pinned(name: str) -> None:
    for action in _used(WORKFLOWS[name]):
        assert re.fullmatch(r"[\w/.-]+@(v\d+\.\d+\.\d+|[0-9a-f]{40})", action), action


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

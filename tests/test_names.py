"""Names: everything an installation adds begins with ``zombicide``, so that it cannot collide with a user's own names."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

#: Folders of the checkout whose names a user may well use too.
COMMON = ("agents", "training", "benchmarks", "tests")

SCRIPT = """
import agents, benchmarks, tests, training  # the user's own

import gymnasium
import zombicide_agents
import zombicide_env

for owner in (zombicide_agents, zombicide_env):
    assert owner.__file__.startswith(INSTALLED), owner.__file__
env = gymnasium.make("zombicide_env:zombicide/BlackPlague-v0")
env.reset(seed=0)
env.step(env.action_space.sample())
table = gymnasium.make("zombicide_env:zombicide/HitZRoad-v0", players=2, opponents="greedy")
table.reset(seed=0)
table.step(table.action_space.sample())
assert zombicide_agents.make("greedy", table.unwrapped.game).name == "greedy"
print(*(package.OWNER for package in (agents, benchmarks, tests, training)))
"""


def test_everything_that_is_installed_has_a_name_of_our_own(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name.partition("/")[0] for name in archive.namelist()}
        (points,) = (archive.read(name).decode() for name in archive.namelist() if name.endswith("entry_points.txt"))
    assert names >= {"zombicide_env", "zombicide_agents", "zombicide_training", "zombicide_benchmarks"}
    assert all(name.startswith("zombicide") for name in names), sorted(names)
    commands = [line.partition("=")[0].strip() for line in points.splitlines() if "=" in line]
    assert commands
    assert all(command.startswith("zombicide") for command in commands)


@pytest.mark.slow
def test_a_users_own_folders_of_common_names_are_left_alone(wheel: Path, tmp_path: Path, plain_environment: dict[str, str]) -> None:
    """Unpacks the wheel as an installer does, next to a script with packages of its own."""
    installed, work = tmp_path / "site-packages", tmp_path / "work"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    for name in COMMON:
        (work / name).mkdir(parents=True)
        (work / name / "__init__.py").write_text(f"OWNER = 'mine:{name}'\n", encoding="utf-8")
    (work / "train.py").write_text(f"INSTALLED = {str(installed)!r}\n{SCRIPT}", encoding="utf-8")
    environment = plain_environment | {"PYTHONPATH": os.fspath(installed)}
    done = subprocess.run([sys.executable, "train.py"], cwd=work, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [f"mine:{name}" for name in sorted(COMMON)]

"""Type checkers on users' programs: mypy and pyright check one program, with the packages as they are installed."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests import needs
from zombicide_env.docs.signatures import signatures

#: Lines with the comment `wrong` are errors; no others are.
PROGRAM = """
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_benchmarks import machine
from zombicide_env import black_plague_v0, hit_z_road_v0, make_game, z_game_v0
from zombicide_training.evaluation.evaluate import Evaluation, evaluate


class Mine(agents.Agent):
    def act(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None
    ) -> int:
        return int(np.flatnonzero(mask)[0])


class Wrong(agents.Agent):
    def act(self, observation: NDArray[Any] | None) -> str:  # wrong
        return "left"


env = black_plague_v0.env(quest="danse_macabre", survivors=["ann", "baldric"], decisions="actions", render_mode="ansi")
env.reset(seed=1)
raw = black_plague_v0.raw_env(quest=3, survivors=6, players=[["ann"], ["baldric"]], max_rounds=None, illegal="random")
number: int = raw.num_agents
everybody = z_game_v0.parallel_env(players=3, trade="off", target="blitz")
made: Evaluation = evaluate(make_game("hit_z_road", players=2), [Mine(), "greedy"], games=4)
black_plague_v0.env(qest="danse_macabre")  # wrong
black_plague_v0.env(survivors="three")  # wrong
black_plague_v0.env(decisions="all")  # wrong
hit_z_road_v0.raw_env(players="2")  # wrong
hit_z_road_v0.parallel_env(leavers="stay")  # wrong
hit_z_road_v0.raw_env(render_mode="pixels")  # wrong
z_game_v0.env(fog_of_war=None)  # wrong
agents.make(3)  # wrong
text: str = number  # wrong
"""
#: Libraries from which the program takes no types.  Checking them as well took most of the time.
NOT_FOLLOWED = ("torch", "numba", "llvmlite", "sb3_contrib", "stable_baselines3", "matplotlib", "pandas", "scipy", "PIL", "tensorboard")
SETTINGS = f"[mypy]\n[mypy-{','.join(f'{name}.*' for name in NOT_FOLLOWED)}]\nfollow_imports = skip\n"
WRONG = {line for line, text in enumerate(PROGRAM.splitlines(), 1) if text.endswith("# wrong")}


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


@pytest.mark.long
@pytest.mark.slow
def test_mypy_finds_what_is_wrong(program: Path, plain_environment: dict[str, str]) -> None:
    pytest.importorskip("mypy", reason=needs.library("mypy"))
    (program.parent / "mypy.ini").write_text(SETTINGS, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, program.name]
    environment = {name: value for name, value in plain_environment.items() if name != "PYTHONPATH"} | {
        "MYPYPATH": plain_environment["PYTHONPATH"]  # as in an environment where they are installed
    }
    run = subprocess.run(command, cwd=program.parent, env=environment, capture_output=True, text=True)
    found = {int(line) for line in re.findall(r"^program\.py:(\d+): error", run.stdout, re.MULTILINE)}
    assert found == WRONG, run.stdout + run.stderr


@pytest.mark.slow
def test_pyright_finds_what_is_wrong(program: Path, plain_environment: dict[str, str]) -> None:
    if find_spec("pyright") is None or shutil.which("node") is None:
        pytest.skip("needs pyright and Node: pip install pyright")
    paths = plain_environment["PYTHONPATH"].split(":")
    settings = {"include": [program.name], "extraPaths": paths, "typeCheckingMode": "standard", "useLibraryCodeForTypes": True}
    (program.parent / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    run = subprocess.run(command, cwd=program.parent, env=plain_environment, capture_output=True, text=True)
    if not run.stdout.startswith("{"):
        pytest.skip(f"pyright cannot be started here: {run.stderr[-200:]}")
    told = [one for one in json.loads(run.stdout)["generalDiagnostics"] if one["severity"] == "error"]
    assert {one["range"]["start"]["line"] + 1 for one in told} == WRONG, told


def test_every_package_says_that_it_has_types(root: Path) -> None:
    packages = ["zombicide_env", "agents/zombicide_agents", "training/zombicide_training", "benchmarks/zombicide_benchmarks"]
    assert [path for path in packages if not (root / path / "py.typed").exists()] == []


def test_stubs_name_every_option() -> None:
    """Options of the game and of ``parallel_env`` are listed once for all functions; further options are listed separately."""
    from zombicide_env import make_game
    from zombicide_env.envs.aec import RawEnv
    from zombicide_env.envs.options import keywords
    from zombicide_env.envs.parallel import ParallelGame

    for path, text in signatures().items():
        classes = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
        parallel, more = ({ast.unparse(line.target) for line in one.body if isinstance(line, ast.AnnAssign)} for one in classes)
        assert parallel >= {*keywords(ParallelGame), *make_game(path.stem.rpartition("_v")[0]).options}, path.name
        assert more == {*keywords(RawEnv)} - parallel, path.name

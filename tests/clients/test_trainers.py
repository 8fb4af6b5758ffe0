"""The programs of ``docs/trainers.md`` train: each one is run as it stands, where its library is installed."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests import needs
from zombicide_benchmarks.trainers import libraries, programs, with_game
from zombicide_env.games import GAMES

PROGRAMS = programs()
#: Lines of a whole program.
MOST = 30
#: A team's batch, for which every game is cooperative.
TEAM = ("ZombicideVecEnv", "BatchEnv")
BOTH = [program for program in PROGRAMS if not any(name in program for name in TEAM)]


def _name(program: str) -> str:
    return " ".join(sorted(libraries(program)))


@pytest.mark.clients
@pytest.mark.parametrize("program", PROGRAMS, ids=map(_name, PROGRAMS))
def test_it_trains(program: str, tmp_path: Path, plain_environment: dict[str, str]) -> None:
    _run(program, tmp_path, plain_environment)


@pytest.mark.clients
@pytest.mark.parametrize("program", BOTH, ids=map(_name, BOTH))
def test_it_trains_with_the_other_game(program: str, tmp_path: Path, plain_environment: dict[str, str]) -> None:
    _run(with_game(program, int(with_game(program, 0) == program)), tmp_path, plain_environment)


def _with(game: str, program: str) -> str:
    """A program with another game of the package, as it is usually played."""
    names = {"BlackPlague-v0": GAMES[game].gymnasium_id.rpartition("/")[2], "hit_z_road_v0": f"{game}_v0"}
    for name, other in {**names, '"quest": "danse_macabre", ': "", '"quest": "danse_macabre"': "", "players=3": ""}.items():
        program = program.replace(name, other)
    return program


@pytest.mark.clients
@pytest.mark.parametrize("game", sorted(set(GAMES) - {"black_plague", "hit_z_road"}))
@pytest.mark.parametrize("mark", ["make_vec_env", "PettingZooWrapper(hit_z_road_v0"], ids=["stable_baselines3", "torchrl"])
def test_every_game_trains(game: str, mark: str, tmp_path: Path, plain_environment: dict[str, str]) -> None:
    [program] = (program for program in PROGRAMS if mark in program)
    _run(_with(game, program), tmp_path, plain_environment)


def _run(program: str, folder: Path, env: dict[str, str]) -> None:
    missing = sorted(name for name in libraries(program) if importlib.util.find_spec(name) is None)
    if missing:
        pytest.skip(needs.library(", ".join(missing)))
    script = folder / "program.py"
    script.write_text(program, encoding="utf-8")
    run = subprocess.run([sys.executable, str(script)], cwd=folder, env=env, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-4000:]


def test_programs_are_short() -> None:
    assert len(PROGRAMS) >= 8
    assert all(program.count("\n") <= MOST for program in PROGRAMS)

"""The programs of ``docs/trainers.md`` train: each is run as printed, where its library is installed.

Those that print their win rate must have learned: it is far above that of random play.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import needs
from zombicide_benchmarks.trainers import libraries, programs, with_game
from zombicide_env.games import GAMES

PROGRAMS = programs()
#: Maximum number of lines of a program.
MOST = 35
#: One seat per agent: with several survivors or rivals a single seat's policy cannot be judged as a team's.
SEATS = "parallel_env(**rung("
#: Environments of one kind of game: of teams, or of rivals.
ONE_KIND = ("ZombicideVecEnv", "SharedVecEnv", "BatchEnv")
#: Shorter settings, where nothing has to be learned.
SHORTER = {"150_000": "4096", "50_000": "2048", "n_eval_episodes=20": "n_eval_episodes=2"}
#: Minimum win rate of a program on boards of its rung; random play wins 0.28 of `exit` and 0.21 of `kill`.
LEARNED = 0.5
#: Time limit of a program in seconds; those of the page take one to six minutes.
LIMIT = 3600
BOTH = [program for program in PROGRAMS if not any(name in program for name in ONE_KIND)]


def _name(program: str) -> str:
    return " ".join(sorted(libraries(program)))


@pytest.mark.clients
@pytest.mark.parametrize("program", PROGRAMS, ids=map(_name, PROGRAMS))
def test_every_program_of_the_page_trains_and_those_that_count_wins_have_learned(
    program: str, tmp_path: Path, plain_environment: dict[str, str], record_property: Callable[[str, object], None]
) -> None:
    printed = _run(program, tmp_path, plain_environment)
    shares = [float(share) for share in re.findall(r"^won ([0-9.]+)$", printed, re.MULTILINE)]
    record_property("won", shares)
    assert len(shares) == program.count('print("won"')
    assert all(share >= LEARNED for share in shares)


def test_every_library_shows_that_it_learns() -> None:
    learn = [libraries(program) for program in PROGRAMS if 'print("won"' in program]
    assert set.union(*learn) == set.union(*map(libraries, PROGRAMS))


@pytest.mark.clients
@pytest.mark.parametrize("program", BOTH, ids=map(_name, BOTH))
def test_every_program_trains_with_the_other_game(program: str, tmp_path: Path, plain_environment: dict[str, str]) -> None:
    other = _replaced(with_game(program, int(with_game(program, 0) == program)), SHORTER)
    _run(other.partition("\ndef choose(")[0] if SEATS in program else other, tmp_path, plain_environment)


def _with(game: str, program: str) -> str:
    """Return a program with another game of the package, with its default options."""
    names = {"Ladder-Kill-v0": GAMES[game].gymnasium_id.rpartition("/")[2], "hit_z_road_v0": f"{game}_v0", "players=3": ""}
    program = _replaced(program, {**names, **SHORTER, '{"split": "test"}': "{}"})
    return program.partition("\ndef choose(")[0]  # its evaluation assumes a rung


def _replaced(program: str, words: dict[str, str]) -> str:
    for word, other in words.items():
        program = program.replace(word, other)
    return program


@pytest.mark.clients
@pytest.mark.parametrize("game", sorted(set(GAMES) - {"black_plague", "hit_z_road"}))
@pytest.mark.parametrize("mark", ["make_vec_env", "PettingZooWrapper(hit_z_road_v0"], ids=["stable_baselines3", "torchrl"])
def test_every_game_trains(game: str, mark: str, tmp_path: Path, plain_environment: dict[str, str]) -> None:
    [program] = (program for program in PROGRAMS if mark in program)
    _run(_with(game, program), tmp_path, plain_environment)


def _run(program: str, folder: Path, env: dict[str, str]) -> str:
    """Run the program and return its output."""
    missing = sorted(name for name in libraries(program) if importlib.util.find_spec(name) is None)
    if missing:
        pytest.skip(needs.library(", ".join(missing)))
    script = folder / "program.py"
    script.write_text(program, encoding="utf-8")
    run = subprocess.run([sys.executable, str(script)], cwd=folder, env=env, capture_output=True, text=True, timeout=LIMIT)
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-4000:]
    return run.stdout


def test_programs_are_short() -> None:
    assert len(PROGRAMS) >= 8
    assert all(program.count("\n") <= MOST for program in PROGRAMS)

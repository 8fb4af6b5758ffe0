"""The programs of docs/sweeps.md run, with two trials of few games."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import needs

pytest.importorskip("optuna", reason=needs.library("optuna"))
pytest.importorskip("torch", reason=needs.TRAIN)

PAGE = (Path(__file__).parents[1] / "zombicide_env" / "docs" / "sweeps.md").read_text(encoding="utf-8")
WEIGHTS, TRAINING = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
#: Replacements that shorten a program.
TINY = {
    "TRIALS, GAMES = 100, 1000": "TRIALS, GAMES = 2, 4",
    "TRIALS = 30": "TRIALS = 2",
    "big_game_hunting": "danse_macabre",
    "minutes=10": "steps=64, envs=4, horizon=8, batch=32, base_share=0, max_rounds=4",
    "final_games=1000": "runoff_games=0, evaluate_games=2, final_games=4",
}


def _run(program: str, folder: Path, environment: dict[str, str]) -> str:
    for long, short in TINY.items():
        program = program.replace(long, short)
    run = subprocess.run([sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-4000:]
    return run.stdout


def test_every_shortening_is_of_something_that_the_page_says() -> None:
    assert all(long in PAGE for long in TINY)


@pytest.mark.slow
@pytest.mark.train
def test_weights_are_searched_and_a_search_that_was_stopped_resumes(tmp_path: Path, plain_environment: dict[str, str]) -> None:
    import optuna

    printed = _run(WEIGHTS, tmp_path, plain_environment)
    assert re.match(r"greedy:fear=[\d.]+,\w+=", printed)
    _run(WEIGHTS, tmp_path, plain_environment)
    study = optuna.load_study(study_name="greedy", storage=f"sqlite:///{tmp_path}/greedy.db")
    assert len(study.trials) == 4
    assert all(0 <= trial.value <= 1 for trial in study.trials)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.train
def test_runs_are_searched(tmp_path: Path, plain_environment: dict[str, str]) -> None:
    printed = _run(TRAINING, tmp_path, plain_environment)
    assert "learning_rate" in printed
    assert sorted(folder.name for folder in (tmp_path / "runs" / "sweep").iterdir()) == ["0", "1"]

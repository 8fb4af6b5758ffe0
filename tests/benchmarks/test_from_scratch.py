"""Learners from scratch write policies that play, and their curves end in time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import zombicide_agents as agents
from tests import needs
from zombicide_benchmarks.from_scratch import LEARNERS, MODULE, PLACE, Curve, keep_longest, main, options_of, page
from zombicide_benchmarks.machine import machine
from zombicide_benchmarks.strength.protocol import QUESTS
from zombicide_env import make_game
from zombicide_env.core.batch import Batch


def test_training_games_are_the_quests_and_no_board_of_the_test_split() -> None:
    quests = [str(options["quest"]) for options in options_of("white_death")]
    assert quests[: len(quests) // 2] == list(QUESTS["white_death"])
    assert all(quest.startswith("generated:") and "split=test" not in quest for quest in quests[len(quests) // 2 :])


def test_a_curve_counts_the_games_since_its_last_point_and_ends() -> None:
    seen: list[int] = []
    curve = Curve(0.001, lambda curve: seen.append(len(curve.points)))
    saved: list[int] = []
    curve.save = lambda: saved.append(1)
    curve.ended += [True, False]
    steps = 0
    while curve.goes_on(steps):
        steps += 1
    assert curve.points[0][2:] == (2, 1)
    assert curve.points[-1][2:] == (0, 0)
    assert curve.points[-1][0] >= 0.06
    assert seen == list(range(1, len(curve.points) + 1))
    assert len(saved) == len(seen)


def test_the_page_adds_up_the_games_between_its_rows() -> None:
    points = [[60.0 * k, 1000 * k, 10, k % 2] for k in range(1, 21)]
    text = page({"runs": [{"game": "black_plague", "learner": "rllib", "points": points}], "machine": machine()})
    assert "| black_plague | PPO of RLlib | 4 | 4,000 | 5.0 % of 40 |" in text
    assert text.count("| black_plague |") == 5


def test_the_policy_of_the_leaderboard_is_built_by_the_file_that_is_written() -> None:
    assert (PLACE.parents[1] / "leaderboard" / "policies" / "rllib.py").read_text(encoding="utf-8") == MODULE


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--learner", "rllib"], "ray is not installed; install it with: pip install"),
        (["--learner", "rllib", "--minutes", "nan"], "nan: give a number of minutes above 0"),
    ],
)
def test_bad_input_and_a_missing_library_are_said_in_one_line(words: list[str], said: str, tmp_path: Path) -> None:
    program = "import runpy, sys; sys.modules['ray'] = None; runpy.run_module('zombicide_benchmarks.from_scratch', None, '__main__', True)"
    done = subprocess.run([sys.executable, "-c", program, *words, "--policies", tmp_path], capture_output=True, text=True)
    assert done.returncode in (1, 2)
    assert said in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_a_shorter_run_does_not_replace_the_curve_of_a_longer_one(tmp_path: Path) -> None:
    output = tmp_path / "found.json"
    about = {"game": "black_plague", "learner": "rllib", "seed": 1}
    for learned in (3600.0, 60.0):
        curve = Curve(60, lambda _: None)
        curve.points.append((learned, 10, 1, 0))
        keep_longest(output, about, curve)
    [run] = json.loads(output.read_text(encoding="utf-8"))["runs"]
    assert run["minutes"] == 60.0


@pytest.mark.slow
@pytest.mark.train
@pytest.mark.parametrize("learner", LEARNERS)
def test_what_was_learned_plays(learner: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if learner == "rllib":
        pytest.importorskip("ray.rllib", reason=needs.library("ray[rllib]"))
    main(["--learner", learner, "--minutes", "0.001", "--policies", str(tmp_path), "--output", str(tmp_path / "found.json")])
    spec = capsys.readouterr().out.split()[-1]
    game = make_game("black_plague", quest="famine")
    batch = Batch(game, 3, seed=1, observation_dtype="float32")
    chosen = agents.make(spec, game).act_batch(batch.observations, batch.masks, game)
    assert batch.masks[range(3), chosen].all()
    [run] = json.loads((tmp_path / "found.json").read_text())["runs"]
    assert run["learner"] == learner
    assert run["points"]

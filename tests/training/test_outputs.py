"""Commands that append to their output have exclusive access to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.needs import TRAIN

pytest.importorskip("sb3_contrib", reason=TRAIN)

from zombicide_benchmarks import payoffs, run, soak
from zombicide_benchmarks.strength.play import StrengthConfig, measure
from zombicide_env.core import files
from zombicide_training import EvaluateConfig
from zombicide_training.evaluation.evaluate import run as evaluate
from zombicide_training.evaluation.league import LeagueConfig, play_league
from zombicide_training.run.tune import TuneConfig, tune

pytestmark = pytest.mark.train

COMMANDS: dict[str, Callable[[Path], object]] = {
    "evaluate": lambda path: evaluate(EvaluateConfig(teams=["random"], game="hit_z_road", games=1, output=path)),
    "league": lambda path: play_league(LeagueConfig(games=1, output=path)),
    "tune": lambda path: tune(TuneConfig(output=path.with_suffix(".json"))),
    "strength": lambda path: measure(StrengthConfig("random", games=1, output=path)),
    "speed": lambda path: run.main(["--quick", "--game", "hit_z_road", "--only", "states", "--output", str(path.parent)]),
    "payoffs": lambda path: payoffs.main(["table", "--quest", "y_zone", "--games", "1", "--output", str(path)]),
    "soak": lambda path: soak.main(["--checks", "1", "--output", str(path)]),
}
NAMES = {"tune": "weights.jsonl", "speed": "speed_hit_z_road.json"}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_second_command_on_one_output_is_refused(command: str, tmp_path: Path) -> None:
    output = tmp_path / NAMES.get(command, "found.json")
    with files.claimed(output), pytest.raises(files.Taken, match=rf"{output} is being written by another process"):
        COMMANDS[command](output)
    assert list(tmp_path.iterdir()) == []
